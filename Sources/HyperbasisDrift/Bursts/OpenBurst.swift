/// A burst of one writer or operation that may still grow: it keeps within its limits, and has each anchor
/// only once.
struct OpenBurst: Sendable {
  private(set) var writes: [Write] = []
  /// The anchors among the writes, once there are more than a few.
  private var slots = SlotSet()
  /// The instants of the first and the last write, in microseconds.
  private var first: Int64 = 0
  private(set) var last: Int64 = 0

  /// Up to this many writes are searched one by one.
  private static let few = 32
}

extension OpenBurst {
  /// Adds a write, closing the burst first if it cannot hold it.
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

  /// Closes the burst and hands over its writes.
  mutating func close(into closed: inout WriteList) {
    closed.append(writes)
    if writes.count > Self.few {
      for write in writes { slots.remove(write.slot) }
    }
    writes.removeAll(keepingCapacity: true)
  }
}

/// A set of anchors with one bit each, since their numbers are dense and a large burst looks up every one.
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
  /// A device that sees its anchors again one by one takes seconds for each; 200 take three quarters of an
  /// hour.
  static let slow = BurstLimits(gap: 45_000_000, length: 7_200_000_000)
  /// An operation is one action; only imports spread one over a long time.
  static let operation = BurstLimits(gap: 60_000_000, length: .max)
}
