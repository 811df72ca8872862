extension JSONCursor {
  /// Skips a string and checks it; returns whether it contains escapes.
  @discardableResult
  mutating func skipString() throws(JSONError) -> Bool {
    try expect("\"")
    var hasEscapes = false
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        advance(to: position + 1)
        return hasEscapes
      case UInt8(ascii: "\\"):
        hasEscapes = true
        _ = try escape()
      case 0..<0x20: throw JSONError(.controlCharacter, at: position)
      case 0x20..<0x80: advance(to: position + 1)
      default:
        let length = UTF8Text.scalarLength(bytes, at: position)
        guard length > 0 else { throw JSONError(.invalidText, at: position) }
        advance(to: position + length)
      }
    }
    throw unexpected()
  }

  /// Parses a string.
  public mutating func string() throws(JSONError) -> String {
    let start = position + 1
    let hasEscapes = try skipString()
    let content = UnsafeBufferPointer(rebasing: bytes[start..<position - 1])
    if !hasEscapes { return String(decoding: content, as: UTF8.self) }
    return Self.unescape(content)
  }

  /// Returns the text of a string's content, which has been checked.
  static func unescape(_ content: UnsafeBufferPointer<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(content.count)
    var cursor = JSONCursor(content)
    while !cursor.isAtEnd {
      // An invalid escape is kept as it stands.
      if cursor.byte == UInt8(ascii: "\\"), let scalar = try? cursor.escape() {
        text.append(contentsOf: String(Character(scalar)).utf8)
      } else {
        text.append(cursor.byte)
        cursor.advance(to: cursor.position + 1)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Parses an escape, or two if the first is half of a surrogate pair.
  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    let start = position
    guard start + 1 < bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count) }
    advance(to: start + 2)
    switch bytes[start + 1] {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw JSONError(.invalidEscape, at: start)
    }
    let unit = try hexUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, take("\\"), take("u"), case let low = try hexUnit(),
      (0xDC00..<0xE000).contains(low),
      let scalar = Unicode.Scalar(0x1_0000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    else { throw JSONError(.invalidEscape, at: start) }
    return scalar
  }

  private mutating func hexUnit() throws(JSONError) -> UInt32 {
    guard position + 4 <= bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count) }
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw JSONError(.invalidEscape, at: position)
      }
      unit = unit << 4 | UInt32(digit)
      advance(to: position + 1)
    }
    return unit
  }
}

public enum UTF8Text {
  /// Returns the length of the well-formed sequence of two to four bytes at an index; 0 if there is
  /// none (Unicode 15, table 3-7).
  public static func scalarLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    func isTail(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      index + offset < bytes.count && range.contains(bytes[index + offset])
    }
    switch bytes[index] {
    case 0xC2...0xDF: return isTail(1) ? 2 : 0
    case 0xE0: return isTail(1, 0xA0...0xBF) && isTail(2) ? 3 : 0
    case 0xED: return isTail(1, 0x80...0x9F) && isTail(2) ? 3 : 0
    case 0xE1...0xEF: return isTail(1) && isTail(2) ? 3 : 0
    case 0xF0: return isTail(1, 0x90...0xBF) && isTail(2) && isTail(3) ? 4 : 0
    case 0xF1...0xF3: return isTail(1) && isTail(2) && isTail(3) ? 4 : 0
    case 0xF4: return isTail(1, 0x80...0x8F) && isTail(2) && isTail(3) ? 4 : 0
    default: return 0
    }
  }
}
