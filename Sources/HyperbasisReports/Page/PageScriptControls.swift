/// Keys, buttons, the pointer, playback, and the loop that draws.
enum PageScriptControls {
  static let text = #"""
    let isDue = false, listDue = 0, lastTick = 0;
    // What a link says and is not a date, and its dates before and after all that there is.
    let unread = [], outside = [];

    function draw() {
      if (isDue) return;
      isDue = true;
      requestAnimationFrame(frame);
    }

    function frame(now) {
      isDue = false;
      if (view.playing) advance(now);
      const list = items();
      drawPlan(list);
      drawBar();
      $("when").textContent = !N ? "no events" : view.comparing
        ? dateText(from()) + " → " + dateText(to()) : dateText(view.at);
      const time = $("time");
      time.value = (view.at - START) / SPAN * 100000;
      time.setAttribute("aria-valuetext", dateText(view.at));
      // The list takes longer than the plan, and nobody reads it that fast.
      if (!view.playing || now - listDue > 150) {
        listDue = now;
        showCounts(list);
        showList(list);
        if (!view.playing || view.selected >= 0) showDetails(list);
      }
      if (view.playing) draw();
    }

    function advance(now) {
      const seconds = lastTick ? Math.min(0.1, (now - lastTick) / 1000) : 0;
      lastTick = now;
      const rate = SPAN / Number($("speed").value);
      let t = view.at + seconds * rate;
      // A silence of more than half a second is cut short.
      const next = stops[stopAfter(view.at)];
      if (next !== undefined && next - t > rate / 2) t = next - rate / 2;
      view.at = Math.min(END, t);
      if (view.at >= END) play(false);
    }

    function play(on) {
      if (on) outside = [];
      showNote();
      if (on && view.at >= END) view.at = START;
      view.playing = on;
      lastTick = 0;
      $("play").textContent = on ? "❚❚" : "▶";
      $("play").setAttribute("aria-label", on ? "Pause" : "Play");
      draw();
    }

    // The number of the first stop after an instant.
    function stopAfter(t) {
      let low = 0, high = stops.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (stops[middle] <= t) low = middle + 1; else high = middle;
      }
      return low;
    }

    function go(t) {
      outside = [];
      showNote();
      view.at = Math.min(END, Math.max(START, t));
      if (view.playing) play(false);
      draw();
    }
    function step(count) {
      const next = stopAfter(view.at);
      const onStop = next > 0 && stops[next - 1] === view.at;
      const place = count > 0 ? next + count - 1 : next + count - (onStop ? 1 : 0);
      go(place < 0 ? START : place >= stops.length ? END : stops[place]);
    }
    function setMark(name) {
      view[name] = view[name] === view.at ? null : view.at;
      showButtons();
    }
    function showButtons() {
      for (const name of ["a", "b"]) {
        $("mark-" + name).setAttribute("aria-pressed", String(view[name] !== null));
      }
      $("compare").setAttribute("aria-pressed", String(view.comparing));
      $("zone").textContent = view.utc ? "UTC" : "Local";
      showNote();
      draw();
    }
    function compare() { view.comparing = !view.comparing; showButtons(); }
    function select(k) { view.selected = view.selected === k ? -1 : k; draw(); }

    const commands = {
      ArrowLeft: (e) => step(e.shiftKey ? -10 : -1), ArrowRight: (e) => step(e.shiftKey ? 10 : 1),
      ",": () => step(-10), ".": () => step(10), Home: () => go(START), End: () => go(END),
      " ": () => play(!view.playing), a: () => setMark("a"), b: () => setMark("b"),
      x: () => { [view.a, view.b] = [view.b, view.a]; showButtons(); }, d: compare,
      z: () => { view.utc = !view.utc; showButtons(); }, "+": () => zoom(1.4), "=": () => zoom(1.4),
      "-": () => zoom(1 / 1.4), 0: () => { fit(); draw(); }, Escape: () => select(view.selected),
    };
    document.addEventListener("keydown", (e) => {
      const isText = e.target.id === "find" || e.target.tagName === "SELECT";
      if (isText || e.ctrlKey || e.metaKey || e.altKey || !Object.hasOwn(commands, e.key)) return;
      if (e.key === " " && e.target.tagName === "BUTTON") return;
      e.preventDefault();
      commands[e.key](e);
    });
    const press = {
      start: "Home", end: "End", back: "ArrowLeft", forward: "ArrowRight", play: " ",
      "mark-a": "a", "mark-b": "b", compare: "d", zone: "z", closer: "+", farther: "-", fit: "0",
    };
    for (const [id, key] of Object.entries(press)) {
      $(id).addEventListener("click", (e) => commands[key](e));
    }
    $("time").addEventListener("input", (e) => go(START + e.target.value / 100000 * SPAN));
    $("find").addEventListener("input", (e) => { view.find = e.target.value; draw(); });
    $("list").addEventListener("click", (e) => {
      const button = e.target.closest("button");
      if (button) select(Number(button.dataset.k));
    });
    $("details").addEventListener("click", (e) => {
      if (e.target.dataset.t !== undefined) go(Number(e.target.dataset.t));
    });

    const pointers = new Map();
    let isClick = false;
    map.addEventListener("wheel", (e) => {
      e.preventDefault();
      zoom(Math.exp(-e.deltaY * 0.0015), e.offsetX, e.offsetY);
    }, { passive: false });
    map.addEventListener("pointerdown", (e) => {
      map.setPointerCapture(e.pointerId);
      pointers.set(e.pointerId, [e.offsetX, e.offsetY]);
      isClick = pointers.size === 1;
    });
    map.addEventListener("pointermove", (e) => {
      const old = pointers.get(e.pointerId);
      if (!old) return;
      const now = [e.offsetX, e.offsetY];
      if (Math.hypot(now[0] - old[0], now[1] - old[1]) < 3 && isClick) return;
      isClick = false;
      if (pointers.size === 2) {
        const [other] = [...pointers].filter(([id]) => id !== e.pointerId).map(([, p]) => p);
        const reach = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]);
        zoom(reach(now) / Math.max(1, reach(old)), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
      } else {
        view.x -= (now[0] - old[0]) / view.scale;
        view.z -= (now[1] - old[1]) / view.scale;
        view.isFitted = false;
        draw();
      }
      pointers.set(e.pointerId, now);
    });
    for (const name of ["pointerup", "pointercancel"]) {
      map.addEventListener(name, (e) => {
        pointers.delete(e.pointerId);
        if (!isClick || name === "pointercancel") return;
        isClick = false;
        const k = nearest(e.offsetX, e.offsetY);
        if (k >= 0) select(k); else if (view.selected >= 0) select(view.selected);
      });
    }

    function resize() {
      const ratio = window.devicePixelRatio || 1;
      for (const [canvas, box] of [[map, size], [bar, barSize]]) {
        const rect = canvas.getBoundingClientRect();
        box.w = Math.max(1, rect.width);
        box.h = Math.max(1, rect.height);
        canvas.width = Math.round(box.w * ratio);
        canvas.height = Math.round(box.h * ratio);
      }
      if (view.isFitted) fit();
      count();
      // A new size clears a canvas, and a page in the background gets no frame to draw it again.
      frame(performance.now());
    }
    new ResizeObserver(resize).observe(document.body);
    window.addEventListener("resize", resize);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      readColours();
      draw();
    });
    // Paper is light. What is printed is what has been drawn by then.
    function print(isPrinting) {
      document.documentElement.toggleAttribute("data-print", isPrinting);
      readColours();
      frame(performance.now());
    }
    window.addEventListener("beforeprint", () => print(true));
    window.addEventListener("afterprint", () => print(false));

    const countText = (count, noun) => count + noun + (count === 1 ? "" : "s");
    function showNote() {
      const notes = [
        "← → event, Space play, a b marks, d compare, + - 0 zoom",
        N ? dateText(START) + " to " + dateText(END) : "no events", countText(N - D.base, " event")];
      if (D.only) notes.push(D.only);
      if (D.leftOut) notes.push(countText(D.leftOut, " small move") + " left out");
      if (D.redacted) notes.push("metadata left out");
      $("note").textContent = notes.join(" · ");
      const remarks = unread.map((text) => "not a date: " + text).concat(outside.map(outsideText));
      $("remark").textContent = remarks.join(" · ");
    }

    // Where a link names a date before or after all that there is, the page does not go that far.
    function outsideText([name, t]) {
      const place = t < START
        ? (START === stops[0] ? "before the first event, which is shown instead"
          : "before this page begins; its start is shown instead")
        : (END === stops.at(-1) ? "after the last event; the end is shown instead"
          : "after this page ends; its end is shown instead");
      return (name === "at" ? "" : name.toUpperCase() + ": ") + dateText(t) + " is " + place;
    }

    // A link may name what to show: page.html#at=2024-06-17T10:00:00Z&a=…&b=…&compare&select=ID, and
    // keys to press after that.
    function follow() {
      const wanted = new URLSearchParams(location.hash.slice(1));
      unread = [];
      outside = [];
      const instant = (name) => {
        if (!wanted.has(name)) return null;
        // A plus sign in an address stands for a blank. Dates of the language end with milliseconds.
        const text = wanted.get(name).trim().replace(/ (\d\d:?\d\d)$/, "+$1");
        const fraction = /\.(\d{1,6})\d*/.exec(text);
        const seconds = Date.parse(text.replace(/\.\d+/, "")) / 1000 - D.t0[0];
        const t = seconds * 1e6 + (fraction ? Number(fraction[1].padEnd(6, "0")) : 0) - D.t0[1];
        if (!Number.isFinite(t)) unread.push(name + "=" + wanted.get(name));
        else if (N && (t < START || t > END)) outside.push([name, t]);
        return Number.isFinite(t) ? Math.min(END, Math.max(START, t)) : null;
      };
      view.at = instant("at") ?? view.at;
      view.a = instant("a") ?? view.a;
      view.b = instant("b") ?? view.b;
      view.comparing = wanted.has("compare");
      const id = (wanted.get("select") ?? "").toUpperCase();
      if (id) view.selected = D.ids.findIndex((known) => known.startsWith(id));
      for (const key of (wanted.get("keys") ?? "").split(" ").filter(Boolean)) {
        const name = key === "Space" ? " " : key;
        document.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
      }
      showButtons();
      // At once: a page in the background gets no frames.
      frame(performance.now());
    }
    readColours();
    resize();
    follow();
    window.addEventListener("hashchange", follow);

    """#
}
