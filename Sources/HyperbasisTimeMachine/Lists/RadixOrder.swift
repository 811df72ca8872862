/// Sorting by numbers that compares no two of them: digit by digit, the least first (Knuth, The Art of
/// Computer Programming, volume 3, 5.2.5). Of a hundred thousand, comparing takes longer than a frame
/// may.
enum RadixOrder {
  /// The places of the keys, that of the least first, those of equal ones in their order.
  ///
  /// - Complexity: O(n) for n keys, and for each byte in which some of them differ.
  static func ascending(_ keys: [UInt64]) -> [Int32] {
    var entries = keys.indices.map { Entry(key: keys[$0], place: Int32(truncatingIfNeeded: $0)) }
    guard let first = keys.first else { return [] }
    let varying = keys.reduce(0) { $0 | ($1 ^ first) }
    var target = entries
    for shift in stride(from: 0, to: UInt64.bitWidth, by: 8) where varying >> shift & 0xFF != 0 {
      var next = Self.starts(entries, shift)
      for entry in entries {
        target[next[entry.digit(shift)]] = entry
        next[entry.digit(shift)] += 1
      }
      swap(&entries, &target)
    }
    return entries.map(\.place)
  }

  /// A key that is the greater the greater a number is; it is not for what is not a number.
  static func key(_ value: Double) -> UInt64 {
    // Zero has two signs, which are equal.
    let bits = (value + 0).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  private struct Entry {
    let key: UInt64
    let place: Int32

    func digit(_ shift: Int) -> Int { Int(truncatingIfNeeded: key >> shift & 0xFF) }
  }

  /// Where the entries with each digit begin.
  private static func starts(_ entries: [Entry], _ shift: Int) -> [Int] {
    var starts = [Int](repeating: 0, count: 257)
    for entry in entries { starts[entry.digit(shift) + 1] += 1 }
    for digit in 0..<256 { starts[digit + 1] += starts[digit] }
    return starts
  }
}
