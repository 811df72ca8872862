import HyperbasisModels

/// A date and a time of day as text: in local time, with the offset from UTC if the text has one.
struct DateText {
  /// Microseconds since 1970-01-01 00:00 in local time, floored.
  var local: Int64
  /// Seconds east of UTC.
  var offset: Int?

  enum Family: Hashable, Sendable {
    /// `2024-06-01`, and the like.
    case yearFirst
    /// `1.6.2024`: the day first, unless the whole column shows that it is not.
    case dotted
    /// `1/6/2024`: the day first, or the month.
    case slashed
  }

  enum Failure: Error {
    /// It is not a date of this kind.
    case otherFormat
    case noSuchDay
  }
}

extension DateText {
  /// Returns the kind of date that the bytes begin like; nil if none.
  static func family(_ bytes: UnsafeBufferPointer<UInt8>) -> Family? {
    let digits = bytes.prefix { $0 &- UInt8(ascii: "0") < 10 }.count
    guard digits > 0, digits < bytes.count else { return nil }
    let separator = bytes[digits]
    if digits == 8, separator | 0x20 == UInt8(ascii: "t") { return .yearFirst }
    if digits == 4, [0x2D, 0x2F, 0x2E].contains(separator) { return .yearFirst }
    guard digits <= 2 else { return nil }
    if separator == UInt8(ascii: ".") { return .dotted }
    return separator == UInt8(ascii: "/") || separator == UInt8(ascii: "-") ? .slashed : nil
  }

  /// - Parameter isDayFirst: whether the first of two numbers before the year is the day.
  static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, _ family: Family, isDayFirst: Bool
  ) throws(Failure) -> DateText {
    var scanner = DateTextScanner(bytes)
    guard let day = scanner.day(family, isDayFirst: isDayFirst) else { throw .otherFormat }
    guard HBInstant.isValid(year: day.year, month: day.month, day: day.day) else {
      throw .noSuchDay
    }
    let days = HBInstant.days(year: day.year, month: day.month, day: day.day)
    var text = DateText(local: days * 86_400_000_000)
    scanner.skipToTime()
    if !scanner.isAtEnd {
      guard let time = scanner.timeOfDay() else { throw .otherFormat }
      text.local += time
    }
    scanner.skipBlanks()
    if !scanner.isAtEnd {
      guard let offset = scanner.offset() else { throw .otherFormat }
      text.offset = offset
    }
    guard scanner.isAtEnd else { throw .otherFormat }
    return text
  }
}
