import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels

extension Planner {
  /// Finds the shifts across which a plan brings places back, and if these must be where they are today,
  /// carries them over.
  ///
  /// - Complexity: finding shifts takes a pass over the log, unless hardly anything was written since what
  ///   is brought back: then there are none.
  func crossing(_ draft: PlanDraft, _ frame: HBPlaceFrame) throws -> PlanDraft {
    let brought = draft.entries.map(beforeHiding)
    guard let earliest = brought.since, let (history, frames) = try frames(changedSince: earliest)
    else { return draft.replacing(draft.entries) }
    // What an operation hid or brought back while it shifted the space comes and goes with everything else,
    // unless the space shifted again.
    if let operation = draft.target?.id, let since = draft.entries.since,
      hasShifted(operation, history), !history.changesFrames(index, since: since)
    {
      return draft.replacing(draft.entries)
    }
    var (numbers, left) = (Set<Int>(), Set<Int>())
    var anchors: [UUID] = []
    let entries = try brought.map { entry in
      guard let former = entry.former,
        let crossing = FrameCrossing(
          index, frames, version: former.version, since: former.since)
      else { return entry }
      numbers.formUnion(crossing.shifts)
      left.formUnion(crossing.left)
      let placed =
        frame == .then ? entry : try carried(entry, former, crossing, draft.kind, history)
      if !placed.steps.isEmpty { anchors.append(entry.subject.id) }
      return placed
    }
    var result = draft.replacing(entries)
    let found = numbers.sorted().map { history.shifts[$0] }
    guard !found.isEmpty else { return result }
    result.crossed = HBCrossedShifts(
      shifts: found.compactMap { HBShift($0, index) }, anchorIds: anchors, frame: frame,
      found: found,
      takenBack: left.map { history.shifts[$0] }
        .filter { $0.writtenOrdinals.allSatisfy { $0 < earliest } }.map(\.id))
    return result
  }

  /// Whether an operation, its undo or its redo was a shift.
  private func hasShifted(_ operation: UUID, _ history: DriftHistory) -> Bool {
    history.shifts.contains { shift in
      shift.writtenOrdinals.contains { index.operationMeant(by: $0) == operation }
    }
  }

  /// Returns the shifts of the log and the frames of its anchors; nil if no frame has changed since.
  ///
  /// - Parameter since: how many events there were at the time.
  private func frames(
    changedSince since: Int
  ) throws -> (history: DriftHistory, frames: SpaceFrames)? {
    guard FrameActivity(index, since: since).mayChangeFrames else { return nil }
    let history = try shifts.history(of: index)
    guard history.changesFrames(index, since: since) else { return nil }
    return (
      history, SpaceFrames(index, history, options: .init(corrections: index.corrections))
    )
  }

  /// Returns where the places that an operation set are today, by slot: only for anchors whose place an
  /// undo would leave as it is although nothing but shifts that they followed, and corrections of shifts, has
  /// changed it.
  ///
  /// - Complexity: that of ``crossing(_:_:)`` if an undo leaves places as they are.
  func placesOnlyShifted(of group: OperationGroup, _ undo: PlanDraft) throws -> [Int: [Float]] {
    let since = group.last + 1
    let conflicts = undo.conflicts.filter { $0.parts.contains(.place) }.map(\.anchor)
    let kept = Dictionary(conflicts.map { ($0.id, $0.transform) }) { first, _ in first }
    guard !kept.isEmpty, let (_, frames) = try frames(changedSince: since) else { return [:] }
    var places: [Int: [Float]] = [:]
    for touch in group.touches(in: index) {
      guard let place = kept[index.anchorId(ofSlot: touch.slot)],
        let crossing = FrameCrossing(index, frames, version: touch.last, since: since),
        try frames.isOnlyReframed(since: touch.last, index)
          || crossing.original.map(index.transform) == place
      else { continue }
      places[touch.slot] = place
    }
    return places
  }

  /// Returns the same entry; for a hidden anchor, as of the event that hid it: if it was brought back
  /// meanwhile and that was undone, it is as if it had never been.
  private func beforeHiding(_ entry: PlanDraft.Entry) -> PlanDraft.Entry {
    guard let former = entry.former, let slot = entry.subject.slot,
      let hiding = index.firstHidingOrdinal(ofSlot: slot)
    else { return entry }
    var entry = entry
    entry.former = PlanDraft.FormerPlace(
      state: former.state, version: former.version, since: min(former.since, hiding + 1))
    return entry
  }

  /// Returns the same entry with the former place carried to where it is today.
  private func carried(
    _ entry: PlanDraft.Entry, _ former: PlanDraft.FormerPlace, _ crossing: FrameCrossing,
    _ kind: HBPlan.Kind, _ history: DriftHistory
  ) throws -> PlanDraft.Entry {
    var target = former.state
    target.transform =
      try crossing.original.map(index.transform) ?? crossing.applied(to: target.transform)
    if let now = entry.subject.state, now.transform.differsByRounding(from: target.transform) {
      target.transform = now.transform
    }
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

extension [PlanDraft.Entry] {
  /// How many events there were when the first of the places that come back was current; nil if none does.
  fileprivate var since: Int? { compactMap(\.former?.since).min() }
}

extension [Float] {
  /// Whether a transform (16 floats, column-major) differs from another one at most by what a few steps
  /// there and back leave, each of which rounds to floats.
  fileprivate func differsByRounding(from other: [Float]) -> Bool {
    guard count == 16, other.count == 16 else { return false }
    let farthest = self[12..<15].reduce(1) { Swift.max($0, abs($1)) }
    return indices.allSatisfy { number in
      let size = (12..<15).contains(number) ? farthest : 1
      return abs(self[number] - other[number]) <= 8 * size.ulp
    }
  }
}
