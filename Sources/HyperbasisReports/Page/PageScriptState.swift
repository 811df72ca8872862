import HyperbasisCanvas
import HyperbasisWording

/// Data, states and their comparison.
enum PageScriptState {
  private static let origins = EventOrigin.allCases.map(\.text.plain).joined(separator: #"", ""#)

  static let text = #"""
    const D = JSON.parse(document.getElementById("data").textContent);
    const $ = (id) => document.getElementById(id);
    const N = D.a.length, K = D.ids.length;
    // As exact as the store has them, and no more.
    for (const axis of ["x", "y", "z"]) D[axis] = Float32Array.from(D[axis]);
    const TYPES = ["created", "moved", "updated", "deleted", "restored"];
    const ORIGINS = ["", "\#(origins)"];
    const T = new Float64Array(N), prev = new Int32Array(N), rowsOf = [];
    for (let k = 0; k < K; k++) rowsOf.push([]);
    // In microseconds from the first row.
    for (let i = 0, t = 0; i < N; i++) {
      t += D.dt[i];
      T[i] = t;
      const own = rowsOf[D.a[i]];
      prev[i] = own.length ? own[own.length - 1] : -1;
      own.push(i);
    }
    // The instants at which something happens.
    const stops = [];
    for (let i = D.base; i < N; i++) if (i === D.base || T[i] !== T[i - 1]) stops.push(T[i]);
    const START = D.start, END = D.end, SPAN = Math.max(1, END - START);

    // The small moves that were left out, by the row that shows the anchor meanwhile: when, and to
    // which place.
    const smallMoves = new Map();
    for (let n = 0, t = 0; n < D.sr.length; n++) {
      t += D.sdt[n];
      const own = smallMoves.get(D.sr[n]);
      if (own) own.push([t, D.sp[n]]); else smallMoves.set(D.sr[n], [[t, D.sp[n]]]);
    }
    // The number of the place at which an anchor is; 0 where its row has it.
    const placeAt = (row, t) => smallMoves.get(row)?.findLast((move) => move[0] <= t)?.[1] ?? 0;

    // How many rows a state at an instant has: all that are not later.
    function countAt(t) {
      let low = 0, high = N;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (T[middle] <= t) low = middle + 1; else high = middle;
      }
      return low;
    }

    // The last row of each anchor, moved along with the time.
    class State {
      constructor() { this.count = 0; this.row = new Int32Array(K).fill(-1); }
      go(t) {
        const count = countAt(t);
        for (; this.count < count; this.count++) this.row[D.a[this.count]] = this.count;
        while (this.count > count) {
          this.count--;
          this.row[D.a[this.count]] = prev[this.count];
        }
        return this;
      }
      visible(k) { const i = this.row[k]; return i >= 0 && (D.f[i] & 8) > 0; }
    }
    const here = new State(), left = new State(), right = new State();

    const view = {
      at: END, a: null, b: null, comparing: false, selected: -1, playing: false,
      scale: 1, x: 0, z: 0, isFitted: true, utc: true, find: "",
    };

    const KINDS = ["removed", "added", "moved", "updated", "unchanged"];
    const SIGNS = { removed: "×", added: "+", moved: "~", updated: "≈", unchanged: "•" };

    function moved(i, j) {
      return D.x[i] !== D.x[j] || D.y[i] !== D.y[j] || D.z[i] !== D.z[j] || D.r[i] !== D.r[j];
    }

    // What a move counts as: "moved", or "below" where it is less than the thresholds; "" for none.
    function moveKind(i, j) {
      if (!moved(i, j)) {
        const was = placeAt(i, from()), is = placeAt(j, to());
        return was === is && (i === j || was === 0) ? "" : "below";
      }
      if (!D.minMove && !D.minTurn) return "moved";
      const p = D.rotations[D.r[i]], q = D.rotations[D.r[j]], way = wayBetween(i, j);
      const isFar = D.minMove ? way >= D.minMove : way > 0;
      if (isFar || changesScale(p, q)) return "moved";
      const turn = angleBetween(axesOf(p), axesOf(q));
      return (D.minTurn ? turn >= D.minTurn : turn > 1e-3) ? "moved" : "below";
    }

    // What the plan and the list show: an anchor with its row, its row before, and what changed. One
    // that moved and was updated is both; one that moved less than counts is not unchanged.
    function items() {
      const result = [];
      if (!view.comparing) {
        here.go(view.at);
        for (let k = 0; k < K; k++) {
          if (here.visible(k)) result.push({ k, row: here.row[k], old: -1, kinds: ["unchanged"] });
        }
        return result;
      }
      left.go(from());
      right.go(to());
      for (let k = 0; k < K; k++) {
        const was = left.visible(k), is = right.visible(k);
        if (!was && !is) continue;
        const old = left.row[k], row = right.row[k];
        if (!is) { result.push({ k, row: old, old, kinds: ["removed"] }); continue; }
        if (!was) { result.push({ k, row, old: -1, kinds: ["added"] }); continue; }
        const kinds = [];
        const move = moveKind(old, row);
        if (move === "moved") kinds.push(move);
        if (D.m[old] !== D.m[row]) kinds.push("updated");
        const isBelow = move === "below";
        const isOnlyBelow = isBelow && !kinds.length;
        result.push({
          k, row, old, kinds: kinds.length ? kinds : ["unchanged"], isBelow, isOnlyBelow,
        });
      }
      return result;
    }
    function from() { return view.a ?? START; }
    function to() { return view.b ?? view.at; }

    """#
}
