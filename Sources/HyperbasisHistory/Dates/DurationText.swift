package import HyperbasisModels

/// Lengths of time as text for people.
package enum DurationText {
  /// `243 d`, `1 h 20 m`, `12.5 s`, `350 ms`: at most two units; `0 s` for none.
  ///
  /// A year here is 365.25 days. The sign of a length is not shown.
  package static func text(microseconds: Int64) -> String {
    let length = microseconds.magnitude
    if length < millisecond { return length == 0 ? "0 s" : "\(length) µs" }
    if length < second { return "\(length / millisecond) ms" }
    if length < minute { return seconds(length) }
    if length < hour { return pair(length, minute, "m", second, "s") }
    if length < day { return pair(length, hour, "h", minute, "m") }
    if length < 10 * day { return pair(length, day, "d", hour, "h") }
    if length < 2 * year { return "\(length / day) d" }
    return pair(length, year, "y", day, "d")
  }

  /// The length between two instants.
  package static func text(from: HBInstant, to: HBInstant) -> String {
    text(microseconds: difference(to, from))
  }

  /// An instant as seen from another: `3 d ago`, `in 2 h`, `now`; one unit, floored.
  package static func relative(_ instant: HBInstant, to reference: HBInstant) -> String {
    let difference = difference(instant, reference)
    let length = difference.magnitude
    if length < second { return "now" }
    let units = [(year, "y"), (day, "d"), (hour, "h"), (minute, "m"), (second, "s")]
    // Days say more than "1 y" does.
    let unit = units.first { length >= ($0.0 == year ? 2 * year : $0.0) } ?? (second, "s")
    let amount = "\(length / unit.0) \(unit.1)"
    return difference < 0 ? "\(amount) ago" : "in \(amount)"
  }

  private static let millisecond: UInt64 = 1000
  private static let second: UInt64 = 1_000_000
  private static let minute = 60 * second
  private static let hour = 60 * minute
  private static let day = 24 * hour
  private static let year = 8766 * hour

  private static func pair(
    _ length: UInt64, _ large: UInt64, _ largeName: String, _ small: UInt64, _ smallName: String
  ) -> String {
    let rest = length % large / small
    return rest == 0
      ? "\(length / large) \(largeName)" : "\(length / large) \(largeName) \(rest) \(smallName)"
  }

  /// With one decimal where it is not 0.
  private static func seconds(_ length: UInt64) -> String {
    let tenths = length / (second / 10)
    return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
  }

  /// Clamped to what 64 bits hold.
  private static func difference(_ left: HBInstant, _ right: HBInstant) -> Int64 {
    let (difference, overflow) = left.microseconds
      .subtractingReportingOverflow(right.microseconds)
    guard overflow else { return difference }
    return left < right ? .min : .max
  }
}
