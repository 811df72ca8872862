public import HyperbasisModels

extension EventIndex {
  /// The state after the first `position` events.
  ///
  /// - Complexity: a copy of the nearest keyframe and a replay of at most as many events as lie
  ///   between two; microseconds for a thousand anchors.
  public func state(through position: Int) -> FoldedState {
    precondition(position >= 0 && position <= count, "There is no state at that position.")
    if position == count { return FoldedState(position: position, latest: slots.newest) }
    let frame = keyframes.frame(before: position)
    var latest = frame.latest
    latest.append(contentsOf: repeatElement(-1, count: max(0, slotCount - latest.count)))
    latest.withUnsafeMutableBufferPointer { latest in
      for ordinal in frame.position..<position {
        latest[Int(columns.slots[ordinal])] = Int32(truncatingIfNeeded: ordinal)
      }
    }
    return FoldedState(position: position, latest: latest)
  }

  /// The state at an instant: events at or before it are folded.
  public func state(at instant: HBInstant) -> FoldedState {
    state(through: position(through: instant))
  }

  /// The latest of an anchor's events among the first `position`.
  public func latestOrdinal(ofSlot slot: Int, through position: Int) -> Int? {
    ordinals(ofSlot: slot).last(below: position)
  }

  /// Whether an anchor is part of a state: its fold has started and it is not hidden.
  public func isVisible(slot: Int, in state: FoldedState) -> Bool {
    guard let ordinal = state.ordinal(ofSlot: slot) else { return false }
    return isVisible(ordinal)
  }

  /// The anchors of a state with their positions in metres, by slot.
  public func positions(in state: FoldedState) -> [SlotPosition] {
    precondition(state.position <= count, "The state belongs to a later snapshot.")
    var result: [SlotPosition] = []
    result.reserveCapacity(state.latest.count)
    for (slot, latest) in state.latest.enumerated() where latest >= 0 {
      let ordinal = Int(latest)
      guard columns.folded[ordinal].flags.intersection(.folded) == .started else { continue }
      result.append(
        SlotPosition(slot: Int32(slot), position: columns.folded[ordinal].position.vector))
    }
    return result
  }
}

/// Where an anchor is.
public struct SlotPosition: Sendable, Equatable {
  public let slot: Int32
  /// Metres.
  public let position: SIMD3<Float>
}
