import Canvas
import Foundation
import Hyperbasis
import Synchronization

/// What was decoded or compared for one immutable log; every part of it is bounded.
final class Memo: Sendable {
  let states: MemoTable<Int, SpaceState>
  let comparisons: MemoTable<Comparison.Key, Comparison>
  let differenceCounts: MemoTable<PositionPair, Int>
  /// By the event whose metadata are in force.
  let faces: MemoTable<Int, AnchorFace>
  /// By the event whose transform is in force.
  let headings: MemoTable<Int, Double?>
  /// By the names of metadata's members: whether some of them draw lines.
  let lineShapes = MemoTable<UInt32, Bool>(limit: 1000)
  let lists: MemoTable<AnchorList.Key, AnchorList>
  let placed: MemoTable<PlacedItems.Key, PlacedItems>
  /// By the operation of the plan that they show.
  let planned = MemoTable<UUID, PlacedItems>(limit: 1)
  let filters: MemoTable<EventFilter, FilterResult>
  let significant = MemoTable<SignificantDates.Key, SignificantDates>(limit: 4)
  let times: MemoTable<EventTimesKey, EventTimes>
  /// By the events of the time on the bar.
  let bounds: MemoTable<Range<Int>, PlanBounds>
  let latestChanges: MemoTable<Int, LatestChanges>
  let heightRange = MemoTable<Int, HeightRange?>(limit: 1)

  init() {
    states = MemoTable(limit: 8)
    comparisons = MemoTable(limit: 4)
    differenceCounts = MemoTable(limit: 16)
    faces = MemoTable(limit: 50_000)
    headings = MemoTable(limit: 50_000)
    lists = MemoTable(limit: 4)
    placed = MemoTable(limit: 4)
    filters = MemoTable(limit: 4)
    times = MemoTable(limit: 4)
    bounds = MemoTable(limit: 4)
    latestChanges = MemoTable(limit: 8)
  }

  /// What is remembered of a log still holds when it has grown at its end: states are judged by
  /// what had happened until then, by filters too.
  init(_ old: Memo, from former: EventIndex, to index: EventIndex) {
    states = old.states.copy()
    comparisons = old.comparisons.copy()
    differenceCounts = old.differenceCounts.copy()
    faces = old.faces.copy()
    headings = old.headings.copy()
    lists = old.lists.copy()
    placed = old.placed.copy()
    filters = old.filters.mapped { $1.extended(to: index) }
    times = old.times.copy { $0.filter == nil && $0.slot == nil }
    bounds = old.bounds.copy()
    latestChanges = old.latestChanges.copy()
    let added = former.count..<index.count
    times.update { times in times.append(added.lazy.map(index.instant)) }
    if let whole = old.bounds[0..<former.count] {
      bounds.remember(whole.extended(by: added, of: index), for: 0..<index.count)
    }
  }
}

/// A bounded table of results of pure functions.
final class MemoTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let limit: Int
  private let table: Mutex<[Key: Value]>

  init(limit: Int, _ table: [Key: Value] = [:]) {
    self.limit = limit
    self.table = Mutex(table)
  }

  /// Whether a value is remembered.
  func knows(_ key: Key) -> Bool { self[key] != nil }

  /// The remembered value; nil where there is none.
  subscript(key: Key) -> Value? { table.withLock { $0[key] } }

  /// Remembers a value that was found elsewhere.
  func remember(_ value: Value, for key: Key) {
    table.withLock { table in
      // Emptying is cruder than dropping the oldest, but costs nothing while there is room.
      if table.count >= limit { table.removeAll(keepingCapacity: true) }
      table[key] = value
    }
  }

  /// A table of its own with the same values, or some of them.
  func copy(_ isKept: ((Key) -> Bool)? = nil) -> MemoTable {
    let table = table.withLock { $0 }
    return MemoTable(
      limit: limit, isKept.map { isKept in table.filter { isKept($0.key) } } ?? table)
  }

  /// A table of its own with other values for the same keys.
  func mapped(_ transform: (Key, Value) -> Value) -> MemoTable {
    var table = table.withLock { $0 }
    for (key, value) in table { table[key] = transform(key, value) }
    return MemoTable(limit: limit, table)
  }

  /// Changes all values.
  func update(_ body: (inout Value) -> Void) {
    table.withLock { table in
      for key in Array(table.keys) {
        // Taken out first, so that it is changed where it is and not copied.
        guard var value = table.removeValue(forKey: key) else { continue }
        body(&value)
        table[key] = value
      }
    }
  }

  /// The remembered value, or the computed one, remembered from now on.
  func value(for key: Key, _ compute: () -> Value) -> Value {
    if let known = self[key] { return known }
    let value = compute()
    remember(value, for: key)
    return value
  }
}
