import Foundation

extension Planner {
  /// Saves anchors as one action. Of several with one id the last counts.
  func save(_ anchors: [HBAnchor]) throws -> PlanDraft {
    for anchor in anchors { try check(anchor) }
    var draft = PlanDraft(.save)
    var last: [UUID: HBAnchor] = [:]
    for anchor in anchors { last[anchor.id] = anchor }
    for anchor in anchors {
      guard let anchor = last.removeValue(forKey: anchor.id) else { continue }
      let slot = index.slot(of: anchor.id)
      let current = try index.anchorState(after: newest(slot))
      draft.append(anchor.id, slot: slot, AnchorStep.saving(AnchorState(anchor), over: current))
    }
    return draft
  }

  private func check(_ anchor: HBAnchor) throws {
    guard anchor.validate() else {
      throw HBAnchorError.invalidTransform(count: anchor.transform.count)
    }
    guard anchor.spaceId == index.spaceId else { throw HBStorageError.conflict }
  }

  /// Deletes anchors, all of which have to be visible.
  func delete(_ ids: [UUID]) throws -> PlanDraft {
    var draft = PlanDraft(.delete)
    for id in ids.withoutRepeats {
      let slot = try knownSlot(id)
      guard !index.isHidden(index.newestOrdinal(ofSlot: slot)) else {
        throw HBAnchorError.alreadyDeleted
      }
      draft.append(id, slot: slot, [.deleted])
    }
    return draft
  }

  /// Brings deleted anchors back as they were; nothing for those that are visible.
  func restore(_ ids: [UUID]) throws -> PlanDraft {
    var draft = PlanDraft(.restore)
    for id in ids.withoutRepeats {
      let slot = try knownSlot(id)
      guard let current = try index.anchorState(after: newest(slot)), current.isHidden else {
        continue
      }
      draft.append(id, slot: slot, [.whole(.restored, current)])
    }
    return draft
  }
}

extension [UUID] {
  /// Each element where it stands first.
  fileprivate var withoutRepeats: [UUID] {
    var seen = Set<UUID>()
    return filter { seen.insert($0).inserted }
  }
}
