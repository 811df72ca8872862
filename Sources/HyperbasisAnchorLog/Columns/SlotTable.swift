/// The anchors of a log, numbered densely in the order in which they were first met.
struct SlotTable: Sendable {
  /// The id of each slot.
  private(set) var ids: [UUIDBits] = []
  /// The latest event of each slot; −1 while it has none.
  var newest: [Int32] = []
  /// The event at which the fold of each slot starts; −1 while it has none.
  var foldStart: [Int32] = []
  /// The greatest version of each slot.
  var maximumVersion: [Int32] = []
  /// Open addressing: slot plus one, 0 for free; a power of two. At most a quarter full: a look at
  /// a second bucket is a mispredicted branch, which costs as much as scanning a UUID.
  private var buckets: [Int32] = Array(repeating: 0, count: 64)
  private static let bucketsPerSlot = 4
  private let key = Self.processKey
  // Random, so that no log can be made to collide.
  private static let processKey = UInt64.random(in: .min ... .max) | 1

  var count: Int { ids.count }
}

extension SlotTable {
  /// Restores the table as an index on disk holds it.
  ///
  /// - Precondition: all four have one element a slot.
  init(ids: [UUIDBits], newest: [Int32], foldStart: [Int32], maximumVersion: [Int32]) {
    precondition(newest.count == ids.count && foldStart.count == ids.count)
    precondition(maximumVersion.count == ids.count)
    self.ids = ids
    self.newest = newest
    self.foldStart = foldStart
    self.maximumVersion = maximumVersion
    var size = buckets.count
    while ids.count * Self.bucketsPerSlot > size { size *= 2 }
    rehash(size)
  }

  /// Returns the slot of an anchor, if it has one.
  @inline(__always)
  func find(_ id: UUIDBits) -> Int? {
    var bucket = home(id)
    while case let entry = buckets[bucket], entry != 0 {
      if ids[Int(entry) - 1] == id { return Int(entry) - 1 }
      bucket = (bucket &+ 1) & (buckets.count &- 1)
    }
    return nil
  }

  /// Returns the slot of an anchor, a new one if it has none.
  @inline(__always)
  mutating func intern(_ id: UUIDBits) -> Int32 {
    if let slot = find(id) { return Int32(truncatingIfNeeded: slot) }
    return add(id)
  }

  /// Forgets what the fold found but keeps the numbers.
  mutating func resetFold() {
    newest = Array(repeating: -1, count: count)
    foldStart = newest
    maximumVersion = Array(repeating: 0, count: count)
  }

  /// Forgets what the fold found from a row on.
  ///
  /// - Parameter latest: the latest row of each slot before that one, −1 for none.
  mutating func rewind(to row: Int, latest: [Int32], _ columns: ColumnStorage) {
    newest = latest
    for slot in foldStart.indices where foldStart[slot] >= row { foldStart[slot] = -1 }
    maximumVersion = Array(repeating: 0, count: count)
    maximumVersion.withUnsafeMutableBufferPointer { maximumVersion in
      for earlier in 0..<row {
        let slot = Int(columns.slots[earlier])
        maximumVersion[slot] = max(maximumVersion[slot], columns.versions[earlier])
      }
    }
  }

  /// Forgets the slots from `count` on.
  mutating func truncate(to count: Int) {
    ids.removeSubrange(count...)
    newest.removeSubrange(count...)
    foldStart.removeSubrange(count...)
    maximumVersion.removeSubrange(count...)
    rehash(buckets.count)
  }

  @inline(never)
  private mutating func add(_ id: UUIDBits) -> Int32 {
    if (count + 1) * Self.bucketsPerSlot > buckets.count { rehash(buckets.count * 2) }
    ids.append(id)
    newest.append(-1)
    foldStart.append(-1)
    maximumVersion.append(0)
    place(slot: count - 1)
    return Int32(count - 1)
  }

  private mutating func rehash(_ size: Int) {
    buckets = Array(repeating: 0, count: size)
    for slot in ids.indices { place(slot: slot) }
  }

  private mutating func place(slot: Int) {
    var bucket = home(ids[slot])
    while buckets[bucket] != 0 { bucket = (bucket + 1) & (buckets.count - 1) }
    buckets[bucket] = Int32(slot + 1)
  }

  @inline(__always)
  private func home(_ id: UUIDBits) -> Int {
    var mixed = (id.high ^ key) &* 0x9E37_79B9_7F4A_7C15
    mixed ^= mixed >> 32
    mixed = (mixed ^ id.low) &* key
    return Int(truncatingIfNeeded: mixed >> 20) & (buckets.count - 1)
  }
}
