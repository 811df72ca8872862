import HyperbasisAnchorLog

// The frame that something is in today: that of an anchor that is there is its own; a hidden one was
// left behind by what shifted since.

extension SpaceFrames {
  /// The frame that an anchor would be in had it not been hidden: what happened to the frame of who
  /// wrote its place has happened to it, too.
  ///
  /// - Parameter ordinal: the latest event of the anchor.
  func presentFrame(ofSlot slot: Int, after ordinal: Int, _ index: EventIndex) -> FramePath {
    let own = anchors[slot].path
    guard ordinal >= 0, let hiding = index.hidingOrdinal(ordinal) else { return own }
    let writer = index.actorNumber(index.transformSource(ordinal) ?? ordinal)
    let before = writers(eventCount: hiding + 1).frame(of: writer)
    let now = writers.frame(of: writer)
    guard before != now else { return own }
    let (gone, come) = (Set(before.shifts.map { Int($0) }), Set(now.shifts.map { Int($0) }))
    return own.without { gone.contains($0) && !come.contains($0) }
      .into(now) { come.contains($0) && !gone.contains($0) }
  }

  /// The frame that an anchor was written in by one of its events.
  func frame(ofSlot slot: Int, after ordinal: Int) -> AnchorFrame {
    past[slot]?.first { ordinal <= $0.through }?.frame ?? anchors[slot]
  }

  /// The frames that writers were in when the log had so many events.
  func writers(eventCount: Int) -> WriterFrames {
    formerWriters.first { eventCount <= $0.until }?.writers ?? writers
  }
}
