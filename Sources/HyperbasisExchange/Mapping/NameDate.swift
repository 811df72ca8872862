import Foundation
import HyperbasisHistory
import HyperbasisModels

/// A date in a file's name: `trees-2024-06-01.geojson`, `2024-03-01T10-00-00Z.json`,
/// `scan_20240301_100000.json`, `plan 2024-06-01 at 2.30.15 PM.csv`.
enum NameDate {
  /// Returns the instant of the first date in a name; nil if there is none. Without a zone it is in `zone`.
  static func instant(in name: String, zone: TimeZone?) -> HBInstant? {
    let bytes = Array(name.utf8)
    for start in bytes.indices
    where isDigit(bytes[start]) && (start == 0 || !isDigit(bytes[start - 1])) {
      if let instant = date(bytes, start, zone) { return instant }
    }
    return nil
  }

  private static func date(_ bytes: [UInt8], _ start: Int, _ zone: TimeZone?) -> HBInstant? {
    var cursor = Cursor(bytes: bytes, position: start)
    guard let year = cursor.digits(4), (1900...9999).contains(year) else { return nil }
    let hasSeparator = cursor.takeSeparator()
    guard let month = cursor.digits(2), cursor.takeSeparator() == hasSeparator,
      let day = cursor.digits(2), HBInstant.isValid(year: year, month: month, day: day)
    else { return nil }
    var local = HBInstant.days(year: year, month: month, day: day) * 86_400_000_000
    var isUTC = false
    if let seconds = cursor.timeOfDay() {
      local += Int64(seconds) * 1_000_000
      isUTC = cursor.takeZ()
    }
    guard let zone, !isUTC else { return HBInstant(microseconds: local) }
    return LocalDateTime(microseconds: local).instant(in: zone)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private struct Cursor {
    let bytes: [UInt8]
    var position: Int

    private var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

    mutating func digits(_ count: Int) -> Int? {
      guard position + count <= bytes.count,
        bytes[position..<position + count].allSatisfy(NameDate.isDigit)
      else { return nil }
      defer { position += count }
      return bytes[position..<position + count].reduce(0) { $0 * 10 + Int($1 & 0x0F) }
    }

    mutating func takeSeparator() -> Bool {
      guard [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains(byte) else {
        return false
      }
      position += 1
      return true
    }

    mutating func takeZ() -> Bool { byte | 0x20 == UInt8(ascii: "z") }

    /// Takes a time, in seconds since midnight; returns nil and takes nothing if none follows.
    mutating func timeOfDay() -> Int? {
      let start = position
      guard byte | 0x20 == UInt8(ascii: "t") || [0x20, 0x2D, 0x5F].contains(byte) else {
        return nil
      }
      position += 1
      let hasWord = takeWordAt()
      if let hour = digits(2) ?? (hasWord ? digits(1) : nil), hour < 24 {
        takeTimeSeparator()
        if let minute = digits(2), minute < 60 {
          let end = position
          takeTimeSeparator()
          guard let second = digits(2), second < 60 else {
            position = end
            return takeHalfOfDay(hour) * 3600 + minute * 60
          }
          return takeHalfOfDay(hour) * 3600 + minute * 60 + second
        }
      }
      position = start
      return nil
    }

    /// Takes the word between the date and the time in a name that macOS gave.
    private mutating func takeWordAt() -> Bool {
      guard bytes[position...].starts(with: "at ".utf8) else { return false }
      position += 3
      return true
    }

    /// Returns the hour of the day, and takes an `AM` or `PM` that follows.
    private mutating func takeHalfOfDay(_ hour: Int) -> Int {
      let rest = String(decoding: bytes[position...].prefix(6), as: UTF8.self)
      // Newer systems write a narrow no-break space.
      guard (1...12).contains(hour), let blank = rest.first, blank.isWhitespace,
        case let word = rest.dropFirst().prefix(while: \.isLetter).lowercased(),
        word == "am" || word == "pm"
      else { return hour }
      position += blank.utf8.count + word.utf8.count
      return hour % 12 + (word == "pm" ? 12 : 0)
    }

    private mutating func takeTimeSeparator() {
      if [UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains(byte)
      {
        position += 1
      }
    }
  }
}
