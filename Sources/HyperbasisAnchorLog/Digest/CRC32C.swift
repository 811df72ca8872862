/// CRC-32C: the cyclic redundancy check of RFC 3720, appendix B.4, with the reflected polynomial
/// 0x82F63B78.
///
/// It takes eight bytes a step by tables, which needs no instruction of a particular processor.
public struct CRC32C: Sendable {
  private var register: UInt32 = .max

  public init() {}

  /// The checksum of all bytes so far.
  public var value: UInt32 { ~register }

  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var register = register
    Self.tables.withUnsafeBufferPointer { tables in
      var place = 0
      while bytes.count - place >= 8 {
        let word =
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
          ^ UInt64(register)
        register = 0
        for byte in 0..<8 {
          let entry = Int(truncatingIfNeeded: word >> (8 * UInt64(byte)) & 0xFF)
          register ^= tables[(7 - byte) * 256 + entry]
        }
        place += 8
      }
      while place < bytes.count {
        let entry = Int((register ^ UInt32(bytes[place])) & 0xFF)
        register = tables[entry] ^ (register >> 8)
        place += 1
      }
    }
    self.register = register
  }

  /// Returns the checksum of bytes in memory.
  public static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var checksum = CRC32C()
    checksum.update(bytes)
    return checksum.value
  }

  /// Table `n` holds what a byte does to the register when `n` zero bytes follow it.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
      tables[byte] = value
    }
    for place in 256..<tables.count {
      let before = tables[place - 256]
      tables[place] = tables[Int(before & 0xFF)] ^ (before >> 8)
    }
    return tables
  }()
}
