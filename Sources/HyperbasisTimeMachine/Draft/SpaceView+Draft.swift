import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
package import HyperbasisHistory
import HyperbasisWording

// The draft over the space as it is now, to which others go on writing.

extension SpaceView {
  /// Returns an anchor as the draft leaves it, or else as it is now, hidden or not.
  func draftedAnchor(_ id: UUID) -> HBAnchor? {
    editing.draft?.edit(id).map { merge($0).merged } ?? liveAnchor(id)
  }

  /// The anchors of the draft, each merged with what others wrote meanwhile.
  var draftedAnchors: [HBAnchor] { (editing.draft?.edits ?? []).map { merge($0).merged } }

  /// The anchors in which the draft and others changed the same thing in different ways.
  package var conflictingAnchors: [HBAnchor] {
    (editing.draft?.edits ?? []).map { merge($0) }.filter(\.isConflicting).map(\.merged)
  }

  /// The change that writes the draft.
  var draftWrite: PlannedWrite? {
    guard editing.draft != nil else { return nil }
    let anchors = draftedAnchors
    let conflicts = conflictingAnchors
    let over: TerminalText =
      conflicts.isEmpty ? .empty : " over others' changes of \(Self.names(conflicts))"
    let what = CountText.text(anchors.count, "anchor")
    return PlannedWrite(
      request: .save(anchors), heading: PlanTitle("Write the draft of \(what)\(over)"),
      outcome: "the draft is written", draftHead: data.head)
  }

  /// `mug, lamp and 3 more`.
  static func names(_ anchors: [HBAnchor]) -> TerminalText {
    let rest = anchors.count - 2
    return anchors.prefix(2).map(\.shortLabel).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more" : .empty)
  }

  private func merge(_ edit: Draft.Edit) -> DraftMerge {
    DraftMerge(base: edit.before, after: edit.after, live: liveAnchor(edit.after.id))
  }

  /// Returns an edit that leaves an anchor like this.
  private func edit(to anchor: HBAnchor) -> Draft.Edit {
    let base = editing.draft?.edit(anchor.id).map { merge($0).base } ?? liveAnchor(anchor.id)
    return Draft.Edit(before: base, after: anchor)
  }

  /// Returns an edit that changes nothing yet: what others write from now on is compared with the anchor
  /// as it is here. Nil if there is no such anchor.
  func begunEdit(of id: UUID) -> Draft.Edit? { draftedAnchor(id).map { edit(to: $0) } }

  /// Stages an anchor, new or changed, as one step.
  mutating func stage(_ anchor: HBAnchor) { stage(edit(to: anchor)) }

  /// Stages an edit that was begun earlier, as one step.
  mutating func stage(_ edit: Draft.Edit) {
    if editing.draft == nil { editing.draft = Draft() }
    editing.undosBehindDraft = 0
    editing.draft?.stage(edit)
  }

  /// Stages the position of an anchor while it is moved.
  mutating func nudge(_ edit: Draft.Edit, at now: HBInstant) {
    editing.undosBehindDraft = 0
    editing.draft?.nudge(edit, at: now)
  }

  /// Returns an anchor as it is now in the store.
  func liveAnchor(_ id: UUID) -> HBAnchor? {
    guard let slot = index.slot(of: id) else { return nil }
    return data.read { try index.anchor(after: index.newestOrdinal(ofSlot: slot)) } ?? nil
  }

  /// What the draft does to each anchor it touches, except those that others have deleted already.
  var draftedChanges: [HBPlannedChange] {
    draftedAnchors.map { changeOfLive(to: $0) }.filter(\.isSeen)
  }

  /// Returns the change that makes an anchor of the live space like this one.
  func changeOfLive(to anchor: HBAnchor) -> HBPlannedChange {
    HBPlannedChange(anchorId: anchor.id, before: liveAnchor(anchor.id), after: anchor, events: [])
  }

  /// Describes a step of the draft: `mug 2 cm`. What others did to the same anchor meanwhile is on both
  /// sides of the comparison.
  ///
  /// - Parameter isUndone: whether the step was taken back.
  func text(of step: Draft.Step, isUndone: Bool) -> TerminalText {
    let texts = step.changes.prefix(2).map { id, former, now -> TerminalText in
      let (before, after) = isUndone ? (now, former) : (former, now)
      let live = liveAnchor(id)
      let change = HBPlannedChange(
        anchorId: id, before: before.map { merge($0).merged } ?? live,
        after: after.map { merge($0).merged } ?? live, events: [])
      return "\(change.name) \(change.effectText)"
    }
    let rest = step.changes.count - texts.count
    return texts.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : .empty)
  }
}
