/// Turns a piece of encoded text into UTF-8.
struct TextDecoder {
  private let encoding: TextEncoding
  /// The bytes at the end that are only part of a character.
  private(set) var rest: [UInt8] = []

  init(_ encoding: TextEncoding) {
    self.encoding = encoding
  }

  mutating func utf8(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
    switch encoding {
    case .utf8: bytes
    case .windows1252: bytes.flatMap(Self.windows)
    case .utf16LittleEndian: utf16(bytes, isLast) { UInt16($0) | UInt16($1) << 8 }
    case .utf16BigEndian: utf16(bytes, isLast) { UInt16($1) | UInt16($0) << 8 }
    }
  }

  private mutating func utf16(
    _ bytes: [UInt8], _ isLast: Bool, _ unit: (UInt8, UInt8) -> UInt16
  ) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      units.append(unit(bytes[index], bytes[index + 1]))
    }
    var used = units.count * 2
    if !isLast, let last = units.last, UTF16.isLeadSurrogate(last) {
      units.removeLast()
      used -= 2
    }
    rest = isLast ? [] : Array(bytes[used...])
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private static func windows(_ byte: UInt8) -> [UInt8] {
    let scalar = byte >= 0x80 && byte < 0xA0 ? gap[Int(byte) - 0x80] : UInt32(byte)
    return Array((Unicode.Scalar(scalar).map(Character.init) ?? "\u{FFFD}").utf8)
  }

  /// The characters of Windows where ISO 8859-1 has control codes.
  private static let gap: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}
