import Foundation
package import HyperbasisCanvas

/// Positions in metres.
package enum PointText {
  /// `1.20, 0.00, -3.40`; with fewer decimals if floats can no longer hold centimetres, and more if
  /// centimetres are too coarse: `199126.5, 0.50, -3140.25`, `0.0012, 0.0000, -0.0034`.
  package static func text(_ point: SIMD3<Float>) -> TerminalText {
    let least = digits(forSize: size(point))
    return text(point) { min(least, mostDigits($0)) }
  }

  /// Where something was and where it is, both with the same decimals, of which there are as many as the
  /// way in between needs: `2.0000, 0.0000, 0.0000 → 2.0010, 0.0000, 0.0000`; only the place if it is the
  /// same.
  package static func change(from old: SIMD3<Float>, to new: SIMD3<Float>) -> TerminalText {
    guard old != new else { return text(new) }
    let sizes = [size(old), size(new), size(new - old)]
    let least = sizes.map { digits(forSize: $0) }.max() ?? 0
    let decimals = (0..<3).map { axis in
      let usual = min(least, mostDigits(old[axis]), mostDigits(new[axis]))
      // Places that differ must not read alike.
      return (usual...mostDigits(0)).first {
        coordinate(old[axis], digits: $0) != coordinate(new[axis], digits: $0)
      } ?? usual
    }
    let texts = [old, new].map { point in
      (0..<3).map { coordinate(point[$0], digits: decimals[$0]) }.joined(separator: ", ")
    }
    return TerminalText(texts.joined(separator: " → "))
  }

  /// To the millimetre, as far as floats are that exact: `1.204, 0.000, -3.400`.
  package static func exact(_ point: SIMD3<Float>) -> TerminalText {
    let least = max(3, digits(forSize: size(point)))
    return text(point) { min(least, mostDigits($0)) }
  }

  /// Returns how many decimals tell coordinates apart if this is the greatest of them.
  package static func digits(forSize size: Float) -> Int {
    switch size {
    case 0: 2
    case ..<0.01: 4
    case ..<0.1: 3
    default: 2
    }
  }

  /// Returns how many decimals a float of this size has: its steps are 1 mm from 8 km on, 1 cm from 131
  /// km, and 10 cm from 1049 km.
  private static func mostDigits(_ value: Float) -> Int {
    switch abs(value) {
    case ..<10: 4
    case ..<10_000: 3
    case ..<100_000: 2
    case ..<1_000_000: 1
    default: 0
    }
  }

  private static func text(_ point: SIMD3<Float>, digits: (Float) -> Int) -> TerminalText {
    TerminalText(
      [point.x, point.y, point.z]
        .map { coordinate($0, digits: digits($0)) }
        .joined(separator: ", "))
  }

  /// One coordinate in a column: `-3.40`.
  ///
  /// - Parameter digits: how many decimals the column has.
  package static func coordinate(_ value: Float, digits: Int = 2) -> String {
    // Farther away than anything real, all digits of a float say less than the first few.
    abs(value) >= 1e9
      ? String(format: "%.2e", Double(value))
      : DecimalText.unsignedZero(Double(value), digits: digits)
  }

  /// The greatest of the coordinates, without its sign.
  package static func size(_ point: SIMD3<Float>) -> Float {
    max(abs(point.x), abs(point.y), abs(point.z))
  }
}

/// Angles in degrees.
package enum AngleText {
  /// To a tenth: `90°`, `-7.5°`, `123.4°`. A half turn is `180°` whichever way it goes.
  package static func exact(_ degrees: Double) -> String {
    let text = DecimalText.unsignedZero(degrees, digits: 1)
    if text == "-180.0" { return halfTurn }
    return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + "°"
  }

  private static let halfTurn = "180°"

  /// With a tenth only if that is a good part of it: `12°`, `-2.5°`.
  package static func short(_ degrees: Double) -> String {
    exact(abs(degrees) < 10 ? degrees : degrees.rounded())
  }

  /// The same with the sign of a change: `+12°`, `-2.5°`.
  package static func change(_ degrees: Double) -> String {
    let text = short(degrees)
    return degrees > 0 || text == halfTurn ? "+" + text : text
  }
}
