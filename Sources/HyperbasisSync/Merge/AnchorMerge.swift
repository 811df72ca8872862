import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

/// What a row of the cloud makes of an anchor.
struct AnchorMerge {
  /// The row that came.
  let row: AnchorRow
  /// The row as both sides last agreed on it.
  let base: AnchorRow?
}

extension AnchorMerge {
  /// The state that both sides are to have.
  func merged(with local: LocalAnchor) -> AnchorState {
    let remote = AnchorState(row)
    return AnchorState(
      transform: ThreeWayMerge.merged(
        base: base?.transform, mine: local.state.transform, theirs: remote.transform,
        isMineLater: local.transformAt > row.updatedAt),
      metadata: ThreeWayMerge.merged(
        metadata: base?.metadata, mine: local.state.metadata, theirs: remote.metadata,
        isMineLater: local.metadataAt > row.updatedAt),
      isHidden: ThreeWayMerge.merged(
        base: base.map { $0.deletedAt != nil }, mine: local.state.isHidden,
        theirs: remote.isHidden, isMineLater: local.visibilityAt > row.updatedAt))
  }

  /// The events that saving the merged state appends to a log.
  ///
  /// Their ids follow from the row, so that all who pull it append the same ones.
  func events(in index: EventIndex, naming: DerivedNames) throws -> [HBAnchorEvent] {
    guard row.spaceId == index.spaceId else { return [] }
    let slot = index.slot(of: row.id)
    guard let slot, let local = try index.localAnchor(ofSlot: slot) else {
      return created(slot, in: index, naming: naming)
    }
    let steps = AnchorStep.saving(merged(with: local), over: local.state)
    let instant = max(row.updatedAt, index.instant(index.newestOrdinal(ofSlot: slot)).successor)
    return steps.enumerated().map { offset, step in
      event(
        step, at: instant, version: index.nextVersion(ofSlot: slot, offset), in: index, naming)
    }
  }

  /// An anchor that has no state here: as a file without events reads, `created` at its creation
  /// and `deleted` when it was deleted.
  private func created(
    _ slot: Int?, in index: EventIndex, naming: DerivedNames
  ) -> [HBAnchorEvent] {
    // Events without a state may precede; what creates the anchor comes behind them.
    var createdAt = min(row.createdAt, row.updatedAt)
    if let slot {
      createdAt = max(createdAt, index.instant(index.newestOrdinal(ofSlot: slot)).successor)
    }
    var events = [
      event(
        .whole(.created, AnchorState(row)), at: createdAt,
        version: index.nextVersion(ofSlot: slot, 0), in: index, naming)
    ]
    if let deletedAt = row.deletedAt {
      events.append(
        event(
          .deleted, at: max(createdAt, deletedAt), version: index.nextVersion(ofSlot: slot, 1),
          in: index, naming))
    }
    return events
  }

  private func event(
    _ step: AnchorStep, at instant: HBInstant, version: Int, in index: EventIndex,
    _ naming: DerivedNames
  ) -> HBAnchorEvent {
    let id = naming.id(
      anchor: row.id, updatedAt: row.updatedAt, type: step.type, instant: instant,
      version: version, in: index)
    return HBAnchorEvent(
      id: id, anchorId: row.id, spaceId: row.spaceId, type: step.type, timestamp: instant.date,
      version: version, transform: step.transform, metadata: step.metadata)
  }
}

extension AnchorState {
  init(_ row: AnchorRow) {
    self.init(
      transform: row.transform, metadata: row.metadata, isHidden: row.deletedAt != nil)
  }
}
