import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels

extension Planner {
  /// Takes shifts out of the anchors that are there.
  ///
  /// The events say what they correct, so that a second correction finds nothing to do.
  func correct(_ correction: HBCorrection) throws -> PlanDraft {
    let history = try shifts.history(of: index)
    for id in correction.shifts where history.shift(id) == nil {
      throw HBStorageError.notFound(type: "shift", id: id)
    }
    let plan = try CorrectionPlan(
      correction, index, history, corrections: index.corrections)
    var draft = PlanDraft(.correct)
    draft.corrects = plan.tag
    for move in plan.moves {
      draft.append(
        try subject(ofSlot: move.slot), [AnchorStep(type: .moved, transform: move.transform)])
    }
    return draft
  }
}
