import HyperbasisAnchorLog
package import HyperbasisHistory

/// When the most anchors were there at once.
package struct CrowdedMoment: Equatable, Sendable {
  package let anchors: Int
  /// The first instant with that many.
  package let at: HBInstant
}

extension SpaceData {
  /// Returns when the most anchors were there at once, of those that a filter lets through; nil if
  /// there never was one.
  ///
  /// - Complexity: O(events)
  package func crowdedMoment(_ filter: EventFilter? = nil) -> CrowdedMoment? {
    counts(AnchorCounts.Key(line: .alive, filter: filter, slot: nil)).peak(in: index)
  }

  /// Returns how far an anchor went while it was there, in metres, over its whole history.
  ///
  /// - Complexity: O(1), and O(events) the first time.
  package func pathLength(ofSlot slot: Int) -> Double {
    totals.pathLength(after: index.newestOrdinal(ofSlot: slot))
  }
}
