import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

extension Planner {
  /// Rolls an anchor back to its state after a version; if several events have that version, the last in
  /// canonical order counts.
  func rollBack(_ anchorId: UUID, toVersion version: Int) throws -> PlanDraft {
    let slot = try slotWithEvents(anchorId)
    let ordinal = index.ordinals(ofSlot: slot).last { index.version($0) == version }
    guard let ordinal else {
      throw HBStorageError.versionNotFound(anchorId: anchorId, version: version)
    }
    return try rollBack(slot, after: ordinal, since: ordinal + 1)
  }

  /// Rolls an anchor back to its state after one of its events.
  func rollBack(_ anchorId: UUID, toEvent eventId: UUID) throws -> PlanDraft {
    let slot = try slotWithEvents(anchorId)
    let ordinal = index.ordinals(ofSlot: slot).last { index.id($0) == eventId }
    guard let ordinal else { throw HBStorageError.notFound(type: "event", id: eventId) }
    return try rollBack(slot, after: ordinal, since: ordinal + 1)
  }

  /// Rolls an anchor back to its state at an instant, inclusive.
  func rollBack(_ anchorId: UUID, to instant: HBInstant) throws -> PlanDraft {
    let slot = try slotWithEvents(anchorId)
    let position = index.eventCount(through: instant)
    let start = index.foldStart(ofSlot: slot)
    guard let ordinal = index.latestOrdinal(ofSlot: slot, through: position),
      start.map({ $0 <= ordinal }) ?? true
    else {
      // An event without a place before the first one with a place leads to no state.
      let first = (start ?? index.ordinals(ofSlot: slot).first).map(index.instant)
      throw HBStorageError.beforeFirstVersion(anchorId: anchorId, first: (first ?? now).date)
    }
    return try rollBack(slot, after: ordinal, since: position)
  }

  /// Rolls every anchor of the space back to its state at an instant, inclusive; those that did
  /// not exist yet are deleted.
  ///
  /// - Complexity: O(anchors), reading the payloads only of those that changed since.
  func rollBackSpace(to instant: HBInstant) throws -> PlanDraft {
    let state = index.state(at: instant)
    let since = index.eventCount(through: instant)
    var draft = PlanDraft(.rollback)
    for slot in index.slotsInStoreOrder.lazy.map(Int.init) {
      let newest = index.newestOrdinal(ofSlot: slot)
      let then = state.ordinal(ofSlot: slot)
      guard then != newest, index.isVisible(newest) || then.map(index.isVisible) ?? false else {
        continue
      }
      try append(slot, backTo: then, since: since, to: &draft)
    }
    return draft
  }

  private func slotWithEvents(_ anchorId: UUID) throws -> Int {
    guard let slot = index.slot(of: anchorId) else {
      throw HBStorageError.notFound(type: "anchor", id: anchorId)
    }
    return slot
  }

  private func rollBack(_ slot: Int, after ordinal: Int, since: Int) throws -> PlanDraft {
    guard index.hasStarted(ordinal) else {
      throw HBStorageError.reconstructionFailed(anchorId: index.anchorId(ofSlot: slot))
    }
    var draft = PlanDraft(.rollback)
    try append(slot, backTo: ordinal, since: since, to: &draft)
    return draft
  }

  private func append(
    _ slot: Int, backTo ordinal: Int?, since: Int, to draft: inout PlanDraft
  ) throws {
    let subject = try subject(ofSlot: slot)
    let target = try index.anchorState(after: ordinal)
    draft.append(
      subject, AnchorStep.rollingBack(to: target, over: subject.state),
      former: formerPlace(target, ordinal, since))
  }

  private func formerPlace(
    _ target: AnchorState?, _ version: Int?, _ since: Int
  ) -> PlanDraft.FormerPlace? {
    guard let target, let version, !target.isHidden else { return nil }
    return PlanDraft.FormerPlace(state: target, version: version, since: since)
  }
}
