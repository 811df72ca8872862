import Foundation
import Hyperbasis
import HyperbasisCanvas

extension State {
  mutating func performWrite(_ intent: Intent) -> [Effect]? {
    switch intent {
    case .rollBackAnchor: return rollBackAnchor()
    case .rollBackSpace: return rollBackSpace()
    case .undo:
      return plan(
        PlannedWrite(request: .undo, title: "Undo the newest change", outcome: "undone"))
    case .redo:
      return plan(
        PlannedWrite(request: .redo, title: "Redo what was undone", outcome: "redone"))
    default: return nil
    }
  }

  /// - Parameter isRenewed: whether others wrote what the change is about, so that it has to be
  ///   looked at before it is written.
  mutating func plan(_ write: PlannedWrite, isRenewed: Bool = false) -> [Effect] {
    guard let view else { return [] }
    self.view?.play.isRunning = false
    self.write = WriteProgress(write: write, step: .planning, isRenewed: isRenewed)
    message = .note("working out: \(write.title)")
    return [.plan(write.request, spaceId: view.data.id)]
  }

  private mutating func rollBackAnchor() -> [Effect] {
    guard let view, let target = view.rollbackTarget(movesInHistory: movesInHistory) else {
      return []
    }
    let name = view.name(of: target.anchorId)
    switch target.goal {
    case .event(let ordinal):
      let version: TerminalText =
        "version \(view.index.version(ordinal)) of \(text(view.index.instant(ordinal)))"
      return plan(
        PlannedWrite(
          request: .rollbackToEvent(anchorId: target.anchorId, eventId: view.index.id(ordinal)),
          title: "Roll \(name) back to \(version)", outcome: "\(name) is back to \(version)"))
    case .instant(let instant):
      return plan(
        PlannedWrite(
          request: .rollbackToInstant(anchorId: target.anchorId, instant: instant),
          title: "Roll \(name) back to \(text(instant))",
          outcome: "\(name) is back to \(text(instant))"))
    case .restore:
      return plan(
        PlannedWrite(
          request: .restore([target.anchorId]), title: "Bring \(name) back",
          outcome: "\(name) is back"))
    }
  }

  private mutating func rollBackSpace() -> [Effect] {
    guard let view, let instant = view.instant else { return [] }
    return plan(
      PlannedWrite(
        request: .rollbackSpace(instant),
        title: "Roll space \(view.data.name) back to \(text(instant))",
        outcome: "\(view.data.name) is back to \(text(instant))"))
  }

  /// Forgets a change that was asked for; nothing was written yet.
  mutating func cancelWrite() {
    write = nil
    message = .note("cancelled; nothing was written")
  }
}

// MARK: - Answers

extension State {
  mutating func finishPlanning(_ result: Result<HBPlan, Failure>) -> [Effect] {
    guard case .planning = write?.step else { return [] }
    if case .success(let plan) = result, let effects = renewDraft(plan) { return effects }
    guard var write else { return [] }
    switch result {
    case .failure(let failure):
      self.write = nil
      message = .error(failure.text)
    case .success(let plan) where plan.isEmpty:
      self.write = nil
      message = .note("\(write.write.outcome) already; there is nothing to write")
    case .success(let plan) where plan.changes.count == 1 && !write.isRenewed:
      write.step = .writing(plan)
      self.write = write
      message = .note("writing: \(write.write.title)")
      return [.execute(plan)]
    case .success(let plan):
      message = nil
      // Below what was opened meanwhile, which goes on having the keys.
      layers.insert(
        .plan(PlanDialog(plan: plan, request: write.write, isRenewed: write.isRenewed)), at: 0)
    }
    return []
  }

  mutating func finishWriting(_ result: Result<HBPlan, Failure>) -> [Effect] {
    guard var write, case .writing = write.step else { return [] }
    switch result {
    case .success(let plan):
      self.write = nil
      if view?.data.id == plan.spaceId {
        view?.ownEvents += plan.changes.reduce(0) { $0 + $1.events.count }
      }
      if write.write.isDraft { view?.draft = nil }
      message = .note(doneText(plan, write.write))
      let forgetting = write.write.isDraft ? forgetTakenUp() : []
      return forgetting + [.refresh(plan.spaceId)]
    case .failure(let failure) where failure.kind == .conflict:
      guard let view else { return [] }
      write.step = .planning
      write.isRenewed = true
      self.write = write
      return [.refresh(view.data.id), .plan(write.write.request, spaceId: view.data.id)]
    case .failure(let failure):
      self.write = nil
      message = .error(failure.text)
    }
    return []
  }

  /// What happened, and which key takes it back.
  private func doneText(_ plan: HBPlan, _ write: PlannedWrite) -> TerminalText {
    let undo: TerminalText = "\(keymap.label(of: .undo)) undoes it"
    switch plan.kind {
    case .undo:
      let redo = keymap.label(of: .redo)
      return "undid \(targetText(plan)); \(redo) redoes it. \(stateText(plan))"
    case .redo: return "redid \(targetText(plan)); \(undo). \(stateText(plan))"
    default:
      let count = plan.changes.count
      let changed: TerminalText = count > 1 ? " (\(count) anchors changed)" : .empty
      return "\(write.outcome)\(changed); \(undo)"
    }
  }

  func targetText(_ plan: HBPlan) -> TerminalText {
    guard let target = plan.target else { return "the newest change" }
    let kind = TerminalText(target.kind.rawValue)
    let foreign = target.actor != plan.actor ? target.actor : nil
    let by = foreign.map { " by \(TerminalText($0, limit: 40))" as TerminalText } ?? .empty
    return "\"\(kind)\"\(by) of \(text(target.instant))"
  }

  /// How things are after a plan.
  private func stateText(_ plan: HBPlan) -> TerminalText {
    guard plan.changes.count == 1, let change = plan.changes.first else {
      return "\(plan.changes.count) anchors changed"
    }
    return "\(change.name): \(change.effectText)"
  }
}

extension HBPlannedChange {
  var name: TerminalText {
    AnchorFace((after ?? before)?.metadata ?? [:], id: anchorId).label.truncated(to: 40)
  }
}

// MARK: - Targets

extension SpaceView {
  /// What a rollback of the selected anchor leads to.
  struct RollbackTarget {
    enum Goal {
      case event(Int)
      case instant(HBInstant)
      case restore
    }

    let anchorId: UUID
    let goal: Goal
  }

  /// The row of the history where one is chosen, else the date on screen; nil where neither says
  /// anything but how it is now.
  func rollbackTarget(movesInHistory: Bool) -> RollbackTarget? {
    if movesInHistory, historyRow != nil, let row = currentHistoryRow,
      let ordinal = historyOrdinal(row)
    {
      return RollbackTarget(
        anchorId: index.anchorId(ofSlot: index.slot(ordinal)), goal: .event(ordinal))
    }
    guard let selection, let slot = selectedSlot else { return nil }
    if case .at(let instant) = cursor {
      return RollbackTarget(anchorId: selection, goal: .instant(instant))
    }
    guard index.isHidden(index.newestOrdinal(ofSlot: slot)) else { return nil }
    return RollbackTarget(anchorId: selection, goal: .restore)
  }

  func name(of anchorId: UUID) -> TerminalText {
    guard let slot = index.slot(of: anchorId) else { return TerminalText(ShortId.text(anchorId)) }
    return data.face(after: index.newestOrdinal(ofSlot: slot)).label.truncated(to: 40)
  }
}
