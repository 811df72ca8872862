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
      return pad(l.getUTCFullYear(), 4) + "-" + pad(l.getUTCMonth() + 1) + "-" + pad(l.getUTCDate())
        + " " + pad(l.getUTCHours()) + ":" + pad(l.getUTCMinutes()) + ":"
        + pad(l.getUTCSeconds()) + fraction + " " + zone;
    }

    function lengthText(m) {
      const a = Math.abs(m);
      if (a === 0) return "0 m";
      if (a >= 1e9) return m.toExponential(2) + " m";
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
    const coordinate = (v) => Math.abs(v) >= 1e9 ? v.toExponential(2) :
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

    // The three axes, one after the other, and their lengths.
    function axesOf(p) {
      if (p.length > 6) return p.slice(8);
      const [, x, y, z, w] = p;
      return [
        1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y),
        2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x),
        2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y),
      ];
    }
    const scaleOf = (p) => p.length > 6 ? p.slice(5, 8) : [p[5], p[5], p[5]];
    const isMirrored = ([a, b, c, d, e, f, g, h, i]) =>
      a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e) < 0;

    // The angle in degrees of the rotation that leads from one set of axes to another.
    function angleBetween(a, b) {
      const r = (i, j) =>
        a[3 * i] * b[3 * j] + a[3 * i + 1] * b[3 * j + 1] + a[3 * i + 2] * b[3 * j + 2];
      const sine = Math.hypot(r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1)) / 2;
      return Math.atan2(sine, (r(0, 0) + r(1, 1) + r(2, 2) - 1) / 2) * 180 / Math.PI;
    }

    function turnTexts(p, q) {
      const a = axesOf(p), b = axesOf(q);
      if (isMirrored(a) !== isMirrored(b)) return ["mirrored"];
      let yaw = p[0] === null || q[0] === null ? 0 : (q[0] - p[0]) % 360;
      if (yaw > 180) yaw -= 360; else if (yaw < -180) yaw += 360;
      const c = Math.cos(yaw * Math.PI / 180), s = Math.sin(yaw * Math.PI / 180);
      const turned = [0, 3, 6].flatMap((n) =>
        [a[n] * c + a[n + 2] * s, a[n + 1], a[n + 2] * c - a[n] * s]);
      const tilt = angleBetween(turned, b), size = Math.abs(yaw), texts = [];
      const isTilted = tilt >= 0.05 && tilt > size * 0.1;
      if (isTilted) texts.push("turned " + angleText(angleBetween(a, b)));
      if (size >= 0.05 && (!isTilted || size > tilt * 0.1)) {
        texts.push("yaw " + (yaw > 0 ? "+" : "") + angleText(yaw));
      }
      return texts;
    }

    function scalingTexts(p, q) {
      const was = scaleOf(p), now = scaleOf(q);
      if (!now.some((length, n) => Math.abs(length - was[n]) > 1e-3 * Math.min(length, was[n]))) return [];
      const factors = now.map((length, n) => length / was[n]);
      const most = Math.max(...factors), isEven = most - Math.min(...factors) <= 1e-3 * most;
      return [isEven && isFinite(most) ? "scaled ×" + +factors[0].toPrecision(3) : "scaled"];
    }

    // Without the verb for rows that say it by a sign.
    function moveText(i, j, verb) {
      const way = Math.hypot(D.x[j] - D.x[i], D.y[j] - D.y[i], D.z[j] - D.z[i]);
      const rise = D.y[j] - D.y[i], parts = [];
      if (way > 0) parts.push(verb + lengthText(way));
      if (Math.abs(rise) >= 0.01 && Math.abs(rise) > way / 3) {
        parts.push((rise > 0 ? "up " : "down ") + lengthText(Math.abs(rise)));
      }
      const p = D.rotations[D.r[i]], q = D.rotations[D.r[j]];
      parts.push(...turnTexts(p, q), ...scalingTexts(p, q));
      if (parts.length) return parts.join(", ");
      return angleBetween(axesOf(p), axesOf(q)) >= 1e-3 ? "turned <0.1°" : "transform changed";
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

    function howText(item, verb = "") {
      const parts = [];
      if (item.kinds.includes("moved")) parts.push(moveText(item.old, item.row, verb));
      if (item.kinds.includes("updated")) {
        parts.push(D.redacted ? "updated" : keysText(item.old, item.row));
      }
      if (!parts.length && item.kinds[0] !== "unchanged") parts.push(item.kinds[0]);
      return parts.join("; ");
    }

    """#
}
