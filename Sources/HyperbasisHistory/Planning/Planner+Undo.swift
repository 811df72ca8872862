import HyperbasisModels

extension Planner {
  /// Takes back the newest operation that is not undone and whose undoing changes something.
  func undo() throws -> PlanDraft {
    let draft = try OperationLog(index: index).firstUndoable { group -> PlanDraft? in
      let draft = try reach(.undo, of: group) { index.anchorOrdinal(before: $0.first) }
      return draft.entries.isEmpty ? nil : draft
    }
    guard let draft else { throw HBStorageError.nothingToUndo }
    return draft
  }

  /// Brings back the operation whose undo is the newest, unless something was done since.
  func redo() throws -> PlanDraft {
    let draft = try OperationLog(index: index).firstRedoable { group -> PlanDraft? in
      let draft = try reach(.redo, of: group, after: \.last)
      return draft.entries.isEmpty ? nil : draft
    }
    guard let draft else { throw HBStorageError.nothingToRedo }
    return draft
  }

  /// What leads each anchor of an operation to its state after a certain event; nil stands for
  /// before its first.
  private func reach(
    _ kind: HBPlan.Kind, of group: OperationGroup,
    after ordinal: (OperationGroup.Touch) -> Int?
  ) throws -> PlanDraft {
    var draft = PlanDraft(kind, target: HBOperation(group, in: index))
    for touch in group.touches(in: index) {
      let subject = try subject(ofSlot: touch.slot)
      let target = try index.anchorState(after: ordinal(touch))
      let steps = target.map { AnchorStep.saving($0, over: subject.state) }
      draft.append(subject, steps ?? AnchorStep.hiding(subject.state))
    }
    return draft
  }
}
