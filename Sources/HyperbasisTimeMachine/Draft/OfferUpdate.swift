import Hyperbasis
import HyperbasisCanvas

// What outlives a session: how a space was looked at, and a draft that a signal interrupted.

extension State {
  /// Goes on where the space was left, and offers a draft that was saved.
  mutating func take(_ recollection: Recollection) {
    guard let view, view.data.id == recollection.spaceId else { return }
    if let former = recollection.view { resume(former) }
    // What is brought back in line with the space is no change that somebody made.
    settle()
    remembered = self.view.map { RememberedView($0, settings) }
    if let draft = recollection.draft, view.draft == nil {
      layers.append(.savedDraft(DraftOffer(draft: draft)))
    }
    if let problem = recollection.problem { message = .warning(problem) }
  }

  /// What is to be kept of the open space when it is left.
  mutating func viewEffects() -> [Effect] {
    guard let view else { return [] }
    let now = RememberedView(view, settings)
    guard now != remembered else { return [] }
    remembered = now
    return [.remember(now, spaceId: view.data.id)]
  }

  /// What is to be kept when somebody ends the program without asking its person.
  mutating func endEffects() -> [Effect] {
    var effects = viewEffects()
    if let draft = unwrittenDraft { effects.append(.saveDraft(draft)) }
    // The draft that was taken up is part of the one that is saved now.
    if let former = view?.takenUp { effects.append(.forgetDraft(former)) }
    return effects + [.quit]
  }

  /// The draft, with the anchor that is being moved.
  private var unwrittenDraft: SavedDraft? {
    guard let view, let draft = view.draft, !draft.isEmpty else { return nil }
    return SavedDraft(
      spaceId: view.data.id, savedAt: now, head: view.data.head,
      edits: draft.edits)
  }

  /// Forgets the saved draft, whose edits are written or no longer wanted.
  mutating func forgetTakenUp() -> [Effect] {
    guard let draft = view?.takenUp else { return [] }
    view?.takenUp = nil
    return [.forgetDraft(draft)]
  }
}

// MARK: - The offer

/// A saved draft that waits for an answer.
package struct DraftOffer: Hashable, Sendable {
  package let draft: SavedDraft
  package var scroll = 0
}

extension State {
  mutating func perform(_ intent: Intent, offered offer: DraftOffer) -> [Effect]? {
    switch intent {
    case .takeUpDraft: takeUp(offer.draft)
    case .forgetDraft:
      layers.removeLast()
      message = .note("the saved draft is dropped")
      return [.forgetDraft(offer.draft)]
    case .decline: leaveOffer()
    case .moveRow(let direction): scroll(offer, by: direction.sign)
    case .movePage(let direction):
      scroll(offer, by: direction.sign * SavedDraftView(state: self, offer: offer).page(layout))
    default: return nil
    }
    return []
  }

  private mutating func takeUp(_ draft: SavedDraft) {
    layers.removeLast()
    guard let view else { return }
    let rebase = view.rebased(draft)
    if view.draft == nil { self.view?.draft = Draft() }
    for anchor in rebase.anchors { self.view?.stage(anchor) }
    self.view?.takenUp = draft
    self.view?.cursor = .end
    var text: TerminalText = "the draft of \(Self.editCount(rebase.anchors.count)) is taken up"
    if !rebase.conflicts.isEmpty {
      text += "; \(rebase.conflicts.count) left out, for others changed the same"
    }
    message = .note(
      "\(text); \(keymap.label(of: .writeDraft)) writes, \(keymap.label(of: .dropDraft)) drops")
  }

  /// Nothing is lost: the draft is offered again.
  mutating func leaveOffer() {
    layers.removeLast()
    message = .note("the draft stays saved; the next start offers it again")
  }

  private mutating func scroll(_ offer: DraftOffer, by count: Int) {
    var offer = offer
    let page = SavedDraftView(state: self, offer: offer).page(layout)
    let last = max(0, offer.draft.edits.count - page)
    offer.scroll = max(0, min(offer.scroll + count, last))
    layers[layers.count - 1] = .savedDraft(offer)
  }

  static func editCount(_ count: Int) -> TerminalText {
    count == 1 ? "1 edit" : "\(count) edits"
  }
}

extension SpaceView {
  /// A saved draft over the space as it is now.
  func rebased(_ draft: SavedDraft) -> DraftRebase {
    DraftRebase(draft) { liveAnchor($0) }
  }

  /// What a saved draft does to the space as it is now.
  func changes(of draft: SavedDraft) -> [HBPlannedChange] {
    rebased(draft).anchors.map { anchor in
      HBPlannedChange(
        anchorId: anchor.id, before: liveAnchor(anchor.id), after: anchor, events: [])
    }
  }
}
