/// The time bar, the list and the details.
enum PageScriptPanels {
  static let text = #"""
    const bar = $("density"), barPen = bar.getContext("2d");
    // Half a browser's slider: so far its middle stays from the ends, as ours does.
    const EDGE = 8;
    let columns = [], barSize = { w: 1, h: 46 };

    // How many events there are in each column of the bar.
    function count() {
      columns = new Array(Math.max(1, Math.floor((barSize.w - 2 * EDGE) / 2))).fill(0);
      for (let i = D.base; i < N; i++) {
        columns[Math.min(columns.length - 1,
          Math.floor((T[i] - START) / SPAN * columns.length))]++;
      }
    }
    const barX = (t) => EDGE + (t - START) / SPAN * (barSize.w - 2 * EDGE);

    function drawBar() {
      const ratio = window.devicePixelRatio || 1, h = barSize.h;
      barPen.setTransform(ratio, 0, 0, ratio, 0, 0);
      barPen.clearRect(0, 0, barSize.w, h);
      const most = columns.reduce((a, b) => Math.max(a, b), 1);
      barPen.fillStyle = ink.density;
      columns.forEach((n, i) => {
        if (!n) return;
        const height = Math.max(2, Math.sqrt(n / most) * (h - 18));
        barPen.fillRect(EDGE + i * 2, h - 4 - height, 1.6, height);
      });
      barPen.fillStyle = ink.line;
      barPen.fillRect(EDGE, h - 3, Math.max(0, barSize.w - 2 * EDGE), 2);
      if (view.comparing) {
        const [x, y] = [barX(from()), barX(to())].sort((a, b) => a - b);
        barPen.fillStyle = ink.accent;
        barPen.fillRect(x, h - 4, Math.max(2, y - x), 3);
      }
      barPen.font = "bold 12px system-ui, sans-serif";
      for (const [name, t] of [["A", view.a], ["B", view.b]]) {
        if (t === null) continue;
        barPen.fillStyle = ink.accent;
        barPen.fillRect(barX(t) - 0.5, 10, 1.5, h - 10);
        barPen.fillText(name, barX(t) - 4, 10);
      }
      const x = barX(view.at);
      barPen.fillStyle = ink.text;
      barPen.fillRect(x - 1, 4, 2, h - 4);
      barPen.beginPath();
      barPen.arc(x, h - 6, 5, 0, 7);
      barPen.fill();
    }

    function make(tag, className, text) {
      const element = document.createElement(tag);
      if (className) element.className = className;
      if (text !== undefined) element.textContent = text;
      return element;
    }

    function showCounts(list) {
      const counts = {}, below = list.filter((item) => item.isBelow).length;
      for (const item of list) for (const kind of item.isOnlyBelow ? [] : item.kinds) {
        counts[kind] = (counts[kind] || 0) + 1;
      }
      const p = $("counts");
      p.replaceChildren();
      if (!view.comparing) {
        p.append(make("span", "", list.length === 1 ? "1 anchor" : list.length + " anchors"));
      } else {
        for (const kind of ["added", "removed", "moved", "updated", "unchanged"]) {
          if (counts[kind]) {
            p.append(make("span", kind, SIGNS[kind] + " " + counts[kind] + " " + kind));
          }
        }
        if (below) p.append(make("span", "unchanged", below + " " + BELOW));
        if (!p.childNodes.length) p.append(make("span", "", "No changes"));
      }
      map.setAttribute("aria-label", "Plan from above: " + p.textContent);
    }

    // The rows of the list by anchor: they stay, and with them the focus and a click under way.
    const listRows = new Map();

    function listRow(item, unit) {
      let row = listRows.get(item.k);
      if (!row) {
        row = { li: make("li"), button: make("button") };
        row.button.dataset.k = item.k;
        row.button.title = D.ids[item.k];
        row.sign = make("span", "sign");
        row.label = make("span", "label");
        row.how = make("span", "how");
        row.button.append(row.sign, row.label, row.how);
        row.li.append(row.button);
        listRows.set(item.k, row);
      }
      row.button.setAttribute("aria-current", String(item.k === view.selected));
      row.sign.className = "sign " + item.kinds[0];
      row.sign.title = item.isOnlyBelow ? BELOW : item.kinds.join(", ");
      write(row.sign, SIGNS[item.kinds[0]]);
      write(row.label, labelOf(item.k, item.row));
      write(row.how, view.comparing ? howText(item, unit) : "");
      return row;
    }

    function write(element, text) {
      if (element.textContent !== text) element.textContent = text;
    }

    // Puts elements below a parent; those that are there and in order are not touched.
    function arrange(parent, wanted) {
      const staying = new Set(wanted);
      for (const child of [...parent.children]) if (!staying.has(child)) child.remove();
      let next = parent.firstChild;
      for (const child of wanted) {
        if (child === next) next = next.nextSibling; else parent.insertBefore(child, next);
      }
    }

    const MOST_ROWS = 300;
    function showList(list) {
      const words = view.find.toLowerCase();
      const rank = (item) => KINDS.indexOf(item.kinds[0]);
      let rows = view.comparing ? list.slice().sort((a, b) => rank(a) - rank(b)) : list;
      if (words) {
        rows = rows.filter((item) => (labelOf(item.k, item.row) + " " + D.ids[item.k] + " "
          + namedPairs(item.row).flat().join(" ")).toLowerCase().includes(words));
      }
      const unit = unitOf(list);
      arrange($("list"), rows.slice(0, MOST_ROWS).map((item) => listRow(item, unit).li));
      $("more").textContent = rows.length > MOST_ROWS
        ? (rows.length - MOST_ROWS) + " more; use the search to find them" : "";
    }

    function addPairs(parent, list) {
      const dl = make("dl");
      for (const [key, value] of list) dl.append(make("dt", "", key), make("dd", "", value));
      parent.append(dl);
    }

    function showDetails(list) {
      const box = $("details"), fresh = box.cloneNode(false);
      if (view.selected >= 0) fillDetails(fresh, list, view.selected);
      if (fresh.isEqualNode(box)) return;
      const focused = box.contains(document.activeElement) ? document.activeElement.dataset.t : "";
      box.replaceChildren(...fresh.childNodes);
      if (focused) box.querySelector(`[data-t="${focused}"]`)?.focus();
    }

    const MOST_EVENTS = 12;
    function fillDetails(box, list, k) {
      const item = list.find((item) => item.k === k);
      const time = view.comparing ? to() : view.at;
      const own = rowsOf[k].filter((i) => T[i] <= time);
      const i = item ? item.row : own.length ? own[own.length - 1] : rowsOf[k][0];
      box.append(make("h2", "", labelOf(k, i)));
      const facts = [["id", D.ids[k]]];
      if (!item) facts.push(["state", own.length ? "deleted" : "not there yet"]);
      else if (view.comparing) {
        facts.push(["change", howText(item, unitOf(list), "moved ") || "unchanged"]);
      }
      facts.push(["x, y, z", placeText(i) + " m"]);
      const yaw = D.rotations[D.r[i]][0];
      if (yaw !== null) facts.push(["yaw", angleText(yaw)]);
      addPairs(box, facts);
      if (textsOf(i).length) {
        box.append(make("h3", "", "Metadata"));
        addPairs(box, namedPairs(i).map(([key, value]) => [key, shorten(value, 1000)]));
      }
      const events = rowsOf[k].filter((n) => n >= D.base);
      const ol = make("ol"), at = events.findLastIndex((n) => T[n] <= time);
      const near = Math.max(0, Math.min(at - 9, events.length - MOST_EVENTS));
      const shown = events.slice(near, near + MOST_EVENTS);
      const part = shown.length === events.length
        ? "" : ", of which " + (near + 1) + " to " + (near + shown.length);
      box.append(make("h3", "", (events.length === 1 ? "1 event" : events.length + " events") + part));
      for (const n of shown) {
        const li = make("li"), who = D.w[n] >= 0 ? " by " + D.actors[D.w[n]] : "";
        const origin = ORIGINS[D.f[n] >> 4], words = TYPES[D.f[n] & 7] + who;
        const button = make("button", "", [dateText(T[n]), words, origin].filter(Boolean).join(" "));
        button.dataset.t = T[n];
        li.append(button);
        ol.append(li);
      }
      box.append(ol);
    }

    """#
}
