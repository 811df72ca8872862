/// Numbers with a unit, as people type them: `50cm`, `1.5h`.
package enum UnitAmount {
  private static let lengths: [String: Double] = [
    "": 1, "mm": 0.001, "cm": 0.01, "m": 1, "km": 1000,
  ]

  /// In seconds. `m` stands for minutes, as it does in dates such as `-5m`.
  private static let durations: [String: Double] = [
    "s": 1, "m": 60, "min": 60, "h": 3600, "d": 86400, "w": 604_800,
  ]

  /// Returns a length in metres, which is also the unit if none is given.
  package static func metres(_ text: String) -> Double? { amount(text, in: lengths) }

  /// Returns a length of time, which must have a unit.
  package static func microseconds(_ text: String) -> Int64? {
    amount(text, in: durations).flatMap { Int64(exactly: ($0 * 1_000_000).rounded()) }
  }

  private static func amount(_ text: String, in units: [String: Double]) -> Double? {
    let text = text.lowercased()
    let unit = String(text.reversed().prefix { $0.isLetter }.reversed())
    guard let scale = units[unit], let number = Double(text.dropLast(unit.count)),
      number.isFinite
    else { return nil }
    return number * scale
  }
}
