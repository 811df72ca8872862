import HyperbasisJSONText
package import HyperbasisModels

/// One line of a CSV file, cell by cell (RFC 4180, with a line feed at the end).
package struct CSVLine {
  package private(set) var bytes: [UInt8] = []
  private let isForExcel: Bool

  /// - Parameter isForExcel: whether to put a `'` before text that a spreadsheet would take for a formula.
  package init(isForExcel: Bool = false) {
    self.isForExcel = isForExcel
  }

  /// Returns the line with its end; the next cell begins another line.
  package mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    if !bytes.isEmpty { bytes.removeLast() }
    return bytes + [UInt8(ascii: "\n")]
  }
}

// MARK: - Cells

extension CSVLine {
  package mutating func empty() { add("", isQuoted: false) }

  /// Adds a word that needs no quotes: a number, a date, an id.
  package mutating func word(_ word: String) { add(word, isQuoted: false) }

  package mutating func float(_ value: Float) { word(Self.number(value.description)) }

  package mutating func double(_ value: Double) { word(Self.number(value.description)) }

  package mutating func text(_ text: String) {
    let isFormula = isForExcel && text.utf8.first.map(Self.formulaSigns.contains) ?? false
    let text = isFormula ? "'\(text)" : text
    add(text, isQuoted: Self.needsQuotes(text))
  }

  /// Adds a value; lists and objects are written as JSON.
  package mutating func value(_ value: AnyCodableValue) {
    switch value {
    case .string(let text): self.text(text)
    case .int(let number): word(String(number))
    case .double(let number): double(number)
    case .bool(let flag): word(flag ? "true" : "false")
    case .null: word("null")
    case .array, .dictionary:
      // A log holds no number that JSON cannot hold.
      let json = (try? JSONWriter.encode(value)) ?? Array("null".utf8)
      text(String(decoding: json, as: UTF8.self))
    }
  }

  private mutating func add(_ text: String, isQuoted: Bool) {
    guard isQuoted else {
      bytes.append(contentsOf: text.utf8)
      bytes.append(UInt8(ascii: ","))
      return
    }
    let quote = UInt8(ascii: "\"")
    bytes.append(quote)
    for byte in text.utf8 {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
    bytes.append(UInt8(ascii: ","))
  }
}

extension CSVLine {
  /// A tab or a carriage return before the sign hides it from people, not from the spreadsheet.
  private static let formulaSigns = Set("=+-@\t\r".utf8)

  /// Returns whether a text needs quotes, which show people, and readers that look at them, what is text.
  private static func needsQuotes(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    let special = ",;\"\n\r\t".utf8
    return first <= 0x20 || last <= 0x20 || text.utf8.contains(where: special.contains)
      || otherValue(text) != nil
  }

  /// Returns the value that others may read a cell with this text as, if that is not text: a number,
  /// true or false.
  private static func otherValue(_ text: String) -> AnyCodableValue? {
    guard let first = text.utf8.first, "-0123456789tf \t".utf8.contains(first) else { return nil }
    switch try? JSONParser.parse(Array(text.utf8)) {
    case .int(let number)?: return .int(number)
    case .double(let number)?: return .double(number)
    case .bool(let flag)?: return .bool(flag)
    default: return nil
    }
  }

  /// Returns whole numbers without `.0`.
  private static func number(_ text: String) -> String {
    text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
