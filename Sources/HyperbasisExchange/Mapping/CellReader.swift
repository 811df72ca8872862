/// Reads cells as numbers, and remembers why the last one could not be.
struct CellReader {
  /// The decimal sign.
  let point: UInt8
  /// Whether a comma may turn out to be the decimal sign.
  let allowsComma: Bool
  /// Whether a number with the decimal sign was seen.
  private(set) var hasFraction = false
  /// Whether numbers have the other decimal sign.
  private(set) var needsOtherPoint = false

  struct Problem {
    var kind: RowFault.Kind
    var column: Int?
    var found: String
  }

  /// Why the last unreadable cell could not be read.
  var problem: Problem?

  init(point: UInt8, allowsComma: Bool) {
    self.point = point
    self.allowsComma = allowsComma
  }

  /// Returns the cell's number; NaN if it has none, with the reason in `problem`.
  @inline(__always)
  mutating func number(_ cell: InputCell, _ column: Int) -> Double {
    if let decimal = DecimalNumber(cell.bytes, point: point) {
      if decimal.hasFraction { hasFraction = true }
      if let exact = decimal.exactDouble { return exact }
    }
    return slowly(cell, column)
  }

  private mutating func slowly(_ cell: InputCell, _ column: Int) -> Double {
    let number = Double(cell.bytes, point: point)
    if let number, number.isFinite { return number }
    let text = cell.text
    if cell.isEmpty {
      problem = Problem(kind: .notNumber, column: column, found: "empty, where the others are not")
    } else if number != nil || Self.isInfinity(text) {
      problem = Problem(kind: .notFinite, column: column, found: "\"\(text)\" is not finite")
    } else {
      noteComma(cell.bytes, besides: false)
      problem = Problem(
        kind: .notNumber, column: column,
        found: "\"\(Self.short(text))\" is not a number\(commaAdvice(cell.bytes))")
    }
    return .nan
  }

  /// Notes a text that would be a number if the comma were the decimal sign, unless some number has
  /// shown that it is not.
  mutating func noteComma(_ bytes: UnsafeBufferPointer<UInt8>, besides isKnown: Bool) {
    guard allowsComma, !hasFraction, !isKnown, point == UInt8(ascii: ".") else { return }
    if Double(bytes, point: UInt8(ascii: ",")) != nil { needsOtherPoint = true }
  }

  /// Returns what to do about a comma that separates thousands, or is a decimal sign that was not
  /// expected.
  private func commaAdvice(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: ",")), point == UInt8(ascii: ".") else { return "" }
    guard Double(bytes, point: UInt8(ascii: ",")) != nil else { return "" }
    return
      "; take out separators of thousands, or give --decimal , if the comma is the decimal sign"
  }

  static func isInfinity(_ text: String) -> Bool {
    ["inf", "+inf", "-inf", "infinity", "+infinity", "-infinity"].contains(text.lowercased())
  }

  static func isNaN(_ cell: InputCell) -> Bool {
    cell.bytes.count == 3 && cell.text.lowercased() == "nan"
  }

  /// Returns the text, cut to a length that fits a message.
  static func short(_ text: String) -> String {
    text.count <= 40 ? text : text.prefix(39) + "…"
  }
}
