import HyperbasisModels

// The calendar date and time of day of ISO 8601, in its extended and its basic format.

extension DateExpressionParser {
  mutating func parseISO8601() throws(DateExpressionError) -> DateExpression.Form {
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
    guard year >= 1, HBInstant.isValid(year: year, month: month, day: day) else {
      throw .noSuchDate(text)
    }
    return HBInstant.days(year: year, month: month, day: day)
  }

  /// `23`, `23:49`, `2349`, `23:49:51`, `234951`, the last two with a fraction; in microseconds.
  mutating func parseTimeOfDay() throws(DateExpressionError) -> Int64 {
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
      // Local mean time, from before there were time zones: +00:53:28.
      if scanner.take(":") {
        guard let number = scanner.digits(2) else { throw .notUnderstood(text) }
        seconds = number
      }
    }
    guard hours < 24, minutes < 60, seconds < 60 else { throw .noSuchDate(text) }
    return sign * Int64(hours * 3600 + minutes * 60 + seconds)
  }
}
