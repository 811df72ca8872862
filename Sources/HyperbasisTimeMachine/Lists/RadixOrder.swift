/// Sorting by numbers that compares no two of them: digit by digit, the least first (Knuth, The Art of
/// Computer Programming, volume 3, 5.2.5). Of a hundred thousand, comparing takes longer than a frame
/// may.
enum RadixOrder {
  /// The bits of a digit: three of them make 33, and where the entries of each begin fits the nearest
  /// cache.
  private static let digitBits = 11
  private static let mask = UInt64(1) << digitBits - 1

  /// The places of the keys, that of the least first, those of equal ones in their order.
  ///
  /// - Complexity: O(n) for n keys, and for each digit in which some of them differ.
  static func ascending(_ keys: [UInt64]) -> [Int32] {
    guard let first = keys.first else { return [] }
    var entries = keys.indices.map { Entry(key: keys[$0], place: Int32(truncatingIfNeeded: $0)) }
    guard keys.count > fewKeys else {
      return entries.sorted { ($0.key, $0.place) < ($1.key, $1.place) }.map(\.place)
    }
    let varying = keys.reduce(0) { $0 | ($1 ^ first) }
    var target = entries
    for shift in stride(from: 0, to: UInt64.bitWidth, by: digitBits)
    where varying >> shift & mask != 0 {
      pass(entries, into: &target, shift)
      swap(&entries, &target)
    }
    return entries.map(\.place)
  }

  /// Up to so many, comparing is quicker than counting.
  private static let fewKeys = 64

  /// A key that is the greater the greater a number is; it is not for what is not a number.
  static func key(_ value: Double) -> UInt64 {
    // Zero has two signs, which are equal.
    let bits = (value + 0).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  /// A key that is the less the greater a distance is, which is not negative. Distances that differ by
  /// less than a millionth have the same.
  @inline(__always)
  static func farthestFirst(_ distance: Double) -> UInt64 {
    // Numbers that are not negative order like their bits: exponent and 21 bits behind the point.
    (~(distance + 0).bitPattern & (1 << 63 - 1)) >> 31
  }

  private struct Entry {
    let key: UInt64
    let place: Int32

    @inline(__always)
    func digit(_ shift: Int) -> Int { Int(truncatingIfNeeded: key >> UInt64(shift) & mask) }
  }

  /// Puts the entries in the order of a digit, those with the same one in theirs.
  private static func pass(_ entries: [Entry], into target: inout [Entry], _ shift: Int) {
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
