/// A piece of ASCII text without escapes.
struct PlainText {
  let start: ScanPointer
  let stop: ScanPointer
  /// What follows it and its closing quote.
  let end: ScanPointer

  init(start: ScanPointer, end: ScanPointer, next: ScanPointer) {
    self.start = start
    stop = end
    self.end = next
  }

  /// Takes the text between quotes; nil if it is not plain.
  init?(_ value: ScanPointer) {
    guard value[0] == UInt8(ascii: "\"") else { return nil }
    var cursor = value + 1
    while true {
      let count = ValueScanner.plainCount(cursor.load8())
      cursor += count
      if count < 8 { break }
    }
    guard cursor[0] == UInt8(ascii: "\"") else { return nil }
    self.init(start: value + 1, end: cursor, next: cursor + 1)
  }

  private var count: Int { stop - start }

  var string: String {
    String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The FNV-1a hash of the bytes.
  var digest: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var cursor = start
    while cursor < stop {
      hash = (hash ^ UInt64(cursor[0])) &* 0x100_0000_01B3
      cursor += 1
    }
    return hash
  }

  func equals(_ bytes: [UInt8]) -> Bool {
    count == bytes.count
      && bytes.withUnsafeBufferPointer { bytes in
        (0..<bytes.count).allSatisfy { start[$0] == bytes[$0] }
      }
  }

  /// Returns whether it equals a lower-case text, ignoring case.
  func isAlike(_ bytes: [UInt8]) -> Bool {
    count == bytes.count && Self.starts(start, bytes)
  }

  /// Returns whether it contains a lower-case text, ignoring case.
  func contains(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= count else { return false }
    return (0...count - bytes.count).contains { Self.starts(start + $0, bytes) }
  }

  /// Returns a number below 0, 0 or above 0 if it sorts before, equals or sorts after a lower-case
  /// text, ignoring case.
  func order(against bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      for number in 0..<min(count, bytes.count) {
        let byte = Self.lowercased(start[number])
        if byte != bytes[number] { return Int(byte) - Int(bytes[number]) }
      }
      return count - bytes.count
    }
  }

  @inline(__always)
  private static func starts(_ cursor: ScanPointer, _ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      for (number, byte) in bytes.enumerated() where lowercased(cursor[number]) != byte {
        return false
      }
      return true
    }
  }

  @inline(__always)
  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }
}
