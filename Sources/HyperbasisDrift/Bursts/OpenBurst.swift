/// A burst of one writer that may still grow: none is too long, and each has an anchor once.
struct OpenBurst: Sendable {
  private(set) var writes: [Write] = []
  /// The anchors among the writes, once they are more than a few.
  private var slots: Set<Int32> = []
  /// The instants of the first and the last write, in microseconds.
  private var first: Int64 = 0
  private(set) var last: Int64 = 0

  /// So many are looked through one by one.
  private static let few = 16
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
    if writes.count > Self.few {
      if slots.isEmpty { slots = Set(writes.map(\.slot)) } else { slots.insert(write.slot) }
    }
  }

  private func contains(_ slot: Int32) -> Bool {
    slots.isEmpty ? writes.contains { $0.slot == slot } : slots.contains(slot)
  }

  /// Gives the writes away.
  mutating func close(into closed: inout WriteList) {
    closed.append(writes)
    writes.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
  }
}
