package import HyperbasisAnchorLog

extension SpaceFrames {
  /// Returns the motion from the frame of the reference date into the one that an anchor is written in.
  package func motion(ofSlot slot: Int) -> Motion {
    slot < anchors.count ? anchors[slot].path.motion(shifts) : .identity
  }

  /// Returns the last shift that led into the frame that an anchor is written in by one of its events: its
  /// number in the list of shifts; nil in the frame of the reference date.
  package func shiftNumber(ofSlot slot: Int, after ordinal: Int) -> Int? {
    guard slot < anchors.count else { return nil }
    let former = past[slot]?.first { ordinal <= $0.through }?.frame
    return (former ?? anchors[slot]).path.shifts.last.map { Int($0) }
  }

  /// Returns the motion into the frame that an actor writes in now; that of the space for nobody.
  ///
  /// - Parameter actor: its number in the index; 0 for nobody.
  package func motion(ofActor actor: Int) -> Motion {
    writers.frame(of: actor).motion(shifts)
  }

  /// Returns the motion from the frame that an anchor was in into that of these frames, if both have the
  /// same reference date: what a diff takes out of its displacement, G_B · G_A⁻¹.
  package func change(from earlier: SpaceFrames, slot: Int) -> Change {
    let before = slot < earlier.anchors.count ? earlier.anchors[slot].path : FramePath()
    let after = slot < anchors.count ? anchors[slot].path : FramePath()
    return before.change(to: after, shifts)
  }

  /// What lies between the frames of an anchor at two dates.
  package struct Change: Sendable, Equatable {
    package var motion = Motion.identity
    /// By how much headings turned, in degrees: 0 through shifts whose headings stayed.
    package var headingYaw = 0.0
    /// An anchor that is within this distance of where the motion takes it, in metres, stood still.
    package var tolerance = Self.leastTolerance
    /// Whether the motion combines several shifts.
    package var isComposed = false

    /// An offset of this many metres from its place cannot be seen.
    static let leastTolerance = 0.001
  }

  /// How many live anchors share a frame.
  package struct Group: Sendable, Equatable {
    package var anchors: Int
    package var motion: Motion
  }

  /// Returns the frames of the live anchors of a state, the one with most anchors first.
  package func groups(_ index: EventIndex, in state: FoldedState) -> [Group] {
    var counts: [[Int32]: Int] = [:]
    for slot in 0..<anchors.count where index.isVisible(slot: slot, in: state) {
      counts[anchors[slot].path.shifts, default: 0] += 1
    }
    return counts.sorted { left, right in
      left.value != right.value
        ? left.value > right.value : left.key.lexicographicallyPrecedes(right.key)
    }
    .map { Group(anchors: $0.value, motion: FramePath(shifts: $0.key).motion(shifts)) }
  }
}
