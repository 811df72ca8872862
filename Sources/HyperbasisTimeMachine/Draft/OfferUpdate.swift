import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// A saved draft that awaits a reply.
package struct DraftOffer: Equatable, Sendable {
  package let draft: SavedDraft
  /// The drafts that are offered after it.
  package var older: [SavedDraft] = []
  package var scroll = 0
}

/// Resumes a saved draft, drops it, or leaves it for later.
struct OfferUpdate: SpaceUpdate {
  var transition: Transition

  mutating func resume(_ offer: DraftOffer) {
    let draft = offer.draft
    let rebase = view.rebased(draft)
    guard !rebase.edits.isEmpty else {
      note("the store has all of the saved draft already")
      request(.forgetDraft(draft))
      return goOn(after: offer)
    }
    transition.layers.removeLast()
    if view.editing.draft == nil { view.editing.draft = Draft() }
    for edit in rebase.edits { view.editing.draft?.stage(edit) }
    view.editing.resumed = draft
    view.time.cursor = .end
    let left = offer.older.count
    let others: TerminalText =
      left == 0
      ? .empty
      : "; \(CountText.text(left, "older draft")) \(left == 1 ? "stays" : "stay") saved"
    note(resumedText(rebase) + others)
  }

  private func resumedText(_ rebase: DraftRebase) -> TerminalText {
    let count = rebase.edits.count
    var parts: [TerminalText] = [
      "the draft of \(CountText.text(count, "edit")) is back"
    ]
    let done = rebase.doneCount
    if done > 0 { parts.append("\(done) more \(done == 1 ? "is" : "are") in the store already") }
    let write = label(of: .draft(.write))
    parts.append(
      rebase.conflicting.isEmpty
        ? draftKeys()
        : "others changed \(SpaceView.names(rebase.conflicting)) too; \(write) asks before it "
          + "replaces that")
    return parts.joined(separator: "; ")
  }

  mutating func discard(_ offer: DraftOffer) {
    note("the saved draft is dropped")
    request(.forgetDraft(offer.draft))
    goOn(after: offer)
  }

  /// Closes the offer; nothing is lost, since the next start offers the draft again.
  mutating func leave(_ offer: DraftOffer) {
    note("the draft stays saved; the next start offers it again")
    goOn(after: offer)
  }

  /// Offers the draft that was saved before, if there is one.
  private mutating func goOn(after offer: DraftOffer) {
    transition.layers.removeLast()
    guard let next = offer.older.first else { return }
    open(.savedDraft(DraftOffer(draft: next, older: Array(offer.older.dropFirst()))))
  }
}

extension SpaceView {
  /// Returns a saved draft rebased onto the space as it is now.
  func rebased(_ draft: SavedDraft) -> DraftRebase {
    DraftRebase(draft) { liveAnchor($0) }
  }

  /// Returns what a saved draft does to the space as it is now.
  func changes(of draft: SavedDraft) -> [HBPlannedChange] {
    rebased(draft).anchors.map { changeOfLive(to: $0) }
  }
}

/// The text of the offer of a saved draft, and how much of it fits.
struct OfferContent {
  let offer: DraftOffer
  private let view: SpaceView?
  private let settings: Settings

  init(_ offer: DraftOffer, _ view: SpaceView?, _ settings: Settings) {
    self.offer = offer
    self.view = view
    self.settings = settings
  }

  /// Returns how many edits fit.
  func page(_ layout: Layout) -> Int {
    let area = layout.dialogArea
    return max(1, area.rows - head(area).count - 1)
  }

  /// Returns the heading, and how the draft fits; the latter in one line if there is little room.
  func head(_ area: Region) -> [TerminalText] {
    let width = max(1, area.columns)
    let ellipsis = settings.charset.ellipsis
    let heading = heading.wrapped(to: width).cut(to: 2, columns: width, ellipsis: ellipsis)
    if area.rows < 8 { return heading + [remark] }
    return heading + remark.wrapped(to: width).cut(to: 2, columns: width, ellipsis: ellipsis)
  }

  var heading: TerminalText {
    let date = TerminalText(settings.timeText.text(offer.draft.savedAt, fraction: .never))
    let older: TerminalText = offer.older.isEmpty ? .empty : ", \(offer.older.count) older after it"
    return "Draft of \(CountText.text(offer.draft.edits.count, "edit")) from \(date)\(older)"
  }

  /// How the draft fits the space as it is now.
  var remark: TerminalText {
    guard let view else { return Self.unchanged }
    let rebase = view.rebased(offer.draft)
    guard rebase.conflicting.isEmpty else {
      return "others changed \(SpaceView.names(rebase.conflicting)) too; writing asks before it "
        + "replaces that"
    }
    // A draft may have been saved after others had changed what it edits.
    guard offer.draft.head != view.data.head else { return Self.unchanged }
    if rebase.edits.isEmpty { return "the store has all of it already" }
    if rebase.doneCount > 0 {
      return "the store has \(rebase.doneCount) of the edits already; the rest still fits"
    }
    return "others have written since, but it still fits"
  }

  private static let unchanged: TerminalText = "nothing has changed since"

  /// A line for each edit.
  var lines: [(text: TerminalText, style: Style)] {
    let conflicts = Set(view?.rebased(offer.draft).conflicting.map(\.id) ?? [])
    let changes = offer.draft.edits.map { edit in
      HBPlannedChange(anchorId: edit.after.id, before: edit.before, after: edit.after, events: [])
    }
    let unit = LengthUnit(ofChanges: changes)
    return changes.map { change in
      let effect = change.effectText(in: unit)
      // The conflict comes first: the end of a line may be cut.
      if conflicts.contains(change.anchorId) {
        return ("! \(change.name) (others too) \(effect)", .warning)
      }
      let text: TerminalText = "\(change.name) \(effect)"
      let mark = TerminalText(change.difference.glyph(settings.charset))
      return ("\(mark) \(text)", change.difference.style)
    }
  }

  /// Returns the keys and what they do.
  static func reply(_ keymap: Keymap, separator: TerminalText = ", ") -> TerminalText {
    "\(keymap.label(of: .dialog(.resumeDraft))) continue\(separator)"
      + "\(keymap.label(of: .dialog(.discardDraft))) drop"
  }
}
