import HyperbasisCanvas
import HyperbasisWording

/// Dates, lengths, labels and changes in words.
enum PageScriptText {
  static let text = #"""
    const pad = (n, width = 2) => String(n).padStart(width, "0");

    // `2024-06-17 23:49:51.4 UTC`; microseconds as far as there are any.
    function dateText(t) {
      const micros = Math.round(t) + D.t0[1], whole = Math.floor(micros / 1e6);
      const seconds = D.t0[0] + whole, rest = micros - whole * 1e6;
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

    // To so many decimals: to the nearest, and where two are equally near to the even one.
    function fixed(v, digits) {
      const size = Math.abs(v), sign = v < 0 ? "-" : "";
      // What is halfway has one digit more, behind which nothing comes: 1.125.
      const exact = size < 1e15 ? size.toFixed(digits + 30) : "";
      const end = exact.indexOf(".") + 1 + digits, low = exact.slice(0, end).replace(/\.$/, "");
      const isHalfway = /^50*$/.test(exact.slice(end));
      return sign + (isHalfway && "02468".includes(low.at(-1)) ? low : size.toFixed(digits));
    }
    const unsignedZero = (text) => text.replace(/^-(0\.?0*)$/, "$1");
    const short = (text) => text.includes(".") ? text.replace(/\.?0+$/, "") : text;
    const scientific = (v, digits) =>
      v.toExponential(digits).replace(/e([+-])(\d)$/, (all, sign, digit) => "e" + sign + "0" + digit);

    // The units: metres, the decimals of the smallest lengths, and of one that is not small.
    const ofLarge = (n) => n >= 99.95 ? 0 : n >= 9.995 ? 1 : n >= 0.0995 ? 2 : 3;
    const UNITS = {
      mm: [0.001, 1, () => 1], cm: [0.01, 2, (n) => n >= 9.95 ? 0 : n >= 0.995 ? 1 : 2],
      m: [1, 3, ofLarge], km: [1000, 3, ofLarge],
    };
    // The one that all lengths of a list have, so that they can be compared at a glance.
    function unitOf(list) {
      let longest = 0, shortest = Infinity;
      for (const item of list) {
        const way = item.kinds.includes("moved") ? wayBetween(item.old, item.row) : 0;
        if (way > 0) [longest, shortest] = [Math.max(longest, way), Math.min(shortest, way)];
      }
      if (longest >= 999.5 && shortest >= 10) return "km";
      return longest >= 0.995 ? "m" : longest >= 0.00995 ? "cm" : "mm";
    }
    function lengthText(length, unit) {
      if (length >= 1e9) return scientific(length, 2) + " m";
      const [metres, most, digits] = UNITS[unit], amount = length / metres, least = 1 / 10 ** most;
      return amount < least / 2 ? "<" + fixed(least, most) + " " + unit
        : fixed(amount, digits(amount)) + " " + unit;
    }
    const roundText = (m) =>
      m >= 1000 ? m / 1000 + " km" : m >= 1 ? m + " m"
        : m >= 0.01 ? +(m * 100).toPrecision(3) + " cm" : +(m * 1000).toPrecision(3) + " mm";

    // A half turn is one whichever way it goes.
    function angleText(d) {
      const a = Math.abs(d) < 10 ? d : Math.sign(d) * Math.round(Math.abs(d));
      const text = unsignedZero(short(fixed(a, 1)));
      return (text === "-180" ? "180" : text) + "°";
    }
    function turnText(d) {
      const text = angleText(d);
      return d > 0 || text === "180°" ? "+" + text : text;
    }
    const factorText = (f) => f > 0 && f < 1e-5 || f >= 1e9 ? scientific(f, 1)
      : short(fixed(f, f < 0.001 ? 6 : f < 0.1 ? 4 : f < 1e3 ? 3 : f < 1e5 ? 1 : 0));

    const coordinate = (v, digits) =>
      Math.abs(v) >= 1e9 ? scientific(v, 2) : unsignedZero(fixed(v, digits));
    // How many decimals a coordinate of this size has.
    function mostDigits(v) {
      const a = Math.abs(v);
      return a < 10 ? 4 : a < 1e4 ? 3 : a < 1e5 ? 2 : a < 1e6 ? 1 : 0;
    }
    function placeText(i) {
      const place = [D.x[i], D.y[i], D.z[i]], size = Math.max(...place.map(Math.abs));
      const least = size === 0 ? 2 : size < 0.01 ? 4 : size < 0.1 ? 3 : 2;
      return place.map((v) => coordinate(v, Math.min(least, mostDigits(v)))).join(", ");
    }

    const shortId = (k) => D.ids[k].slice(0, 8);
    // The label, then keys and values in turn; a redacted page has no texts.
    const textsOf = (i) => D.metadata[D.m[i]] ?? [];
    const labelOf = (k, i) => textsOf(i)[0] || shortId(k);

    // Values by the numbers of their keys.
    function pairs(i) {
      const map = new Map(), list = textsOf(i);
      for (let n = 1; n < list.length; n += 2) map.set(list[n], list[n + 1]);
      return map;
    }
    const namedPairs = (i) => [...pairs(i)].map(([key, value]) => [D.keys[key], value]);

    // The three axes, one after the other, and their lengths; null where one has none.
    function axesOf(p) {
      if (p.length > 6) return p.length > 8 ? p.slice(8) : null;
      const [, x, y, z, w] = p;
      return [
        1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y),
        2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x),
        2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y),
      ];
    }
    const scaleOf = (p) => p.length > 6 ? p.slice(5, 8) : [p[5], p[5], p[5]];
    function isMirrored(axes) {
      if (!axes) return false;
      const [a, b, c, d, e, f, g, h, i] = axes;
      return a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e) < 0;
    }

    // The angle in degrees of the rotation that leads from one set of axes to another.
    function angleBetween(a, b) {
      if (!a || !b) return 0;
      const r = (i, j) =>
        a[3 * i] * b[3 * j] + a[3 * i + 1] * b[3 * j + 1] + a[3 * i + 2] * b[3 * j + 2];
      const sine = Math.hypot(r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1)) / 2;
      return Math.atan2(sine, (r(0, 0) + r(1, 1) + r(2, 2) - 1) / 2) * 180 / Math.PI;
    }

    // Of what is mirrored with the x axis the other way.
    const axesOfRotation = (axes) =>
      isMirrored(axes) ? axes.map((value, n) => n < 3 ? -value : value) : axes;

    function turnTexts(p, q) {
      const a = axesOfRotation(axesOf(p)), b = axesOfRotation(axesOf(q));
      let yaw = p[0] === null || q[0] === null ? 0 : (q[0] - p[0]) % 360;
      if (yaw > 180) yaw -= 360; else if (yaw < -180) yaw += 360;
      const c = Math.cos(yaw * Math.PI / 180), s = Math.sin(yaw * Math.PI / 180);
      const turned = a && [0, 3, 6].flatMap((n) =>
        [a[n] * c + a[n + 2] * s, a[n + 1], a[n + 2] * c - a[n] * s]);
      const tilt = angleBetween(turned, b), size = Math.abs(yaw), texts = [];
      const isTilted = tilt >= 0.05 && tilt > size * 0.1;
      if (isTilted) texts.push("turned " + angleText(angleBetween(a, b)));
      if (size >= 0.05 && (!isTilted || size > tilt * 0.1)) {
        texts.push("yaw " + turnText(yaw));
      }
      if (isMirrored(axesOf(p)) !== isMirrored(axesOf(q))) texts.push("mirrored");
      return texts;
    }

    function changesLengths(p, q) {
      const was = scaleOf(p), now = scaleOf(q);
      return now.some((length, n) => Math.abs(length - was[n]) > 1e-3 * Math.min(length, was[n]));
    }
    const changesScale = (p, q) =>
      changesLengths(p, q) || isMirrored(axesOf(p)) !== isMirrored(axesOf(q));

    function scalingTexts(p, q) {
      if (!changesLengths(p, q)) return [];
      const was = scaleOf(p), now = scaleOf(q);
      const factors = now.map((length, n) => length / was[n]).filter((factor) => !isNaN(factor));
      const most = Math.max(...factors), isEven = most - Math.min(...factors) <= 1e-3 * most;
      return [isEven && isFinite(most) ? "scaled ×" + factorText(factors[0]) : "scaled"];
    }

    function wayBetween(i, j) {
      const [x, y, z] = [D.x[j] - D.x[i], D.y[j] - D.y[i], D.z[j] - D.z[i]];
      return Math.sqrt(x * x + y * y + z * z);
    }

    // Without the verb for rows that say it by a sign.
    function moveText(i, j, unit, verb) {
      const way = wayBetween(i, j), rise = D.y[j] - D.y[i], parts = [];
      if (way > 0) parts.push(verb + lengthText(way, unit));
      if (Math.abs(rise) >= 0.01 && Math.abs(rise) > way / 3) {
        parts.push((rise > 0 ? "up " : "down ") + lengthText(Math.abs(rise), unit));
      }
      const p = D.rotations[D.r[i]], q = D.rotations[D.r[j]];
      parts.push(...turnTexts(p, q), ...scalingTexts(p, q));
      if (parts.length) return parts.join(", ");
      return angleBetween(axesOf(p), axesOf(q)) >= 1e-3 ? "turned <0.1°" : "transform changed";
    }

    // What people take for one sign, which must not be cut.
    const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
    const signsOf = (text) => Array.from(segmenter.segment(text), (part) => part.segment);
    const joined = (signs, most = 40) =>
      signs.length > most ? signs.slice(0, most - 1).join("") + "…" : signs.join("");
    const shorten = (text, most = 40) => text.length > most ? joined(signsOf(text), most) : text;
    const readAlike = ([a, b]) => a.normalize() === b.normalize();
    // Two texts that begin alike, from shortly before they part.
    function pairText(old, now) {
      const texts = [shorten(old), shorten(now)];
      if (!readAlike(texts)) return arrowText(texts);
      const a = Array.from(old), b = Array.from(now);
      let n = 0;
      while (n < a.length && a[n] === b[n]) n++;
      const start = Math.max(0, n - 8), lead = start > 0 ? "…" : "";
      const excerpts = (sign) => [a, b].map((text) =>
        lead + joined(signsOf(text.slice(start, n).concat(text.slice(n).map(sign)).join(""))));
      const plain = excerpts((sign) => sign);
      return arrowText(readAlike(plain) ? excerpts(numbered) : plain);
    }
    const arrowText = (texts) => texts.map(isolated).join(" → ");
    // A sign that looks like others has its number instead.
    const numbered = (sign) =>
      sign >= " " && sign <= "~" ? sign : "\\u{" + sign.codePointAt(0).toString(16) + "}";
    // Text that is written from the right keeps its place beside the arrow.
    const isolated = (text) =>
      /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
        .test(text) ? "\u2068" + text + "\u2069" : text;
    function keysText(i, j) {
      const old = pairs(i), now = pairs(j), parts = [];
      // The numbers of keys are in the order of their bytes.
      for (const key of [...new Set([...old.keys(), ...now.keys()])].sort((a, b) => a - b)) {
        const name = isolated(D.keys[key]), was = old.get(key), is = now.get(key);
        if (!old.has(key)) parts.push("+" + name + ": " + isolated(shorten(is)));
        else if (!now.has(key)) parts.push("-" + name + ": " + isolated(shorten(was)));
        else if (was !== is) parts.push(name + ": " + pairText(was, is));
      }
      return parts.join(", ");
    }

    const BELOW = "\#(ThresholdText.below.plain)";
    function howText(item, unit, verb = "") {
      if (item.isOnlyBelow) return BELOW;
      const parts = [];
      if (item.kinds.includes("moved")) parts.push(moveText(item.old, item.row, unit, verb));
      if (item.kinds.includes("updated")) {
        // Values that read alike may differ all the same.
        parts.push(!D.redacted && keysText(item.old, item.row) || "updated");
      }
      if (!parts.length && item.kinds[0] !== "unchanged") parts.push(item.kinds[0]);
      return parts.join("; ");
    }

    """#
}
