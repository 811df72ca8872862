/// How a file of separated values is written.
struct CSVDialect: Hashable, Sendable {
  enum Delimiter: Hashable, Sendable {
    case byte(UInt8)
    /// Any number of blanks and tabs.
    case blanks
  }

  var delimiter = Delimiter.byte(UInt8(ascii: ","))
  var newline = UInt8(ascii: "\n")
  /// Whether lines that begin with `#` are comments, wherever they are.
  var hasComments = false
  /// Whether the first line names the delimiter: `sep=;`.
  var hasSeparatorLine = false
}

extension CSVDialect.Delimiter: CustomStringConvertible {
  /// Creates the delimiter that the command line names.
  init?(_ text: String) {
    switch text {
    case "tab", "\t", "\\t": self = .byte(UInt8(ascii: "\t"))
    case "blank", "space", " ": self = .blanks
    default:
      guard text.utf8.count == 1, let byte = text.utf8.first else { return nil }
      self = .byte(byte)
    }
  }

  /// The name on the command line.
  var description: String {
    switch self {
    case .byte(UInt8(ascii: "\t")): "tab"
    case .byte(let byte): String(UnicodeScalar(byte))
    case .blanks: "blank"
    }
  }

  /// The name in a sentence.
  var name: String {
    switch self {
    case .byte(UInt8(ascii: ",")): "comma"
    case .byte(UInt8(ascii: ";")): "semicolon"
    case .byte(UInt8(ascii: "\t")): "tab"
    case .byte(UInt8(ascii: "|")): "vertical bar"
    case .byte(let byte): "\"\(UnicodeScalar(byte))\""
    case .blanks: "blanks"
    }
  }
}

extension CSVDialect {
  /// Infers the dialect from the first bytes of an input.
  init(head: UnsafeBufferPointer<UInt8>, delimiter: Delimiter?, hasComments: Bool) {
    self.hasComments = hasComments
    let isOld = !head.contains(UInt8(ascii: "\n")) && head.contains(UInt8(ascii: "\r"))
    if isOld { newline = UInt8(ascii: "\r") }
    let records = HeadRecords(head, newline: newline)
    if let named = records.firstLine.flatMap(Self.separatorLine) {
      hasSeparatorLine = true
      self.delimiter = delimiter ?? .byte(named)
      return
    }
    self.delimiter = delimiter ?? records.likelyDelimiter
  }

  /// Returns the delimiter that a line `sep=;` names.
  static func separatorLine(_ line: [UInt8]) -> UInt8? {
    let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
    guard text.count == 5, text.prefix(4).elementsEqual("sep=".utf8) else { return nil }
    return text.last
  }
}
