import Foundation
package import HyperbasisCanvas

/// Numbers with a fixed count of decimals, whatever the locale.
///
/// Every picture has many of them, and a format string would take microseconds for each.
package enum DecimalText {
  /// `-3.40`: rounded to the nearest number, and to the even one if two are equally near.
  ///
  /// - Parameter digits: The number of decimals, at most six.
  package static func text(_ value: Double, digits: Int) -> String {
    let size = abs(value)
    let power = powers[min(max(digits, 0), powers.count - 1)]
    let scaled = size * power
    // Beyond this, not every number of units has a floating-point number of its own.
    guard scaled < 0x1p52 else { return String(format: "%.\(digits)f", value) }
    let units = Int(rounded(scaled, of: size, times: power))
    let (whole, part) = units.quotientAndRemainder(dividingBy: Int(power))
    var text = value.sign == .minus ? "-" : ""
    text += String(whole)
    guard digits > 0 else { return text }
    let decimals = String(part)
    text += "."
    for _ in decimals.utf8.count..<digits { text += "0" }
    return text + decimals
  }

  /// The same without the sign of a number that rounds to zero: `0.00`, not `-0.00`.
  package static func unsignedZero(_ value: Double, digits: Int) -> String {
    let text = text(value, digits: digits)
    let isNothing = text.utf8.allSatisfy { nothing.contains($0) }
    return isNothing ? String(text.drop { $0 == "-" }) : text
  }

  private static let nothing = Array("-0.".utf8)

  /// The smallest number above 0 that this many decimals can express: `0.01` for two.
  static func unit(digits: Int) -> Double { 1 / powers[min(max(digits, 0), powers.count - 1)] }

  /// Without trailing zeros: `2`, `1.5`.
  package static func short(_ value: Double, digits: Int) -> String {
    let text = text(value, digits: digits)
    guard text.contains(".") else { return text }
    let end = text.utf8.lastIndex { $0 != UInt8(ascii: "0") } ?? text.startIndex
    return String(text[...end].hasSuffix(".") ? text[..<end] : text[...end])
  }

  private static let powers = [1.0, 10, 100, 1000, 10_000, 100_000, 1_000_000]

  /// Rounds a product that may itself have been rounded to the middle between two units: a fused
  /// multiplication then shows which of them is nearer.
  private static func rounded(_ product: Double, of value: Double, times power: Double) -> Double {
    let below = product.rounded(.down)
    guard product - below == 0.5 else { return product.rounded() }
    let error = (-product).addingProduct(value, power)
    if error == 0 { return product.rounded(.toNearestOrEven) }
    return error > 0 ? below + 1 : below
  }
}

/// How many times as large something is.
enum FactorText {
  /// `2`, `1.002`, `0.0003`, `3.0e-07`: without trailing zeros, and never `0` for a factor above it.
  static func text(_ factor: Double) -> String {
    switch factor {
    case 0: "0"
    case ..<1e-5, 1e9...: String(format: "%.1e", factor)
    case ..<0.001: DecimalText.short(factor, digits: 6)
    case ..<0.1: DecimalText.short(factor, digits: 4)
    case ..<1e3: DecimalText.short(factor, digits: 3)
    // Lengths have seven digits, and the quotient of two has no more.
    case ..<1e5: DecimalText.short(factor, digits: 1)
    default: DecimalText.short(factor, digits: 0)
    }
  }
}

/// Numbers with what they count: `1 event`, `2 events`.
package enum CountText {
  package static func text(_ count: Int, _ noun: TerminalText) -> TerminalText {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
