/// Mixes words into 64 bits that stand for a value.
///
/// Equal values have equal digests under one key. Different ones have different digests except for
/// one pair in 2^64, and since the key is random, colliding values cannot be made without knowing
/// it. Digests under different keys say nothing about each other.
struct Digest {
  private(set) var bits: UInt64

  /// - Parameter kind: keeps values of different kinds apart.
  @inline(__always)
  init(_ kind: UInt64, _ key: DigestKey) {
    bits = Self.mixed(key.bits ^ kind, 0x9E37_79B9_7F4A_7C15)
  }

  @inline(__always)
  mutating func add(_ word: UInt64) {
    bits = Self.mixed(bits ^ word, 0xA076_1D64_78BD_642F)
  }

  /// Returns the product of two words, its upper half folded onto the lower one.
  @inline(__always)
  private static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right | 1)
    return product.high ^ product.low ^ left
  }
}

/// The digest of a text's UTF-8 bytes, which may come in pieces.
struct TextDigest {
  private var digest: Digest
  private var pending: UInt64 = 0
  private var pendingCount = 0
  private var count = 0

  @inline(__always)
  init(_ key: DigestKey) {
    digest = Digest(1, key)
  }

  /// Adds the first `length` bytes of a word, at most eight; the first byte is the lowest.
  @inline(__always)
  mutating func add(_ word: UInt64, _ length: Int) {
    guard length > 0 else { return }
    let bytes = length == 8 ? word : word & ((1 << UInt64(length * 8)) - 1)
    pending |= bytes << UInt64(pendingCount * 8)
    count += length
    let room = 8 - pendingCount
    if length < room {
      pendingCount += length
    } else {
      digest.add(pending)
      pending = length == room ? 0 : bytes >> UInt64(room * 8)
      pendingCount = length - room
    }
  }

  @inline(__always)
  var bits: UInt64 {
    var result = digest
    result.add(pending)
    result.add(UInt64(count))
    return result.bits
  }
}
