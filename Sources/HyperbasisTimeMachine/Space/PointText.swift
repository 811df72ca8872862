import Foundation
package import HyperbasisCanvas

/// Positions in metres.
package enum PointText {
  /// `1.20, 0.00, -3.40`; fewer decimals far from the origin.
  package static func text(_ point: SIMD3<Float>) -> TerminalText {
    text(point, digits: size(point) < 1000 ? 2 : 0)
  }

  /// To the millimetre, as far as the floats go: `1.204, 0.000, -3.400`.
  static func exact(_ point: SIMD3<Float>) -> TerminalText {
    text(point, digits: size(point) < 1000 ? 3 : size(point) < 100_000 ? 1 : 0)
  }

  private static func text(_ point: SIMD3<Float>, digits: Int) -> TerminalText {
    TerminalText(
      [point.x, point.y, point.z].map { number(Double($0), digits: digits) }
        .joined(separator: ", "))
  }

  /// `-3.40`; a number that rounds to nothing has no sign.
  static func number(_ value: Double, digits: Int) -> String {
    let text = DecimalText.text(value, digits: digits)
    let isNothing = text.utf8.allSatisfy { Self.nothing.contains($0) }
    return isNothing ? String(text.drop { $0 == "-" }) : text
  }

  private static let nothing = Array("-0.".utf8)

  static func size(_ point: SIMD3<Float>) -> Float {
    max(abs(point.x), abs(point.y), abs(point.z))
  }
}

/// Angles in degrees, to a tenth: `90°`, `-7.5°`.
enum AngleText {
  static func text(_ degrees: Double) -> String {
    let text = PointText.number(degrees, digits: 1)
    return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + "°"
  }

  /// With its sign, and a tenth only where that is a good part of it: `+12°`, `-2.5°`.
  static func change(_ degrees: Double) -> String {
    let rounded = abs(degrees) < 10 ? degrees : degrees.rounded()
    return (degrees > 0 ? "+" : "") + text(rounded)
  }
}
