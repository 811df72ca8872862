import HyperbasisAnchorLog
import HyperbasisModels

extension Write {
  /// Anchors that moved less than so many microseconds ago are under way.
  static let leastRest: Int64 = 10_000_000

  /// Whether the anchor stood still before, so that what moved it can be a shift.
  ///
  /// Who takes a change back decides about anchors that stand still, however soon it is done; nor is
  /// an anchor under way because somebody took a change of it back just before.
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

  /// The same without what only took changes back, as far as that lies within the rest of an anchor
  /// that stands still.
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

  /// Whether the same operation brought the anchor back before: it did not stand there.
  private func isOfBroughtBackAnchor(_ index: EventIndex) -> Bool {
    let operation = index.operationNumber(Int(ordinal))
    return operation > 0 && index.operationNumber(Int(previous)) == operation
  }
}

extension EventIndex {
  /// Whether an event takes changes back, does them again, or corrects them: an undo, a redo, a
  /// correction, or the roll-back of an anchor that is there.
  func isRevision(_ ordinal: Int) -> Bool {
    if undone(ordinal) != nil { return true }
    // Devices that track anchors name no operation, and write most of all there is.
    if operationNumber(ordinal) > 0, correction(ordinal, corrections) != nil { return true }
    guard type(ordinal) == .restored,
      let before = ordinals(ofSlot: slot(ordinal)).last(below: ordinal)
    else { return false }
    return isVisible(before)
  }
}
