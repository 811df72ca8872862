import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

extension Planner {
  /// Saves anchors as one action. Of several with the same id, the last counts.
  func save(_ anchors: [HBAnchor]) throws -> PlanDraft {
    for anchor in anchors { try check(anchor) }
    var draft = PlanDraft(.save)
    var last: [UUID: HBAnchor] = [:]
    for anchor in anchors { last[anchor.id] = anchor }
    let saved = anchors.compactMap { last.removeValue(forKey: $0.id) }
    for (anchor, subject) in zip(saved, try subjects(saved.map(\.id))) {
      draft.append(
        subject, AnchorStep.saving(AnchorState(anchor), over: subject.state),
        createdAt: anchor.createdAt)
    }
    return draft
  }

  private func check(_ anchor: HBAnchor) throws {
    try anchor.checkForSaving()
    guard anchor.spaceId == index.spaceId else { throw HBStorageError.conflict }
  }

  /// Deletes anchors, all of which must be visible.
  func delete(_ ids: [UUID]) throws -> PlanDraft {
    var draft = PlanDraft(.delete)
    for id in ids.withoutRepeats {
      let (subject, state) = try known(id)
      guard !state.isHidden else { throw HBAnchorError.alreadyDeleted }
      draft.append(subject, [.deleted])
    }
    return draft
  }

  /// Brings deleted anchors back as they were; does nothing for those that are visible.
  func restore(_ ids: [UUID]) throws -> PlanDraft {
    var draft = PlanDraft(.restore)
    for id in ids.withoutRepeats {
      let (subject, state) = try known(id)
      guard let slot = subject.slot,
        let hiding = index.hidingOrdinal(index.newestOrdinal(ofSlot: slot))
      else { continue }
      var visible = state
      visible.isHidden = false
      draft.append(
        subject, [.whole(.restored, state)],
        former: PlanDraft.FormerPlace(
          state: visible, version: index.newestOrdinal(ofSlot: slot), since: hiding + 1))
    }
    return draft
  }

  /// Restates every anchor that is there as restored. What it is like is left open: others may have
  /// changed it before the space was deleted, which is not known here yet, and stays.
  func restoreSpace() throws -> PlanDraft {
    var draft = PlanDraft(.restore)
    for slot in index.slotsInStoreOrder.lazy.map(Int.init) {
      let subject = try subject(ofSlot: slot)
      guard let state = subject.state, !state.isHidden else { continue }
      draft.append(subject, [.restored])
    }
    return draft
  }

  /// Returns an anchor that has a state, hidden or not.
  private func known(_ id: UUID) throws -> (PlanSubject, AnchorState) {
    let subject = try subject(id)
    guard let state = subject.state else { throw HBStorageError.notFound(type: "anchor", id: id) }
    return (subject, state)
  }
}

extension [UUID] {
  /// The elements without repeats, each at its first position.
  fileprivate var withoutRepeats: [UUID] {
    var seen = Set<UUID>()
    return filter { seen.insert($0).inserted }
  }
}
