import HyperbasisModels

/// A way to write dates, by letters that stand for digits and names: `dd.MM.yyyy HH:mm:ss`,
/// `d-MMM-yyyy`.
struct DatePattern: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case year, shortYear, month, monthName, day, hour, halfDayHour, minute, second, fraction, half
    case offset
    case blank
    case literal(UInt8)
  }

  private let parts: [Part]

  /// Returns nil for a pattern with other letters, or without a year, a month and a day.
  init?(_ text: String) {
    var parts: [Part] = []
    var rest = Array(text.utf8)[...]
    while let first = rest.first {
      let run = rest.prefix { $0 == first }.count
      rest = rest.dropFirst(run)
      guard let part = Self.part(first, run) else { return nil }
      parts.append(contentsOf: repeatElement(part, count: Self.isLetter(first) ? 1 : run))
    }
    guard parts.contains(.month) || parts.contains(.monthName), parts.contains(.day),
      parts.contains(.year) || parts.contains(.shortYear)
    else { return nil }
    self.parts = parts
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func part(_ letter: UInt8, _ run: Int) -> Part? {
    switch UnicodeScalar(letter) {
    case "y": run == 2 ? .shortYear : .year
    case "M": run <= 2 ? .month : .monthName
    case "d": .day
    case "H": .hour
    case "h": .halfDayHour
    case "m": .minute
    case "s": .second
    case "S": .fraction
    case "a": .half
    case "Z", "X", "x": .offset
    case "T": .literal(letter)
    case " ": .blank
    case "'": .blank
    default: isLetter(letter) ? nil : .literal(letter)
    }
  }
}

extension DatePattern {
  /// How to write a pattern, for a person whose pattern or date cannot be read.
  static let advice =
    "a date format has a year (yyyy or yy), a month (MM, or MMM for Jan) and a day (dd), for example "
    + "--time-format 'dd.MM.yyyy HH:mm:ss' or 'M/d/yy h:mm a'"

  /// Returns what the bytes say; seconds may have a fraction that the pattern does not name.
  func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(DateText.Failure) -> DateText {
    var scanner = DateTextScanner(bytes)
    var fields = Fields()
    for part in parts {
      guard fields.take(part, &scanner) else { throw .otherFormat }
    }
    scanner.skipBlanks()
    guard scanner.isAtEnd else { throw .otherFormat }
    return try fields.text()
  }

  private struct Fields {
    var year = 0
    var month = 0
    var day = 0
    var hour = 0
    var minute = 0
    var second = 0
    var fraction: Int64 = 0
    var isAfternoon: Bool?
    var offset: Int?

    mutating func take(_ part: Part, _ scanner: inout DateTextScanner) -> Bool {
      switch part {
      case .year: return set(\.year, scanner.number(4, 4))
      case .shortYear: return set(\.year, scanner.number(2, 2).map { $0 + ($0 < 70 ? 2000 : 1900) })
      case .month: return set(\.month, scanner.number(1, 2))
      case .monthName: return set(\.month, scanner.monthName())
      case .day: return set(\.day, scanner.number(1, 2))
      case .hour, .halfDayHour: return set(\.hour, scanner.number(1, 2))
      case .minute: return set(\.minute, scanner.number(1, 2))
      case .second:
        guard set(\.second, scanner.number(1, 2)) else { return false }
        fraction = scanner.fraction()
        return true
      case .fraction: return true
      case .half:
        isAfternoon = scanner.halfOfDay()
        return isAfternoon != nil
      case .offset:
        offset = scanner.offset()
        return offset != nil
      case .blank:
        scanner.skipBlanks()
        return true
      case .literal(let byte):
        // The point before a fraction has already been taken with it.
        return scanner.take(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",")
      }
    }

    private mutating func set(_ field: WritableKeyPath<Self, Int>, _ value: Int?) -> Bool {
      guard let value else { return false }
      self[keyPath: field] = value
      return true
    }

    func text() throws(DateText.Failure) -> DateText {
      guard HBInstant.isValid(year: year, month: month, day: day) else { throw .noSuchDay }
      let hour = isAfternoon.map { self.hour % 12 + ($0 ? 12 : 0) } ?? self.hour
      guard hour < 24, minute < 60, second <= 60 else { throw .otherFormat }
      let days = HBInstant.days(year: year, month: month, day: day)
      let seconds = days * 86_400 + Int64(hour * 3600 + minute * 60 + second)
      return DateText(local: seconds * 1_000_000 + fraction, offset: offset)
    }
  }
}
