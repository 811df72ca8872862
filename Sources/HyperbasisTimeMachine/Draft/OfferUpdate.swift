import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// A saved draft that waits for a reply.
package struct DraftOffer: Equatable, Sendable {
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
      "the draft of \(CountText.text(rebase.anchors.count, "edit")) is back"
    if !rebase.conflicts.isEmpty {
      text += "; \(rebase.conflicts.count) left out, because others changed the same anchors"
    }
    note("\(text); \(label(of: .draft(.write))) writes, \(label(of: .draft(.drop))) drops")
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

/// What the offer of a saved draft says, and how much of it fits.
struct OfferContent {
  let offer: DraftOffer
  private let view: SpaceView?
  private let settings: Settings

  init(_ offer: DraftOffer, _ view: SpaceView?, _ settings: Settings) {
    self.offer = offer
    self.view = view
    self.settings = settings
  }

  /// How many edits fit.
  func page(_ layout: Layout) -> Int {
    let area = layout.dialogArea
    return max(1, area.rows - head(area).count - 1)
  }

  /// What is offered, and how it fits; a line each where there is little room.
  func head(_ area: Region) -> [TerminalText] {
    if area.rows < 8 { return [heading, remark] }
    let width = max(1, area.columns)
    return Array(heading.wrapped(to: width).prefix(2) + remark.wrapped(to: width).prefix(2))
  }

  var heading: TerminalText {
    let date = TerminalText(settings.timeText.text(offer.draft.savedAt, fraction: .never))
    return "Draft of \(CountText.text(offer.draft.edits.count, "edit")) from \(date)"
  }

  /// How it fits the space as it is now.
  var remark: TerminalText {
    guard let view, offer.draft.head != view.data.head else {
      return "nothing has changed since"
    }
    let rebase = view.rebased(offer.draft)
    guard rebase.conflicts.isEmpty else {
      return "others changed \(rebase.conflicts.count) of its anchors since: they are left out"
    }
    return "others wrote since, but it still fits"
  }

  /// A line for each edit.
  var lines: [(text: TerminalText, style: Style)] {
    let conflicts = Set(view?.rebased(offer.draft).conflicts.map(\.after.id) ?? [])
    let changes = offer.draft.edits.map { edit in
      HBPlannedChange(anchorId: edit.after.id, before: edit.before, after: edit.after, events: [])
    }
    let unit = LengthUnit(ofChanges: changes)
    return changes.map { change in
      if conflicts.contains(change.anchorId) {
        return ("! \(change.name) was changed by others", .warning)
      }
      let mark = TerminalText(change.difference.glyph(settings.charset))
      return ("\(mark) \(change.name) \(change.effectText(in: unit))", change.difference.style)
    }
  }

  /// The keys and what they do.
  static func reply(_ keymap: Keymap, separator: TerminalText = ", ") -> TerminalText {
    "\(keymap.label(of: .dialog(.resumeDraft))) continue\(separator)"
      + "\(keymap.label(of: .dialog(.discardDraft))) drop"
  }
}
