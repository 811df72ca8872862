/// Reads the text of a ``DateExpression``, byte by byte; letters count in any case.
struct DateExpressionParser {
  private let text: String
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
    case UInt8(ascii: "+"), UInt8(ascii: "-"): form = .named(.now, try parseSignedAmounts())
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

  /// What starts with a digit: `50%`, `3d ago` or ISO 8601.
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

  private mutating func takeSign() -> Int64? {
    if scanner.take("-") { return -1 }
    return scanner.take("+") ? 1 : nil
  }
}

// MARK: - ISO 8601

extension DateExpressionParser {
  private mutating func parseISO8601() throws(DateExpressionError) -> DateExpression.Form {
    let date = try parseCalendarDay()
    var timeOfDay: Int64 = 0
    var zone: Int64?
    if scanner.take("t") {
      timeOfDay = try parseTimeOfDay()
      zone = try parseZone()
    } else {
      scanner.skipSpaces()
      if scanner.isAtDigit { timeOfDay = try parseTimeOfDay() }
      zone = try parseZone()
    }
    let local = LocalDateTime(microseconds: date * 86_400_000_000 + timeOfDay)
    guard let zone else { return .local(local) }
    return .instant(HBInstant(microseconds: local.microseconds - zone * 1_000_000))
  }

  /// `2024-06-17`, `20240617`, `2024-06`, `2024`, as days since 1970.
  private mutating func parseCalendarDay() throws(DateExpressionError) -> Int64 {
    guard let year = scanner.digits(4) else { throw .notUnderstood(text) }
    var month = 1
    var day = 1
    if scanner.isAtDigit {
      guard let parts = scanner.digits(4) else { throw .notUnderstood(text) }
      (month, day) = (parts / 100, parts % 100)
    } else if scanner.take("-") {
      guard let number = scanner.digits(2) else { throw .notUnderstood(text) }
      month = number
      if scanner.take("-") {
        guard let number = scanner.digits(2) else { throw .notUnderstood(text) }
        day = number
      }
    }
    guard !scanner.isAtDigit else { throw .notUnderstood(text) }
    guard year >= 1, (1...12).contains(month),
      (1...HBInstant.dayCount(year: year, month: month)).contains(day)
    else { throw .noSuchDate(text) }
    return HBInstant.days(year: year, month: month, day: day)
  }

  /// `23`, `23:49`, `2349`, `23:49:51`, `234951`, the last two with a fraction; in microseconds.
  private mutating func parseTimeOfDay() throws(DateExpressionError) -> Int64 {
    guard let hour = scanner.digits(2) else { throw .notUnderstood(text) }
    var minute = 0
    var second = 0
    var fraction: Int64 = 0
    let isExtended = scanner.take(":")
    if isExtended || scanner.isAtDigit {
      guard let number = scanner.digits(2) else { throw .notUnderstood(text) }
      minute = number
      if isExtended ? scanner.take(":") : scanner.isAtDigit {
        guard let number = scanner.digits(2) else { throw .notUnderstood(text) }
        second = number
        if scanner.take(".") || scanner.take(",") {
          guard let number = scanner.fraction() else { throw .notUnderstood(text) }
          fraction = number
        }
      }
    }
    guard !scanner.isAtDigit else { throw .notUnderstood(text) }
    // 60 is a leap second; 24:00 is the end of the day.
    let isEndOfDay = hour == 24 && minute == 0 && second == 0 && fraction == 0
    guard (hour < 24 && minute < 60 && second <= 60) || isEndOfDay else {
      throw .noSuchDate(text)
    }
    return Int64(hour * 3600 + minute * 60 + second) * 1_000_000 + fraction
  }

  /// `Z`, `UTC`, `GMT`, `+02`, `+0200`, `+02:00`, after any spaces, in seconds east of UTC.
  private mutating func parseZone() throws(DateExpressionError) -> Int64? {
    scanner.skipSpaces()
    if let word = scanner.takeWord() {
      guard ["z", "utc", "gmt"].contains(word) else { throw .notUnderstood(text) }
      return 0
    }
    guard let sign = takeSign() else { return nil }
    guard let hours = scanner.digits(2) else { throw .notUnderstood(text) }
    var minutes = 0
    var seconds = 0
    if scanner.take(":") || scanner.isAtDigit {
      guard let number = scanner.digits(2) else { throw .notUnderstood(text) }
      minutes = number
      // Local mean time, before zones were made: +00:53:28.
      if scanner.take(":") {
        guard let number = scanner.digits(2) else { throw .notUnderstood(text) }
        seconds = number
      }
    }
    guard hours < 24, minutes < 60, seconds < 60 else { throw .noSuchDate(text) }
    return sign * Int64(hours * 3600 + minutes * 60 + seconds)
  }
}
