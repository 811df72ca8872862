// Dates in files and in JSON output are written in the ISO 8601 profile that RFC 3339 defines.
// The calendar arithmetic is Howard Hinnant's `days_from_civil` and `civil_from_days`
// (http://howardhinnant.github.io/date_algorithms.html), valid for the proleptic Gregorian calendar.

extension HBInstant {
  /// The whole second in UTC, `2024-01-15T10:30:00Z`: how every file of a store writes dates.
  public var wholeSecondText: String {
    let days = wholeSeconds.flooredQuotient(86_400)
    let second = Int(wholeSeconds - days * 86_400)
    let (year, month, day) = Self.civil(fromDays: days)
    if let text = Self.text(year, month, day, second) { return text }
    return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
      + "T\(Self.padded(second / 3600, 2)):\(Self.padded(second / 60 % 60, 2))"
      + ":\(Self.padded(second % 60, 2))Z"
  }

  /// The same for years of four digits, built in one piece, since every line of the log has such a date;
  /// nil for other years.
  private static func text(_ year: Int, _ month: Int, _ day: Int, _ second: Int) -> String? {
    guard (0...9999).contains(year) else { return nil }
    return String(unsafeUninitializedCapacity: 20) { text in
      func put(_ number: Int, at place: Int) {
        text[place] = UInt8(ascii: "0") + UInt8(number / 10 % 10)
        text[place + 1] = UInt8(ascii: "0") + UInt8(number % 10)
      }
      put(year / 100, at: 0)
      put(year % 100, at: 2)
      text[4] = UInt8(ascii: "-")
      put(month, at: 5)
      text[7] = UInt8(ascii: "-")
      put(day, at: 8)
      text[10] = UInt8(ascii: "T")
      put(second / 3600, at: 11)
      text[13] = UInt8(ascii: ":")
      put(second / 60 % 60, at: 14)
      text[16] = UInt8(ascii: ":")
      put(second % 60, at: 17)
      text[19] = UInt8(ascii: "Z")
      return 20
    }
  }

  /// The full instant in UTC with up to six fraction digits and no trailing zeros:
  /// `2024-05-01T12:00:00.4Z`.
  public var rfc3339Text: String {
    guard fraction != 0 else { return wholeSecondText }
    var digits = Self.padded(fraction, 6)
    while digits.hasSuffix("0") { digits.removeLast() }
    return wholeSecondText.dropLast() + "." + digits + "Z"
  }

  /// Reads an RFC 3339 date-time with any number of fraction digits (cut after the sixth) and any offset;
  /// nil for anything else, such as a missing zone or a 31 February.
  public init?(rfc3339 text: String) {
    var text = text
    let parsed = text.withUTF8 { Self.parse($0) }
    guard let parsed else { return nil }
    self = parsed
  }

  /// Returns the days from 1970-01-01 to a date in the proleptic Gregorian calendar.
  package static func days(year: Int, month: Int, day: Int) -> Int64 {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era) * 146_097 + Int64(dayOfEra) - 719_468
  }

  /// Returns the date in the proleptic Gregorian calendar that is a number of days after 1970-01-01.
  package static func civil(fromDays days: Int64) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted.flooredQuotient(146_097)
    let dayOfEra = Int(shifted - era * 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + Int(era) * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }
}

extension HBInstant {
  /// Reads an RFC 3339 date-time from its bytes; nil if they are not one.
  package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> HBInstant? {
    guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] | 0x20 == UInt8(ascii: "t") || bytes[10] == UInt8(ascii: " "),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let year = number(bytes, 0, 4), let month = number(bytes, 5, 2),
      let day = number(bytes, 8, 2), let hour = number(bytes, 11, 2),
      let minute = number(bytes, 14, 2), let second = number(bytes, 17, 2),
      isValid(year: year, month: month, day: day), hour < 24, minute < 60, second <= 60
    else { return nil }
    var position = 19
    guard let fraction = parseFraction(bytes, &position),
      let offset = parseOffset(bytes, &position), position == bytes.count
    else { return nil }
    let seconds =
      days(year: year, month: month, day: day) * 86_400
      + Int64(hour * 3600 + minute * 60 + second - offset)
    return HBInstant(microseconds: seconds * 1_000_000 + Int64(fraction))
  }

  /// Whether a date exists in the proleptic Gregorian calendar.
  package static func isValid(year: Int, month: Int, day: Int) -> Bool {
    (1...12).contains(month) && (1...dayCount(year: year, month: month)).contains(day)
  }

  /// Returns the number of days in a month, 1 to 12, of the proleptic Gregorian calendar.
  package static func dayCount(year: Int, month: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func number(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int
  ) -> Int? {
    guard start + count <= bytes.count else { return nil }
    var value = 0
    for index in start..<start + count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }

  /// Microseconds of an optional fraction; nil for a decimal point without a digit.
  private static func parseFraction(
    _ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int
  ) -> Int? {
    guard position < bytes.count, bytes[position] == UInt8(ascii: ".") else { return 0 }
    position += 1
    let start = position
    var value = 0
    while position < bytes.count, case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10
    {
      if position - start < 6 { value = value * 10 + Int(digit) }
      position += 1
    }
    let digits = position - start
    guard digits > 0 else { return nil }
    for _ in 0..<max(0, 6 - digits) { value *= 10 }
    return value
  }

  /// Seconds east of UTC.
  private static func parseOffset(
    _ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int
  ) -> Int? {
    guard position < bytes.count else { return nil }
    let sign = bytes[position]
    position += 1
    if sign | 0x20 == UInt8(ascii: "z") { return 0 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let hours = number(bytes, position, 2), hours < 24
    else { return nil }
    position += 2
    if position < bytes.count, bytes[position] == UInt8(ascii: ":") { position += 1 }
    guard let minutes = number(bytes, position, 2), minutes < 60 else { return nil }
    position += 2
    let seconds = hours * 3600 + minutes * 60
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }
}
