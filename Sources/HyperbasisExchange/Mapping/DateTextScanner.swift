/// A cursor over the bytes of a date.
struct DateTextScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  var peek: UInt8 { position < bytes.count ? bytes[position] : 0 }

  mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte, !isAtEnd else { return false }
    position += 1
    return true
  }

  mutating func skipBlanks() {
    while peek == UInt8(ascii: " ") { position += 1 }
  }

  mutating func skipToTime() {
    if peek | 0x20 == UInt8(ascii: "t") { position += 1 } else { skipBlanks() }
  }

  /// Takes a number of `least` to `most` digits.
  @inline(__always)
  mutating func number(_ least: Int, _ most: Int) -> Int? {
    var value = 0
    var count = 0
    while count < most, position < bytes.count {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      value = value * 10 + Int(digit)
      count += 1
      position += 1
    }
    return count >= least ? value : nil
  }

  mutating func day(
    _ family: DateText.Family, isDayFirst: Bool
  ) -> (year: Int, month: Int, day: Int)? {
    if family == .yearFirst { return yearFirst() }
    guard let first = number(1, 2) else { return nil }
    let separator = peek
    guard separator == UInt8(ascii: ".") ? family == .dotted : family == .slashed,
      take(separator), let second = number(1, 2), take(separator), let year = number(4, 4)
    else { return nil }
    return isDayFirst ? (year, second, first) : (year, first, second)
  }

  private mutating func yearFirst() -> (year: Int, month: Int, day: Int)? {
    guard let year = number(4, 4) else { return nil }
    let separator = peek
    let hasSeparator = separator == 0x2D || separator == 0x2F || separator == 0x2E
    if hasSeparator { position += 1 }
    guard let month = number(hasSeparator ? 1 : 2, 2) else { return nil }
    if hasSeparator, !take(separator) { return nil }
    guard let day = number(hasSeparator ? 1 : 2, 2) else { return nil }
    return (year, month, day)
  }

  /// Takes a time of day, in microseconds since midnight: `9:05`, `09:05:30.25`, `090530`, `9:05 PM`.
  mutating func timeOfDay() -> Int64? {
    guard var hour = number(1, 2) else { return nil }
    let hasColon = take(UInt8(ascii: ":"))
    guard let minute = number(2, 2), minute < 60 else { return nil }
    var second = 0
    var fraction: Int64 = 0
    if hasColon ? take(UInt8(ascii: ":")) : peek &- UInt8(ascii: "0") < 10 {
      guard let found = number(2, 2), found <= 60 else { return nil }
      second = found
      fraction = self.fraction()
    }
    if let isAfternoon = halfOfDay() {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    guard hour < 24 || (hour == 24 && minute == 0 && second == 0 && fraction == 0) else {
      return nil
    }
    return Int64(hour * 3600 + minute * 60 + second) * 1_000_000 + fraction
  }

  /// Takes a fraction after a point or a comma, in microseconds; digits after the sixth are cut off.
  mutating func fraction() -> Int64 {
    let isNext = position + 1 < bytes.count && bytes[position + 1] &- UInt8(ascii: "0") < 10
    guard peek == UInt8(ascii: ".") || peek == UInt8(ascii: ","), isNext else { return 0 }
    position += 1
    var value: Int64 = 0
    var unit: Int64 = 100_000
    while position < bytes.count {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      value += Int64(digit) * unit
      unit /= 10
      position += 1
    }
    return value
  }

  /// Takes `AM` or `PM` if one follows, and returns whether it is `PM`; nil for neither.
  mutating func halfOfDay() -> Bool? {
    let start = position
    skipBlanks()
    let letter = peek | 0x20
    guard letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p"),
      position + 1 < bytes.count, bytes[position + 1] | 0x20 == UInt8(ascii: "m")
    else {
      position = start
      return nil
    }
    position += 2
    return letter == UInt8(ascii: "p")
  }

  /// Takes the English name of a month, whole or its first three letters, and returns its number.
  mutating func monthName() -> Int? {
    let word = bytes[position...].prefix { (0x61...0x7A).contains($0 | 0x20) }
    let name = String(decoding: word, as: UTF8.self).lowercased()
    guard
      let index = Self.months.firstIndex(where: {
        $0 == name || (name.count == 3 && $0.hasPrefix(name))
      })
    else { return nil }
    position += word.count
    return index + 1
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
  ]

  /// Takes an offset, in seconds east of UTC: `Z`, `UTC`, `+02`, `+0200`, `+02:00`.
  mutating func offset() -> Int? {
    if take(UInt8(ascii: "Z")) || take(UInt8(ascii: "z")) { return 0 }
    let rest = String(decoding: bytes[position...], as: UTF8.self).uppercased()
    if rest == "UTC" || rest == "GMT" {
      position = bytes.count
      return 0
    }
    let isWest = peek == UInt8(ascii: "-")
    guard isWest || peek == UInt8(ascii: "+") else { return nil }
    position += 1
    guard let hours = number(1, 2), hours < 24 else { return nil }
    _ = take(UInt8(ascii: ":"))
    let minutes = number(2, 2) ?? 0
    guard minutes < 60 else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return isWest ? -seconds : seconds
  }
}
