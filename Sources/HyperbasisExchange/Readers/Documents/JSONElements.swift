import HyperbasisAnchorLog
import HyperbasisJSONText
import HyperbasisModels

/// Reads the elements of one array in a JSON document one by one, without holding the document in
/// memory: the document's array itself, or the array of one of its members.
struct JSONElements {
  /// The member that holds the array, if the document is an object.
  let member: String
  /// The most bytes that an element may have.
  private static let elementLimit = 64 << 20

  private var stream: ByteStream

  init(_ source: any ByteSource, member: String) {
    self.member = member
    stream = ByteStream(source)
  }

  /// Hands out the bytes of each element.
  ///
  /// - Returns: the scalar members of the document beside the array, by name; nil if there is no such
  ///   array.
  /// - Throws: ``UnreadableInput`` if the structure of the document is not JSON; the elements are for
  ///   the caller to parse.
  mutating func read(_ body: ([UInt8]) throws -> Void) throws -> [String: AnyCodableValue]? {
    try skipByteOrderMark()
    try skipSpace()
    switch try stream.peek() {
    case UInt8(ascii: "["):
      try elements(body)
      try expectEnd()
      return [:]
    case UInt8(ascii: "{"): return try members(body)
    default: throw broken("a JSON array or object is expected")
    }
  }

  private mutating func members(
    _ body: ([UInt8]) throws -> Void
  ) throws -> [String: AnyCodableValue]? {
    _ = try stream.next()
    var others: [String: AnyCodableValue] = [:]
    var isFound = false
    try skipSpace()
    if try stream.peek() == UInt8(ascii: "}") {
      _ = try stream.next()
    } else {
      while true {
        try skipSpace()
        let key = try text(of: value(isKept: true))
        try skipSpace()
        guard try stream.next() == UInt8(ascii: ":") else { throw broken("a colon is expected") }
        try skipSpace()
        if key == member, try stream.peek() == UInt8(ascii: "[") {
          isFound = true
          try elements(body)
        } else {
          let isScalar = try stream.peek().map {
            $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "[")
          }
          let bytes = try value(isKept: isScalar ?? false)
          if isScalar == true { others[key] = try parsed(bytes) }
        }
        try skipSpace()
        let separator = try stream.next()
        if separator == UInt8(ascii: "}") { break }
        guard separator == UInt8(ascii: ",") else { throw broken("a comma or a brace is expected") }
      }
    }
    try expectEnd()
    return isFound ? others : nil
  }

  private mutating func elements(_ body: ([UInt8]) throws -> Void) throws {
    _ = try stream.next()
    try skipSpace()
    if try stream.peek() == UInt8(ascii: "]") {
      _ = try stream.next()
      return
    }
    while true {
      try skipSpace()
      try body(value(isKept: true))
      try skipSpace()
      let separator = try stream.next()
      if separator == UInt8(ascii: "]") { return }
      guard separator == UInt8(ascii: ",") else { throw broken("a comma or a bracket is expected") }
    }
  }

  /// Reads the bytes of the value here, delimited by brackets and quotes alone.
  private mutating func value(isKept: Bool) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var depth = 0
    while let byte = try stream.peek() {
      switch byte {
      case UInt8(ascii: "\""):
        try string(into: &bytes, isKept: isKept)
        if depth == 0 { return bytes }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return try nonEmpty(bytes) }
        depth -= 1
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
        if depth == 0 { return try nonEmpty(bytes) }
      default: break
      }
      _ = try stream.next()
      try keep(byte, in: &bytes, isKept)
      if depth == 0, byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { return bytes }
    }
    guard depth == 0 else { throw broken("it ends in the middle of a value") }
    return try nonEmpty(bytes)
  }

  private mutating func string(into bytes: inout [UInt8], isKept: Bool) throws {
    var isEscaped = false
    var isFirst = true
    while let byte = try stream.next() {
      try keep(byte, in: &bytes, isKept)
      if isFirst {
        isFirst = false
      } else if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        return
      }
    }
    throw broken("it ends in the middle of a string")
  }

  private func keep(_ byte: UInt8, in bytes: inout [UInt8], _ isKept: Bool) throws {
    guard isKept else {
      if bytes.isEmpty { bytes.append(byte) }
      return
    }
    guard bytes.count < Self.elementLimit else {
      throw broken("one element has more than \(Self.elementLimit >> 20) MiB")
    }
    bytes.append(byte)
  }

  private func nonEmpty(_ bytes: [UInt8]) throws -> [UInt8] {
    guard !bytes.isEmpty else { throw broken("a value is missing") }
    return bytes
  }

  private func text(of bytes: [UInt8]) throws -> String {
    guard case .string(let text) = try parsed(bytes) else { throw broken("a name is expected") }
    return text
  }

  private func parsed(_ bytes: [UInt8]) throws -> AnyCodableValue {
    do {
      return try JSONParser.parse(bytes)
    } catch {
      throw broken(error.reason.rawValue)
    }
  }

  private mutating func skipByteOrderMark() throws {
    guard try stream.peek() == 0xEF else { return }
    for _ in 0..<3 { _ = try stream.next() }
  }

  private mutating func skipSpace() throws {
    while let byte = try stream.peek(), [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
      _ = try stream.next()
    }
  }

  private mutating func expectEnd() throws {
    try skipSpace()
    guard try stream.peek() == nil else { throw broken("something follows the end") }
  }

  private func broken(_ what: String) -> UnreadableInput {
    UnreadableInput.unfit("it is not JSON at byte \(stream.offset): \(what)")
  }
}
