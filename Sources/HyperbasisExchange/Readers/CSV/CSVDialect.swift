/// How a file of separated values is written.
struct CSVDialect: Hashable, Sendable {
  enum Delimiter: Hashable, Sendable {
    case byte(UInt8)
    /// Any number of blanks and tabs.
    case blanks
  }

  var delimiter = Delimiter.byte(UInt8(ascii: ","))
  var newline = UInt8(ascii: "\n")
  /// Whether lines that begin with `#` are comments, wherever they stand.
  var hasComments = false
  /// Whether the first line names the delimiter: `sep=;`.
  var hasSeparatorLine = false
}

extension CSVDialect.Delimiter: CustomStringConvertible {
  /// What the command line names.
  init?(_ text: String) {
    switch text {
    case "tab", "\t", "\\t": self = .byte(UInt8(ascii: "\t"))
    case "blank", "space", " ": self = .blanks
    default:
      guard text.utf8.count == 1, let byte = text.utf8.first else { return nil }
      self = .byte(byte)
    }
  }

  /// As the command line has it.
  var description: String {
    switch self {
    case .byte(UInt8(ascii: "\t")): "tab"
    case .byte(let byte): String(UnicodeScalar(byte))
    case .blanks: "blank"
    }
  }

  /// As a sentence has it.
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
  /// What the first bytes of an input look like.
  init(head: UnsafeBufferPointer<UInt8>, delimiter: Delimiter?, hasComments: Bool) {
    self.hasComments = hasComments
    let isOld = !head.contains(UInt8(ascii: "\n")) && head.contains(UInt8(ascii: "\r"))
    if isOld { newline = UInt8(ascii: "\r") }
    var lines = HeadLines(head, newline: newline).lines
    if let first = lines.first, let named = Self.separatorLine(first) {
      hasSeparatorLine = true
      self.delimiter = delimiter ?? .byte(named)
      return
    }
    if lines.count > 1 { lines.removeAll { $0.first == UInt8(ascii: "#") } }
    self.delimiter = delimiter ?? Self.guess(lines)
  }

  /// The delimiter that a line `sep=;` names.
  static func separatorLine(_ line: [UInt8]) -> UInt8? {
    let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
    guard text.count == 5, text.prefix(4).elementsEqual("sep=".utf8) else { return nil }
    return text.last
  }

  /// The delimiter that gives the most lines the same number of cells, and more than one.
  private static func guess(_ lines: [[UInt8]]) -> Delimiter {
    let candidates: [Delimiter] = [
      .byte(UInt8(ascii: ",")), .byte(UInt8(ascii: ";")), .byte(UInt8(ascii: "\t")),
      .byte(UInt8(ascii: "|")), .blanks,
    ]
    var best = (delimiter: candidates[0], score: 0.0)
    for candidate in candidates {
      var counts: [Int: Int] = [:]
      for line in lines { counts[cellCount(line, candidate), default: 0] += 1 }
      guard let usual = counts.filter({ $0.key > 1 }).max(by: { $0.value < $1.value }) else {
        continue
      }
      // A cell more counts little, against lines that fit.
      let share = Double(usual.value) / Double(max(lines.count, 1))
      let score = share * 1000 + Double(min(usual.key, 100)) - (candidate == .blanks ? 60 : 0)
      if score > best.score { best = (candidate, score) }
    }
    return best.delimiter
  }

  private static func cellCount(_ line: [UInt8], _ delimiter: Delimiter) -> Int {
    var count = 1
    var isQuoted = false
    var isBlank = true
    for byte in line {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      switch delimiter {
      case .byte(let separator):
        if byte == separator, !isQuoted { count += 1 }
      case .blanks:
        let isGap = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        if !isGap, isBlank { count += 1 }
        if !isQuoted || isGap { isBlank = isGap }
      }
    }
    return delimiter == .blanks ? count - 1 : count
  }
}

/// The first lines of an input that are not empty, without the last one if it is cut off.
private struct HeadLines {
  private(set) var lines: [[UInt8]] = []

  init(_ head: UnsafeBufferPointer<UInt8>, newline: UInt8) {
    var pieces = head.prefix(InputHead.size).split(
      separator: newline, maxSplits: 200, omittingEmptySubsequences: true)
    if pieces.count > 1, head.last != newline { pieces.removeLast() }
    lines = pieces.map { piece in
      piece.last == UInt8(ascii: "\r") ? Array(piece.dropLast()) : Array(piece)
    }
    lines.removeAll(where: \.isEmpty)
  }
}
