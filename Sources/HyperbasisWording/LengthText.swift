import Foundation

/// Lengths with their unit.
package enum LengthText {
  /// A round length: `5 cm`, `1 m`, `200 km`; `0.5 mm` below a millimetre.
  package static func round(_ metres: Double) -> String {
    let size = abs(metres)
    if size >= 1000 { return number(metres / 1000) + " km" }
    if size >= 1 || size == 0 { return number(metres) + " m" }
    if size >= 0.01 { return number(metres * 100) + " cm" }
    return number(metres * 1000) + " mm"
  }

  /// A measured length with about three digits: `1.42 m`, `14.2 m`, `3.10 km`, `42 cm`.
  ///
  /// Below 10 cm there is one more digit, as it counts there: `3.4 cm`, `0.7 mm`, `<0.1 mm`.
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
    case 0.0995...: return DecimalText.text(metres * 100, digits: 0) + " cm"
    case 0.00995...: return DecimalText.text(metres * 100, digits: 1) + " cm"
    case 0.00005...: return DecimalText.text(metres * 1000, digits: 1) + " mm"
    case 0: return "0 m"
    default: return "<0.1 mm"
    }
  }

  /// A measured length in a given unit, or in its own if that is nil: `0.42 m`, `1.42 m`, `14.2 m`.
  ///
  /// Below 10 cm there is one more digit here as well: `0.014 m`, `1.4 cm`, `<0.001 m`.
  package static func measured(_ metres: Double, in unit: LengthUnit?) -> String {
    guard let unit, metres.isFinite, metres != 0, abs(metres) < 1e9 else {
      return measured(metres)
    }
    return unit.text(metres)
  }

  /// Up to twelve digits without trailing zeros; scientific beyond.
  private static func number(_ value: Double) -> String {
    if let whole = Int(exactly: value), abs(whole) < 1_000_000 { return String(whole) }
    return String(format: "%.12g", value)
  }
}
