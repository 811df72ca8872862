import HyperbasisJSONText

/// Skips and checks values that have the usual spelling.
enum ValueScanner {
  /// How deeply values that are skipped quickly may be nested.
  private static let depthLimit = 64

  @inline(__always)
  static func null(_ value: ScanPointer) -> ScanPointer? {
    value.load4() == 0x6C6C_756E ? value + 4 : nil
  }

  /// Skips a member with an unknown key, starting after the quote that opens the key.
  static func skipUnknownMember(_ key: ScanPointer) -> ScanPointer? {
    guard let end = skipPlainString(key - 1), end[0] == UInt8(ascii: ":") else { return nil }
    return skip(end + 1, depth: 1)
  }

  /// Skips an object.
  static func skipObject(_ value: ScanPointer, depth: Int = 1) -> ScanPointer? {
    guard value[0] == UInt8(ascii: "{"), depth < depthLimit else { return nil }
    if value[1] == UInt8(ascii: "}") { return value + 2 }
    var cursor = value
    while true {
      guard let key = skipString(cursor + 1), key[0] == UInt8(ascii: ":"),
        let end = skip(key + 1, depth: depth + 1)
      else { return nil }
      if end[0] == UInt8(ascii: "}") { return end + 1 }
      guard end[0] == UInt8(ascii: ",") else { return nil }
      cursor = end
    }
  }

  private static func skipArray(_ value: ScanPointer, depth: Int) -> ScanPointer? {
    guard depth < depthLimit else { return nil }
    if value[1] == UInt8(ascii: "]") { return value + 2 }
    var cursor = value
    while true {
      guard let end = skip(cursor + 1, depth: depth + 1) else { return nil }
      if end[0] == UInt8(ascii: "]") { return end + 1 }
      guard end[0] == UInt8(ascii: ",") else { return nil }
      cursor = end
    }
  }

  private static func skip(_ value: ScanPointer, depth: Int) -> ScanPointer? {
    switch value[0] {
    case UInt8(ascii: "\""): skipString(value)
    case UInt8(ascii: "{"): skipObject(value, depth: depth)
    case UInt8(ascii: "["): skipArray(value, depth: depth)
    case UInt8(ascii: "t"): value.load4() == 0x6575_7274 ? value + 4 : nil
    case UInt8(ascii: "f"):
      value.load4(1) == 0x6573_6C61 ? value + 5 : nil
    case UInt8(ascii: "n"): null(value)
    default: NumberScanner.skip(value)
    }
  }

  /// Skips a string; nil if it contains a `\u` escape, which the slow path checks.
  @inline(__always)
  static func skipString(_ value: ScanPointer) -> ScanPointer? {
    guard value[0] == UInt8(ascii: "\"") else { return nil }
    var cursor = value + 1
    while true {
      cursor += plainCount(cursor.load8())
      switch cursor[0] {
      case UInt8(ascii: "\""): return cursor + 1
      case UInt8(ascii: "\\"):
        guard shortEscape(cursor[1]) != nil else { return nil }
        cursor += 2
      case 0..<0x20: return nil
      case 0x80...:
        let bytes = UnsafeBufferPointer(start: cursor, count: 4)
        let length = UTF8Text.scalarLength(bytes, at: 0)
        guard length > 0 else { return nil }
        cursor += length
      default: continue
      }
    }
  }

  /// Skips a string that contains no escapes.
  static func skipPlainString(_ value: ScanPointer) -> ScanPointer? {
    guard let end = skipString(value) else { return nil }
    let content = UnsafeBufferPointer(start: value, count: end - value)
    return content.contains(UInt8(ascii: "\\")) ? nil : end
  }

  /// Returns how many leading bytes of a word are ASCII text and neither quote nor backslash.
  @inline(__always)
  static func plainCount(_ word: UInt64) -> Int {
    let low = Bytes8.all(0x7F)
    // The top bit of a byte is set if it is a control, a quote, a backslash, or not ASCII.
    let control = ~((word & low) &+ Bytes8.all(0x60))
    let quote = ~(((word ^ Bytes8.all(0x22)) & low) &+ low)
    let backslash = ~(((word ^ Bytes8.all(0x5C)) & low) &+ low)
    let stops = (control | quote | backslash | word) & Bytes8.all(0x80)
    return stops.trailingZeroBitCount >> 3
  }

  /// Returns the byte that a letter after a backslash stands for.
  @inline(__always)
  static func shortEscape(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }
}
