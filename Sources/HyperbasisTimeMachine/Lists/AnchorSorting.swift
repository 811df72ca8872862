package import HyperbasisAnchorLog
import HyperbasisCanvas
package import HyperbasisHistory

/// Sorts anchors, or changes of anchors: the one implementation for lists and commands.
///
/// Equal ones keep the order in which they were given. Only names need reading, each once.
struct AnchorSorting {
  /// An anchor in a state, or in two that are compared.
  struct Item {
    let slot: Int
    /// Its latest event in the earlier state; nil if only one state is listed, or if it has none.
    var before: Int?
    /// Its latest event in the listed state, or in the later one.
    var after: Int?
    /// How far it moved in metres, in a comparison.
    var distance: Double?
  }

  let data: SpaceData
  let order: AnchorOrder
  /// The date of the state; nil for that of each anchor's event.
  var date: HBInstant?

  private var index: EventIndex { data.index }
}

extension AnchorSorting {
  /// Returns the numbers of the items in sorted order.
  ///
  /// - Complexity: O(n log n) for n items, plus O(events) the first time that ages or path lengths are
  ///   needed.
  func numbers(of items: [Item]) -> [Int32] {
    switch order {
    case .usual: items.indices.map { Int32(clamping: $0) }
    case .name: nameKeys(of: items).map(RadixOrder.ascending) ?? Self.sorted(names(of: items))
    case .changed: largestFirst(items) { Double(max($0.before ?? -1, $0.after ?? -1)) }
    case .distance: largestFirst(items, distance)
    case .events: largestFirst(items) { eventCount($0) }
    case .alive: largestFirst(items, age)
    case .path: largestFirst(items, pathLength)
    }
  }

  private func largestFirst(_ items: [Item], _ value: (Item) -> Double) -> [Int32] {
    RadixOrder.ascending(items.map { ~RadixOrder.key(value($0)) })
  }

  private static func sorted(_ names: [String]) -> [Int32] {
    let numbers = names.indices.map { Int32(truncatingIfNeeded: $0) }
    return numbers.sorted { left, right in
      let (a, b) = (names[Int(left)], names[Int(right)])
      return a == b ? left < right : a < b
    }
  }
}

// MARK: - Values

extension AnchorSorting {
  private func names(of items: [Item]) -> [String] {
    data.sortNames(after: items.map { $0.after ?? $0.before })
  }

  /// Returns keys that sort as the names do; nil if the names of anchors have not been determined yet.
  private func nameKeys(of items: [Item]) -> [UInt64]? {
    guard let known = data.memo.nameRanks[0] else { return nil }
    let ordinals = items.map { $0.after ?? $0.before }
    var keys = ordinals.map { ordinal in
      ordinal.map { known.key(ofSlot: index.slot($0), source: data.nameSource($0)) } ?? 0
    }
    let others = keys.indices.filter { keys[$0] == nil }
    let names = data.sortNames(after: others.map { ordinals[$0] })
    for (place, key) in zip(others, known.keys(of: names)) { keys[place] = key }
    return keys.map { $0 ?? 0 }
  }

  private func distance(_ item: Item) -> Double {
    if let distance = item.distance { return distance }
    guard let after = item.after, let first = index.foldStart(ofSlot: item.slot) else { return 0 }
    let delta = index.position(after) - index.position(first)
    let distance = Double((delta * delta).sum().squareRoot())
    return distance.isFinite ? distance : 0
  }

  /// Returns how many events an anchor had by then, or between two states.
  private func eventCount(_ item: Item) -> Double {
    let events = index.ordinals(ofSlot: item.slot)
    func count(_ ordinal: Int?) -> Int { ordinal.map { events.count(below: $0 + 1) } ?? 0 }
    return Double(abs(count(item.after) - count(item.before)))
  }

  private func age(_ item: Item) -> Double {
    guard let ordinal = item.after ?? item.before else { return 0 }
    return Double(
      data.totals.aliveTime(after: ordinal, at: date ?? index.instant(ordinal), index))
  }

  private func pathLength(_ item: Item) -> Double {
    func length(_ ordinal: Int?) -> Double { ordinal.map(data.totals.pathLength) ?? 0 }
    return abs(length(item.after) - length(item.before))
  }
}

extension SpaceData {
  /// The running totals over the history of each anchor; computed once.
  var totals: AnchorTotals { memo.totals.value(for: 0) { AnchorTotals(index) } }

  /// Prepares what sorting needs, so that the first time is quick.
  func prepareSorting() {
    _ = totals
    let newest = (0..<index.slotCount).map { index.newestOrdinal(ofSlot: $0) }
      .map { $0 < 0 ? nil : $0 }
    var ranks = memo.nameRanks[0] ?? NameRanks()
    ranks.update(newest.map { $0.map(nameSource) }) { slots in
      sortNames(after: slots.map { newest[$0] })
    }
    memo.nameRanks.remember(ranks, for: 0)
    // A name that cannot be read is reported when it is to be shown.
    _ = takeReadFailure()
  }

  /// Returns whether the names that anchors had after `offset` events have to be read in the
  /// background, while drawing goes on.
  func takesTimeToName(stateAt offset: Int) -> Bool {
    if let areFew = memo.fewNamesMissing[offset] { return !areFew }
    guard let known = memo.nameRanks[0] else { return false }
    let areFew = unknownNames(of: rows(at: offset), known).count <= Self.quickNames
    memo.fewNamesMissing.remember(areFew, for: offset)
    return !areFew
  }

  /// Reads the names that anchors had after `offset` events.
  func prepareNames(stateAt offset: Int) {
    guard var ranks = memo.nameRanks[0] else { return }
    let ordinals = unknownNames(of: rows(at: offset), ranks)
    let names = sortNames(after: ordinals)
    ranks.learn(zip(ordinals, names).map { (nameSource($0), $1) })
    memo.nameRanks.remember(ranks, for: 0)
    memo.fewNamesMissing.remember(true, for: offset)
  }

  /// Returns the latest events of the anchors of a state whose names at that point have no known rank.
  ///
  /// Asked of the rows, which the plan needs as well and which are contiguous: with very many anchors,
  /// the columns of the log are a cache miss for each.
  private func unknownNames(of rows: StateRows, _ known: NameRanks) -> [Int] {
    var unknown: [Int] = []
    for slot in 0..<index.slotCount {
      guard let ordinal = rows.ordinal(ofSlot: slot) else { continue }
      let source = rows.metadataSource(ofSlot: slot) ?? Self.sourceOfNone(slot: slot)
      if known.key(ofSlot: slot, source: source) == nil { unknown.append(ordinal) }
    }
    return unknown
  }

  /// How many names can be read while a picture is drawn.
  private static let quickNames = 1000

  /// Returns what identifies an anchor's name: if it is the same after two events, so is the name.
  fileprivate func nameSource(_ ordinal: Int) -> Int {
    index.metadataSource(ordinal) ?? Self.sourceOfNone(slot: index.slot(ordinal))
  }

  /// Stands for the source of an anchor without metadata, of which each is named after its id.
  private static func sourceOfNone(slot: Int) -> Int { -1 - slot }

  /// Returns the lower-case names by which anchors are sorted; empty for no anchor.
  fileprivate func sortNames(after ordinals: [Int?]) -> [String] {
    var reader = MetadataTextReader(index, keys: AnchorDescription.labelKeys)
    return ordinals.map { ordinal in
      guard let ordinal else { return "" }
      return memo.sortNames.value(for: nameSource(ordinal)) {
        plainName(after: ordinal, &reader)
          ?? description(after: ordinal).label.plain.lowercased()
      }
    }
  }

  /// Returns the name of an anchor if the log has it in plain ASCII, as nearly all do: then there is
  /// nothing to decode.
  private func plainName(after ordinal: Int, _ reader: inout MetadataTextReader) -> String? {
    let texts = read { try reader.texts(after: ordinal) }
    guard let name = texts?.lazy.compactMap({ $0 }).first(where: { !$0.isEmpty }),
      name.utf8.count <= AnchorDescription.labelLimit,
      name.utf8.allSatisfy({ 0x20 <= $0 && $0 < 0x7F })
    else { return nil }
    return name.lowercased()
  }

  /// Returns the anchors of a list in an order.
  func sorted(_ slots: [Int32], _ order: AnchorOrder, in state: FoldedState, at date: HBInstant?)
    -> [Int32]
  {
    guard order != .usual else { return slots }
    let items = slots.map { slot in
      AnchorSorting.Item(slot: Int(slot), after: state.ordinal(ofSlot: Int(slot)))
    }
    let numbers = AnchorSorting(data: self, order: order, date: date).numbers(of: items)
    return numbers.map { slots[Int($0)] }
  }

  /// Returns the numbers of changes of anchors in an order, by the two states that are compared.
  package func numbers(of pairs: [StatePair], _ order: AnchorOrder, at date: HBInstant?) -> [Int32]
  {
    let items = pairs.map { pair in
      AnchorSorting.Item(
        slot: Int(pair.slot), before: pair.before < 0 ? nil : Int(pair.before),
        after: pair.after < 0 ? nil : Int(pair.after), distance: pair.distance)
    }
    return AnchorSorting(data: self, order: order, date: date).numbers(of: items)
  }
}
