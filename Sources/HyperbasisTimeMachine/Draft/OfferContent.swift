import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

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
    return offer.draft.edits.map { edit in
      let change = HBPlannedChange(
        anchorId: edit.after.id, before: edit.before, after: edit.after, events: [])
      if conflicts.contains(edit.after.id) {
        return ("! \(change.name) was changed by others", .warning)
      }
      let mark = TerminalText(change.difference.glyph(settings.charset))
      return ("\(mark) \(change.name) \(change.effectText)", change.difference.style)
    }
  }

  /// The keys and what they do.
  static func reply(_ keymap: Keymap, separator: TerminalText = ", ") -> TerminalText {
    "\(keymap.label(of: .dialog(.resumeDraft))) take up\(separator)"
      + "\(keymap.label(of: .dialog(.discardDraft))) drop"
  }
}
