import HyperbasisModels

/// Reads the text of a ``DateExpression`` byte by byte, ignoring case.
struct DateExpressionParser {
  let text: String
  var scanner: DateScanner

  init(_ text: String) {
    self.text = text
    scanner = DateScanner(text)
  }

  mutating func parse() throws(DateExpressionError) -> DateExpression.Form {
    guard let byte = scanner.peek else { throw .notUnderstood(text) }
    let form: DateExpression.Form
    switch byte {
    case UInt8(ascii: "@"): form = try parseEpoch()
    case UInt8(ascii: "+"), UInt8(ascii: "-"): form = .relative(try parseSignedAmounts())
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): form = try parseNumber()
    default: form = try parseWord()
    }
    scanner.skipSpaces()
    guard scanner.isAtEnd else { throw .notUnderstood(text) }
    if case .instant(let instant) = form, !HBInstant.ofCommonEra.contains(instant) {
      throw .outOfRange(text)
    }
    return form
  }
}

// MARK: - Forms

extension DateExpressionParser {
  /// `@1705312800.25`: seconds since 1970, floored to microseconds.
  private mutating func parseEpoch() throws(DateExpressionError) -> DateExpression.Form {
    _ = scanner.take("@")
    let isNegative = scanner.take("-")
    if !isNegative { _ = scanner.take("+") }
    guard let number = scanner.decimal() else { throw .notUnderstood(text) }
    guard let seconds = number.whole, let scaled = seconds.multiplied(by: 1_000_000) else {
      throw .outOfRange(text)
    }
    let (sum, overflow) = scaled.addingReportingOverflow(number.millionths)
    guard !overflow else { throw .outOfRange(text) }
    // Cutting digits off a negative number would round it up.
    let floored = isNegative ? -sum - (number.isCut ? 1 : 0) : sum
    return .instant(HBInstant(microseconds: floored))
  }

  /// What starts with a digit: `50%`, `3d ago`, `12:03` or ISO 8601.
  private mutating func parseNumber() throws(DateExpressionError) -> DateExpression.Form {
    let start = scanner
    if let number = scanner.decimal() {
      scanner.skipSpaces()
      if scanner.take("%") {
        guard let whole = number.whole, whole < 100 || (whole == 100 && number.isWhole) else {
          throw .outsideSpan(text)
        }
        return .share((Double(whole) + Double(number.millionths) / 1_000_000) / 100)
      }
      if scanner.peekLetters().flatMap(TimeUnit.init(name:)) != nil {
        scanner = start
        return try parseAgo()
      }
    }
    scanner = start
    if scanner.digits(2) != nil, scanner.take(":") {
      scanner = start
      return .timeOfDay(try parseTimeOfDay())
    }
    scanner = start
    return try parseISO8601()
  }

  /// `3d ago`.
  private mutating func parseAgo() throws(DateExpressionError) -> DateExpression.Form {
    let amount = try parseAmounts(sign: -1)
    scanner.skipSpaces()
    guard scanner.takeWord() == "ago" else { throw .notUnderstood(text) }
    return .named(.now, amount)
  }

  private mutating func parseWord() throws(DateExpressionError) -> DateExpression.Form {
    switch scanner.takeWord() {
    case "now": return .named(.now, try parseSignedAmounts())
    case "start": return .named(.start, try parseSignedAmounts())
    case "end": return .named(.end, try parseSignedAmounts())
    case "today": return try parseDay(0)
    case "yesterday": return try parseDay(-1)
    case "tomorrow": return try parseDay(1)
    case "in":
      scanner.skipSpaces()
      return .named(.now, try parseAmounts(sign: 1))
    default: throw .notUnderstood(text)
    }
  }

  /// What may follow `today`: nothing, or a time.
  private mutating func parseDay(_ days: Int) throws(DateExpressionError) -> DateExpression.Form {
    scanner.skipSpaces()
    if scanner.peekLetters() == "at" {
      _ = scanner.takeWord()
      scanner.skipSpaces()
    } else if scanner.isAtEnd {
      return .day(days, timeOfDay: 0)
    }
    return .day(days, timeOfDay: try parseTimeOfDay())
  }
}

// MARK: - Amounts

extension DateExpressionParser {
  /// Any number of `-2h`, `+ 1h30m`.
  private mutating func parseSignedAmounts() throws(DateExpressionError) -> DateExpression.Amount {
    var total = DateExpression.Amount()
    scanner.skipSpaces()
    while let sign = takeSign() {
      scanner.skipSpaces()
      guard total.add(try parseAmounts(sign: sign)) else { throw .outOfRange(text) }
      scanner.skipSpaces()
    }
    return total
  }

  /// `1h30m`, `1 h 30 m`: at least one amount.
  private mutating func parseAmounts(
    sign: Int64
  ) throws(DateExpressionError) -> DateExpression.Amount {
    var total = DateExpression.Amount()
    repeat {
      guard let number = scanner.decimal() else { throw .notUnderstood(text) }
      scanner.skipSpaces()
      guard let unit = scanner.takeWord().flatMap(TimeUnit.init(name:)),
        number.isWhole || unit.months == nil
      else { throw .notUnderstood(text) }
      guard let amount = unit.amount(number, sign: sign), total.add(amount) else {
        throw .outOfRange(text)
      }
      scanner.skipSpaces()
    } while scanner.isAtDigit
    return total
  }

  mutating func takeSign() -> Int64? {
    if scanner.take("-") { return -1 }
    return scanner.take("+") ? 1 : nil
  }
}
