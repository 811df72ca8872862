package import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisWording

extension MapBounds {
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
    let sample = MapBounds.sample(count: ordinals.count) { number in
      let ordinal = first + number
      return index.hasStarted(ordinal) ? MapPoint(index.position(ordinal)) : nil
    }
    self.init(sample: sample) { fence, extent in
      extent.include(index.mapExtent(ordinals, x: fence.x, z: fence.z))
    }
  }

  /// The bounds of where anchors were in a state and after the events that followed it.
  ///
  /// - Complexity: O(anchors + events)
  package init(index: EventIndex, from state: FoldedState, through position: Int) {
    let standing = index.slotsInStoreOrder.compactMap { slot -> Int? in
      state.ordinal(ofSlot: Int(slot)).flatMap { index.isVisible($0) ? $0 : nil }
    }
    let events = state.position..<max(state.position, position)
    let sample = MapBounds.sample(count: standing.count + events.count) { number in
      let ordinal =
        number < standing.count ? standing[number] : events.lowerBound + number - standing.count
      return index.hasStarted(ordinal) ? MapPoint(index.position(ordinal)) : nil
    }
    self.init(sample: sample) { fence, extent in
      for ordinal in standing {
        extent.include(MapPoint(index.position(ordinal)), within: fence)
      }
      extent.include(index.mapExtent(events, x: fence.x, z: fence.z))
    }
  }

  /// The bounds of a history that has grown, so that what is new does not make the picture jump.
  ///
  /// A short history is looked at again: few points do not tell outliers for ever.
  func extended(by added: Range<Int>, of index: EventIndex) -> MapBounds {
    guard added.lowerBound >= Self.settledCount else { return MapBounds(index: index) }
    return including { fence, extent in
      extent.include(index.mapExtent(added, x: fence.x, z: fence.z))
    }
  }

  private static let settledCount = 20_000
}
