package import HyperbasisModels

/// Lengths of time as text for people.
///
/// A year here is 365.25 days. The sign of a length is not shown.
package enum DurationText {
  /// `243 d`, `1 h 20 min`, `12.5 s`, `350 ms`: at most two units; `0 s` for none.
  package static func text(microseconds: Int64) -> String {
    let length = microseconds.magnitude
    if length == 0 { return "0 s" }
    guard let number = units.firstIndex(where: { length >= $0.microseconds }) else {
      return "\(length) µs"
    }
    switch units[number].name {
    // Days say more than a single year, and beside many days hours add nothing.
    case "y" where length < 2 * year, "d" where length >= 10 * day: return "\(length / day) d"
    case "s": return seconds(length)
    case "ms": return "\(length / units[number].microseconds) ms"
    default: return pair(length, units[number], units[number + 1])
    }
  }

  /// Returns the length between two instants.
  package static func text(from: HBInstant, to: HBInstant) -> String {
    text(microseconds: difference(to, from))
  }

  /// In one unit: `2.3 y`, `243 d`, `5 h`, `12 min`, `3 s`, `40 ms`. At most seven characters for
  /// up to 9999 years.
  package static func short(from: HBInstant, to: HBInstant) -> String {
    short(microseconds: difference(to, from))
  }

  package static func short(microseconds: Int64) -> String {
    let length = microseconds.magnitude
    guard length >= 2 * year, length < 10 * year else { return floored(length) }
    return DecimalText.text(Double(length) / Double(year), digits: 1) + " y"
  }

  /// An instant as seen from another: `3 d ago`, `in 2 h`, `now`; one unit, floored.
  package static func relative(_ instant: HBInstant, to reference: HBInstant) -> String {
    let difference = difference(instant, reference)
    guard difference.magnitude >= second else { return "now" }
    let amount = floored(difference.magnitude)
    return difference < 0 ? "\(amount) ago" : "in \(amount)"
  }
}

extension DurationText {
  private typealias Unit = (name: String, microseconds: UInt64)

  private static let second: UInt64 = 1_000_000
  private static let day = 86_400 * second
  private static let year = 31_557_600 * second

  private static let units: [Unit] = [
    ("y", year), ("d", day), ("h", 3600 * second), ("min", 60 * second), ("s", second),
    ("ms", 1000),
  ]

  /// In one unit; days go up to two years, as `400 d` says more than `1 y`.
  private static func floored(_ length: UInt64) -> String {
    for (name, unit) in units where length >= (name == "y" ? 2 * unit : unit) {
      return "\(length / unit) \(name)"
    }
    return "\(length) µs"
  }

  private static func pair(_ length: UInt64, _ large: Unit, _ small: Unit) -> String {
    let whole = "\(length / large.microseconds) \(large.name)"
    let rest = length % large.microseconds / small.microseconds
    return rest == 0 ? whole : "\(whole) \(rest) \(small.name)"
  }

  /// With one decimal if it is not 0.
  private static func seconds(_ length: UInt64) -> String {
    let tenths = length / (second / 10)
    return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
  }

  /// Returns the difference, clamped to 64 bits.
  private static func difference(_ left: HBInstant, _ right: HBInstant) -> Int64 {
    let (difference, overflow) = left.microseconds
      .subtractingReportingOverflow(right.microseconds)
    guard overflow else { return difference }
    return left < right ? .min : .max
  }
}
