public import Foundation
package import HyperbasisAnchorLog
public import HyperbasisModels

/// The history of one space: every event in order, and the space as it was at any date.
///
/// Events are ordered by (instant, version, id), however they came. A timeline is a value that
/// stays as it is while others go on writing; it decodes an event only when one is asked for.
public struct HBTimeline: Sendable {
  /// The index that answers every question.
  package let index: EventIndex

  /// A timeline of events in any order; those of other spaces are left out.
  public init(spaceId: UUID, events: [HBAnchorEvent]) {
    index = EventIndex(spaceId: spaceId, events: events)
  }

  package init(index: EventIndex) {
    self.index = index
  }

  /// The space whose history it is.
  public var spaceId: UUID { index.spaceId }
}

// MARK: - Extent

extension HBTimeline {
  /// The date of the earliest event; nil where there is none.
  public var startDate: Date? { index.count > 0 ? index.date(0) : nil }

  /// The date of the latest event; nil where there is none.
  public var endDate: Date? { index.count > 0 ? index.date(index.count - 1) : nil }

  /// Seconds from the earliest event to the latest; nil where there is none.
  public var duration: TimeInterval? {
    guard let startDate, let endDate else { return nil }
    return endDate.timeIntervalSince(startDate)
  }

  /// The ids of all anchors that have events.
  public var anchorIds: Set<UUID> {
    Set((0..<index.slotCount).map(index.anchorId(ofSlot:)))
  }
}

// MARK: - Events

extension HBTimeline {
  /// All events in chronological order.
  ///
  /// - Complexity: O(n), each event is decoded. Events that cannot be read any more are left out.
  public var events: [HBAnchorEvent] { decode(0..<index.count) }

  /// The events of one anchor in chronological order.
  public func events(for anchorId: UUID) -> [HBAnchorEvent] {
    index.slot(of: anchorId).map { decode(index.ordinals(ofSlot: $0)) } ?? []
  }

  /// The events from one date to another, both included.
  public func events(from: Date, to: Date) -> [HBAnchorEvent] {
    let first = index.position(before: HBInstant(from))
    let end = index.position(through: HBInstant(to))
    return first < end ? decode(first..<end) : []
  }

  /// The events of one type in chronological order.
  public func events(ofType type: HBAnchorEvent.EventType) -> [HBAnchorEvent] {
    decode((0..<index.count).filter { index.type($0) == type })
  }

  /// The event nearest to a date, the earlier of two that are equally near; nil where there is
  /// none.
  public func closestEvent(to date: Date) -> HBAnchorEvent? {
    closestOrdinal(to: HBInstant(date)).flatMap { try? index.event($0) }
  }

  /// The ordinal of the event nearest to an instant, the earlier on a tie.
  package func closestOrdinal(to instant: HBInstant) -> Int? {
    let next = index.position(through: instant)
    guard next > 0 else { return index.count > 0 ? 0 : nil }
    let before = index.instant(next - 1)
    let first = index.position(before: before)
    guard next < index.count else { return first }
    // As unsigned numbers, for the distance between two instants may exceed the signed range.
    let past = UInt64(bitPattern: instant.microseconds &- before.microseconds)
    let ahead = UInt64(bitPattern: index.instant(next).microseconds &- instant.microseconds)
    return ahead < past ? next : first
  }

  private func decode(_ ordinals: some Sequence<Int>) -> [HBAnchorEvent] {
    let ordinals = Array(ordinals)
    return (try? index.events(ordinals)) ?? ordinals.compactMap { try? index.event($0) }
  }
}

// MARK: - State

extension HBTimeline {
  /// The anchors as they were at a date: events at or before it count, hidden anchors are left
  /// out. Ordered by (createdAt, id).
  public func state(at date: Date) -> [HBAnchor] {
    (try? index.anchors(in: index.state(at: HBInstant(date)))) ?? []
  }

  /// What changed from one date to another; `from` may be the later one.
  public func diff(from: Date, to: Date) -> HBDiff {
    let before = index.state(at: HBInstant(from))
    let after = index.state(at: HBInstant(to))
    return (try? HBDiff(index, from: before, to: after, fromDate: from, toDate: to))
      ?? HBDiff(spaceId: spaceId, fromDate: from, toDate: to)
  }
}
