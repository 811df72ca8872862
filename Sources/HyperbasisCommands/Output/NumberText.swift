import Foundation
import Hyperbasis
import HyperbasisCanvas

/// Numbers for people, the same in every locale.
enum NumberText {
  /// A length in metres with centimetres: `-0.50`.
  static func metres(_ value: Float) -> String { fixed(Double(value), digits: 2) }

  static func metres(_ value: Double) -> String { fixed(value, digits: 2) }

  /// A distance with its unit: `1.42 m`, `3.4 cm`, `0.2 mm`.
  static func distance(_ metres: Double) -> String {
    if metres >= 1 || metres == 0 { return fixed(metres, digits: 2) + " m" }
    if metres >= 0.01 { return fixed(metres * 100, digits: 1) + " cm" }
    return fixed(metres * 1000, digits: 1) + " mm"
  }

  /// An angle in degrees: `12°`, `-0.5°`.
  static func angle(_ degrees: Double, signed: Bool = false) -> String {
    let text = fixed(degrees, digits: abs(degrees) < 10 ? 1 : 0)
    let short = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    return (signed && degrees > 0 ? "+" : "") + short + "°"
  }

  /// `-0.50, 1.20, 3.00`.
  static func position(_ position: SIMD3<Float>) -> String {
    [position.x, position.y, position.z].map(metres).joined(separator: ", ")
  }

  /// A number with its noun: `1 event`, `3 events`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  private static func fixed(_ value: Double, digits: Int) -> String {
    let text = String(format: "%.\(digits)f", value)
    let isZero = text.allSatisfy { "-0.".contains($0) }
    return isZero && text.hasPrefix("-") ? String(text.dropFirst()) : text
  }
}
