package import HyperbasisModels

/// The events of a log that were derived from cloud rows, each with the date of its row.
///
/// Such an event stands in for one that this log lacks: the writer of the row wrote an event at
/// that very instant. It gives way once that event is here.
package struct DerivedEvents: Equatable, Sendable {
  /// The dates by event id, including those of events that have given way.
  private(set) var dates: [UUIDBits: HBInstant] = [:]
  /// All of these dates, in microseconds since 1970.
  private var instants: Set<Int64> = []
}

extension DerivedEvents {
  var isEmpty: Bool { dates.isEmpty }

  package func contains(_ id: UUIDBits) -> Bool { dates[id] != nil }

  /// Returns whether some event stands in for one at an instant.
  func mayReplace(eventAt instant: Int64) -> Bool { instants.contains(instant) }

  mutating func add(_ id: UUIDBits, _ date: HBInstant) {
    dates[id] = date
    instants.insert(date.microseconds)
  }

  mutating func merge(_ other: DerivedEvents) {
    guard !other.isEmpty else { return }
    dates.merge(other.dates) { $1 }
    instants.formUnion(other.instants)
  }
}

/// An instant of an anchor.
private struct AnchorInstant: Hashable {
  let slot: Int32
  /// Microseconds since 1970.
  let instant: Int64
}

extension IndexBuilder {
  /// Returns the rows of derived events whose originals are among the rows.
  ///
  /// - Complexity: O(rows) if any was derived, else O(1).
  func rowsGivingWay(_ derived: DerivedEvents, besides dropped: Set<Int>) -> Set<Int> {
    guard !derived.isEmpty else { return [] }
    var standIns: [AnchorInstant: [Int]] = [:]
    for row in 0..<count where columns.isDerived(row) && !dropped.contains(row) {
      guard let date = derived.dates[columns.ids[row]] else { continue }
      standIns[AnchorInstant(slot: columns.slots[row], instant: date.microseconds), default: []]
        .append(row)
    }
    var givingWay: Set<Int> = []
    for row in 0..<count where derived.mayReplace(eventAt: columns.instants[row]) {
      guard columns.isOrdinary(row), !dropped.contains(row) else { continue }
      let place = AnchorInstant(slot: columns.slots[row], instant: columns.instants[row])
      givingWay.formUnion(standIns[place] ?? [])
    }
    return givingWay
  }
}

extension EventIndex {
  /// Returns whether new rows make some derived event give way, one that is here or a new one.
  ///
  /// - Complexity: O(new rows) if none does.
  func letsEventsGiveWay(_ rows: IndexBuilder) -> Bool {
    guard !derived.isEmpty else { return false }
    if !rows.rowsGivingWay(derived, besides: []).isEmpty { return true }
    return (0..<rows.count).contains { row in
      let (slot, instant) = (rows.columns.slots[row], rows.columns.instants[row])
      if rows.columns.isDerived(row) {
        let date = derived.dates[rows.columns.ids[row]]
        return date.map { hasOrdinaryEvent(ofSlot: Int(slot), at: $0) } ?? false
      }
      return derived.mayReplace(eventAt: instant) && rows.columns.isOrdinary(row)
        && hasStandIn(slot, for: instant)
    }
  }

  /// Returns whether an anchor has an event at an instant that is a line of the log and was not
  /// derived.
  package func hasOrdinaryEvent(ofSlot slot: Int, at instant: HBInstant) -> Bool {
    (eventCount(before: instant)..<eventCount(through: instant)).contains { ordinal in
      Int(columns.slots[ordinal]) == slot && columns.isOrdinary(ordinal)
    }
  }

  private func hasStandIn(_ slot: Int32, for instant: Int64) -> Bool {
    // An anchor that is new in this append has no events here yet.
    guard anchors.slots.newest[Int(slot)] >= 0 else { return false }
    return ordinals(ofSlot: Int(slot)).contains { ordinal in
      columns.isDerived(ordinal)
        && derived.dates[columns.ids[ordinal]]?.microseconds == instant
    }
  }

  /// Returns the first instant from the given one on that no derived event stands in for: an event
  /// written at any other would be taken for the original of that event, which would give way to
  /// it.
  package func instantOfItsOwn(from instant: HBInstant) -> HBInstant {
    var instant = instant
    while derived.mayReplace(eventAt: instant.microseconds), instant.successor > instant {
      instant = instant.successor
    }
    return instant
  }

  /// Returns the first instant that is later than all that is known of an anchor: than its events,
  /// and than the rows that some of them were derived from. A derived event may be dated as the
  /// anchor's creation, long before its row, and a reader that sees it has seen what the row was
  /// made of.
  ///
  /// - Complexity: O(1) if no event was derived from a row, else O(events of the anchor).
  package func instantAfterAll(ofSlot slot: Int) -> HBInstant {
    let newest = instant(newestOrdinal(ofSlot: slot)).successor
    guard !derived.isEmpty else { return newest }
    return ordinals(ofSlot: slot).lazy.filter { isDerived($0) }
      .compactMap { derived.dates[UUIDBits(id($0))]?.successor }
      .reduce(newest, max)
  }

  /// Whether any line of the log was derived from a cloud row, in force or not.
  package var hasDerivedEvents: Bool { !derived.isEmpty }

  /// Returns whether an event was derived from a cloud row.
  package func isDerived(_ ordinal: Int) -> Bool { columns.isDerived(row(ordinal)) }

  /// Returns whether the log has a derived event that no longer takes part in the history, as its
  /// original is here.
  package func hasGivenWay(eventWith id: UUIDBits) -> Bool {
    derived.contains(id) && ordinal(ofEvent: id.uuid) == nil
  }
}

extension ColumnStorage {
  @inline(__always)
  fileprivate func isDerived(_ row: Int) -> Bool { folded[row].marks.contains(.derived) }

  /// Returns whether a row is a line of the log that was not derived.
  fileprivate func isOrdinary(_ row: Int) -> Bool {
    !isDerived(row) && places[row].memoryIndex == nil
  }
}
