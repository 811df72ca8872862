package import Foundation
package import HyperbasisAnchorLog
package import HyperbasisHistory

/// An open space and how it is viewed: what the areas of the screen know about it.
package struct SpaceView: Sendable {
  @Indirect package var data: SpaceData
  /// Why the space is no longer in the store; nil if it is.
  package var loss: SpaceLoss?
  var lost = LostEvents()
  @Indirect package var time = TimeState()
  package var compare = CompareState()
  @Indirect package var lists = ListState()
  package var map = MapState()
  package var bookmarks = BookmarkState()
  @Indirect package var editing = EditingState()
  /// The damage of the log that has been reported.
  var toldDamage: LogDamage
  /// How the space was viewed when it was opened or last remembered.
  @Indirect package var remembered: RememberedView? = nil
  /// How many events by others arrived since it was opened.
  var foreignEvents = 0
  var drag: Drag?
  /// What was on screen before the latest input.
  @Indirect var shown: Standpoint? = nil

  package init(data: SpaceData) {
    self.data = data
    toldDamage = data.damage
    guard let start = data.index.start, let end = data.index.end else { return }
    time.play.speed = .suiting(
      length: end.microseconds.subtractingReportingOverflow(start.microseconds).partialValue)
    time.bar.mode = suitingBarMode
  }
}

// MARK: - What the cursor means

extension SpaceView {
  package var index: EventIndex { data.index }

  /// The number of events folded into the state on screen.
  package var offset: Int { data.offset(of: time.cursor) }

  package var instant: HBInstant? { data.instant(of: time.cursor) }

  package var isAtEnd: Bool { time.cursor == .end }

  /// The number of events that arrived and are not part of the state on screen.
  var hiddenArrivals: Int { min(time.arrived, index.count - offset) }

  package var selectedSlot: Int? { lists.selection.flatMap { index.slot(of: $0) } }

  /// The latest event of the selected anchor at the date on screen, as in the list of anchors; if the
  /// anchor is not visible then, ``mapOrdinal``.
  var selectedOrdinal: Int? {
    guard let slot = selectedSlot,
      let ordinal = index.latestOrdinal(ofSlot: slot, through: offset), index.isVisible(ordinal)
    else { return mapOrdinal }
    return ordinal
  }

  /// The latest event of the selected anchor in the state that the map shows, or else in the whole log.
  var mapOrdinal: Int? {
    guard let slot = selectedSlot else { return nil }
    return index.latestOrdinal(ofSlot: slot, through: mapOffset)
      ?? index.latestOrdinal(ofSlot: slot, through: index.count)
  }

  /// The number of events that fold to the state that the map shows; in a comparison, the later one.
  package var mapOffset: Int { comparedOffsets?.to ?? offset }
}

// MARK: - Steps that several areas take

extension SpaceView {
  /// Moves the cursor to an instant, clamped to the history.
  mutating func move(to instant: HBInstant) { move(to: data.cursor(at: instant)) }

  mutating func move(to cursor: Cursor) {
    time.cursor = cursor
    lists.historyRow = nil
    lists.shift = nil
    if cursor == .end { time.arrived = 0 }
  }

  mutating func select(slot: Int) { select(index.anchorId(ofSlot: slot)) }

  mutating func select(_ id: UUID) {
    guard id != lists.selection else { return }
    lists.selection = id
    lists.historyRow = nil
  }
}

// MARK: - What is listed

extension SpaceView {
  package var anchorList: AnchorList {
    data.anchors(
      AnchorList.Key(
        offset: offset, includesDeleted: lists.showsDeleted, filter: stateFilter,
        order: listedOrder,
        date: instant))
  }

  /// The filter as of the date on screen, for the anchors that exist then.
  var stateFilter: EventFilter? { lists.filter?.asOf(instant) }

  /// The anchor that narrows stepping, density and history.
  package var narrowedSlot: Int? { lists.isNarrowed ? selectedSlot : nil }

  /// The events that stepping and the density use.
  package var steppedEvents: EventSelection {
    guard let filter = lists.filter else {
      return narrowedSlot.map { EventSelection(index, slot: $0) } ?? EventSelection(index)
    }
    return narrowedSlot.map { data.filtered(filter, slot: $0) } ?? data.filtered(filter).events
  }

  /// The events of the history tab: those of the selected anchor, or else of the space.
  package var historyEvents: EventSelection {
    if let selectedSlot { return EventSelection(index, slot: selectedSlot) }
    // An anchor of the draft has no history yet.
    return lists.selection == nil ? steppedEvents : EventSelection(index, ordinals: [])
  }

  package func significantDates(in zone: TimeZone) -> SignificantDates {
    let key = SignificantDates.Key(zone: zone, filter: lists.filter, slot: narrowedSlot)
    let table = stepsThroughAll ? data.memo.allSignificant : data.memo.significant
    return table.value(for: key) {
      SignificantDates(steppedEvents, index: index, zone: zone)
    }
  }

  /// The instants that the time bar is built from.
  package var times: EventTimes {
    if stepsThroughAll { return allTimes }
    if narrowedSlot == nil, let filter = lists.filter {
      return data.memo.filterTimes.value(for: filter) { steppedEvents.times }
    }
    let key = EventTimesKey(filter: lists.filter, slot: narrowedSlot)
    return data.memo.times.value(for: key) { steppedEvents.times }
  }

  /// The instants of all events, whatever the filter.
  var allTimes: EventTimes {
    data.memo.allTimes.value(for: 0) { EventSelection(index).times }
  }

  /// Whether stepping and the density use all events.
  private var stepsThroughAll: Bool { lists.filter == nil && narrowedSlot == nil }
}

struct EventTimesKey: Hashable, Sendable {
  let filter: EventFilter?
  let slot: Int?
}

// MARK: - What is compared

extension SpaceView {
  /// The two compared states, as numbers of folded events.
  package var comparedOffsets: (from: Int, to: Int)? {
    switch compare.mode {
    case .off: nil
    case .previous: (index.previousOffset(before: offset), offset)
    case .now: (offset, index.count)
    case .marks: markedOffsets
    }
  }

  /// When the last events at or before the date on screen happened.
  var latestInstant: HBInstant? { offset > 0 ? index.instant(offset - 1) : nil }

  private var markedOffsets: (from: Int, to: Int)? {
    guard let a = compare.marks.a, let b = compare.marks.b else { return nil }
    return (index.eventCount(through: a), index.eventCount(through: b))
  }

  package func comparison(_ threshold: MoveThreshold) -> Comparison? {
    comparisonKey(threshold).map { data.comparison($0) }
  }

  /// What is compared and how; nil if nothing is.
  func comparisonKey(_ threshold: MoveThreshold) -> Comparison.Key? {
    comparedOffsets.map { key(from: $0.from, to: $0.to, threshold) }
  }

  /// Returns the comparison of A with B, whatever else is compared.
  func markedComparison(_ threshold: MoveThreshold) -> Comparison? {
    markedOffsets.map { data.comparison(key(from: $0.from, to: $0.to, threshold)) }
  }

  private func key(from: Int, to: Int, _ threshold: MoveThreshold) -> Comparison.Key {
    Comparison.Key(
      from: from, to: to, rule: threshold.rule, filter: stateFilter,
      takesShiftOut: compare.takesShiftOut)
  }

  /// Whether the draft is shown; it applies only to the live space.
  var showsDraft: Bool { isAtEnd && compare.mode == .off && editing.hasDraft }
}
