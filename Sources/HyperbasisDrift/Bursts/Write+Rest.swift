import HyperbasisAnchorLog
import HyperbasisModels

extension Write {
  /// Anchors that moved less than this many microseconds ago are under way.
  static let leastRest: Int64 = 10_000_000

  /// Whether the anchor stood still before the write, so that what moved it can be a shift.
  ///
  /// A write that takes a change back concerns an anchor that stands still, however soon it follows; nor is
  /// an anchor under way because a change of it was taken back just before.
  func isAtRest(_ index: EventIndex) -> Bool {
    if rest(since: source(index), index) >= Self.leastRest { return true }
    if index.isRevision(Int(ordinal)) { return !isOfBroughtBackAnchor(index) }
    return rest(since: lastOwnSource(index), index) >= Self.leastRest
  }

  /// How long before the write an event was, in microseconds.
  private func rest(since event: Int, _ index: EventIndex) -> Int64 {
    index.instant(Int(ordinal)).microseconds - index.instant(event).microseconds
  }

  /// The event whose transform was in force before the write.
  private func source(_ index: EventIndex) -> Int {
    index.transformSource(Int(previous)) ?? Int(previous)
  }

  /// The same, skipping events within ``leastRest`` of the write that only took changes back.
  private func lastOwnSource(_ index: EventIndex) -> Int {
    var event = source(index)
    while rest(since: event, index) < Self.leastRest, index.isRevision(event),
      let before = index.ordinals(ofSlot: Int(slot)).last(below: event),
      let earlier = index.transformSource(before)
    {
      event = earlier
    }
    return event
  }

  /// Whether the same operation had just brought the anchor back, so that it did not rest there.
  private func isOfBroughtBackAnchor(_ index: EventIndex) -> Bool {
    let operation = index.operationNumber(Int(ordinal))
    return operation > 0 && index.operationNumber(Int(previous)) == operation
  }
}

extension EventIndex {
  /// Whether an event takes changes back, redoes or corrects them: an undo, a redo, a correction, or the
  /// rollback of a visible anchor.
  func isRevision(_ ordinal: Int) -> Bool {
    if undone(ordinal) != nil { return true }
    // Devices that track anchors name no operation, and write most of the events.
    if operationNumber(ordinal) > 0, correction(ordinal, corrections) != nil { return true }
    guard type(ordinal) == .restored,
      let before = ordinals(ofSlot: slot(ordinal)).last(below: ordinal)
    else { return false }
    return isVisible(before)
  }
}
