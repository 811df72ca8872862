import Dispatch

/// A 64-bit checksum of bytes, at the speed of memory: it shows that age, a disk or an accident has
/// changed them. It is no protection against forgery.
package enum BlockChecksum {
  private static let blockSize = 1 << 20

  /// Returns the checksum of bytes; many bytes are read on all cores.
  package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    if bytes.count <= blockSize { return block(bytes) }
    let sums = concurrentSums((bytes.count + blockSize - 1) / blockSize) { number in
      let start = number * blockSize
      let end = min(bytes.count, start + blockSize)
      return block(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
    }
    return sums.withUnsafeBytes { block($0) }
  }

  /// Returns `count` checksums, computed on all cores.
  static func concurrentSums(_ count: Int, _ sum: (Int) -> UInt64) -> [UInt64] {
    [UInt64](unsafeUninitializedCapacity: count) { sums, filled in
      withoutActuallyEscaping(sum) { sum in
        // Each iteration has an element of its own, and only reads the summed bytes.
        nonisolated(unsafe) let (sums, sum) = (sums, sum)
        DispatchQueue.concurrentPerform(iterations: count) { number in
          sums.initializeElement(at: number, to: sum(number))
        }
      }
      filled = count
    }
  }

  private static func block(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var lanes: (UInt64, UInt64, UInt64, UInt64) = (
      0x9E37_79B9_7F4A_7C15, 0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3
    )
    var offset = 0
    while offset + 64 <= bytes.count {
      lanes.0 = mix(lanes.0, bytes.word(offset), bytes.word(offset + 8))
      lanes.1 = mix(lanes.1, bytes.word(offset + 16), bytes.word(offset + 24))
      lanes.2 = mix(lanes.2, bytes.word(offset + 32), bytes.word(offset + 40))
      lanes.3 = mix(lanes.3, bytes.word(offset + 48), bytes.word(offset + 56))
      offset += 64
    }
    while offset < bytes.count {
      lanes.0 = mix(lanes.0, bytes.partialWord(offset), UInt64(offset))
      offset += 8
    }
    return mix(mix(lanes.0, lanes.1, lanes.2), lanes.3, UInt64(bytes.count))
  }

  @inline(__always)
  private static func mix(_ state: UInt64, _ first: UInt64, _ second: UInt64) -> UInt64 {
    let left = state ^ first
    let product = left.multipliedFullWidth(by: second ^ 0x589F_11B4_3FD5_93E5)
    // The left side is kept: a product with 0 would lose it.
    return (product.high ^ product.low) &+ (left << 32 | left >> 32)
  }
}

extension UnsafeRawBufferPointer {
  @inline(__always)
  fileprivate func word(_ offset: Int) -> UInt64 {
    loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// Returns at most eight bytes as a word, the first one lowest.
  fileprivate func partialWord(_ offset: Int) -> UInt64 {
    var word: UInt64 = 0
    for place in 0..<Swift.min(8, count - offset) {
      word |= UInt64(self[offset + place]) << UInt64(place * 8)
    }
    return word
  }
}
