import Foundation
package import HyperbasisCanvas

/// Positions in metres.
package enum PointText {
  /// `1.20, 0.00, -3.40`; where floats tell no centimetres any more there are no decimals:
  /// `199126, 0.50, -3140.25`.
  package static func text(_ point: SIMD3<Float>) -> TerminalText {
    text(point) { abs($0) < 100_000 ? 2 : 0 }
  }

  /// To the millimetre, as far as the floats go: `1.204, 0.000, -3.400`.
  package static func exact(_ point: SIMD3<Float>) -> TerminalText {
    text(point) { abs($0) < 1000 ? 3 : abs($0) < 100_000 ? 1 : 0 }
  }

  private static func text(_ point: SIMD3<Float>, digits: (Float) -> Int) -> TerminalText {
    TerminalText(
      [point.x, point.y, point.z]
        .map { value in
          // Further away than anything is, all digits of a float tell less than the first ones.
          abs(value) >= 1e9
            ? String(format: "%.2e", Double(value))
            : DecimalText.unsignedZero(Double(value), digits: digits(value))
        }
        .joined(separator: ", "))
  }

  /// One of them in a column, to the centimetre: `-3.40`.
  package static func coordinate(_ value: Float) -> String {
    DecimalText.unsignedZero(Double(value), digits: 2)
  }

  /// The greatest of the coordinates, without its sign.
  package static func size(_ point: SIMD3<Float>) -> Float {
    max(abs(point.x), abs(point.y), abs(point.z))
  }
}

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
