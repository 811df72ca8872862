public import Foundation
package import HyperbasisAnchorLog
public import HyperbasisModels

/// The history of one space: every event in order, and the space as it was at any date.
///
/// Events are ordered by (instant, version, id), in whatever order they came. A timeline is a value that
/// stays as it is while others go on writing; it decodes an event only when one is asked for.
public struct HBTimeline: Sendable, _HBEventSequenceSource {
  /// The index that answers every query.
  package let index: EventIndex

  /// Creates a timeline of events in any order.
  ///
  /// It leaves out events of other spaces, and those that a log would report and not count: with a version
  /// that is not from 1 to 2147483647, with a transform that is not 16 finite floats, and, of several with
  /// the same id, all but one. ``events`` has what is left.
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
  /// The date of the earliest event; nil if there is none.
  public var startDate: Date? { index.count > 0 ? index.date(0) : nil }

  /// The date of the latest event; nil if there is none.
  public var endDate: Date? { index.count > 0 ? index.date(index.count - 1) : nil }

  /// Seconds from the earliest event to the latest; nil if there is none.
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
  /// All events in chronological order, each decoded on access.
  ///
  /// They convert to an array where one is expected:
  /// ```swift
  /// let events: [HBAnchorEvent] = timeline.events
  /// ```
  ///
  /// - Complexity: O(1); as an array O(n), since each event is decoded.
  public var events: HBEventCollection { HBEventCollection(index: index) }

  /// Returns the events of one anchor in chronological order.
  public func events(for anchorId: UUID) -> [HBAnchorEvent] {
    index.slot(of: anchorId).map { decode(index.ordinals(ofSlot: $0)) } ?? []
  }

  /// Returns the events from one date to another, both included.
  public func events(from: Date, to: Date) -> [HBAnchorEvent] {
    let first = index.eventCount(before: HBInstant(startOf: from))
    let end = index.eventCount(through: HBInstant(endOf: to))
    return first < end ? decode(first..<end) : []
  }

  /// Returns the id of the operation that wrote an event, by which a plan undoes it: the ``HBOperation/id``.
  /// Nil for an event that is not part of this history.
  public func operationId(of event: HBAnchorEvent) -> UUID? {
    index.ordinal(ofEvent: event.id).map(index.operationId(ofEvent:))
  }

  /// Returns the events of one type in chronological order.
  public func events(ofType type: HBAnchorEvent.EventType) -> [HBAnchorEvent] {
    decode((0..<index.count).filter { index.type($0) == type })
  }

  /// Returns the event nearest to a date, the earlier of two that are equally near; nil if there is none.
  public func closestEvent(to date: Date) -> HBAnchorEvent? {
    closestOrdinal(to: HBInstant(date)).map(index.readableEvent)
  }

  /// Returns the ordinal of the event nearest to an instant, the earlier on a tie.
  package func closestOrdinal(to instant: HBInstant) -> Int? {
    let next = index.eventCount(through: instant)
    guard next > 0 else { return index.count > 0 ? 0 : nil }
    let before = index.instant(next - 1)
    let first = index.eventCount(before: before)
    guard next < index.count else { return first }
    // As unsigned numbers, since the distance between two instants may exceed the signed range.
    let past = UInt64(bitPattern: instant.microseconds &- before.microseconds)
    let ahead = UInt64(bitPattern: index.instant(next).microseconds &- instant.microseconds)
    return ahead < past ? next : first
  }

  private func decode(_ ordinals: some Sequence<Int>) -> [HBAnchorEvent] {
    let ordinals = Array(ordinals)
    // If one of them cannot be read, each is read by itself, so that one hides no other.
    return (try? index.events(ordinals)) ?? ordinals.map(index.readableEvent)
  }
}

// MARK: - State

extension HBTimeline {
  /// Returns the anchors as they were at a date: events at or before it count, hidden anchors are left out.
  /// Ordered by (instant of the event at which the anchor starts, id).
  ///
  /// Every anchor of that date is there, even if somebody damages the log behind an open timeline. One that
  /// can no longer be read has an empty transform and empty metadata; it is not valid, and saving it is
  /// refused. ``anchors(at:)`` throws instead. A date that is not a number, which ``anchors(at:)`` refuses,
  /// counts as 1970 here.
  public func state(at date: Date) -> [HBAnchor] {
    index.readableAnchors(in: index.state(at: HBInstant(endOf: date)))
  }

  /// Returns what changed from one date to another; `from` may be the later one.
  ///
  /// What became of each anchor is reported even if somebody damages the log behind an open timeline; an
  /// anchor that can no longer be read is as in ``state(at:)``. ``changes(from:to:)`` throws instead.
  public func diff(from: Date, to: Date) -> HBDiff {
    HBDiff(readable: index, comparison(from, to), fromDate: from, toDate: to)
  }

  private func comparison(_ from: Date, _ to: Date) -> StateComparison {
    let before = index.rows(of: index.state(at: HBInstant(endOf: from)))
    let after = index.rows(of: index.state(at: HBInstant(endOf: to)), near: before)
    return StateComparison(index, from: before, to: after)
  }
}

// MARK: - Complete results

extension HBTimeline {
  /// Returns the anchors as they were at a date, like ``state(at:)``, each of them complete.
  ///
  /// - Throws: ``HBStorageError/eventLogCorrupted(spaceId:)`` if the log was truncated or overwritten since
  ///   the timeline was made; ``HBStorageError/fileSystemError(underlying:)``;
  ///   ``HBStorageError/encodingFailed(underlying:)`` for a date that is not a number.
  public func anchors(at date: Date) throws -> [HBAnchor] {
    try UnwritableDateError.checkIsNumber([("date", date)])
    return try reading { try index.anchors(in: index.state(at: HBInstant(endOf: date))) }
  }

  /// Returns what changed from one date to another, like ``diff(from:to:)``, with every anchor complete.
  ///
  /// - Throws: as ``anchors(at:)`` does.
  public func changes(from: Date, to: Date) throws -> HBDiff {
    try UnwritableDateError.checkIsNumber([("from", from), ("to", to)])
    return try reading { try HBDiff(index, comparison(from, to), fromDate: from, toDate: to) }
  }

  /// Returns the events of one anchor in chronological order, each of them complete.
  ///
  /// - Throws: as ``anchors(at:)`` does.
  public func history(of anchorId: UUID) throws -> [HBAnchorEvent] {
    try reading {
      try index.slot(of: anchorId).map { try index.events(index.ordinals(ofSlot: $0)) } ?? []
    }
  }

  func reading<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch is LogError {
      throw HBStorageError.eventLogCorrupted(spaceId: spaceId)
    } catch {
      throw HBStorageError.fileSystemError(underlying: error)
    }
  }
}
