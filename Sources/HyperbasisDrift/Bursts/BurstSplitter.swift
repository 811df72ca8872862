import HyperbasisAnchorLog
import HyperbasisModels

/// Splits runs of writes of one writer into bursts: none is too long, and each has an anchor once.
struct BurstSplitter: Sendable {
  /// By slot: the number of the burst that wrote it last.
  private var stamps: [Int32] = []
  private var stamp: Int32 = 0
  private(set) var bursts = WriteList()

  mutating func split(
    _ run: some Collection<Write>, _ limits: BurstLimits, _ index: borrowing EventIndex
  ) {
    if run.count == 1 { return bursts.append(run) }
    if stamps.count < index.slotCount {
      stamps.append(contentsOf: repeatElement(0, count: index.slotCount - stamps.count))
    }
    var start = run.startIndex
    var first: Int64 = 0
    stamp += 1
    for place in run.indices {
      let write = run[place]
      let instant = index.instant(Int(write.ordinal)).microseconds
      if place == run.startIndex { first = instant }
      if stamps[Int(write.slot)] == stamp || instant &- first > limits.length {
        bursts.append(run[start..<place])
        (start, first) = (place, instant)
        stamp += 1
      }
      stamps[Int(write.slot)] = stamp
    }
    bursts.append(run[start...])
  }

  /// The bursts since the last time.
  mutating func take() -> WriteList {
    defer { bursts = WriteList() }
    return bursts
  }
}
