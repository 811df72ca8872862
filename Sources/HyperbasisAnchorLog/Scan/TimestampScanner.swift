import HyperbasisModels

/// Scans quoted UTC timestamps; remembers the day of the last one, which neighbours mostly share.
struct TimestampScanner {
  private var date: UInt64 = 0
  private var dayMark: UInt32 = 0
  private var midnight: Int64 = 0

  /// Sets `instant` to microseconds since 1970; returns what follows the closing quote.
  @inline(__always)
  mutating func scan(
    _ value: ScanPointer, _ instant: inout Int64, _ hasFraction: inout Bool
  ) -> ScanPointer? {
    // 0123456789012345678901
    // "2024-05-01T12:03:36Z"
    let date = value.load8(1)
    let dayMark = value.load4(8) & 0xFFFF_FF00
    if date != self.date || dayMark != self.dayMark {
      guard value[0] == UInt8(ascii: "\""), readDay(value + 1, date, dayMark) else { return nil }
    }
    let time = value.load8(12) ^ 0x3030_3A30_303A_3030
    // A byte above 9, or something other than a colon between two numbers.
    let faults =
      (time | (time &+ Bytes8.all(0x06))) & Bytes8.all(0xF0) | (time & 0x0000_FF00_00FF_0000)
    let pairs = time &* 10 &+ time >> 8
    let (hour, minute, second) = (pairs & 0xFF, pairs >> 24 & 0xFF, pairs >> 48 & 0xFF)
    guard faults == 0, hour < 24, minute < 60, second < 60, value[0] == UInt8(ascii: "\"") else {
      return nil
    }
    instant =
      midnight &+ Int64(bitPattern: hour &* 3600 &+ minute &* 60 &+ second) &* 1_000_000
    if value.load2(20) == 0x225A { return value + 22 }  // Z"
    return fraction(value + 20, &instant, &hasFraction)
  }

  @inline(never)
  private mutating func readDay(_ start: ScanPointer, _ date: UInt64, _ dayMark: UInt32) -> Bool {
    guard start[10] == UInt8(ascii: "T") else { return false }
    var text = Array(UnsafeBufferPointer(start: start, count: 11))
    text.append(contentsOf: "00:00:00Z".utf8)
    guard let instant = text.withUnsafeBufferPointer(HBInstant.parse) else { return false }
    (self.date, self.dayMark, midnight) = (date, dayMark, instant.microseconds)
    return true
  }

  /// Adds a fraction of any number of digits, truncated after the sixth.
  @inline(never)
  private func fraction(
    _ point: ScanPointer, _ instant: inout Int64, _ hasFraction: inout Bool
  ) -> ScanPointer? {
    guard point[0] == UInt8(ascii: ".") else { return nil }
    var unit: Int64 = 100_000
    var cursor = point + 1
    while case let digit = cursor[0] &- UInt8(ascii: "0"), digit < 10 {
      instant &+= Int64(digit) &* unit
      unit /= 10
      cursor += 1
    }
    guard cursor > point + 1, cursor.load2() == 0x225A else { return nil }
    hasFraction = true
    return cursor + 2
  }
}
