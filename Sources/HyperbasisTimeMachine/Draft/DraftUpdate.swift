import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Changes the store: directly, or through edits that are staged over the live space and then either
/// written as one operation or dropped.
struct DraftUpdate: SpaceUpdate {
  var transition: Transition

  mutating func perform(_ intent: DraftIntent) {
    switch intent {
    case .rollBackAnchor:
      hand(to: WriteUpdate.self) {
        if $0.view.lists.movesInOperations {
          $0.undoSelectedOperation()
        } else if $0.view.lists.movesInShifts {
          $0.correctShift(to: .old)
        } else {
          $0.rollBackAnchor()
        }
      }
    case .rollBackSpace:
      hand(to: WriteUpdate.self) {
        if $0.view.lists.movesInShifts {
          $0.correctShift(to: .new)
        } else {
          $0.rollBackSpace()
        }
      }
    case .undo: undo()
    case .redo: redo()
    case .deleteAnchor: deleteAnchor()
    case .editMetadata: editMetadata()
    case .moveAnchor: if let edit = begunEdit { startMoving(MoveLayer(edit)) }
    case .addAnchor: open(.prompt(Prompt(.newAnchor, text: "type=sticky_note text=")))
    case .write:
      guard let write = view.draftWrite else { return }
      let isRenewed = !view.conflictingAnchors.isEmpty
      hand(to: WriteUpdate.self) { $0.plan(write, isRenewed: isRenewed) }
    case .drop: drop()
    }
  }

  /// The selected anchor as the draft leaves it.
  private var selected: HBAnchor? { view.lists.selection.flatMap { view.draftedAnchor($0) } }

  /// An edit of the selected anchor that starts from its present state.
  private var begunEdit: Draft.Edit? { view.lists.selection.flatMap { view.begunEdit(of: $0) } }

  private var hint: TerminalText { draftKeys(", \(label(of: .draft(.undo))) takes it back") }

  private mutating func deleteAnchor() {
    guard var anchor = selected else { return }
    anchor.deletedAt = transition.now.date
    view.stage(anchor)
    guard view.editing.draft?.edit(anchor.id) != nil else {
      // Only the draft had added it.
      return note(
        "\(anchor.shortLabel) is no longer in the draft; "
          + "\(label(of: .draft(.undo))) takes that back")
    }
    note("draft: \(anchor.shortLabel) is deleted; \(hint)")
  }

  /// Undoes a step of the draft, or the newest change of the store if the draft has none.
  private mutating func undo() {
    guard view.editing.draft?.canUndo == true else {
      return hand(to: WriteUpdate.self) { $0.undo() }
    }
    guard let step = view.editing.draft?.undo() else { return }
    let left: TerminalText = view.editing.hasDraft ? .empty : "; the draft is empty"
    note(
      "undone: \(view.text(of: step, isUndone: true))\(left); "
        + "\(label(of: .draft(.redo))) redoes it")
  }

  private mutating func redo() {
    let behindDraft = view.editing.undosBehindDraft
    guard view.editing.canRedoDraft, behindDraft == 0 else {
      view.editing.undosBehindDraft = max(0, behindDraft - 1)
      return hand(to: WriteUpdate.self) { $0.redo() }
    }
    if view.editing.draft == nil { return bringBackDropped() }
    guard let step = view.editing.draft?.redo() else { return }
    note(
      "redone: \(view.text(of: step, isUndone: false)); "
        + "\(label(of: .draft(.undo))) takes it back")
  }

  private mutating func drop() {
    view.editing.dropped = view.editing.draft
    view.editing.draft = nil
    forgetResumed()
    let wayBack: TerminalText =
      refusal(of: .redo) == nil ? "; \(label(of: .draft(.redo))) brings it back" : .empty
    note("the draft is dropped, nothing was written\(wayBack)")
  }

  private mutating func bringBackDropped() {
    view.editing.draft = view.editing.dropped
    view.editing.dropped = nil
    let what = CountText.text(view.editing.draft?.count ?? 0, "anchor")
    note("the draft of \(what) is back; \(draftKeys())")
    noteConflicts(besides: [])
  }

  /// Deletes the saved draft, whose edits are written or no longer wanted.
  mutating func forgetResumed() {
    guard let draft = view.editing.resumed else { return }
    view.editing.resumed = nil
    request(.forgetDraft(draft))
  }

  /// Warns of anchors that others have changed as well, except those that conflicted before.
  mutating func noteConflicts(besides former: [HBAnchor]) {
    let known = Set(former.map(\.id))
    noteConflicts(of: view.conflictingAnchors.filter { !known.contains($0.id) })
  }

  /// Warns if others changed an anchor while it was edited.
  mutating func noteConflict(about id: UUID) {
    noteConflicts(of: view.conflictingAnchors.filter { $0.id == id })
  }

  private mutating func noteConflicts(of new: [HBAnchor]) {
    guard !new.isEmpty else { return }
    let gone = new.filter { !$0.isDeleted && view.liveAnchor($0.id)?.isDeleted == true }
    let asks: TerminalText = "\(label(of: .draft(.write))) asks before it"
    guard gone.isEmpty else {
      let them: TerminalText = gone.count == 1 ? "it" : "them"
      transition.message = .warning(
        "others deleted \(SpaceView.names(gone)); \(asks) brings \(them) back")
      return
    }
    transition.message = .warning(
      "others changed \(SpaceView.names(new)) too; \(asks) replaces that")
  }
}

// MARK: - Refusals

extension DraftUpdate {
  /// Returns why an intent is unavailable now; nil if it is available.
  func refusal(of intent: DraftIntent) -> TerminalText? {
    // A draft that can no longer be written can still be dropped.
    if intent != .drop, let reason = settings.writeRefusal { return reason }
    return switch intent {
    case .rollBackAnchor:
      lackOfEvents
        ?? (view.lists.movesInOperations
          ? undoRefusal
          : view.lists.movesInShifts ? correctionRefusal(.old) : rollBackRefusal)
    case .rollBackSpace where view.lists.movesInShifts: lackOfEvents ?? correctionRefusal(.new)
    case .rollBackSpace:
      lackOfEvents ?? rollBackObstacle
        ?? (view.isAtEnd
          ? "this is the end: first go to the date to roll back to"
          : view.isAsNow ? "nothing differs from \(endWord.name) at this date" : nil)
    case .undo: (view.editing.draft?.canUndo == true ? nil : lackOfEvents) ?? writeRefusal
    case .redo: (view.editing.canRedoDraft ? nil : lackOfEvents) ?? writeRefusal
    case .write: writeRefusal ?? lackOfDraft
    case .drop: (view.loss != nil || settings.isReadOnly ? nil : writeRefusal) ?? lackOfDraft
    case .addAnchor: writeRefusal ?? pastRefusal
    case .deleteAnchor, .editMetadata, .moveAnchor: writeRefusal ?? pastRefusal ?? absence
    }
  }

  private func correctionRefusal(_ frame: HBCorrection.Frame) -> TerminalText? {
    revisionRefusal(isFree: rollBackObstacle == nil) ?? view.correctionRefusal(frame)
      ?? rollBackObstacle
  }

  /// Why the selected operation cannot be undone by itself.
  private var undoRefusal: TerminalText? {
    guard let operation = view.selectedOperation?.operation else { return "nothing is listed here" }
    if operation.isUndone { return "it is already undone" }
    guard operation.original == nil else {
      return "an undo or redo cannot be undone by itself; select the operation it concerns"
    }
    return writeRefusal ?? rollBackObstacle ?? view.vainUndo
  }

  private var lackOfDraft: TerminalText? { view.editing.hasDraft ? nil : "there is no draft" }

  private var pastRefusal: TerminalText? {
    view.isAtEnd ? nil : "only the present can be edited: \(label(of: .time(.goToEnd))) goes there"
  }

  /// Why the selected anchor cannot be edited: only one that exists can be.
  private var absence: TerminalText? {
    guard let anchor = selected else { return selectFirst }
    guard anchor.isDeleted else { return nil }
    let isStored = view.selectedSlot.map {
      view.index.isVisible(view.index.newestOrdinal(ofSlot: $0))
    }
    if view.editing.hasDraft, isStored ?? true {
      return "the draft deletes it; \(label(of: .draft(.undo))) takes its last step back"
    }
    return "it is deleted; \(label(of: .draft(.rollBackAnchor))) brings it back"
  }

  private var rollBackObstacle: TerminalText? {
    view.editing.hasDraft ? draftFirst : writeRefusal
  }

  private var draftFirst: TerminalText {
    "write or drop the draft first: \(label(of: .draft(.write))), \(label(of: .draft(.drop)))"
  }

  /// Returns why an undo that the list of operations previews is unavailable; nil if its key performs it.
  func obstacle(to request: UndoPreview.Request) -> TerminalText? {
    if let reason = lastingRefusal { return reason }
    switch request {
    case .newest:
      return view.editing.draft?.canUndo == true
        ? "\(label(of: .draft(.undo))) first takes back the steps of the draft" : nil
    case .operation: return view.editing.hasDraft ? draftFirst : nil
    }
  }

  private var rollBackRefusal: TerminalText? {
    if let rollBackObstacle { return rollBackObstacle }
    if let target = view.rollbackTarget { return absence(of: target) ?? redundancy(of: target) }
    guard view.lists.selection != nil else { return selectFirst }
    return "this is its current state: first go to an earlier date, or select a row of its history"
  }
}

extension DraftUpdate {
  /// Returns the refusal to roll an anchor back to a date before its first version.
  private func absence(of target: SpaceView.RollbackTarget) -> TerminalText? {
    guard case .instant(let instant, let id) = target, let slot = view.index.slot(of: id),
      let first = view.index.ordinals(ofSlot: slot).first.map(view.index.instant), instant < first
    else { return nil }
    return "\(view.name(of: id)) did not exist yet: its first version is from "
      + "\(settings.text(first)); go to that date or a later one"
  }

  /// Returns the refusal to roll an anchor back to the state that it has.
  private func redundancy(of target: SpaceView.RollbackTarget) -> TerminalText? {
    guard let newest = view.redundantTarget(target) else { return nil }
    let name = view.name(of: target.anchorId)
    if case .instant = target { return "nothing to write: \(name) has not changed since" }
    return "nothing to write: \(name) is at version \(view.index.version(newest)) already"
  }
}

// MARK: - Metadata

extension DraftUpdate {
  private mutating func editMetadata() {
    guard let edit = begunEdit else { return }
    let text = KeyValueText.line(edit.after.metadata)
    guard text.count < LineEditor.limit else {
      return note("too long to edit in a line; use hyperbasis set")
    }
    open(.prompt(Prompt(.metadata, text: text, edit: edit)))
  }

  /// Parses metadata as typed by the user.
  static func metadata(_ text: String) throws(Complaint) -> [String: AnyCodableValue] {
    do { return try KeyValueText.metadata(text) } catch {
      let typed = TerminalText(error.text, limit: 40)
      throw Complaint(
        error.isUnclosed
          ? "a bracket or a quote is not closed in \"\(typed)\""
          : "\(typed) is not key=value; text that has spaces is written as key=\"two words\"")
    }
  }

  /// Stages the metadata that the user typed in place of those that the prompt opened with. What others
  /// wrote meanwhile did not show in it, and stays.
  mutating func setMetadata(_ metadata: [String: AnyCodableValue], in edit: Draft.Edit) {
    var anchor = edit.after
    guard anchor.metadata != metadata else {
      return note("\(anchor.shortLabel) already has this metadata")
    }
    anchor.metadata = metadata
    view.stage(Draft.Edit(before: edit.before, after: anchor))
    note("draft: \(anchor.shortLabel) has new metadata; \(hint)")
    noteConflict(about: anchor.id)
  }

  /// Adds an anchor in the middle of the map, on the ground if that is seen from above, ready to be
  /// moved.
  mutating func addAnchor(_ metadata: [String: AnyCodableValue]) {
    let viewpoint = view.map.viewpoint
    let behind = viewpoint == .top ? .zero : view.mapCentre
    let centre = viewpoint.moving(behind, to: view.mapProjection(layout).centre)
    let anchor = HBAnchor(
      id: newAnchorId, spaceId: view.data.id,
      transform: HBTransform.make(position: SIMD3<Float>(centre)),
      metadata: metadata, createdAt: transition.now.date)
    startMoving(MoveLayer(adding: anchor, insteadOf: view.lists.selection))
    view.stage(anchor)
    // What the keys move is what every pane shows.
    view.select(anchor.id)
  }

  /// An id derived from the state, since this part of the program has no source of randomness.
  private var newAnchorId: UUID {
    let count = view.editing.draft?.count ?? 0
    let last = view.data.head.lastEventId?.uuidString ?? ""
    return UUIDv5.make(
      namespace: view.data.id, name: "draft \(transition.now.microseconds) \(count) \(last)")
  }

  /// Starts a move: nudges are staged as they come, in a series of their own, which includes an added
  /// anchor.
  private mutating func startMoving(_ layer: MoveLayer) {
    // Only the present can be edited.
    view.time.play.isRunning = false
    if view.editing.draft == nil { view.editing.draft = Draft() }
    view.editing.draft?.beginSeries()
    open(.move(layer))
  }
}

extension HBAnchor {
  var shortLabel: TerminalText {
    AnchorDescription(metadata, id: id).label.truncated(to: 40)
  }
}
