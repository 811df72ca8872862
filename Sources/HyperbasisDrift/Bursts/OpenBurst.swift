/// A burst of one writer that may still grow: none is too long, and each has an anchor once.
struct OpenBurst: Sendable {
  private(set) var writes: [Write] = []
  /// The anchors among the writes, once they are more than a few.
  private var slots = SlotSet()
  /// The instants of the first and the last write, in microseconds.
  private var first: Int64 = 0
  private(set) var last: Int64 = 0

  /// So many are looked through one by one.
  private static let few = 32
}

extension OpenBurst {
  /// Adds a write; the burst is closed before, where it cannot hold it.
  mutating func add(
    _ write: Write, at instant: Int64, _ limits: BurstLimits, closing closed: inout WriteList
  ) {
    if writes.isEmpty {
      first = instant
    } else if instant &- last > limits.gap || instant &- first > limits.length
      || contains(write.slot)
    {
      close(into: &closed)
      first = instant
    }
    writes.append(write)
    last = instant
    if writes.count == Self.few + 1 {
      for write in writes { slots.insert(write.slot) }
    } else if writes.count > Self.few {
      slots.insert(write.slot)
    }
  }

  private func contains(_ slot: Int32) -> Bool {
    writes.count > Self.few
      ? slots.contains(slot) : writes.contains { $0.slot == slot }
  }

  /// Gives the writes away.
  mutating func close(into closed: inout WriteList) {
    closed.append(writes)
    if writes.count > Self.few {
      for write in writes { slots.remove(write.slot) }
    }
    writes.removeAll(keepingCapacity: true)
  }
}

/// A set of anchors: a bit each, as their numbers are dense and a large burst asks for every one.
private struct SlotSet: Sendable {
  private var words: [UInt64] = []

  func contains(_ slot: Int32) -> Bool {
    let word = Int(slot) >> 6
    return word < words.count && words[word] & Self.bit(slot) != 0
  }

  mutating func insert(_ slot: Int32) {
    let word = Int(slot) >> 6
    if word >= words.count {
      words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
    }
    words[word] |= Self.bit(slot)
  }

  mutating func remove(_ slot: Int32) { words[Int(slot) >> 6] &= ~Self.bit(slot) }

  private static func bit(_ slot: Int32) -> UInt64 { 1 << UInt64(slot & 63) }
}

/// How far apart the writes of a burst may be, in microseconds.
struct BurstLimits: Sendable {
  /// From one to the next.
  let gap: Int64
  /// From the first to the last.
  let length: Int64

  /// A device that relocalises writes all anchors as fast as it can.
  static let quick = BurstLimits(gap: 2_000_000, length: 60_000_000)
  /// One that sees its anchors again one by one takes seconds for each; 200 take three quarters of
  /// an hour.
  static let slow = BurstLimits(gap: 45_000_000, length: 7_200_000_000)
  /// An operation is one action; only imports spread one over a long time.
  static let operation = BurstLimits(gap: 60_000_000, length: .max)
}
