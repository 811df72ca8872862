package import Foundation

/// The 128 bits of a UUID as two big-endian words: comparing the words compares the bytes.
package struct UUIDBits: Hashable, Sendable, BitwiseCopyable {
  package var high: UInt64
  package var low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  package init(_ uuid: UUID) {
    let words = unsafeBitCast(uuid.uuid, to: SIMD2<UInt64>.self)
    high = UInt64(bigEndian: words.x)
    low = UInt64(bigEndian: words.y)
  }

  package var uuid: UUID {
    UUID(uuid: unsafeBitCast(SIMD2(high.bigEndian, low.bigEndian), to: uuid_t.self))
  }
}

extension UUIDBits: Comparable {
  @inline(__always)
  package static func < (left: UUIDBits, right: UUIDBits) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }
}
