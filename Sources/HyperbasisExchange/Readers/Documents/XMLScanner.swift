import HyperbasisAnchorLog

/// Reads the tags and texts of an XML document one by one, without holding the document in memory.
///
/// It supports what tracks need: elements, attributes, texts, character data, numeric entities and
/// those of XML itself, comments, processing instructions. A document type is skipped and its entities
/// are unknown, which also keeps a small file from expanding into a large one.
struct XMLScanner {
  enum Token: Equatable {
    /// The name without its prefix.
    case start(String, attributes: [String: String])
    case end(String)
    case text(String)
  }

  private var stream: ByteStream
  /// The end tag that is due for an element without content.
  private var pendingEnd: String?
  private static let tokenLimit = 1 << 20

  init(_ source: any ByteSource) {
    stream = ByteStream(source)
  }

  /// Returns the next token; nil at the end of the document.
  mutating func next() throws -> Token? {
    if let name = pendingEnd {
      pendingEnd = nil
      return .end(name)
    }
    while let byte = try stream.peek() {
      guard byte == UInt8(ascii: "<") else { return .text(try text()) }
      _ = try stream.next()
      switch try stream.peek() {
      case UInt8(ascii: "?"): _ = try take(until: "?>")
      case UInt8(ascii: "!"):
        if let characters = try declaration() { return .text(characters) }
      case UInt8(ascii: "/"):
        _ = try stream.next()
        let name = try take(until: ">")
        return .end(Self.localName(name.split(separator: " ").first.map(String.init) ?? ""))
      default: return try element()
      }
    }
    return nil
  }

  /// Skips a comment or a document type; returns the text of character data.
  private mutating func declaration() throws -> String? {
    _ = try stream.next()
    switch try stream.peek() {
    case UInt8(ascii: "-"):
      _ = try take(2)
      _ = try take(until: "-->")
      return nil
    case UInt8(ascii: "["):
      guard try take(7) == "[CDATA[" else { throw broken("unknown declaration") }
      return try take(until: "]]>")
    default:
      try skipDocumentType()
      return nil
    }
  }

  private mutating func skipDocumentType() throws {
    var depth = 1
    while depth > 0 {
      switch try stream.next() {
      case UInt8(ascii: "<")?: depth += 1
      case UInt8(ascii: ">")?: depth -= 1
      case nil: throw broken("a declaration is not closed")
      default: break
      }
    }
  }

  private mutating func element() throws -> Token {
    var content = try tagContent()
    let isEmpty = content.hasSuffix("/")
    if isEmpty { content.removeLast() }
    let name = content.prefix { !$0.isWhitespace }
    guard !name.isEmpty else { throw broken("an element has no name") }
    let local = Self.localName(String(name))
    if isEmpty { pendingEnd = local }
    return .start(local, attributes: try attributes(content.dropFirst(name.count)))
  }

  /// Returns the content of a tag; a bracket within quotes does not end it.
  private mutating func tagContent() throws -> String {
    var bytes: [UInt8] = []
    var quote: UInt8?
    while let byte = try stream.next() {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return String(decoding: bytes, as: UTF8.self)
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
      bytes.append(byte)
      guard bytes.count < Self.tokenLimit else { break }
    }
    throw broken("a tag is not closed")
  }

  private func attributes(_ text: Substring) throws -> [String: String] {
    var result: [String: String] = [:]
    var rest = text.drop { $0.isWhitespace }
    while let equals = rest.firstIndex(of: "=") {
      let name = rest[..<equals].filter { !$0.isWhitespace }
      rest = rest[rest.index(after: equals)...].drop { $0.isWhitespace }
      guard let quote = rest.first, quote == "\"" || quote == "'" else {
        throw broken("the value of \(name) is not in quotes")
      }
      rest = rest.dropFirst()
      guard let end = rest.firstIndex(of: quote) else {
        throw broken("the value of \(name) is not closed")
      }
      result[Self.localName(name)] = Self.resolved(String(rest[..<end]))
      rest = rest[rest.index(after: end)...].drop { $0.isWhitespace }
    }
    return result
  }

  private mutating func text() throws -> String {
    var bytes: [UInt8] = []
    while let byte = try stream.peek(), byte != UInt8(ascii: "<") {
      _ = try stream.next()
      bytes.append(byte)
      guard bytes.count < Self.tokenLimit else { throw broken("a piece of text is too long") }
    }
    return Self.resolved(String(decoding: bytes, as: UTF8.self))
  }

  private mutating func take(until mark: String) throws -> String {
    let mark = Array(mark.utf8)
    var bytes: [UInt8] = []
    while let byte = try stream.next() {
      bytes.append(byte)
      if byte == mark.last, bytes.suffix(mark.count).elementsEqual(mark) {
        return String(decoding: bytes.dropLast(mark.count), as: UTF8.self)
      }
      guard bytes.count < Self.tokenLimit else { break }
    }
    throw broken("\"\(String(decoding: mark, as: UTF8.self))\" is missing")
  }

  private mutating func take(_ count: Int) throws -> String {
    var bytes: [UInt8] = []
    while bytes.count < count, let byte = try stream.next() { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func broken(_ what: String) -> UnreadableInput {
    UnreadableInput.unfit("it is not XML at byte \(stream.offset): \(what)")
  }

  private static func localName(_ name: String) -> String {
    name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }

  /// Returns the text with its entities resolved; unknown ones stay as they are.
  static func resolved(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...]
      guard let end = rest.firstIndex(of: ";"),
        let character = entity(rest[rest.index(after: start)..<end])
      else {
        result.append("&")
        rest = rest.dropFirst()
        continue
      }
      result.unicodeScalars.append(character)
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func entity(_ name: Substring) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let number =
      digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    return number.flatMap(Unicode.Scalar.init)
  }
}
