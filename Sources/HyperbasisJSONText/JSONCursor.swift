/// A position in JSON text that moves forward token by token, strictly according to RFC 8259.
///
/// Whatever it accepts, Foundation's `JSONDecoder` accepts too. That one is laxer: it allows a
/// comma before a closing bracket, and does not check numbers that it never reads. The bytes must
/// outlive the cursor, which therefore stays inside the closure that lends them.
public struct JSONCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  public private(set) var position: Int

  /// How deeply arrays and objects may be nested, as in Foundation.
  static let depthLimit = 512

  public init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }
}

// MARK: - Bytes

extension JSONCursor {
  /// The current byte; at the end 0, which no token starts with.
  @inline(__always)
  public var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

  var isAtEnd: Bool { position >= bytes.count }

  @inline(__always)
  mutating func advance(to position: Int) {
    self.position = position
  }

  /// Skips blanks between tokens.
  @inline(__always)
  public mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  /// Consumes a byte if it is the current one.
  @inline(__always)
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: character), !isAtEnd else { return false }
    position += 1
    return true
  }

  @inline(__always)
  mutating func expect(_ character: Unicode.Scalar) throws(JSONError) {
    guard take(character) else { throw unexpected() }
  }

  public func unexpected() -> JSONError {
    JSONError(isAtEnd ? .unexpectedEnd : .unexpectedByte, at: position)
  }

  /// Checks that nothing but blanks follows.
  public mutating func expectEnd() throws(JSONError) {
    skipSpace()
    guard isAtEnd else { throw JSONError(.trailingBytes, at: position) }
  }
}

// MARK: - Values

extension JSONCursor {
  /// Skips a value and checks it.
  public mutating func skipValue(depth: Int = 0) throws(JSONError) {
    switch byte {
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "{"):
      try members(depth: depth) { (cursor: inout JSONCursor) throws(JSONError) in
        try cursor.skipString()
        try cursor.colon()
        try cursor.skipValue(depth: depth + 1)
      }
    case UInt8(ascii: "["):
      try elements(depth: depth) { (cursor: inout JSONCursor) throws(JSONError) in
        try cursor.skipValue(depth: depth + 1)
      }
    case UInt8(ascii: "t"): try literal("true")
    case UInt8(ascii: "f"): try literal("false")
    case UInt8(ascii: "n"): try literal("null")
    default: _ = try number().checked(in: self)
    }
  }

  /// Runs `body` at each key of the object here; `body` consumes key, colon and value.
  @inline(__always)
  public mutating func members(
    depth: Int, _ body: (inout JSONCursor) throws(JSONError) -> Void
  ) throws(JSONError) {
    try items(open: "{", close: "}", depth, body)
  }

  /// Runs `body` at each element of the array here; `body` consumes the element.
  @inline(__always)
  mutating func elements(
    depth: Int, _ body: (inout JSONCursor) throws(JSONError) -> Void
  ) throws(JSONError) {
    try items(open: "[", close: "]", depth, body)
  }

  @inline(__always)
  private mutating func items(
    open: Unicode.Scalar, close: Unicode.Scalar, _ depth: Int,
    _ body: (inout JSONCursor) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard depth < Self.depthLimit else { throw JSONError(.tooDeep, at: position) }
    try expect(open)
    skipSpace()
    if take(close) { return }
    while true {
      try body(&self)
      skipSpace()
      if take(close) { return }
      try expect(",")
      skipSpace()
    }
  }

  /// Consumes the colon between key and value, and the blanks around it.
  @inline(__always)
  public mutating func colon() throws(JSONError) {
    skipSpace()
    try expect(":")
    skipSpace()
  }

  /// Consumes a word.
  mutating func literal(_ word: StaticString) throws(JSONError) {
    for index in 0..<word.utf8CodeUnitCount {
      guard byte == word.utf8Start[index] else { throw unexpected() }
      position += 1
    }
  }
}
