package import Foundation
package import HyperbasisAnchorLog
package import HyperbasisModels

/// Computes what a request would append to a space's log, without writing it.
///
/// It is pure: the time and the source of ids are passed in. The events of a plan share one instant, `now`
/// or one microsecond after the newest event of the anchors they touch, whichever is later, and continue
/// each anchor's versions; executing the plan stamps them again under the lock. Anchors for which nothing
/// changes are left out.
package struct Planner {
  let index: EventIndex
  let head: HBLogHead
  let actor: String?
  let now: HBInstant
  let makeUUID: () -> UUID
  /// Finds the shifts of the log.
  let shifts: ShiftCache

  /// Creates a planner for the log that `index` holds and `head` identifies.
  package init(
    index: EventIndex, head: HBLogHead, actor: String?, now: HBInstant,
    makeUUID: @escaping () -> UUID, shifts: ShiftCache = ShiftCache()
  ) {
    self.index = index
    self.head = head
    self.actor = actor
    self.now = now
    self.makeUUID = makeUUID
    self.shifts = shifts
  }

  /// Returns the plan for a request.
  ///
  /// - Throws: ``HBAnchorError`` or ``HBStorageError`` if the request cannot be met as a whole; a request
  ///   that changes nothing gives an empty plan.
  package func plan(_ request: HBPlanRequest) throws -> HBPlan {
    guard case .placing(let frame, let placed) = request else {
      return try stamp(try crossing(draft(request, .then), .then))
    }
    return try stamp(try crossing(draft(placed, frame), frame))
  }

  /// Returns the plan without looking at frames: with places as they were then, and without a search for
  /// shifts.
  func preview(_ request: HBPlanRequest) throws -> HBPlan {
    let draft = try draft(request, nil)
    return try stamp(draft.replacing(draft.entries))
  }

  /// - Parameter frame: nil skips the search for shifts.
  private func draft(_ request: HBPlanRequest, _ frame: HBPlaceFrame?) throws -> PlanDraft {
    switch request {
    case .save(let anchors): try save(anchors)
    case .delete(let ids): try delete(ids)
    case .restore(let ids): try restore(ids)
    case .rollback(let anchorId, let version): try rollBack(anchorId, toVersion: version)
    case .rollbackToEvent(let anchorId, let eventId): try rollBack(anchorId, toEvent: eventId)
    case .rollbackToInstant(let anchorId, let instant): try rollBack(anchorId, to: instant)
    case .rollbackSpace(let instant): try rollBackSpace(to: instant)
    case .undo: try undo()
    case .undoOperation(let id): try undo(operation: id, frame)
    case .redo: try redo()
    case .correct(let correction): try correct(correction)
    case .restoreSpace: try restoreSpace()
    case .placing(_, let request): try draft(request, frame)
    }
  }
}

// MARK: - Current state

extension Planner {
  /// Returns an anchor as it is now.
  func subject(_ anchorId: UUID) throws -> PlanSubject {
    guard let slot = index.slot(of: anchorId) else {
      return PlanSubject(id: anchorId, slot: nil, anchor: nil)
    }
    return try subject(ofSlot: slot)
  }

  /// Returns anchors as they are now, reading their payloads together.
  func subjects(_ anchorIds: [UUID]) throws -> [PlanSubject] {
    let slots = anchorIds.map(index.slot(of:))
    let known = try index.anchors(
      after: slots.compactMap { $0.map(index.newestOrdinal(ofSlot:)) })
    let anchors = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
    return zip(anchorIds, slots).map { PlanSubject(id: $0, slot: $1, anchor: anchors[$0]) }
  }

  func subject(ofSlot slot: Int) throws -> PlanSubject {
    PlanSubject(
      id: index.anchorId(ofSlot: slot), slot: slot,
      anchor: try index.anchor(after: index.newestOrdinal(ofSlot: slot)))
  }
}

// MARK: - Stamping

extension Planner {
  private func stamp(_ draft: PlanDraft) throws -> HBPlan {
    let written = draft.entries.compactMap { $0.steps.isEmpty ? nil : $0.subject.id }
    let instant = try index.instant(afterAllOf: written, notBefore: now)
    let operation = makeUUID()
    var ids = ascendingIds(draft.entries.reduce(0) { $0 + $1.steps.count })[...]
    let changes = draft.entries.map { entry in
      let (own, others) = (ids.prefix(entry.steps.count), ids.dropFirst(entry.steps.count))
      ids = others
      return change(entry, at: instant, Array(own))
    }
    return HBPlan(
      spaceId: index.spaceId, kind: draft.kind, operation: operation, target: draft.target,
      actor: actor, changes: changes, head: head,
      conflicts: draft.conflicts, overridden: draft.overridden, crossed: draft.crossed,
      corrects: corrects(draft))
  }

  /// An undo or a redo of a correction names what it corrects, too.
  private func corrects(_ draft: PlanDraft) -> CorrectionTag? {
    draft.corrects ?? draft.target.flatMap { index.corrections[$0.original ?? $0.id] }
  }

  /// Returns ids for events. Events of one instant and version are ordered by id; ascending ids mean that
  /// they are mostly read back in the order requested, and that no reader of the log has to sort them.
  private func ascendingIds(_ count: Int) -> [UUID] {
    (0..<count).map { _ in UUIDBits(makeUUID()) }.sorted().map(\.uuid)
  }

  /// - Parameter ids: one for each step.
  private func change(
    _ entry: PlanDraft.Entry, at instant: HBInstant, _ ids: [UUID]
  ) -> HBPlannedChange {
    let subject = entry.subject
    let events = zip(ids, entry.steps).enumerated().map { offset, pair in
      let (id, step) = pair
      return HBAnchorEvent(
        id: id, anchorId: subject.id, spaceId: index.spaceId, type: step.type,
        timestamp: instant.date, version: index.nextVersion(ofSlot: subject.slot, offset),
        transform: step.transform, metadata: step.metadata, actorId: actor)
    }
    return HBPlannedChange(
      anchorId: subject.id, before: subject.anchor,
      after: subject.anchor.applying(events, createdAt: entry.createdAt), events: events,
      carried: entry.carried)
  }
}

extension EventIndex {
  /// Returns the instant for what is written to some anchors: no earlier than the clock, and later than all
  /// that is known of them.
  ///
  /// - Throws: ``HBStorageError/noLaterInstant(anchorId:)`` if there is none.
  package func instant(
    afterAllOf anchors: [UUID], notBefore now: HBInstant
  ) throws -> HBInstant {
    let slots = anchors.compactMap { slot(of: $0) }
    let instant = slots.map { instantAfterAll(ofSlot: $0) }.reduce(now, max)
    for slot in slots where self.instant(newestOrdinal(ofSlot: slot)) >= instant {
      throw HBStorageError.noLaterInstant(anchorId: anchorId(ofSlot: slot))
    }
    return instant
  }

  /// Returns the version of the event that comes `offset` events after the next one of an anchor.
  ///
  /// A log that has reached the greatest version gets it again: no reader would accept a greater one, and
  /// events of one version are told apart by their instants.
  package func nextVersion(ofSlot slot: Int?, _ offset: Int) -> Int {
    min((slot.map(maximumVersion(ofSlot:)) ?? 0) + 1 + offset, Int(Int32.max))
  }
}

extension HBAnchor? {
  /// Returns the anchor after further events of it; nil while none of them carried a transform.
  ///
  /// - Parameter createdAt: its own creation date, if it has one and its fold starts with one of the
  ///   events.
  func applying(_ events: [HBAnchorEvent], createdAt: Date? = nil) -> HBAnchor? {
    events.reduce(self) { anchor, event in
      guard var result = anchor ?? HBAnchor(startingWith: event, createdAt) else { return nil }
      result.transform = event.transform ?? result.transform
      result.metadata = event.metadata ?? result.metadata
      result.updatedAt = event.timestamp
      switch event.type {
      case .deleted: result.deletedAt = result.deletedAt ?? event.timestamp
      case .created, .restored: result.deletedAt = nil
      case .moved, .updated: break
      }
      return result
    }
  }
}

extension HBAnchor {
  /// Creates the anchor whose fold starts at an event; nil unless it carries a transform.
  fileprivate init?(startingWith event: HBAnchorEvent, _ createdAt: Date?) {
    guard let transform = event.transform else { return nil }
    self.init(
      id: event.anchorId, spaceId: event.spaceId, transform: transform,
      createdAt: createdAt ?? event.timestamp)
  }
}
