import Canvas
import Hyperbasis
import Synchronization

/// What was decoded or compared for one immutable log; every part of it is bounded.
final class Memo: Sendable {
  let states = MemoTable<Int, SpaceState>(limit: 8)
  let comparisons = MemoTable<Comparison.Key, Comparison>(limit: 4)
  let differenceCounts = MemoTable<PositionPair, DifferenceCount>(limit: 16)
  /// By the event whose metadata are in force.
  let faces = MemoTable<Int, AnchorFace>(limit: 50_000)
  /// By the event whose transform is in force.
  let headings = MemoTable<Int, Double?>(limit: 50_000)
  let lists = MemoTable<AnchorList.Key, AnchorList>(limit: 4)
  let filters = MemoTable<EventFilter, FilterResult>(limit: 4)
  let significant = MemoTable<SignificantDates.Key, SignificantDates>(limit: 4)
  let times = MemoTable<EventTimesKey, EventTimes>(limit: 4)
  /// By the events of the time on the bar.
  let bounds = MemoTable<Range<Int>, PlanBounds>(limit: 4)
  let latestChanges = MemoTable<Int, LatestChanges>(limit: 8)
  let heightRange = MemoTable<Int, HeightRange?>(limit: 1)
}

/// A bounded table of results of pure functions.
final class MemoTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let limit: Int
  private let table = Mutex<[Key: Value]>([:])

  init(limit: Int) {
    self.limit = limit
  }

  /// The remembered value, or the computed one, remembered from now on.
  func value(for key: Key, _ compute: () -> Value) -> Value {
    if let known = table.withLock({ $0[key] }) { return known }
    let value = compute()
    table.withLock { table in
      // Emptying is cruder than dropping the oldest, but costs nothing while there is room.
      if table.count >= limit { table.removeAll(keepingCapacity: true) }
      table[key] = value
    }
    return value
  }
}
