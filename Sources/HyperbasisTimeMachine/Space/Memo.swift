import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording
import Synchronization

/// What was decoded or compared for one immutable log; every part of it is bounded.
final class Memo: Sendable {
  /// Why something of the log could not be read, until somebody has said so.
  let readFailure = Mutex<TerminalText?>(nil)
  let states: MemoTable<Int, FoldedState>
  let rows: MemoTable<Int, StateRows>
  /// Those that were found last, from which those of the next state are mostly not far.
  let latestRows: MemoTable<Int, StateRows>
  let comparisons: MemoTable<Comparison.Key, Comparison>
  let differenceCounts: MemoTable<OffsetPair, Int>
  /// By the event whose metadata are in force.
  let descriptions: MemoTable<Int, AnchorDescription>
  /// By the event whose metadata are in force.
  let traits: MemoTable<Int, AnchorTraits>
  /// By the event whose transform is in force.
  let headings: MemoTable<Int, Double?>
  /// By the names of metadata's members: whether some of them draw lines.
  let lineShapes = MemoTable<UInt32, Bool>(limit: 1000)
  /// Whether any metadata of the log does.
  let mayDrawLines = MemoTable<Int, Bool>(limit: 1)
  let lists: MemoTable<AnchorList.Key, AnchorList>
  let placed: MemoTable<PlacedItems.Key, PlacedItems>
  /// By the operation of the plan that they show.
  let planned = MemoTable<UUID, PlacedItems>(limit: 1)
  let filters: MemoTable<EventFilter, FilterResult>
  let significant = MemoTable<SignificantDates.Key, SignificantDates>(limit: 4)
  let times: MemoTable<EventTimesKey, EventTimes>
  /// Of what a filter lets through, of no anchor alone.
  let filterTimes = MemoTable<EventFilter, EventTimes>(limit: 2)
  /// Of all events: in a large space they are dear, and nearly every picture shows them.
  let allTimes: MemoTable<Int, EventTimes>
  let allSignificant = MemoTable<SignificantDates.Key, SignificantDates>(limit: 2)
  /// By the events of the time on the bar.
  let bounds: MemoTable<Range<Int>, MapBounds>
  let latestChanges: MemoTable<Int, LatestChanges>
  let heightRange = MemoTable<Int, HeightRange?>(limit: 1)

  init() {
    states = MemoTable(limit: 8)
    rows = MemoTable(limit: 3)
    latestRows = MemoTable(limit: 1)
    comparisons = MemoTable(limit: 4)
    differenceCounts = MemoTable(limit: 16)
    descriptions = MemoTable(limit: 10_000)
    headings = MemoTable(limit: 10_000)
    traits = MemoTable(limit: 20_000)
    lists = MemoTable(limit: 6)
    placed = MemoTable(limit: 3)
    filters = MemoTable(limit: 4)
    times = MemoTable(limit: 4)
    allTimes = MemoTable(limit: 1)
    bounds = MemoTable(limit: 4)
    latestChanges = MemoTable(limit: 8)
  }

  /// What is remembered of a log still holds when it has grown at its end: states follow from
  /// what had happened until then, by filters too.
  init(_ old: Memo, from former: EventIndex, to index: EventIndex) {
    states = old.states.copy()
    rows = old.rows.copy()
    latestRows = old.latestRows.copy()
    comparisons = old.comparisons.copy()
    differenceCounts = old.differenceCounts.copy()
    descriptions = old.descriptions.copy()
    headings = old.headings.copy()
    traits = old.traits.copy()
    lists = old.lists.copy()
    placed = old.placed.copy()
    filters = old.filters.mapped { $1.extended(to: index) }
    times = MemoTable(limit: 4)
    allTimes = old.allTimes.copy()
    bounds = old.bounds.copy()
    latestChanges = old.latestChanges.copy()
    let added = former.count..<index.count
    allTimes.update { times in times.append(added.lazy.map { index.instant($0) }) }
    if let whole = old.bounds[0..<former.count] {
      bounds.remember(whole.extended(by: added, of: index), for: 0..<index.count)
    }
  }
}

/// A bounded table of results of pure functions.
///
/// It has two generations: when the young one is full, it becomes the old one, and what was the old
/// one is forgotten, except what was asked for since. So what is in use stays, at no
/// cost for order.
final class MemoTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  fileprivate struct Generations {
    var young: [Key: Value] = [:]
    var old: [Key: Value] = [:]
  }

  /// How many values each of the two generations holds.
  let limit: Int
  private let table: Mutex<Generations>

  /// - Parameter limit: See ``limit``.
  init(limit: Int) {
    self.limit = limit
    table = Mutex(Generations())
  }

  private init(limit: Int, _ generations: Generations) {
    self.limit = limit
    table = Mutex(generations)
  }

  /// Whether a value is remembered.
  func knows(_ key: Key) -> Bool { self[key] != nil }

  /// The remembered value; nil where there is none.
  subscript(key: Key) -> Value? {
    table.withLock { generations in
      if let value = generations.young[key] { return value }
      guard let value = generations.old[key] else { return nil }
      generations.remember(value, for: key, limit)
      return value
    }
  }

  /// Remembers a value that was found elsewhere.
  func remember(_ value: Value, for key: Key) {
    table.withLock { $0.remember(value, for: key, limit) }
  }

  /// A table of its own with the same values, or some of them.
  func copy(_ isKept: ((Key) -> Bool)? = nil) -> MemoTable {
    var generations = table.withLock { $0 }
    if let isKept {
      generations.young = generations.young.filter { isKept($0.key) }
      generations.old = generations.old.filter { isKept($0.key) }
    }
    return MemoTable(limit: limit, generations)
  }

  /// A table of its own with other values for the same keys.
  func mapped(_ transform: (Key, Value) -> Value) -> MemoTable {
    let known = table.withLock { $0.young.merging($0.old) { young, _ in young } }
    let result = MemoTable(limit: limit)
    for (key, value) in known { result.remember(transform(key, value), for: key) }
    return result
  }

  /// Changes all values.
  func update(_ body: (inout Value) -> Void) {
    table.withLock { generations in
      for key in Array(generations.young.keys) {
        // Taken out first, so that it is changed where it is and not copied.
        generations.old.removeValue(forKey: key)
        guard var value = generations.young.removeValue(forKey: key) else { continue }
        body(&value)
        generations.young[key] = value
      }
      for key in Array(generations.old.keys) {
        guard var value = generations.old.removeValue(forKey: key) else { continue }
        body(&value)
        generations.old[key] = value
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

extension MemoTable.Generations {
  mutating func remember(_ value: Value, for key: Key, _ limit: Int) {
    if young.count >= limit, young[key] == nil {
      old = young
      young = Dictionary(minimumCapacity: min(limit, old.count))
    }
    young[key] = value
  }
}
