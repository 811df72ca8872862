import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

/// The events that a row of the cloud adds to a log.
struct RowEvents {
  /// The row's values that later changes made here overrule, each placed before such a change.
  var overruled: [RowLine] = []
  var events: [HBAnchorEvent] = []
  /// The metadata in force before the first of them.
  var metadata: [String: AnyCodableValue] = [:]
  var conflicts: [EditConflict] = []
  /// Whether they stand in for events that the row's writer has.
  var areDerived = true
  /// The anchor's own creation date, if the first of them creates it at another instant.
  var createdAt: HBInstant?
  /// Whether they place an anchor before events that are here: the row must then be merged again, into
  /// what those make of it.
  var precedeOthers = false
}

extension RowEvents {
  /// Returns the events with the extra members of their lines.
  func lines(of row: AnchorRow) -> [RowLine] {
    overruled
      + events.withKeysChanged(from: metadata).map { event, changed in
        RowLine(
          event: event,
          extras: LogExtras(
            createdAt: event.type == .created ? createdAt : nil,
            derived: areDerived ? row.updatedAt : nil, changed: changed))
      }
  }

  struct RowLine {
    let event: HBAnchorEvent
    let extras: LogExtras
  }
}

extension AnchorMerge {
  /// Returns what saving the merged state appends to a log.
  ///
  /// The ids of the events follow from the row, so that every store that pulls it appends the same ones.
  ///
  /// - Parameter isLogShared: whether logs are exchanged as well.
  func events(in index: EventIndex, isLogShared: Bool) throws -> RowEvents {
    guard row.spaceId == index.spaceId else { return RowEvents() }
    let naming: DerivedNames = isLogShared ? .ofEvent : .ofRow
    let slot = index.slot(of: row.id)
    guard let slot, let local = try index.localAnchor(ofSlot: slot) else {
      return created(slot, in: index, naming: naming)
    }
    let newest = index.instant(index.newestOrdinal(ofSlot: slot))
    if isLogShared, row.updatedAt <= newest {
      // If it is gone, it was written again after it had been removed.
      return isGone ? RowEvents() : try added(to: local, ofSlot: slot, in: index, naming)
    }
    let outcome = try outcome(with: local) { try index.lastChanges(ofSlot: slot) }
    // A row that is gone has no writer whose event could still come; and if the event that made the row
    // is here, anything else that the row says never was an event.
    let areDerived = !isGone && !index.hasOrdinaryEvent(ofSlot: slot, at: row.updatedAt)
    return RowEvents(
      overruled: areDerived
        ? try overruledLines(outcome.overruled, ofSlot: slot, in: index) : [],
      events: events(
        saving: outcome.state, over: local.state,
        at: instant(max(row.updatedAt, newest.successor), areDerived: areDerived, in: index),
        ofSlot: slot, areDerived: areDerived, in: index, naming),
      metadata: local.state.metadata, conflicts: outcome.conflicts, areDerived: areDerived)
  }

  /// Dates an event that stays apart from the rows that others were derived from, since these would give
  /// way to it: a row that is gone often has exactly the date of the one that was pulled.
  private func instant(
    _ instant: HBInstant, areDerived: Bool, in index: EventIndex
  ) -> HBInstant {
    areDerived ? instant : index.instantOfItsOwn(from: instant)
  }

  private func events(
    saving state: AnchorState, over former: AnchorState, at instant: HBInstant,
    ofSlot slot: Int, areDerived: Bool, in index: EventIndex, _ naming: DerivedNames
  ) -> [HBAnchorEvent] {
    AnchorStep.saving(state, over: former).enumerated().map { offset, step in
      event(
        step, at: instant, version: index.nextVersion(ofSlot: slot, offset),
        isDerived: areDerived, in: index, naming)
    }
  }

  /// Returns the events of an anchor that has no state here, as for a file without events: `created` at
  /// its creation and `deleted` when it was deleted. What is here of it already comes after its creation.
  private func created(
    _ slot: Int?, in index: EventIndex, naming: DerivedNames
  ) -> RowEvents {
    var result = RowEvents()
    var createdAt = min(row.createdAt, row.updatedAt)
    if let slot, let first = index.ordinals(ofSlot: slot).first {
      result.precedeOthers = true
      // If the cloud refuses the event that places a living anchor, the one that made the row is here all
      // the same, and no other is to come.
      result.areDerived =
        row.deletedAt != nil || !index.hasOrdinaryEvent(ofSlot: slot, at: row.updatedAt)
      // The event that placed it may still come, with others after it. Its stand-in comes before all that
      // was written since, as the event did; placed after it, it would undo those changes.
      createdAt = instant(
        min(createdAt, index.instant(first).advanced(byMicroseconds: -1)),
        areDerived: result.areDerived, in: index)
      result.createdAt = createdAt == row.createdAt ? nil : row.createdAt
    }
    result.events = [
      event(
        .whole(.created, AnchorState(row)), at: createdAt,
        version: index.nextVersion(ofSlot: slot, 0), isDerived: result.areDerived, in: index,
        naming)
    ]
    if let deletedAt = row.deletedAt {
      result.events.append(
        event(
          .deleted, at: max(createdAt, deletedAt), version: index.nextVersion(ofSlot: slot, 1),
          isDerived: true, in: index, naming))
    }
    return result
  }

  func event(
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

// MARK: - Rows that come late

extension AnchorMerge {
  /// What a row says that no event of its anchor ever said.
  private struct Addition {
    var transform: [Float]?
    var hides = false
    var keys: [String: AnyCodableValue] = [:]

    func applied(to state: AnchorState) -> AnchorState {
      AnchorState(
        transform: transform ?? state.transform,
        metadata: state.metadata.merging(keys) { _, new in new },
        isHidden: hides || state.isHidden)
    }
  }

  /// Returns what a row that is not newer than the log adds to it.
  ///
  /// An event that stands in for another takes that one's place, at the row's date. After what was
  /// written here since, it would undo some of that, but only here and not where the row came in time;
  /// and two stores that have the same events would overwrite each other's row for ever. An event that
  /// stays goes to all, and they all have it after the rest.
  private func added(
    to local: LocalAnchor, ofSlot slot: Int, in index: EventIndex, _ naming: DerivedNames
  ) throws -> RowEvents {
    let newest = index.newestOrdinal(ofSlot: slot)
    let areDerived = !index.hasOrdinaryEvent(ofSlot: slot, at: row.updatedAt)
    let last = areDerived ? lastEvent(ofSlot: slot, in: index) : newest
    guard let former = try index.anchorState(after: last) else { return RowEvents() }
    let addition = try addition(to: local, ofSlot: slot, in: index)
    return RowEvents(
      events: events(
        saving: addition.applied(to: former), over: former,
        at: areDerived
          ? max(row.updatedAt, index.instant(last))
          : instant(index.instant(last).successor, areDerived: false, in: index),
        ofSlot: slot, areDerived: areDerived, in: index, naming),
      metadata: former.metadata, areDerived: areDerived)
  }

  /// Returns the last event of an anchor that is not later than the row, or the one that its fold starts
  /// with.
  private func lastEvent(ofSlot slot: Int, in index: EventIndex) -> Int {
    let events = index.ordinals(ofSlot: slot)
    return events.last { index.hasStarted($0) && index.instant($0) <= row.updatedAt }
      ?? index.foldStart(ofSlot: slot) ?? index.newestOrdinal(ofSlot: slot)
  }

  /// Returns what a late row adds. Where logs are exchanged, the events of a row are here by the time it
  /// is examined, and a row that is not newer than the log is usually outdated. But other programs may
  /// have written rows alone, and what the writer of this row took over from those comes without an
  /// event. It overrides nothing that was changed here since.
  private func addition(
    to local: LocalAnchor, ofSlot slot: Int, in index: EventIndex
  ) throws -> Addition {
    var result = Addition()
    let events = Array(index.ordinals(ofSlot: slot)).filter(index.hasStarted)
    if row.transform != local.state.transform, !isOlder(than: local.transform),
      try !events.contains(where: { try index.transform($0) == row.transform })
    {
      result.transform = row.transform
    }
    if row.deletedAt != nil, !local.state.isHidden, !isOlder(than: local.visibility),
      !events.contains(where: index.isHidden)
    {
      result.hides = true
    }
    // A key that is missing may not have been added yet when the row was written.
    var unknown = row.metadata.filter { local.state.metadata[$0.key] != $0.value }
    for ordinal in events where !unknown.isEmpty && index.carriesMetadata(ordinal) {
      let metadata = try index.metadata(ordinal)
      unknown = unknown.filter { metadata[$0.key] != $0.value }
    }
    guard !unknown.isEmpty else { return result }
    let changes = try index.lastChanges(ofSlot: slot)
    result.keys = unknown.filter { !(changes[$0.key].map(isOlder) ?? false) }
    return result
  }
}
