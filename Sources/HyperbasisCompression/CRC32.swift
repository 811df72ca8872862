import CHyperbasisZlib
package import Foundation

/// The checksum of zip files: the CRC of ISO 3309 with the polynomial 0xEDB88320, low bit first.
package enum CRC32 {
  /// The most bytes that are passed to zlib in one call.
  private static let mostAtOnce = 1 << 30

  package static func checksum(_ data: Data) -> UInt32 {
    data.withUnsafeBytes { bytes in
      var value = crc32(0, nil, 0)
      for start in stride(from: 0, to: bytes.count, by: mostAtOnce) {
        let part = UnsafeRawBufferPointer(rebasing: bytes[start...].prefix(mostAtOnce))
        value = crc32(value, part.bindMemory(to: UInt8.self).baseAddress, UInt32(part.count))
      }
      return UInt32(truncatingIfNeeded: value)
    }
  }
}
