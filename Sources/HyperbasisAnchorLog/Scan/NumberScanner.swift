/// Scans whole numbers, and skips any number of usual spelling.
enum NumberScanner {
  /// Scans a number from 1 to 9,999,999; returns what follows it.
  @inline(__always)
  static func version(_ value: ScanPointer, _ version: inout Int32) -> ScanPointer? {
    guard value[0] &- UInt8(ascii: "1") < 9 else { return nil }
    let digits = Bytes8.digitCount(value.load8())
    guard digits < 8 else { return nil }
    version = Int32(truncatingIfNeeded: number(value, digits))
    return value + digits
  }

  /// Scans a number from 0 to 999,999; returns what follows it.
  static func microseconds(_ value: ScanPointer, _ micros: inout Int64) -> ScanPointer? {
    let digits = Bytes8.digitCount(value.load8())
    guard digits > 0, digits <= 6, value[0] != UInt8(ascii: "0") || digits == 1 else { return nil }
    micros = Int64(number(value, digits))
    return value + digits
  }

  /// Scans a whole number of at most 18 digits; returns what follows it.
  static func integer(_ value: ScanPointer, _ integer: inout Int64) -> ScanPointer? {
    let isNegative = value[0] == UInt8(ascii: "-")
    let start = isNegative ? value + 1 : value
    let end = skipDigits(start)
    let count = end - start
    guard count > 0, count <= 18, start[0] != UInt8(ascii: "0") || count == 1 else { return nil }
    // A fraction or an exponent is left to the slow path.
    guard end[0] == UInt8(ascii: ",") || end[0] == UInt8(ascii: "}") else { return nil }
    let magnitude = (0..<count).reduce(0 as Int64) { $0 * 10 + Int64(start[$1] & 0x0F) }
    integer = isNegative ? -magnitude : magnitude
    return end
  }

  /// Returns the number that 1 to 7 digits spell.
  @inline(__always)
  private static func number(_ value: ScanPointer, _ digits: Int) -> UInt64 {
    // Shifted so that the digits come last and zeros, whose low halves are 0, first.
    Bytes8.decimal(value.load8() &<< UInt64(truncatingIfNeeded: 64 - digits * 8))
  }

  /// Skips a number that is certain to be finite as a float; returns what follows it.
  @inline(__always)
  static func skip(_ value: ScanPointer) -> ScanPointer? {
    var cursor = value
    if cursor[0] == UInt8(ascii: "-") { cursor += 1 }
    if cursor[0] == UInt8(ascii: "0") {
      cursor += 1
    } else {
      let digits = skipDigits(cursor)
      guard digits > cursor, digits - cursor < 30 else { return nil }
      cursor = digits
    }
    if cursor[0] == UInt8(ascii: ".") {
      let digits = skipDigits(cursor + 1)
      guard digits > cursor + 1 else { return nil }
      cursor = digits
    }
    if cursor[0] | 0x20 == UInt8(ascii: "e") {
      guard let end = skipNegativeExponent(cursor) else { return nil }
      cursor = end
    }
    return cursor
  }

  @inline(__always)
  private static func skipDigits(_ start: ScanPointer) -> ScanPointer {
    var cursor = start
    while true {
      let digits = Bytes8.digitCount(cursor.load8())
      cursor += digits
      if digits < 8 { return cursor }
    }
  }

  /// Skips a negative exponent, which makes no number too large; others go to the slow path.
  @inline(never)
  private static func skipNegativeExponent(_ start: ScanPointer) -> ScanPointer? {
    guard start[1] == UInt8(ascii: "-") else { return nil }
    let end = skipDigits(start + 2)
    return end > start + 2 ? end : nil
  }
}
