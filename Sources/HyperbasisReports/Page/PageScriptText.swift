/// Dates, lengths, labels and changes in words.
enum PageScriptText {
  static let text = #"""
    const pad = (n, width = 2) => String(n).padStart(width, "0");

    // `2024-06-17 23:49:51.4 UTC`; microseconds as far as there are any.
    function dateText(t) {
      const micros = Math.round(t);
      const seconds = Math.floor(micros / 1e6), rest = micros - seconds * 1e6;
      const d = new Date(seconds * 1000);
      const offset = view.utc ? 0 : -d.getTimezoneOffset();
      const l = new Date(seconds * 1000 + offset * 60000);
      const zone = view.utc ? "UTC" : (offset < 0 ? "-" : "+")
        + pad(Math.floor(Math.abs(offset) / 60)) + ":" + pad(Math.abs(offset) % 60);
      const fraction = rest ? "." + pad(rest, 6).replace(/0+$/, "") : "";
      return l.getUTCFullYear() + "-" + pad(l.getUTCMonth() + 1) + "-" + pad(l.getUTCDate())
        + " " + pad(l.getUTCHours()) + ":" + pad(l.getUTCMinutes()) + ":"
        + pad(l.getUTCSeconds()) + fraction + " " + zone;
    }

    function lengthText(m) {
      const a = Math.abs(m);
      if (a === 0) return "0 m";
      if (a >= 99950) return (m / 1000).toFixed(0) + " km";
      if (a >= 999.5) return (m / 1000).toFixed(a >= 9995 ? 1 : 2) + " km";
      if (a >= 0.995) return m.toFixed(a >= 99.95 ? 0 : a >= 9.995 ? 1 : 2) + " m";
      if (a >= 0.00995) return (m * 100).toFixed(a >= 0.0995 ? 0 : 1) + " cm";
      return a >= 0.00005 ? (m * 1000).toFixed(1) + " mm" : "<0.1 mm";
    }
    const roundText = (m) =>
      m >= 1000 ? m / 1000 + " km" : m >= 1 ? m + " m"
        : m >= 0.01 ? +(m * 100).toPrecision(3) + " cm" : +(m * 1000).toPrecision(3) + " mm";
    const angleText = (d) => (Math.abs(d) < 10 ? +d.toFixed(1) : Math.round(d)) + "°";
    const coordinate = (v) =>
      (Math.abs(v) < 1000 ? v.toFixed(2) : v.toFixed(0)).replace(/^-(0\.?0*)$/, "$1");
    const placeText = (i) => [D.x[i], D.y[i], D.z[i]].map(coordinate).join(", ");

    const shortId = (k) => D.ids[k].slice(0, 8);
    // The label, then keys and values in turn; a redacted page has no texts.
    const textsOf = (i) => D.metadata[D.m[i]] ?? [];
    const labelOf = (k, i) => textsOf(i)[0] || shortId(k);

    function pairs(i) {
      const map = new Map(), list = textsOf(i);
      for (let n = 1; n < list.length; n += 2) map.set(list[n], list[n + 1]);
      return map;
    }

    function moveText(i, j) {
      const way = Math.hypot(D.x[j] - D.x[i], D.y[j] - D.y[i], D.z[j] - D.z[i]);
      const parts = way > 0 ? [lengthText(way)] : [];
      const p = D.rotations[D.r[i]], q = D.rotations[D.r[j]];
      let turn = p[0] === null || q[0] === null ? 0 : (q[0] - p[0]) % 360;
      if (turn > 180) turn -= 360; else if (turn < -180) turn += 360;
      if (Math.abs(turn) >= 0.05) {
        parts.push("yaw " + (turn > 0 ? "+" : "") + angleText(turn));
      } else {
        const dot = Math.abs(p[1] * q[1] + p[2] * q[2] + p[3] * q[3] + p[4] * q[4]);
        const angle = 2 * Math.acos(Math.min(1, dot)) * 180 / Math.PI;
        if (angle >= 0.2) parts.push("turned " + angleText(angle));
      }
      if (Math.abs(q[5] - p[5]) > 1e-3 * p[5]) {
        parts.push("scaled ×" + +(q[5] / p[5]).toPrecision(3));
      }
      return parts.length ? parts.join(", ") : "transform changed";
    }

    const shorten = (text) => text.length > 40 ? text.slice(0, 39) + "…" : text;
    function keysText(i, j) {
      const old = pairs(i), now = pairs(j), parts = [];
      for (const key of [...new Set([...old.keys(), ...now.keys()])].sort()) {
        if (!old.has(key)) parts.push("+" + key + ": " + shorten(now.get(key)));
        else if (!now.has(key)) parts.push("-" + key + ": " + shorten(old.get(key)));
        else if (old.get(key) !== now.get(key)) {
          parts.push(key + ": " + shorten(old.get(key)) + " → " + shorten(now.get(key)));
        }
      }
      return parts.join(", ");
    }

    function howText(item) {
      const parts = [];
      if (item.kinds.includes("moved")) parts.push(moveText(item.old, item.row));
      if (item.kinds.includes("updated")) {
        parts.push(D.redacted ? "updated" : keysText(item.old, item.row));
      }
      if (!parts.length && item.kinds[0] !== "unchanged") parts.push(item.kinds[0]);
      return parts.join("; ");
    }

    """#
}
