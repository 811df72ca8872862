import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// A saved draft that waits for a reply.
package struct DraftOffer: Hashable, Sendable {
  package let draft: SavedDraft
  package var scroll = 0
}

/// Resumes a saved draft, or drops it, or leaves it for later.
struct OfferUpdate: SpaceUpdate {
  var transition: Transition

  mutating func resume(_ draft: SavedDraft) {
    transition.layers.removeLast()
    let rebase = view.rebased(draft)
    if view.editing.draft == nil { view.editing.draft = Draft() }
    for anchor in rebase.anchors { view.stage(anchor) }
    view.editing.resumed = draft
    view.time.cursor = .end
    var text: TerminalText =
      "the draft of \(CountText.text(rebase.anchors.count, "edit")) is taken up"
    if !rebase.conflicts.isEmpty {
      text += "; \(rebase.conflicts.count) left out, for others changed the same"
    }
    note(
      "\(text); \(label(of: .draft(.write))) writes, \(label(of: .draft(.drop))) drops")
  }

  mutating func discard(_ draft: SavedDraft) {
    transition.layers.removeLast()
    note("the saved draft is dropped")
    request(.forgetDraft(draft))
  }

  /// Nothing is lost: the draft is offered again.
  mutating func leave() {
    transition.layers.removeLast()
    note("the draft stays saved; the next start offers it again")
  }

  /// Scrolls; an offer has no first or last row to go to, and nothing to open.
  mutating func perform(_ intent: RowIntent, _ offer: DraftOffer) {
    let page = OfferContent(offer, view, settings).page(layout)
    switch intent {
    case .step(let direction): scroll(offer, by: direction.sign, page: page)
    case .page(let direction): scroll(offer, by: direction.sign * page, page: page)
    case .first, .last, .activate: note("this does nothing here")
    }
  }

  private mutating func scroll(_ offer: DraftOffer, by count: Int, page: Int) {
    var offer = offer
    let last = max(0, offer.draft.edits.count - page)
    offer.scroll = max(0, min(offer.scroll + count, last))
    transition.layers[transition.layers.count - 1] = .savedDraft(offer)
  }
}

extension SpaceView {
  /// A saved draft over the space as it is now.
  func rebased(_ draft: SavedDraft) -> DraftRebase {
    DraftRebase(draft) { liveAnchor($0) }
  }

  /// What a saved draft does to the space as it is now.
  func changes(of draft: SavedDraft) -> [HBPlannedChange] {
    rebased(draft).anchors.map { changeOfLive(to: $0) }
  }
}
