import HyperbasisAnchorLog

// The frame that something is in today: a visible anchor is in its own; one that was hidden was left behind
// by what shifted meanwhile.

extension SpaceFrames {
  /// Returns the frame that an anchor would be in had it never been hidden: what happened to the frame of
  /// its place's writer has happened to it, too.
  func presentFrame(ofSlot slot: Int, _ index: EventIndex) -> FramePath {
    let own = anchors[slot].path
    guard let hiding = hidingOrdinal(ofSlot: slot), let missed = missed(since: hiding, index) else {
      return own
    }
    let gone = Set(missed.before.shifts.map { Int($0) })
    let come = Set(missed.now.shifts.map { Int($0) })
    return own.without { gone.contains($0) && !come.contains($0) }
      .into(missed.now) { come.contains($0) && !gone.contains($0) }
  }

  /// Returns the event from which on shifts have passed an anchor by; nil if none has.
  func hidingOrdinal(ofSlot slot: Int) -> Int? {
    let hiding = Int(anchors[slot].hiddenBy)
    return hiding < 0 ? nil : hiding
  }

  /// Returns how the frame of the writer of an anchor's place changed since an event hid the anchor; nil if
  /// it is the same.
  func missed(since hiding: Int, _ index: EventIndex) -> (before: FramePath, now: FramePath)? {
    let writer = index.actorNumber(index.transformSource(hiding) ?? hiding)
    let before = writers(eventCount: hiding + 1).frame(of: writer)
    let now = writers.frame(of: writer)
    return before == now ? nil : (before, now)
  }

  /// Returns the frame that an anchor was written in by one of its events.
  func frame(ofSlot slot: Int, after ordinal: Int) -> AnchorFrame {
    past[slot]?.first { ordinal <= $0.through }?.frame ?? anchors[slot]
  }

  /// Returns the frames that writers were in when the log had `eventCount` events.
  func writers(eventCount: Int) -> WriterFrames {
    formerWriters.first { eventCount <= $0.until }?.writers ?? writers
  }
}
