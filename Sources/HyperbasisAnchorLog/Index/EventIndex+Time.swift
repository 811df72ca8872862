public import Foundation
public import HyperbasisModels

extension EventIndex {
  /// Returns whether an event at an instant would come before others of its anchor, or coincide
  /// with its newest one.
  public func isLate(_ instant: HBInstant, of anchor: UUID) -> Bool {
    guard let slot = slot(of: anchor) else { return false }
    return instant <= self.instant(newestOrdinal(ofSlot: slot))
  }

  /// The instant of the first event.
  public var start: HBInstant? { count > 0 ? instant(0) : nil }

  /// The instant of the last event.
  public var end: HBInstant? { count > 0 ? instant(count - 1) : nil }

  /// Returns the number of events at or before an instant.
  public func eventCount(through instant: HBInstant) -> Int {
    (0..<count).partition { columns.instants[$0] <= instant.microseconds }
  }

  /// Returns the number of events before an instant.
  public func eventCount(before instant: HBInstant) -> Int {
    (0..<count).partition { columns.instants[$0] < instant.microseconds }
  }

  /// Returns the first instant after a given one that has an event, of one anchor or of any.
  public func nextInstant(after instant: HBInstant, slot: Int? = nil) -> HBInstant? {
    let position = eventCount(through: instant)
    guard let slot else { return position < count ? self.instant(position) : nil }
    let list = ordinals(ofSlot: slot)
    let index = list.count(below: position)
    return index < list.count ? self.instant(list[index]) : nil
  }

  /// Returns the last instant before a given one that has an event, of one anchor or of any.
  public func previousInstant(before instant: HBInstant, slot: Int? = nil) -> HBInstant? {
    let position = eventCount(before: instant)
    guard let slot else { return position > 0 ? self.instant(position - 1) : nil }
    return ordinals(ofSlot: slot).last(below: position).map { self.instant($0) }
  }

  /// Calls `body` with the instants of all events in microseconds, in canonical order.
  public func withInstants<Result>(
    _ body: (UnsafeBufferPointer<Int64>) throws -> Result
  ) rethrows -> Result {
    try withExtendedLifetime(columns) {
      try body(columns.instants.first(count))
    }
  }
}

// MARK: - The future

extension EventIndex {
  /// Clocks that are off by less than this, in microseconds, are not worth reporting.
  private static let clockTolerance: Int64 = 5 * 60 * 1_000_000

  /// Returns the events that lie ahead of a clock, in canonical order; those that are not on disk
  /// are left out.
  ///
  /// - Complexity: O(log n) if there are none.
  public func ordinals(aheadOf now: HBInstant) -> [Int] {
    let limit = now.advanced(byMicroseconds: Self.clockTolerance)
    return (eventCount(through: limit)..<count).filter { !isSynthetic($0) }
  }
}

// MARK: - States

extension EventIndex {
  /// Returns the state after the first `eventCount` events.
  ///
  /// - Complexity: a copy of the nearest keyframe and a replay of at most as many events as lie
  ///   between two; microseconds for a thousand anchors.
  public func state(through eventCount: Int) -> FoldedState {
    precondition(eventCount >= 0 && eventCount <= count, "There are not so many events.")
    return anchors.state(through: eventCount, of: count, columns)
  }

  /// Returns the state at an instant: events at or before it are folded.
  public func state(at instant: HBInstant) -> FoldedState {
    state(through: eventCount(through: instant))
  }

  /// Returns the latest of an anchor's events among the first `position`.
  public func latestOrdinal(ofSlot slot: Int, through position: Int) -> Int? {
    ordinals(ofSlot: slot).last(below: position)
  }

  /// Returns whether an anchor is part of a state: its fold has started and it is not hidden.
  public func isVisible(slot: Int, in state: FoldedState) -> Bool {
    guard let ordinal = state.ordinal(ofSlot: slot) else { return false }
    return isVisible(ordinal)
  }

  /// Returns the anchors of a state with their positions in metres, by slot.
  public func positions(in state: FoldedState) -> [SlotPosition] {
    precondition(state.eventCount <= count, "The state belongs to a later snapshot.")
    var result: [SlotPosition] = []
    result.reserveCapacity(state.latest.count)
    for (slot, latest) in state.latest.enumerated() where latest >= 0 {
      let ordinal = Int(latest)
      guard columns.folded[ordinal].isVisible else { continue }
      result.append(
        SlotPosition(slot: Int32(slot), position: columns.folded[ordinal].position.vector))
    }
    return result
  }
}

/// The position of an anchor.
public struct SlotPosition: Sendable, Equatable {
  public let slot: Int32
  /// Metres.
  public let position: SIMD3<Float>
}
