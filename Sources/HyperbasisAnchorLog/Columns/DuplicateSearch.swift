import Dispatch
import Synchronization

/// Finds ids that occur more than once in a log.
///
/// The ids are first dealt out into groups by some of their bits, so that those that are compared
/// with each other fit into a core's cache: each lookup in one large table would wait for memory.
///
/// Why `@unchecked Sendable` holds: the ids are not written while they are searched.
struct DuplicateSearch: @unchecked Sendable {
  private let ids: UnsafeMutablePointer<UUIDBits>
  private let count: Int
  /// The number of bits of a mixed id that select its group.
  private let groupBits: UInt64
  // Random, so that no log can be made to collide.
  private let key = UInt64.random(in: .min ... .max) | 1

  private static let groupSize = 4096

  /// - Parameter ids: a column whose first `count` rows are searched; it must outlive this value.
  init(_ ids: UnsafeMutablePointer<UUIDBits>, count: Int) {
    self.ids = ids
    self.count = count
    var bits: UInt64 = 1
    while (1 << bits) * Self.groupSize < count, bits < 20 { bits += 1 }
    groupBits = bits
  }
}

extension DuplicateSearch {
  /// Returns the rows whose id also occurs in another row, in order.
  func rows() -> [Int] {
    guard count > 1 else { return [] }
    let entries = UnsafeMutablePointer<Entry>.zeroed(count, isDense: true)
    defer { entries.release(capacity: count) }
    let ends = deal(into: entries)
    let dealt = SharedEntries(base: entries)
    let found = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: ends.count) { group in
      let start = group == 0 ? 0 : ends[group - 1]
      let rows = repeated(dealt.part(start..<ends[group]))
      if !rows.isEmpty { found.withLock { $0 += rows } }
    }
    return found.withLock { $0.sorted() }
  }

  /// Writes every row with the mark that its id is compared by, group by group; returns where each
  /// group ends.
  private func deal(into entries: UnsafeMutablePointer<Entry>) -> [Int] {
    var places = [Int](repeating: 0, count: 1 << Int(groupBits))
    for row in 0..<count { places[group(mixed(ids[row]))] += 1 }
    var sum = 0
    for group in places.indices {
      (places[group], sum) = (sum, sum + places[group])
    }
    places.withUnsafeMutableBufferPointer { places in
      for row in 0..<count {
        let mixed = mixed(ids[row])
        let group = group(mixed)
        entries[places[group]] = Entry(
          mark: UInt32(truncatingIfNeeded: mixed), row: Int32(truncatingIfNeeded: row))
        places[group] += 1
      }
    }
    return places
  }

  private struct Entry: BitwiseCopyable, Sendable {
    let mark: UInt32
    let row: Int32
  }

  /// Why `@unchecked Sendable` holds: the entries are not written once they are dealt.
  private struct SharedEntries: @unchecked Sendable {
    let base: UnsafeMutablePointer<Entry>

    func part(_ range: Range<Int>) -> UnsafeBufferPointer<Entry> {
      UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    }
  }

  @inline(__always)
  private func mixed(_ id: UUIDBits) -> UInt64 {
    var mixed = (id.high ^ key) &* 0x9E37_79B9_7F4A_7C15
    mixed ^= mixed >> 32
    mixed = (mixed ^ id.low) &* 0xD6E8_FEB8_6659_FD93
    mixed ^= mixed >> 29
    return mixed &* key
  }

  @inline(__always)
  private func group(_ mixed: UInt64) -> Int { Int(truncatingIfNeeded: mixed >> (64 - groupBits)) }

  /// Returns the rows of a group whose ids occur more than once. The marks give the candidates:
  /// nearly always there are none, and no id has to be read again.
  private func repeated(_ entries: UnsafeBufferPointer<Entry>) -> [Int] {
    var size = 64
    while size < entries.count * 2 { size *= 2 }
    // The place of an entry plus one; 0 for free.
    var buckets = [Int32](repeating: 0, count: size)
    var rows: Set<Int> = []
    buckets.withUnsafeMutableBufferPointer { buckets in
      for (place, entry) in entries.enumerated() {
        var bucket = Int(entry.mark) & (size - 1)
        while buckets[bucket] != 0 {
          let other = entries[Int(buckets[bucket]) - 1]
          if other.mark == entry.mark, ids[Int(other.row)] == ids[Int(entry.row)] {
            rows.insert(Int(other.row))
            rows.insert(Int(entry.row))
            break
          }
          bucket = (bucket + 1) & (size - 1)
        }
        if buckets[bucket] == 0 { buckets[bucket] = Int32(place + 1) }
      }
    }
    return Array(rows)
  }
}
