import Foundation
import Hyperbasis
import HyperbasisCanvas

// Edits are staged over the live space and written as one operation, or dropped.

extension State {
  mutating func performDraft(_ intent: Intent) -> [Effect]? {
    switch intent {
    case .deleteAnchor: deleteInDraft()
    case .editMetadata: editMetadata()
    case .moveAnchor: startMoving()
    case .addAnchor: layers.append(.prompt(Prompt(.newAnchor, text: "type=sticky_note text=")))
    case .writeDraft: return writeDraft()
    case .dropDraft:
      view?.draft = nil
      message = .note("the draft is dropped; nothing was written")
      return forgetTakenUp()
    case .undo where view?.draft?.canUndo == true: undoInDraft()
    case .redo where view?.draft?.canRedo == true: redoInDraft()
    default: return nil
    }
    return []
  }

  private var draftHint: TerminalText {
    let write = keymap.label(of: .writeDraft)
    return "\(write) writes, \(keymap.label(of: .dropDraft)) drops, "
      + "\(keymap.label(of: .undo)) takes it back"
  }

  private mutating func deleteInDraft() {
    guard let view, let id = view.selection, var anchor = view.draftedAnchor(id) else { return }
    let name = anchor.faceLabel
    anchor.deletedAt = now.date
    self.view?.stage(anchor)
    message = .note("draft: \(name) is deleted; \(draftHint)")
  }

  mutating func undoInDraft() {
    guard let step = view?.draft?.undo(), let view else { return }
    let redo = keymap.label(of: .redo)
    let left: TerminalText = view.draft?.isEmpty == true ? "; the draft is empty" : .empty
    message = .note("took back: \(view.text(of: step, isUndone: true))\(left); \(redo) redoes it")
  }

  mutating func redoInDraft() {
    guard let step = view?.draft?.redo(), let view else { return }
    let undo = keymap.label(of: .undo)
    message = .note("done again: \(view.text(of: step, isUndone: false)); \(undo) takes it back")
  }

  private mutating func writeDraft() -> [Effect] {
    guard let view, let write = view.draftWrite else { return [] }
    return plan(write, isRenewed: !view.conflictingAnchors.isEmpty)
  }

  /// Plans a draft anew where others wrote since it was planned, for then it has to be laid over
  /// what they wrote; nil where the plan is up to date.
  mutating func renewDraft(_ plan: HBPlan) -> [Effect]? {
    guard var progress = write, let head = progress.write.draftHead, plan.head != head,
      let view, let current = view.draftWrite, !progress.isRefreshed || view.data.head != head
    else { return nil }
    progress.write = current
    progress.isRenewed = true
    progress.isRefreshed = true
    write = progress
    return [.refresh(view.data.id), .plan(current.request, spaceId: view.data.id)]
  }

  /// Says that others changed what the draft changes as well.
  mutating func tellConflicts(besides former: [HBAnchor]) {
    guard let view else { return }
    let known = Set(former.map(\.id))
    let new = view.conflictingAnchors.filter { !known.contains($0.id) }
    guard !new.isEmpty else { return }
    let names = SpaceView.names(new)
    message = .warning(
      "others changed \(names) too; \(keymap.label(of: .writeDraft)) asks before it replaces that")
  }
}

// MARK: - Metadata

extension State {
  private mutating func editMetadata() {
    guard let view, let id = view.selection, let anchor = view.draftedAnchor(id) else { return }
    let text = MetadataLine.text(anchor.metadata)
    guard text.count < LineEditor.limit else {
      message = .note("too much to edit in a line; hyperbasis set does it")
      return
    }
    layers.append(.prompt(Prompt(.metadata, text: text)))
  }

  func metadataComplaint(_ text: String) -> TerminalText? {
    guard case .failure(let bad) = MetadataLine.parse(text) else { return nil }
    return "\"\(TerminalText(bad.text, limit: 40))\" is not key=value; quote text with blanks"
  }

  mutating func acceptMetadata(_ text: String) {
    guard case .success(let metadata) = MetadataLine.parse(text), let view,
      let id = view.selection, var anchor = view.draftedAnchor(id)
    else { return }
    anchor.metadata = metadata
    self.view?.stage(anchor)
    message = .note("draft: \(anchor.faceLabel) has other metadata; \(draftHint)")
  }

  /// A new anchor in the middle of the plan, on the ground, ready to be moved.
  mutating func acceptNewAnchor(_ text: String) {
    guard case .success(let metadata) = MetadataLine.parse(text), let view,
      let centre = planProjection?.centre
    else { return }
    let place = SIMD3<Float>(Float(centre.x), 0, Float(centre.z))
    let anchor = HBAnchor(
      id: newAnchorId(in: view), spaceId: view.data.id,
      transform: HBTransform.make(position: place), metadata: metadata, createdAt: now.date)
    self.view?.stage(anchor)
    startMoving(anchor)
  }

  /// Ids follow from what is known here, for this part of the program has no source of chance.
  private func newAnchorId(in view: SpaceView) -> UUID {
    let count = view.draft?.count ?? 0
    let last = view.data.head.lastEventId?.uuidString ?? ""
    return UUIDv5.make(
      namespace: view.data.id, name: "draft \(now.microseconds) \(count) \(last)")
  }
}

extension HBAnchor {
  var faceLabel: TerminalText { AnchorFace(metadata, id: id).label.truncated(to: 40) }
}
