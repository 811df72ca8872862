package import Hyperbasis

extension PlanBounds {
  /// The bounds of where anchors were over the whole history, so that the picture does not
  /// jump while time is scrubbed.
  ///
  /// - Complexity: O(n) for n events; to be kept with the snapshot, not made for each frame.
  package init(index: EventIndex) {
    self.init(index: index, ordinals: 0..<index.count)
  }

  /// The bounds of where anchors were after the given events.
  package init(index: EventIndex, ordinals: Range<Int>) {
    let first = ordinals.lowerBound
    let sample = PlanBounds.sample(count: ordinals.count) { number in
      let ordinal = first + number
      return index.hasStarted(ordinal) ? PlanPoint(index.position(ordinal)) : nil
    }
    self.init(sample: sample) { include in
      index.forEachPosition(ordinals) { include(PlanPoint($0)) }
    }
  }
}
