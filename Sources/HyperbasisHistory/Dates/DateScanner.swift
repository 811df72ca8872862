/// A cursor over the bytes of a short text, with its letters in lower case.
struct DateScanner {
  private let bytes: [UInt8]
  private var position = 0

  /// A number with up to six fraction digits; further digits are cut off.
  struct Decimal {
    /// Nil if it does not fit.
    var whole: Int64?
    var millionths: Int64 = 0
    /// Whether digits other than 0 were cut.
    var isCut = false

    var isWhole: Bool { millionths == 0 && !isCut }
  }

  init(_ text: String) {
    bytes = Array(text.lowercased().utf8)
    skipSpaces()
  }

  var isAtEnd: Bool { position == bytes.count }

  var peek: UInt8? { isAtEnd ? nil : bytes[position] }

  var isAtDigit: Bool { peek.map(Self.isDigit) ?? false }

  mutating func skipSpaces() {
    while let byte = peek, byte == UInt8(ascii: " ") || (9...13).contains(byte) { position += 1 }
  }

  /// Takes a character if it comes next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Takes the letters that come next; nil if there are none.
  mutating func takeWord() -> String? {
    guard let word = peekLetters() else { return nil }
    position += word.utf8.count
    return word
  }

  func peekLetters() -> String? {
    let letters = bytes[position...].prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    return letters.isEmpty ? nil : String(decoding: letters, as: UTF8.self)
  }

  /// Takes exactly `count` digits, or nothing.
  mutating func digits(_ count: Int) -> Int? {
    let digits = bytes[position...].prefix(count)
    guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
    position += count
    return digits.reduce(0) { $0 * 10 + Self.value($1) }
  }

  /// Takes the digits after a decimal point, in millionths; nil if there are none.
  mutating func fraction() -> Int64? {
    fractionDigits()?.millionths
  }

  /// Takes `12`, `12.5` or `.5`.
  mutating func decimal() -> Decimal? {
    let start = position
    var result = Decimal(whole: 0)
    while isAtDigit {
      let digit = Int64(Self.value(bytes[position]))
      result.whole = result.whole?.multiplied(by: 10)?.added(digit)
      position += 1
    }
    let hasWhole = position > start
    if take(".") {
      guard let (millionths, isCut) = fractionDigits() else {
        position = start
        return nil
      }
      result.millionths = millionths
      result.isCut = isCut
    } else if !hasWhole {
      return nil
    }
    return result
  }

  private mutating func fractionDigits() -> (millionths: Int64, isCut: Bool)? {
    guard isAtDigit else { return nil }
    var millionths: Int64 = 0
    var unit: Int64 = 100_000
    var isCut = false
    while isAtDigit {
      let digit = Int64(Self.value(bytes[position]))
      millionths += digit * unit
      if unit == 0, digit != 0 { isCut = true }
      unit /= 10
      position += 1
    }
    return (millionths, isCut)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { value(byte) < 10 }

  private static func value(_ byte: UInt8) -> Int { Int(byte &- UInt8(ascii: "0")) }
}

extension Int64 {
  /// Returns the product, or nil if it does not fit.
  func multiplied(by other: Int64) -> Int64? {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? nil : product
  }

  /// Returns the sum, or nil if it does not fit.
  func added(_ other: Int64) -> Int64? {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? nil : sum
  }
}
