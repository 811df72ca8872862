/// The checksum of zip files: the CRC of ISO 3309 with the polynomial 0xEDB88320, low bit first.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }

  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    let table = table
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      value = table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8
    }
    return ~value
  }
}
