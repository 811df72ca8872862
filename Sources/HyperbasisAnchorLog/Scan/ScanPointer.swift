/// A position in padded bytes: eight bytes may be read from any position up to the last newline.
///
/// The scanner works on raw pointers, without bounds checks. It never runs off the end because the
/// bytes end with a newline, which no value may contain: each step passes only bytes that it has
/// found to be part of a value, and loads of eight bytes end in the padding.
typealias ScanPointer = UnsafePointer<UInt8>

extension ScanPointer {
  /// How many bytes after the last newline must be readable.
  static let padding = 64

  @inline(__always)
  func load8(_ offset: Int = 0) -> UInt64 {
    UInt64(
      littleEndian: UnsafeRawPointer(self + offset).loadUnaligned(as: UInt64.self))
  }

  @inline(__always)
  func load4(_ offset: Int = 0) -> UInt32 {
    UInt32(
      littleEndian: UnsafeRawPointer(self + offset).loadUnaligned(as: UInt32.self))
  }

  @inline(__always)
  func load2(_ offset: Int = 0) -> UInt16 {
    UInt16(
      littleEndian: UnsafeRawPointer(self + offset).loadUnaligned(as: UInt16.self))
  }
}

/// Eight bytes handled as one word; the first byte is the lowest.
enum Bytes8 {
  /// Returns a word whose bytes are all the same.
  @inline(__always)
  static func all(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

  /// Returns the word of up to eight ASCII characters.
  @inline(__always)
  static func word(_ text: StaticString) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<text.utf8CodeUnitCount {
      word |= UInt64(text.utf8Start[index]) << UInt64(index * 8)
    }
    return word
  }

  /// Returns the top bit of each byte that is not a decimal digit.
  @inline(__always)
  static func others(_ word: UInt64) -> UInt64 {
    let digits = word ^ all(0x30)
    return ((digits & all(0x7F)) &+ all(0x76) | digits) & all(0x80)
  }

  /// Returns how many decimal digits a word starts with.
  @inline(__always)
  static func digitCount(_ word: UInt64) -> Int { others(word).trailingZeroBitCount >> 3 }

  /// Returns a word with all bytes but the first `count` zeroed; `count` may be any number.
  @inline(__always)
  static func first(_ count: Int, of word: UInt64) -> UInt64 {
    let mask: UInt64 = (1 &<< UInt64(truncatingIfNeeded: count * 8)) &- 1
    return count >= 8 ? word : count > 0 ? word & mask : 0
  }

  /// Returns the number that eight decimal digits spell.
  @inline(__always)
  static func decimal(_ word: UInt64) -> UInt64 {
    var value = word & all(0x0F)
    value = (value &* 10 &+ value >> 8) & 0x00FF_00FF_00FF_00FF
    value = (value &* 100 &+ value >> 16) & 0x0000_FFFF_0000_FFFF
    return (value &* 10_000 &+ value >> 32) & 0xFFFF_FFFF
  }

  /// Returns the 32 bits that eight hexadecimal digits spell; sets top bits in `faults` for other
  /// bytes.
  @inline(__always)
  static func hexadecimal(_ word: UInt64, _ faults: inout UInt64) -> UInt64 {
    let lower = word | all(0x20)
    let digit = word ^ all(0x30)
    let letter = lower ^ all(0x60)
    // With every byte below 0x80 the additions do not carry into the next one.
    let notDigit = digit &+ all(0x76)
    let notLetter = (letter &+ all(0x79)) | ~(letter &+ all(0x7F))
    faults |= (word | notDigit & notLetter) & all(0x80)
    var value = lower & all(0x0F) &+ (lower >> 6 & all(0x01)) &* 9
    value = value.byteSwapped
    value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
    value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
    return (value | value >> 16) & 0xFFFF_FFFF
  }
}
