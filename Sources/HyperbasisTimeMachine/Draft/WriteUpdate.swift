import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Plans changes of the store, asks if more than one anchor is concerned, and writes them.
struct WriteUpdate: SpaceUpdate {
  var transition: Transition

  mutating func undo() {
    plan(
      PlannedWrite(
        request: .undo, heading: PlanTitle("Undo the newest change"), outcome: "undone",
        seenEvents: view.seenEvents))
  }

  mutating func redo() {
    plan(
      PlannedWrite(
        request: .redo, heading: PlanTitle("Redo what was undone"), outcome: "redone",
        seenEvents: view.seenEvents))
  }

  mutating func rollBackAnchor() {
    guard let target = view.rollbackTarget else { return }
    let name = view.name(of: target.anchorId)
    let goal: TerminalText
    switch target {
    case .event(let ordinal, _):
      let date = settings.text(view.index.instant(ordinal))
      goal = "back to version \(view.index.version(ordinal)) of \(date)"
    case .instant(let instant, _): goal = "back to \(settings.text(instant))"
    case .restore: goal = "back"
    }
    let isDeleted = view.isDeleted(at: target)
    let newName = view.name(at: target)
    let verb: TerminalText = if case .restore = target { "Bring" } else { "Roll" }
    plan(
      PlannedWrite(
        request: target.request(view.index),
        heading: PlanTitle(
          "\(verb) ", name: name, " \(goal)\(isDeleted ? ", when it was deleted" : "")"),
        outcome: isDeleted ? "\(name) is deleted" : "\(newName) is \(goal)",
        rollbackDate: target.instant(view.index)))
  }

  /// Undoes the selected operation by itself.
  mutating func undoSelectedOperation() {
    guard let selected = view.selectedOperation else { return }
    let what = view.text(of: selected)
    plan(
      PlannedWrite(
        request: .undoOperation(selected.operation.id),
        heading: PlanTitle("Undo the ", name: what), outcome: "the \(what) is undone"))
  }

  mutating func rollBackSpace() {
    guard let instant = view.instant else { return }
    let date = settings.text(instant)
    plan(
      PlannedWrite(
        request: .rollbackSpace(instant),
        heading: PlanTitle("Roll space ", name: view.data.name, " back to \(date)"),
        outcome: "\(view.data.name) is back to \(date)", rollbackDate: instant))
  }

  /// - Parameter isRenewed: whether others wrote what the change is about, so that the user must review
  ///   it before it is written.
  mutating func plan(_ write: PlannedWrite, isRenewed: Bool = false) {
    view.time.play.isRunning = false
    view.editing.write = WriteProgress(write: write, step: .planning, isRenewed: isRenewed)
    note("working out: \(write.title)")
    request(.plan(write.request, spaceId: view.data.id))
  }

  /// Executes exactly the plan that is shown.
  mutating func confirm(_ dialog: PlanDialog) {
    transition.layers.removeLast()
    if refuseToWrite() { return }
    view.editing.write?.step = .writing(dialog.plan)
    note("writing: \(dialog.request.title)")
    request(.execute(dialog.plan))
  }

  /// Plans the same with older positions in the other frame; the question stays on screen until then.
  mutating func switchFrame(_ dialog: PlanDialog) {
    guard let crossed = dialog.plan.crossed, var progress = view.editing.write else { return }
    progress.write.request =
      dialog.request.request.placing(crossed.frame == .then ? .now : .then)
    view.editing.write = progress
    request(.plan(progress.write.request, spaceId: view.data.id))
  }

  /// Cancels a requested change; nothing was written yet.
  mutating func cancel() {
    transition.layers.removeLast()
    view.editing.write = nil
    note("cancelled; nothing was written")
  }
}

extension WriteUpdate {
  /// Cancels a change that was requested before writing was switched off, and says so.
  private mutating func refuseToWrite() -> Bool {
    guard let reason = settings.writeRefusal else { return false }
    view.editing.write = nil
    note(reason)
    return true
  }
}

// MARK: - Responses of the store

extension WriteUpdate {
  mutating func finishPlanning(_ result: Result<HBPlan, Failure>) {
    guard var progress = view.editing.write, case .planning = progress.step else { return }
    if refuseToWrite() { return }
    if case .success(let plan) = result {
      if renewDraft(plan, progress) { return }
      // The newest change is no longer the one that was on screen.
      if let seen = progress.write.seenEvents, plan.head.events > seen { progress.isRenewed = true }
    }
    switch result {
    case .failure(let failure):
      view.editing.write = nil
      transition.message = .error(failure.text)
    case .success(let plan) where plan.isEmpty && keepAsking(plan, &progress): break
    case .success(let plan)
    where plan.isEmpty && plan.conflicts.contains(where: \.isOnlyShifted)
      && !progress.write.request.isPlaced:
      offerToday(progress)
    case .success(let plan) where plan.isEmpty:
      view.editing.write = nil
      if let conflict = plan.conflicts.first {
        return note("nothing was undone; \(conflict.text)")
      }
      note(nothingToWrite(progress.write))
    case .success(let plan)
    where plan.changes.count == 1 && !progress.isRenewed && plan.crossed == nil
      && plan.overridden.isEmpty && !takesAnother(plan, progress.write):
      progress.step = .writing(plan)
      view.editing.write = progress
      note("writing: \(progress.write.title)")
      request(.execute(plan))
    case .success(let plan):
      transition.message = nil
      var write = progress.write
      write.remark =
        remark(on: plan, for: write) ?? overriddenText(plan, most: Self.mostOverridden)
        ?? (takesAnother(plan, write) ? anotherText : nil)
      let dialog = PlanDialog(
        plan: plan, request: write, heading: heading(plan, write),
        isRenewed: progress.isRenewed)
      ask(dialog)
    }
  }

  /// Plans the same in today's frame, the only one in which it changes something; the question that
  /// follows says so.
  private mutating func offerToday(_ progress: WriteProgress) {
    var progress = progress
    progress.write.request = progress.write.request.placing(.now)
    view.editing.write = progress
    request(.plan(progress.write.request, spaceId: view.data.id))
  }

  /// Whether an undo of the newest change would take back something other than what was last done here.
  private func takesAnother(_ plan: HBPlan, _ write: PlannedWrite) -> Bool {
    guard case .undo = write.request, let buried = view.editing.buriedWrite else { return false }
    return plan.target?.id != buried
  }

  private var anotherText: TerminalText {
    "this is dated later than your last change; \(undoByItself) that one instead"
  }

  /// `6, then R undoes`.
  private var undoByItself: TerminalText {
    "\(label(of: .list(.showTab(.operations)))), then \(label(of: .draft(.rollBackAnchor))) undoes"
  }

  private func nothingToWrite(_ write: PlannedWrite) -> TerminalText {
    write.isDraft
      ? "the draft changes nothing any more; \(label(of: .draft(.drop))) drops it"
      : "nothing to write: \(write.outcome) already"
  }

  /// Shows a question in place of the former one; if there was none, beneath any layer opened meanwhile,
  /// which keeps the keys.
  private mutating func ask(_ dialog: PlanDialog) {
    if let place = transition.layers.firstIndex(where: \.isPlan) {
      transition.layers[place] = .plan(dialog)
    } else {
      transition.layers.insert(.plan(dialog), at: 0)
    }
  }

  /// Leaves the question as it is if there is nothing to write in the other frame.
  ///
  /// - Returns: false if no question is open.
  private mutating func keepAsking(_ plan: HBPlan, _ progress: inout WriteProgress) -> Bool {
    guard case .plan(let dialog) = transition.layers.first(where: \.isPlan) else { return false }
    progress.write = dialog.request
    view.editing.write = progress
    if let conflict = plan.conflicts.first {
      note("placed as it was then, nothing would be undone; \(conflict.text)")
    } else {
      note("everything is already where it is today; there is nothing to write")
    }
    return true
  }

  /// Returns the heading of the question; an undo or redo names its target.
  private func heading(_ plan: HBPlan, _ write: PlannedWrite) -> PlanTitle {
    switch plan.kind {
    case .undo: view.targetTitle("Undo", plan, settings)
    case .redo: view.targetTitle("Redo", plan, settings)
    default: write.heading
    }
  }

  /// Plans a draft again if others wrote since it was planned, because it then has to be merged with what
  /// they wrote.
  ///
  /// - Returns: false if the plan is up to date.
  private mutating func renewDraft(_ plan: HBPlan, _ progress: WriteProgress) -> Bool {
    guard let head = progress.write.draftHead, plan.head != head,
      let current = view.draftWrite, !progress.isRefreshed || view.data.head != head
    else { return false }
    view.editing.write = WriteProgress(
      write: current, step: progress.step, isRenewed: true, isRefreshed: true)
    request(.refresh(view.data.id))
    request(.plan(current.request, spaceId: view.data.id))
    return true
  }

  mutating func finishWriting(_ result: Result<HBPlan, Failure>) {
    guard var progress = view.editing.write, case .writing = progress.step else { return }
    switch result {
    case .success(let plan): finish(progress.write, plan)
    case .failure(let failure) where failure.kind == .conflict:
      progress.step = .planning
      progress.isRenewed = true
      view.editing.write = progress
      request(.refresh(view.data.id))
      request(.plan(progress.write.request, spaceId: view.data.id))
    case .failure(let failure):
      view.editing.write = nil
      transition.message = .error(failure.text)
    }
  }

  private mutating func finish(_ write: PlannedWrite, _ plan: HBPlan) {
    view.editing.write = nil
    if view.data.id == plan.spaceId {
      view.time.ownEvents += plan.changes.reduce(0) { $0 + $1.events.count }
    }
    if plan.kind == .undo, view.editing.canRedoDraft {
      view.editing.undosBehindDraft += 1
    }
    if let date = write.rollbackDate { view.editing.rollbackDates[plan.operation] = date }
    transition.message = message(plan, write)
    view.editing.buriedWrite = nil
    if case .undoOperation(let id)? = reversal(of: plan) {
      view.editing.buriedWrite = id
      // The key that undoes the selected operation shall undo this one.
      view.lists.operation = id
    }
    hand(to: TimeUpdate.self) { $0.cutNewGap() }
    if write.isDraft {
      // An added anchor stays selected until it is read back.
      view.editing.awaited = plan.changes.map(\.anchorId).first { $0 == view.lists.selection }
      (view.editing.draft, view.editing.dropped) = (nil, nil)
      hand(to: DraftUpdate.self) { $0.forgetResumed() }
    }
    request(.refresh(plan.spaceId))
  }

  /// Returns the message that tells what happened, and which key takes it back.
  private func message(_ plan: HBPlan, _ write: PlannedWrite) -> Message {
    let undo: TerminalText = "\(label(of: .draft(.undo))) undoes it"
    let redo: TerminalText = "\(label(of: .draft(.redo))) redoes it"
    let wayBack: TerminalText? =
      switch reversal(of: plan) {
      case .undo: undo
      case .redo: redo
      case .undoOperation: "\(undoByItself) it"
      case .rollBackOnly:
        "\(label(of: .draft(.redo))) cannot redo it: a later change exists; "
          + "\(label(of: .draft(.rollBackAnchor))) or \(label(of: .draft(.rollBackSpace))) rolls back"
      case nil: nil
      }
    switch plan.kind {
    case .undo:
      return .written(
        "undid \(view.targetText(plan, settings))", wayBack: wayBack,
        result: Self.resultText(plan) + Self.conflictText(plan)
          + (overriddenText(plan).map { "; \($0)" } ?? .empty))
    case .redo:
      return .written(
        "redid \(view.targetText(plan, settings))", wayBack: wayBack,
        result: Self.resultText(plan))
    default:
      let count = plan.changes.count
      let changed: TerminalText = count > 1 ? " (\(count) anchors changed)" : .empty
      return .written(
        "\(write.outcome)\(Self.carriedText(plan))\(changed)", wayBack: wayBack)
    }
  }

  /// Returns what reverses what was just written; nil if the log cannot be read.
  private func reversal(of plan: HBPlan) -> Reversal? {
    let index = view.data.index
    guard view.data.id == plan.spaceId else { return plan.kind == .undo ? .redo : .undo }
    // If no event is newer than the written ones, a long log need not be searched.
    if index.count > 0, let event = plan.changes.lazy.flatMap(\.events).first,
      index.instant(index.count - 1) > event.instant
    {
      return try? Reversal(of: plan, over: index)
    }
    return plan.kind == .undo ? .redo : .undo
  }

  /// Says that anchors are not where they were then, but where the same places are today.
  private static func carriedText(_ plan: HBPlan) -> TerminalText {
    guard let crossed = plan.crossed, crossed.frame == .now, !crossed.anchorIds.isEmpty else {
      return .empty
    }
    let count = crossed.come.count
    var across: [TerminalText] = []
    if count > 0 { across.append(count == 1 ? "the shift" : "the \(count) shifts") }
    if !crossed.corrected.isEmpty { across.append("the correction") }
    return ", carried across \(across.joined(separator: " and ")) since then"
  }

  /// Says what an undo left unchanged because of conflicts.
  private static func conflictText(_ plan: HBPlan) -> TerminalText {
    guard let first = plan.conflicts.first else { return .empty }
    let rest = plan.conflicts.count - 1
    return rest > 0 ? "; \(first.text), and \(rest) more" : "; \(first.text)"
  }

  /// Returns those changes by others that are undone as well.
  private func overriddenText(_ plan: HBPlan, most: Int = 1) -> TerminalText? {
    guard !plan.overridden.isEmpty else { return nil }
    let shown = plan.overridden.prefix(most).map { $0.text { settings.text($0) } }
    let rest = plan.overridden.count - shown.count
    let text = shown.joined(separator: "; ")
    return rest > 0 ? "\(text), and \(rest) more" : text
  }

  /// A question has room for this many.
  private static let mostOverridden = 4

  /// Returns the result of a plan, in words.
  private static func resultText(_ plan: HBPlan) -> TerminalText {
    guard plan.changes.count == 1, let change = plan.changes.first else {
      return "\(plan.changes.count) anchors changed"
    }
    return "\(change.name): \(change.effectText)"
  }
}
