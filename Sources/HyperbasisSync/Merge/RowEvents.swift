import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

/// The events that a row of the cloud leads to in a log.
struct RowEvents {
  var events: [HBAnchorEvent] = []
  var conflicts: [EditConflict] = []
  /// Whether they stand in for events that whoever wrote the row has.
  var areDerived = true
}

extension RowEvents {
  /// What the lines of the events say beside them.
  ///
  /// - Parameter metadata: in force before the first.
  func lines(after metadata: [String: AnyCodableValue], of row: AnchorRow) -> [RowLine] {
    events.withKeysChanged(from: metadata).map { event, changed in
      RowLine(
        event: event,
        extras: LogExtras(derived: areDerived ? row.updatedAt : nil, changed: changed))
    }
  }

  struct RowLine {
    let event: HBAnchorEvent
    let extras: LogExtras
  }
}

extension AnchorMerge {
  /// What saving the merged state appends to a log.
  ///
  /// The ids of the events follow from the row, so that all who pull it append the same ones.
  ///
  /// - Parameter isLogShared: whether logs are exchanged as well.
  func events(in index: EventIndex, isLogShared: Bool) throws -> RowEvents {
    guard row.spaceId == index.spaceId else { return RowEvents() }
    let naming: DerivedNames = isLogShared ? .ofEvent : .ofRow
    let slot = index.slot(of: row.id)
    guard let slot, let local = try index.localAnchor(ofSlot: slot) else {
      return RowEvents(events: created(slot, in: index, naming: naming))
    }
    let newest = index.instant(index.newestOrdinal(ofSlot: slot))
    let isBehind = isLogShared && row.updatedAt <= newest
    // It was written again after it had been removed.
    if isBehind, isGone { return RowEvents() }
    let outcome =
      isBehind
      ? Outcome(state: try addition(to: local, ofSlot: slot, in: index), conflicts: [])
      : try outcome(with: local) { try index.lastChanges(ofSlot: slot) }
    // Of a row that is gone there is nobody whose event could come; and where the event is here that
    // made the row, what the row says beyond it never was one.
    let areDerived = !isGone && !index.hasOrdinaryEvent(ofSlot: slot, at: row.updatedAt)
    let instant = max(row.updatedAt, newest.successor)
    let events = AnchorStep.saving(outcome.state, over: local.state).enumerated().map {
      offset, step in
      event(
        step, at: instant, version: index.nextVersion(ofSlot: slot, offset),
        isDerived: areDerived, in: index, naming)
    }
    return RowEvents(events: events, conflicts: outcome.conflicts, areDerived: areDerived)
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
        version: index.nextVersion(ofSlot: slot, 0), isDerived: true, in: index, naming)
    ]
    if let deletedAt = row.deletedAt {
      events.append(
        event(
          .deleted, at: max(createdAt, deletedAt), version: index.nextVersion(ofSlot: slot, 1),
          isDerived: true, in: index, naming))
    }
    return events
  }

  private func event(
    _ step: AnchorStep, at instant: HBInstant, version: Int,
    isDerived: Bool, in index: EventIndex, _ naming: DerivedNames
  ) -> HBAnchorEvent {
    let id =
      isDerived
      ? naming.id(
        anchor: row.id, updatedAt: row.updatedAt, type: step.type, instant: instant,
        version: version, in: index)
      : DerivedNames.idOfKept(
        anchor: row.id, updatedAt: row.updatedAt, step: step, instant: instant, version: version)
    return HBAnchorEvent(
      id: id, anchorId: row.id, spaceId: row.spaceId, type: step.type, timestamp: instant.date,
      version: version, transform: step.transform, metadata: step.metadata)
  }
}

extension AnchorMerge {
  /// The state here with what the row says that no event of its anchor ever said.
  ///
  /// Where logs are exchanged, the events of a row are here when it is looked at, and a row that is
  /// not newer than the log is mostly behind it. But others may have written into rows alone: what
  /// whoever wrote this row had from those comes with no event. Of what was changed here since, it
  /// changes nothing.
  private func addition(
    to local: LocalAnchor, ofSlot slot: Int, in index: EventIndex
  ) throws -> AnchorState {
    var result = local.state
    let events = Array(index.ordinals(ofSlot: slot)).filter(index.hasStarted)
    if row.transform != result.transform, !isOlder(than: local.transform),
      try !events.contains(where: { try index.transform($0) == row.transform })
    {
      result.transform = row.transform
    }
    if row.deletedAt != nil, !result.isHidden, !isOlder(than: local.visibility),
      !events.contains(where: index.isHidden)
    {
      result.isHidden = true
    }
    // That a key is missing was so before it came.
    var unknown = row.metadata.filter { result.metadata[$0.key] != $0.value }
    for ordinal in events where !unknown.isEmpty && index.carriesMetadata(ordinal) {
      let metadata = try index.metadata(ordinal)
      unknown = unknown.filter { metadata[$0.key] != $0.value }
    }
    guard !unknown.isEmpty else { return result }
    let changes = try index.lastChanges(ofSlot: slot)
    for (key, value) in unknown where !(changes[key].map(isOlder) ?? false) {
      result.metadata[key] = value
    }
    return result
  }
}
