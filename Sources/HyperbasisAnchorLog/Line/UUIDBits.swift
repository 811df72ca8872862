public import Foundation

/// The 128 bits of a UUID as two big-endian words: comparing the words compares the bytes.
public struct UUIDBits: Hashable, Sendable, BitwiseCopyable {
  public var high: UInt64
  public var low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  public init(_ uuid: UUID) {
    let words = unsafeBitCast(uuid.uuid, to: SIMD2<UInt64>.self)
    high = UInt64(bigEndian: words.x)
    low = UInt64(bigEndian: words.y)
  }

  public var uuid: UUID {
    UUID(uuid: unsafeBitCast(SIMD2(high.bigEndian, low.bigEndian), to: uuid_t.self))
  }
}

extension UUIDBits: Comparable {
  @inline(__always)
  public static func < (left: UUIDBits, right: UUIDBits) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }
}
