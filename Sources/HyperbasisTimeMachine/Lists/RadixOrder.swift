/// Sorts by numbers without comparing any two: digit by digit, the least significant first (Knuth, The Art
/// of Computer Programming, volume 3, 5.2.5). Comparing a hundred thousand takes longer than a frame may.
enum RadixOrder {
  /// The bits of a digit: three digits make 33 bits, and the table of where the entries of each digit
  /// value begin fits the nearest cache.
  private static let digitBits = 11
  private static let mask = 1 << digitBits - 1

  /// Returns the places of the keys in ascending order, those of equal keys in their given order.
  ///
  /// - Complexity: O(n) for n keys, per digit in which some of them differ.
  static func ascending<Key: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ keys: [Key]
  ) -> [Int32] {
    ascending(
      keys.indices.map { Entry(key: keys[$0], place: Int32(truncatingIfNeeded: $0)) }
    ).map(\.place)
  }

  /// A key and its place: eight bytes if the key has four, so that twice as many fit a cache.
  struct Entry<Key: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>: BitwiseCopyable {
    let key: Key
    let place: Int32

    @inline(__always)
    fileprivate func digit(_ shift: Int) -> Int {
      Int(truncatingIfNeeded: key &>> Key(truncatingIfNeeded: shift)) & mask
    }
  }

  /// Returns entries in the order of their keys, those of equal keys in their given order.
  static func ascending<Key>(_ entries: [Entry<Key>]) -> [Entry<Key>] {
    guard let first = entries.first else { return [] }
    guard entries.count > fewKeys else { return sorted(entries) }
    let varying = entries.reduce(0) { $0 | ($1.key ^ first.key) }
    var (entries, target) = (entries, entries)
    for shift in stride(from: 0, to: Key.bitWidth, by: digitBits)
    where Int(truncatingIfNeeded: varying >> shift) & mask != 0 {
      pass(entries, into: &target, shift)
      swap(&entries, &target)
    }
    return entries
  }

  private static func sorted<Key>(_ entries: [Entry<Key>]) -> [Entry<Key>] {
    let order = entries.indices.sorted { (entries[$0].key, $0) < (entries[$1].key, $1) }
    return order.map { entries[$0] }
  }

  /// Up to this many, comparing is quicker than counting.
  private static let fewKeys = 64

  /// Returns a key that grows with a number, which must not be NaN.
  static func key(_ value: Double) -> UInt64 {
    // Zero has two signs, which are equal.
    let bits = (value + 0).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  /// Returns a key that falls as a distance grows, which must not be negative. Distances that differ by
  /// less than a millionth may share a key.
  @inline(__always)
  static func farthestFirst(_ distance: Double) -> UInt32 {
    // Non-negative numbers order like their bits; here, the exponent and 21 bits of the fraction.
    UInt32(truncatingIfNeeded: (~(distance + 0).bitPattern & (1 << 63 - 1)) >> 31)
  }

  /// Orders the entries by a digit, keeping the order of those that have the same one.
  private static func pass<Key>(
    _ entries: [Entry<Key>], into target: inout [Entry<Key>], _ shift: Int
  ) {
    var next = [Int](repeating: 0, count: 1 << digitBits + 1)
    for entry in entries { next[entry.digit(shift) + 1] += 1 }
    for digit in 1..<next.count { next[digit] += next[digit - 1] }
    for entry in entries {
      let digit = entry.digit(shift)
      target[next[digit]] = entry
      next[digit] += 1
    }
  }
}

extension RadixOrder.Entry: Sendable where Key: Sendable {}
