import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisHistory
import HyperbasisWording
import Synchronization

/// What was decoded or compared for one immutable log; every table is bounded.
final class Memo: Sendable {
  /// Why something in the log could not be read, until that has been reported.
  let readFailure = Mutex<TerminalText?>(nil)
  let states = MemoTable<Int, FoldedState>(limit: 8)
  let rows = MemoTable<Int, StateRows>(limit: 3)
  /// The rows found last, from which those of the next state mostly differ little.
  let latestRows = MemoTable<Int, StateRows>(limit: 1)
  let comparisons = MemoTable<Comparison.Key, Comparison>(limit: 4)
  let differenceCounts = MemoTable<OffsetPair, Int>(limit: 16)
  /// By the event whose metadata are in force.
  let descriptions = MemoTable<Int, AnchorDescription>(limit: 10_000)
  /// By the event whose metadata are in force.
  let traits = MemoTable<Int, AnchorTraits>(limit: 20_000)
  /// By the event whose metadata are in force, and the key.
  let keyValues = MemoTable<KeyedSource, KeyValue?>(limit: 20_000)
  let keyScales = MemoTable<String, KeyScale>(limit: 4)
  /// Whether any anchor of the log has a heading.
  let hasHeadings = MemoTable<Int, Bool>(limit: 1)
  /// By the event whose transform is in force.
  let forwards = MemoTable<Int, SIMD3<Float>?>(limit: 10_000)
  /// By the set of metadata keys: whether some of them draw lines.
  let lineShapes = MemoTable<UInt32, Bool>(limit: 1000)
  /// Whether any metadata of the log draw lines.
  let mayDrawLines = MemoTable<Int, Bool>(limit: 1)
  let lists = MemoTable<AnchorList.Key, AnchorList>(limit: 6)
  let placed = MemoTable<PlacedItems.Key, PlacedItems>(limit: 3)
  let planned = MemoTable<PlacedItems.PlanKey, PlacedItems>(limit: 1)
  /// The paths of anchors on a plan.
  let mapPaths = MemoTable<MapPath.Key, MapPath>(limit: 2048)
  /// By anchor.
  let paths = MemoTable<Int, AnchorPath>(limit: 16)
  let totals = MemoTable<Int, AnchorTotals>(limit: 1)
  /// By the event whose metadata are in force.
  let sortNames = MemoTable<Int, String>(limit: 50_000)
  let nameRanks = MemoTable<Int, NameRanks>(limit: 1)
  /// By the number of events of a state: whether so few of its names are unknown that drawing can wait
  /// for them.
  let fewNamesMissing = MemoTable<Int, Bool>(limit: 16)
  let listedChanges = MemoTable<ListedChanges.Key, ListedChanges>(limit: 2)
  let filters = MemoTable<EventFilter, FilterResult>(limit: 4)
  /// By the event after which an anchor is inspected.
  let blames = MemoTable<Int, Blame>(limit: 16)
  /// By the search.
  let found = MemoTable<EventFilter, [FoundAnchor]>(limit: 2)
  let operations = MemoTable<Int, OperationList>(limit: 1)
  /// By the last event of the operation.
  let describedOperations = MemoTable<Int, DescribedOperation>(limit: 300)
  let operationRows = MemoTable<UUID, Int>(limit: 300)
  let nextRedone = MemoTable<Int, UUID?>(limit: 1)
  let undoOutcomes = MemoTable<UndoPreview.Request, UndoOutcome>(limit: 16)
  let drift = MemoTable<Int, SpaceDrift>(limit: 1)
  let driftCurves = MemoTable<Int, KnownCurve>(limit: 1)
  let driftFrames = MemoTable<Int, KnownFrames>(limit: 1)
  /// What reverses a correction or its undo, by its first follower's event.
  let shiftReversals = MemoTable<UUID, OperationReversal?>(limit: 32)
  /// Why a correction moves no anchor; nil if it moves some.
  let vainCorrections = MemoTable<ShiftFrame, TerminalText?>(limit: 32)
  /// The curve, by the width at which it is drawn.
  let curveColumns = MemoTable<CurveColumns.Key, CurveColumns>(limit: 2)
  /// What a plan shows of a shift.
  let shifted = MemoTable<PlacedItems.ShiftKey, PlacedItems>(limit: 2)
  let significant = MemoTable<SignificantDates.Key, SignificantDates>(limit: 4)
  let times = MemoTable<EventTimesKey, EventTimes>(limit: 4)
  /// The events of one anchor, as far as a filter accepts them.
  let narrowed = MemoTable<EventTimesKey, EventSelection>(limit: 4)
  /// The times of all events that a filter accepts, without narrowing to an anchor.
  let filterTimes = MemoTable<EventFilter, EventTimes>(limit: 2)
  /// The times of all events: in a large space they are expensive, and almost every picture shows them.
  let allTimes = MemoTable<Int, EventTimes>(limit: 1)
  let allSignificant = MemoTable<SignificantDates.Key, SignificantDates>(limit: 2)
  /// The parts of the time bar that a step of the cursor does not change.
  let bars = MemoTable<BarContents.Key, BarContents>(limit: 4)
  let dateTicks = MemoTable<BarContents.TicksKey, DateTicks>(limit: 4)
  let barLines = MemoTable<BarContents.LineKey, ColumnCounts>(limit: 4)
  let anchorCounts = MemoTable<AnchorCounts.Key, AnchorCounts>(limit: 2)
  let bulkChanges = MemoTable<EventTimesKey, BulkChanges>(limit: 2)
  let bounds = MemoTable<MapBounds.Key, MapBounds>(limit: 6)
  let positionBlocks = MemoTable<Int, PositionBlocks>(limit: 1)
  let latestChanges = MemoTable<Int, LatestChanges>(limit: 8)
  let heightRange = MemoTable<Int, HeightRange?>(limit: 1)

  /// Takes over what is remembered of a log that has since grown: states depend only on what had happened
  /// until then, also under a filter.
  func inherit(_ old: Memo, from former: EventIndex, to index: EventIndex) {
    states.inherit(old.states)
    rows.inherit(old.rows)
    latestRows.inherit(old.latestRows)
    drift.inherit(old.drift)
    drift.update { $0 = $0.extended(to: index) }
    // A burst that goes on may now be a different shift.
    if drift[0]?.history?.shifts == old.drift[0]?.history?.shifts {
      comparisons.inherit(old.comparisons)
    }
    differenceCounts.inherit(old.differenceCounts)
    descriptions.inherit(old.descriptions)
    forwards.inherit(old.forwards)
    traits.inherit(old.traits)
    keyValues.inherit(old.keyValues)
    keyScales.inherit(old.keyScales)
    blames.inherit(old.blames)
    lists.inherit(old.lists)
    placed.inherit(old.placed)
    filters.inherit(old.filters)
    mapPaths.inherit(old.mapPaths)
    paths.inherit(old.paths)
    totals.inherit(old.totals)
    totals.update { $0 = $0.extended(to: index) }
    sortNames.inherit(old.sortNames)
    nameRanks.inherit(old.nameRanks)
    fewNamesMissing.inherit(old.fewNamesMissing)
    operations.inherit(old.operations)
    operations.update { $0 = $0.extended(to: index) }
    driftCurves.inherit(old.driftCurves)
    driftFrames.inherit(old.driftFrames)
    filters.update { $0 = $0.extended(to: index) }
    allTimes.inherit(old.allTimes)
    positionBlocks.inherit(old.positionBlocks)
    positionBlocks.update { $0.extend(to: index) }
    bounds.inherit(old.bounds)
    latestChanges.inherit(old.latestChanges)
    let added = former.count..<index.count
    allTimes.update { times in times.append(added.lazy.map { index.instant($0) }) }
    for viewpoint in MapViewpoint.allCases {
      let key = MapBounds.Key(ordinals: 0..<former.count, viewpoint: viewpoint)
      guard let whole = old.bounds[key] else { continue }
      let grown = MapBounds.Key(ordinals: 0..<index.count, viewpoint: viewpoint)
      bounds.remember(whole.extended(by: added, of: index), for: grown)
    }
  }
}

/// A bounded table of results of pure functions.
///
/// It has two generations: when the young one is full, it becomes the old one, and the former old one is
/// forgotten, except for what was looked up since. So values in use stay, without any bookkeeping of
/// order.
final class MemoTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  fileprivate struct Generations {
    var young: [Key: Value] = [:]
    var old: [Key: Value] = [:]
  }

  /// The number of values that each of the two generations holds.
  let limit: Int
  private let table = Mutex(Generations())

  /// - Parameter limit: See ``limit``.
  init(limit: Int) {
    self.limit = limit
  }

  /// Returns whether a value is remembered.
  func knows(_ key: Key) -> Bool { self[key] != nil }

  /// The remembered value; nil if there is none.
  subscript(key: Key) -> Value? {
    table.withLock { generations in
      if let value = generations.young[key] { return value }
      guard let value = generations.old[key] else { return nil }
      generations.remember(value, for: key, limit)
      return value
    }
  }

  /// The keys that were looked up lately.
  var youngKeys: [Key] { table.withLock { Array($0.young.keys) } }

  /// Remembers a value that was computed elsewhere.
  func remember(_ value: Value, for key: Key) {
    table.withLock { $0.remember(value, for: key, limit) }
  }

  /// Takes over what another table remembers.
  func inherit(_ other: MemoTable) {
    let generations = other.table.withLock { $0 }
    table.withLock { $0 = generations }
  }

  /// Changes all values.
  func update(_ body: (inout Value) -> Void) {
    table.withLock { generations in
      for key in generations.young.keys { generations.old.removeValue(forKey: key) }
      for generation in [\Generations.young, \.old] {
        for key in Array(generations[keyPath: generation].keys) {
          // Removed first, so that it is changed in place and not copied.
          guard var value = generations[keyPath: generation].removeValue(forKey: key) else {
            continue
          }
          body(&value)
          generations[keyPath: generation][key] = value
        }
      }
    }
  }

  /// Returns the remembered value, or else the found one; that there is none is not remembered.
  func find(_ key: Key, _ compute: () -> Value?) -> Value? {
    if let known = self[key] { return known }
    let value = compute()
    if let value { remember(value, for: key) }
    return value
  }

  /// Returns the remembered value, or else the computed one, which is then remembered.
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
