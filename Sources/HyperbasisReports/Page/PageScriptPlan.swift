/// The plan: x to the right, z down, with the signs and colours of the time machine.
enum PageScriptPlan {
  static let text = #"""
    const map = $("map"), pen = map.getContext("2d");
    let ink = {}, size = { w: 1, h: 1 }, drawn = [];

    function readColours() {
      const style = getComputedStyle(document.documentElement);
      for (const name of ["paper", "grid", "line", "text", "note", "faded", "accent", "density",
        ...KINDS]) ink[name] = style.getPropertyValue("--" + name).trim();
    }

    // Of all places on the page, without the few that are garbled, which the page is told.
    const bounds = (() => {
      let b = null;
      const [x0, x1, z0, z1] = D.bounds;
      for (let i = 0; i < N; i++) {
        const x = D.x[i], z = D.z[i];
        if (x < x0 || x > x1 || z < z0 || z > z1) continue;
        b = b ? [Math.min(b[0], x), Math.max(b[1], x), Math.min(b[2], z), Math.max(b[3], z)]
          : [x, x, z, z];
      }
      return b ?? D.bounds;
    })();

    // Pixels of a metre where all of it is seen.
    let fitted = 1;

    function fit() {
      const w = Math.max(bounds[1] - bounds[0], 0.5), h = Math.max(bounds[3] - bounds[2], 0.5);
      const across = size.w - 2 * Math.min(70, size.w / 8);
      const down = size.h - 2 * Math.min(45, size.h / 8);
      view.x = (bounds[0] + bounds[1]) / 2;
      view.z = (bounds[2] + bounds[3]) / 2;
      fitted = Math.min(across / w, down / h);
      view.scale = limited(fitted);
      view.isFitted = true;
    }

    // Not so near that numbers are too coarse for a grid, nor so far that all of it is one point.
    function limited(scale) {
      const finest = Math.max(1e-4, 1e-9 * Math.abs(view.x), 1e-9 * Math.abs(view.z));
      return Math.min(70 / finest, Math.max(fitted / 1000, scale));
    }
    const px = (x) => size.w / 2 + (x - view.x) * view.scale;
    const pz = (z) => size.h / 2 + (z - view.z) * view.scale;

    function zoom(factor, cx = size.w / 2, cy = size.h / 2) {
      const x = view.x + (cx - size.w / 2) / view.scale;
      const z = view.z + (cy - size.h / 2) / view.scale;
      view.scale = limited(view.scale * factor);
      view.isFitted = false;
      view.x = x - (cx - size.w / 2) / view.scale;
      view.z = z - (cy - size.h / 2) / view.scale;
      draw();
    }

    // 1, 2 or 5 times a power of ten, at least 70 pixels wide.
    function pitch() {
      const least = 70 / view.scale, power = 10 ** Math.floor(Math.log10(least));
      const step = [1, 2, 5, 10].find((n) => n * power >= least) * power;
      return +step.toPrecision(6);
    }

    function drawGrid() {
      const step = pitch();
      pen.strokeStyle = ink.grid;
      pen.lineWidth = 1;
      pen.beginPath();
      const x0 = view.x - size.w / 2 / view.scale, z0 = view.z - size.h / 2 / view.scale;
      for (let n = Math.ceil(x0 / step); px(n * step) < size.w; n++) {
        pen.moveTo(Math.round(px(n * step)) + 0.5, 0);
        pen.lineTo(Math.round(px(n * step)) + 0.5, size.h);
      }
      for (let n = Math.ceil(z0 / step); pz(n * step) < size.h; n++) {
        pen.moveTo(0, Math.round(pz(n * step)) + 0.5);
        pen.lineTo(size.w, Math.round(pz(n * step)) + 0.5);
      }
      pen.stroke();
    }

    function drawScale() {
      const step = pitch(), y = size.h - 12;
      pen.strokeStyle = pen.fillStyle = ink.text;
      pen.lineWidth = 2;
      line(12, y, 12 + step * view.scale, y);
      pen.fillText(roundText(step), 12, y - 6);
      pen.fillStyle = ink.note;
      pen.textAlign = "right";
      const outside = drawn.filter(
        (d) => d.x < 0 || d.y < 0 || d.x > size.w || d.y > size.h).length;
      pen.fillText((outside ? outside + " outside · " : "") + "x → z ↓", size.w - 12, y);
      pen.textAlign = "left";
    }

    function line(x1, y1, x2, y2) {
      pen.beginPath();
      pen.moveTo(x1, y1);
      pen.lineTo(x2, y2);
      pen.stroke();
    }

    // Told apart by shape as well as by colour.
    function mark(kind, x, y) {
      pen.fillStyle = pen.strokeStyle = ink[kind];
      pen.lineWidth = 2.5;
      if (kind === "added") { line(x - 5, y, x + 5, y); line(x, y - 5, x, y + 5); }
      else if (kind === "removed") {
        line(x - 4, y - 4, x + 4, y + 4);
        line(x - 4, y + 4, x + 4, y - 4);
      } else if (kind === "updated") pen.fillRect(x - 4, y - 4, 8, 8);
      else {
        pen.beginPath();
        pen.arc(x, y, 4, 0, 7);
        pen.fill();
      }
    }

    function drawItem(item) {
      const kind = item.kinds[0], x = px(D.x[item.row]), y = pz(D.z[item.row]);
      if (item.old >= 0 && kind === "moved") {
        const ox = px(D.x[item.old]), oy = pz(D.z[item.old]);
        pen.strokeStyle = ink.moved;
        pen.lineWidth = 1;
        pen.setLineDash([4, 3]);
        line(ox, oy, x, y);
        pen.setLineDash([]);
        pen.strokeStyle = ink.faded;
        pen.beginPath();
        pen.arc(ox, oy, 4, 0, 7);
        pen.stroke();
      }
      drawn.push({ k: item.k, x, y, item });
      if (x < -20 || y < -20 || x > size.w + 20 || y > size.h + 20) return;
      const rotation = D.rotations[D.r[item.row]];
      // One that was never turned has no heading to show.
      const isTurned = rotation[4] !== 1 || rotation[5] !== 1;
      if (rotation[0] !== null && isTurned && kind !== "removed") {
        const turn = rotation[0] * Math.PI / 180;
        pen.strokeStyle = ink[kind];
        pen.lineWidth = 1.5;
        line(x, y, x - Math.sin(turn) * 12, y - Math.cos(turn) * 12);
      }
      mark(kind, x, y);
      if (item.k === view.selected) {
        pen.strokeStyle = ink.accent;
        pen.lineWidth = 2;
        pen.beginPath();
        pen.arc(x, y, 10, 0, 7);
        pen.stroke();
      }
    }

    const shortened = (name) => {
      const letters = Array.from(name);
      return letters.length > 24 ? letters.slice(0, 23).join("") + "\u2026" : name;
    };

    // Names where there is room: the selected one first, then what changed.
    function drawLabels() {
      const shown = drawn.filter((d) => d.x > 0 && d.y > 0 && d.x < size.w && d.y < size.h);
      const boxes = shown.map((d) => [d.x - 6, d.y - 6, d.x + 6, d.y + 6]);
      boxes.push([size.w - 60, 0, size.w, 150]);
      const wanted = { selected: [], changed: [], unchanged: [] };
      for (const d of shown) {
        const isChanged = d.item.kinds[0] !== "unchanged";
        wanted[d.k === view.selected ? "selected" : isChanged ? "changed" : "unchanged"].push(d);
      }
      let left = 80;
      for (const d of Object.values(wanted).flat().slice(0, 400)) {
        if (left <= 0) break;
        const text = shortened(labelOf(d.k, d.item.row)), w = pen.measureText(text).width;
        const boxAt = (x) => [x - 2, d.y - 8, x + 2 + w, d.y + 7];
        const isClear = (x) => {
          const box = boxAt(x);
          return x > 0 && x + w < size.w && boxes.every((b) =>
            b[0] > box[2] || b[2] < box[0] || b[1] > box[3] || b[3] < box[1]);
        };
        const sides = [d.x + 11, d.x - 11 - w];
        const x = sides.find(isClear) ?? (d.k === view.selected ? sides[0] : null);
        if (x === null) continue;
        const box = boxAt(x);
        boxes.push(box);
        left--;
        const kind = d.item.kinds[0];
        pen.fillStyle = kind === "unchanged" ? ink.text : ink[kind];
        pen.fillText(text, x, d.y + 4);
      }
    }

    function drawPlan(list) {
      const ratio = window.devicePixelRatio || 1;
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      pen.font = "12px system-ui, sans-serif";
      pen.fillStyle = ink.paper;
      pen.fillRect(0, 0, size.w, size.h);
      drawn = [];
      drawGrid();
      const rank = (item) => KINDS.length - KINDS.indexOf(item.kinds[0]);
      const order = view.comparing ? list.slice().sort((a, b) => rank(a) - rank(b)) : list;
      for (const item of order) drawItem(item);
      drawLabels();
      drawScale();
    }

    function nearest(x, y) {
      let best = -1, least = 18 * 18;
      for (const d of drawn) {
        const distance = (d.x - x) ** 2 + (d.y - y) ** 2;
        if (distance < least) { least = distance; best = d.k; }
      }
      return best;
    }

    """#
}
