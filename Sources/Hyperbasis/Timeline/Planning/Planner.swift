package import Foundation

/// Computes what a request would append to a space's log, without writing it.
///
/// Pure: the clock's reading and the source of ids are given. The events of a plan share one
/// instant, `now` or one microsecond after the newest event of the anchors they touch, whichever
/// is later, and go on in each anchor's versions; executing the plan stamps them again under the
/// lock. Anchors for which nothing changes are not in it.
package struct Planner {
  let index: EventIndex
  let head: HBLogHead
  let actor: String?
  let now: HBInstant
  let makeUUID: () -> UUID

  /// A planner for the log that `index` holds and `head` identifies.
  package init(
    index: EventIndex, head: HBLogHead, actor: String?, now: HBInstant,
    makeUUID: @escaping () -> UUID
  ) {
    self.index = index
    self.head = head
    self.actor = actor
    self.now = now
    self.makeUUID = makeUUID
  }

  /// The plan for a request.
  ///
  /// - Throws: ``HBAnchorError`` or ``HBStorageError`` where the request cannot be met as a whole;
  ///   a request that changes nothing gives an empty plan.
  package func plan(_ request: HBPlanRequest) throws -> HBPlan {
    stamp(try draft(request))
  }

  private func draft(_ request: HBPlanRequest) throws -> PlanDraft {
    switch request {
    case .save(let anchors): try save(anchors)
    case .delete(let ids): try delete(ids)
    case .restore(let ids): try restore(ids)
    case .rollback(let anchorId, let version): try rollBack(anchorId, toVersion: version)
    case .rollbackToEvent(let anchorId, let eventId): try rollBack(anchorId, toEvent: eventId)
    case .rollbackToInstant(let anchorId, let instant): try rollBack(anchorId, to: instant)
    case .rollbackSpace(let instant): try rollBackSpace(to: instant)
    case .undo: try undo()
    case .redo: try redo()
    }
  }
}

// MARK: - Current state

extension Planner {
  /// The last event of an anchor; nil for an anchor without events.
  func newest(_ slot: Int?) -> Int? {
    slot.map(index.newestOrdinal(ofSlot:))
  }

  /// The slot of an anchor that has a state, hidden or not.
  func knownSlot(_ anchorId: UUID) throws -> Int {
    guard let slot = index.slot(of: anchorId), index.foldStart(ofSlot: slot) != nil else {
      throw HBStorageError.notFound(type: "anchor", id: anchorId)
    }
    return slot
  }
}

// MARK: - Stamping

extension Planner {
  private func stamp(_ draft: PlanDraft) -> HBPlan {
    let instant = draft.entries.lazy
      .compactMap { newest($0.slot) }
      .map { index.instant($0).advanced(byMicroseconds: 1) }
      .reduce(now, max)
    let operation = makeUUID()
    return HBPlan(
      spaceId: index.spaceId, kind: draft.kind, operation: operation, target: draft.target,
      actor: actor, changes: draft.entries.map { change($0, at: instant) }, head: head)
  }

  private func change(_ entry: PlanDraft.Entry, at instant: HBInstant) -> HBPlannedChange {
    let version = entry.slot.map(index.maximumVersion(ofSlot:)) ?? 0
    let events = entry.steps.enumerated().map { offset, step in
      HBAnchorEvent(
        id: makeUUID(), anchorId: entry.anchorId, spaceId: index.spaceId, type: step.type,
        timestamp: instant.date, version: version + 1 + offset, transform: step.transform,
        metadata: step.metadata, actorId: actor)
    }
    let before = newest(entry.slot).flatMap { try? index.anchor(after: $0) }
    return HBPlannedChange(
      anchorId: entry.anchorId, before: before, after: before.applying(events), events: events)
  }
}

extension HBAnchor? {
  /// The anchor after further events of it; nil while none of them carried a transform.
  func applying(_ events: [HBAnchorEvent]) -> HBAnchor? {
    events.reduce(self) { anchor, event in
      guard var result = anchor ?? HBAnchor(startingWith: event) else { return nil }
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
  /// The anchor whose fold starts at an event; nil unless it carries a transform.
  fileprivate init?(startingWith event: HBAnchorEvent) {
    guard let transform = event.transform else { return nil }
    self.init(
      id: event.anchorId, spaceId: event.spaceId, transform: transform,
      createdAt: event.timestamp)
  }
}
