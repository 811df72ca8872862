/// Angles in degrees.
package enum AngleText {
  /// To a tenth: `90°`, `-7.5°`, `123.4°`.
  package static func exact(_ degrees: Double) -> String {
    let text = DecimalText.unsignedZero(degrees, digits: 1)
    return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + "°"
  }

  /// With a tenth only where that is a good part of it: `12°`, `-2.5°`.
  package static func short(_ degrees: Double) -> String {
    exact(abs(degrees) < 10 ? degrees : degrees.rounded())
  }

  /// The same with the sign of a change: `+12°`, `-2.5°`.
  package static func change(_ degrees: Double) -> String {
    (degrees > 0 ? "+" : "") + short(degrees)
  }
}
