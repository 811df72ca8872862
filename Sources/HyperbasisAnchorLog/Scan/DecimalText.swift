/// Reads short decimal numbers in the bytes of metadata.
enum DecimalText {
  /// Whole numbers of up to this many digits are exact as doubles.
  private static let digitLimit = 15

  /// Powers of ten that are exact as doubles.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// Returns the number that starts here and what follows it; nil for one with an exponent or with
  /// more digits than can be read without rounding twice.
  static func number(_ start: ScanPointer) -> (value: Double, end: ScanPointer)? {
    let isNegative = start[0] == UInt8(ascii: "-")
    let digits = isNegative ? start + 1 : start
    var cursor = digits
    var mantissa: Int64 = 0
    var count = 0
    var decimals: Int?
    while count <= digitLimit {
      let byte = cursor[0]
      if byte &- UInt8(ascii: "0") < 10 {
        mantissa = mantissa * 10 + Int64(byte &- UInt8(ascii: "0"))
        count += 1
        decimals = decimals.map { $0 + 1 }
      } else if byte == UInt8(ascii: "."), decimals == nil, count > 0 {
        decimals = 0
      } else {
        break
      }
      cursor += 1
    }
    guard count > 0, count <= digitLimit, decimals != 0 else { return nil }
    // JSON allows no leading zeros.
    if digits[0] == UInt8(ascii: "0"), cursor - digits > 1, digits[1] != UInt8(ascii: ".") {
      return nil
    }
    guard cursor[0] == UInt8(ascii: ",") || cursor[0] == UInt8(ascii: "}") else { return nil }
    // One division of two exact numbers rounds once, as reading the whole text does.
    let value = Double(mantissa) / powers[decimals ?? 0]
    return (isNegative ? -value : value, cursor)
  }
}
