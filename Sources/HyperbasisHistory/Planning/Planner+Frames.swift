import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels

extension Planner {
  /// Says which shifts the places that a plan brings back come across, and where they are to be those
  /// of today, carries them over.
  ///
  /// - Complexity: finding shifts takes a pass over the log, but where hardly anything was written
  ///   since what is brought back: then there are none.
  func crossing(_ draft: PlanDraft, _ frame: HBPlaceFrame) throws -> PlanDraft {
    guard let since = draft.entries.compactMap(\.former?.since).min(),
      FrameActivity(index, since: since).mayChangeFrames
    else { return draft }
    let history = try shifts.history(of: index)
    guard history.changesFrames(index, since: since) else { return draft }
    let frames = SpaceFrames(index, history, options: .init(corrections: index.corrections))
    var numbers: Set<Int> = []
    var anchors: [UUID] = []
    let entries = try draft.entries.map { entry in
      guard let former = entry.former,
        let crossing = FrameCrossing(
          index, frames, version: former.version, since: former.since)
      else { return entry }
      numbers.formUnion(crossing.shifts)
      anchors.append(entry.subject.id)
      return frame == .then ? entry : try carried(entry, former, crossing, draft.kind, history)
    }
    let found = numbers.sorted().map { history.shifts[$0] }
    guard !found.isEmpty else { return draft }
    var result = draft.replacing(entries)
    result.crossed = HBCrossedShifts(
      shifts: found.compactMap { HBShift($0, index) }, anchorIds: anchors, frame: frame,
      found: found)
    return result
  }

  /// The same for the place that is today the one of then.
  private func carried(
    _ entry: PlanDraft.Entry, _ former: PlanDraft.FormerPlace, _ crossing: FrameCrossing,
    _ kind: HBPlan.Kind, _ history: DriftHistory
  ) throws -> PlanDraft.Entry {
    var target = former.state
    target.transform =
      try crossing.original.map(index.transform) ?? crossing.applied(to: target.transform)
    let steps: [AnchorStep]
    if let state = entry.subject.state, !state.isHidden, kind == .undo || kind == .redo {
      steps = AnchorStep.saving(target, over: state)
    } else {
      steps = AnchorStep.rollingBack(to: target, over: entry.subject.state)
    }
    return PlanDraft.Entry(
      subject: entry.subject, steps: steps, createdAt: entry.createdAt, former: former,
      carried: CorrectionTag(
        shifts: crossing.path, frame: nil,
        since: crossing.shifts.first.map { history.shifts[$0].from } ?? now))
  }
}
