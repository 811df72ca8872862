package import HyperbasisAnchorLog
import HyperbasisHistory

extension EventTimes {
  /// The times of all events of an index.
  ///
  /// - Complexity: O(n) for n events; to be kept with the snapshot, not made for each frame.
  package init(index: EventIndex) {
    self = index.withInstants { instants in
      EventTimes(instants.lazy.map(HBInstant.init(microseconds:)))
    }
  }

  /// The times of some events of an index, such as those of one anchor.
  ///
  /// - Parameter ordinals: in ascending order.
  package init(index: EventIndex, ordinals: some Collection<Int>) {
    self.init(ordinals.lazy.map(index.instant))
  }
}
