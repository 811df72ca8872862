import Foundation

/// Round lengths: 1, 2 and 5 times a power of ten, in metres.
package enum LengthLadder {
  /// The greatest round length that is not above a length; nil unless the length is positive.
  package static func floor(_ length: Double) -> Double? {
    guard length > 0, length.isFinite else { return nil }
    let exponent = log10(length).rounded(.down)
    // The logarithm may be off by one at powers of ten, so the neighbours are tried as well.
    let candidates = (-1...1).flatMap { shift in
      [1.0, 2, 5].map { step($0, exponent: Int(exponent) + shift) }
    }
    return candidates.last { $0 > 0 && $0 <= length * (1 + 1e-12) }
  }

  /// The least round length that is not below a length; nil unless the length is positive.
  package static func ceiling(_ length: Double) -> Double? {
    guard let below = floor(length) else { return nil }
    if below >= length * (1 - 1e-12) { return below }
    let exponent = Int(log10(below).rounded())
    let candidates = (-1...1).flatMap { shift in
      [1.0, 2, 5].map { step($0, exponent: exponent + shift) }
    }
    return candidates.first { $0 > below * (1 + 1e-9) && $0.isFinite }
  }

  /// A division keeps negative powers exact where they can be: 5 / 10 is 0.5, 5 × 0.1 is too, but
  /// 3 × 0.1 is not 0.3.
  private static func step(_ mantissa: Double, exponent: Int) -> Double {
    exponent >= 0 ? mantissa * pow(10, Double(exponent)) : mantissa / pow(10, Double(-exponent))
  }
}

/// Lengths as people write them.
package enum LengthText {
  /// A round length with its unit: `5 cm`, `1 m`, `200 km`; `0.5 mm` below a millimetre.
  package static func round(_ metres: Double) -> String {
    let size = abs(metres)
    if size >= 1000 { return number(metres / 1000) + " km" }
    if size >= 1 || size == 0 { return number(metres) + " m" }
    if size >= 0.01 { return number(metres * 100) + " cm" }
    return number(metres * 1000) + " mm"
  }

  /// A measured length with about three digits: `1.42 m`, `14.2 m`, `3.10 km`, `7 mm`,
  /// `<1 mm`.
  package static func measured(_ metres: Double) -> String {
    guard metres.isFinite else { return "?" }
    let size = abs(metres)
    switch size {
    case 1e9...: return String(format: "%.2e m", metres)
    case 99_950...: return DecimalText.text(metres / 1000, digits: 0) + " km"
    case 9995...: return DecimalText.text(metres / 1000, digits: 1) + " km"
    case 999.5...: return DecimalText.text(metres / 1000, digits: 2) + " km"
    case 99.95...: return DecimalText.text(metres, digits: 0) + " m"
    case 9.995...: return DecimalText.text(metres, digits: 1) + " m"
    case 0.995...: return DecimalText.text(metres, digits: 2) + " m"
    case 0.00995...: return DecimalText.text(metres * 100, digits: 0) + " cm"
    case 0.0005..., 0: return DecimalText.text(metres * 1000, digits: 0) + " mm"
    default: return "<1 mm"
    }
  }

  /// Up to twelve digits without trailing zeros; scientific beyond.
  private static func number(_ value: Double) -> String {
    if let whole = Int(exactly: value), abs(whole) < 1_000_000 { return String(whole) }
    return String(format: "%.12g", value)
  }
}
