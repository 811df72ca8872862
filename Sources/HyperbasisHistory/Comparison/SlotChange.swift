package import HyperbasisAnchorLog
import HyperbasisModels

/// What became of one anchor between two states, without the anchor itself.
package struct SlotChange: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case added, removed, moved, updated
    /// It moved and its metadata differ.
    case movedAndUpdated
    /// It moved by less than the thresholds; its metadata are the same.
    case belowThreshold
    case unchanged
  }

  package let slot: Int
  package let kind: Kind
  /// The latest event in the earlier state, where the anchor is visible there.
  package let before: Int?
  /// The latest event in the later state, where the anchor is visible there.
  package let after: Int?
  /// Metres, from position to position.
  package let distance: Double
  /// Degrees, 0 to 180.
  package let angle: Double
}

/// From where on a difference of transforms counts as a move; with zeros any does.
package struct MoveLimits: Sendable, Equatable {
  /// Metres.
  package var distance: Double
  /// Degrees.
  package var angle: Double

  package init(distance: Double = 0, angle: Double = 0) {
    self.distance = distance
    self.angle = angle
  }
}

extension EventIndex {
  /// What became of each anchor that is visible in one of two states, in the store's order.
  ///
  /// A payload is read only where transform or metadata come from different events.
  package func changes(
    from: SpaceState, to: SpaceState, limits: MoveLimits = MoveLimits()
  ) throws -> [SlotChange] {
    var batch = PayloadBatch(self, expected: slotCount)
    let pairs = try slotsInStoreOrder.compactMap { slot in
      try SlotPair(Int(slot), from: from, to: to, index: self, &batch)
    }
    try batch.read()
    return pairs.map { $0.change(index: self, batch, limits) }
  }
}

/// An anchor in two states, and the numbers of its payloads where they may differ.
private struct SlotPair {
  let slot: Int
  let before: Int?
  let after: Int?
  var transforms: (before: Int, after: Int)?
  var metadata: (before: Int, after: Int)?

  init?(
    _ slot: Int, from: SpaceState, to: SpaceState, index: EventIndex, _ batch: inout PayloadBatch
  ) throws {
    self.slot = slot
    before = from.ordinal(ofSlot: slot).flatMap { index.isVisible($0) ? $0 : nil }
    after = to.ordinal(ofSlot: slot).flatMap { index.isVisible($0) ? $0 : nil }
    guard let before, let after else {
      if before == nil, after == nil { return nil }
      return
    }
    let (old, new) = (index.transformSource(before), index.transformSource(after))
    if old != new {
      transforms = (try batch.addTransform(old), try batch.addTransform(new))
    }
    let (oldMetadata, newMetadata) = (index.metadataSource(before), index.metadataSource(after))
    if oldMetadata != newMetadata {
      metadata = (try batch.addMetadata(oldMetadata), try batch.addMetadata(newMetadata))
    }
  }

  func change(index: EventIndex, _ batch: PayloadBatch, _ limits: MoveLimits) -> SlotChange {
    guard before != nil, after != nil else {
      return change(before == nil ? .added : .removed, 0, 0)
    }
    let isUpdated =
      metadata.map { !batch.metadata[$0.before].hasSameMembers(as: batch.metadata[$0.after]) }
      ?? false
    guard let transforms, batch.transforms[transforms.before] != batch.transforms[transforms.after]
    else { return change(isUpdated ? .updated : .unchanged, 0, 0) }
    let (old, new) = (batch.transforms[transforms.before], batch.transforms[transforms.after])
    let distance = HBTransform.distance(old, new)
    let angle = HBTransform.angle(old, new)
    let counts =
      limits == MoveLimits() || (distance > 0 && distance >= limits.distance)
      || (angle > 0 && angle >= limits.angle) || HBTransform.scaleDiffers(old, new)
    if counts { return change(isUpdated ? .movedAndUpdated : .moved, distance, angle) }
    return change(isUpdated ? .updated : .belowThreshold, distance, angle)
  }

  private func change(_ kind: SlotChange.Kind, _ distance: Double, _ angle: Double) -> SlotChange {
    SlotChange(
      slot: slot, kind: kind, before: before, after: after, distance: distance, angle: angle)
  }
}

extension HBTransform {
  /// Whether two transforms scale differently; what rotation leaves as rounding is not a scale.
  fileprivate static func scaleDiffers(_ left: [Float], _ right: [Float]) -> Bool {
    let (old, new) = (scale(left), scale(right))
    return (0..<3).contains { (old[$0] - new[$0]).magnitude > 1e-4 * max(old[$0], new[$0]) }
  }
}
