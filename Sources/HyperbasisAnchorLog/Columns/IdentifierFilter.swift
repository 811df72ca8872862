/// A Bloom filter of ids, which may err on the side of yes: five bits of one word for each id.
///
/// At 32 bits an id, one in two thousand absent ids seems present when the filter is full. It
/// answers "is this id new?" for nearly every line without a hash table of all ids.
struct IdentifierFilter: Sendable {
  private var words: [UInt64]
  private let shift: UInt64
  /// Up to this many ids a word, answers stay sharp.
  private static let idsPerWord = 2
  // Random, so that no log can be made to collide.
  private let key = UInt64.random(in: .min ... .max) | 1

  /// Creates a filter for about `expected` ids; none at all for 0.
  init(expected: Int = 0) {
    var bits: UInt64 = 4
    while expected > 0, (1 << bits) * Self.idsPerWord < expected, bits < 40 { bits += 1 }
    words = expected > 0 ? Array(repeating: 0, count: 1 << Int(bits)) : []
    shift = 64 - bits
  }

  /// Whether there is no filter at all, so that every id may be present.
  var isEmpty: Bool { words.isEmpty }

  /// The number of ids up to which answers stay sharp.
  var comfortableCount: Int { words.count * Self.idsPerWord }

  /// Adds an id; returns whether it may have been present before.
  @inline(__always)
  mutating func insert(_ id: UUIDBits) -> Bool {
    if words.isEmpty { return true }
    let (index, mask) = place(id)
    return words.withUnsafeMutableBufferPointer { words in
      // `index` has just the bits that the count, a power of two, needs.
      let word = words[index]
      words[index] = word | mask
      return word & mask == mask
    }
  }

  func mayContain(_ id: UUIDBits) -> Bool {
    if words.isEmpty { return true }
    let (index, mask) = place(id)
    return words[index] & mask == mask
  }

  @inline(__always)
  private func place(_ id: UUIDBits) -> (index: Int, mask: UInt64) {
    var mixed = (id.high ^ key) &* 0x9E37_79B9_7F4A_7C15
    mixed ^= mixed >> 32
    mixed = (mixed ^ id.low) &* 0xD6E8_FEB8_6659_FD93
    mixed ^= mixed >> 29
    mixed &*= key
    let first = (1 as UInt64) << (mixed & 63) | (1 as UInt64) << (mixed >> 6 & 63)
    let second = (1 as UInt64) << (mixed >> 12 & 63) | (1 as UInt64) << (mixed >> 18 & 63)
    let mask = first | second | (1 as UInt64) << (mixed >> 24 & 63)
    return (Int(truncatingIfNeeded: mixed >> shift), mask)
  }
}
