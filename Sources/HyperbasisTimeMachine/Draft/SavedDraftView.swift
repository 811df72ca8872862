import Hyperbasis
import HyperbasisCanvas

/// A saved draft that waits for an answer: what it does to the space as it is now.
struct SavedDraftView {
  let state: State
  let offer: DraftOffer

  /// How many edits fit.
  func page(_ layout: Layout) -> Int {
    let area = DialogView.area(layout)
    return max(1, area.rows - head(area).count - 1)
  }

  func draw(into frame: inout Frame, layout: Layout) {
    let region = DialogView.region(layout)
    guard !region.isEmpty else { return }
    frame.fill(region)
    frame.drawBox(
      region, style: .bold, box: state.settings.charset.box, title: "saved draft")
    let area = DialogView.area(layout)
    let head = head(area)
    for (row, line) in head.enumerated() {
      put(line, style: row == 0 ? .bold : .plain, into: &frame, line: area.line(row))
    }
    for (row, line) in lines.dropFirst(offer.scroll).prefix(page(layout)).enumerated() {
      put(line.text, style: line.style, into: &frame, line: area.line(head.count + row))
    }
    drawAnswer(into: &frame, line: area.line(area.rows - 1))
  }

  /// What is offered, and how it fits; a line each where there is little room.
  private func head(_ area: Region) -> [TerminalText] {
    if area.rows < 8 { return [heading, remark] }
    let width = max(1, area.columns)
    return Array(heading.wrapped(to: width).prefix(2) + remark.wrapped(to: width).prefix(2))
  }

  var heading: TerminalText {
    let date = TerminalText(state.timeText.text(offer.draft.savedAt, fraction: .never))
    return "Draft of \(State.editCount(offer.draft.edits.count)) from \(date)"
  }

  /// How it fits the space as it is now.
  var remark: TerminalText {
    guard let view = state.view, offer.draft.head != view.data.head else {
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
    let conflicts = Set(state.view?.rebased(offer.draft).conflicts.map(\.after.id) ?? [])
    return offer.draft.edits.map { edit in
      let change = HBPlannedChange(
        anchorId: edit.after.id, before: edit.before, after: edit.after, events: [])
      if conflicts.contains(edit.after.id) {
        return ("! \(change.name) was changed by others", .warning)
      }
      let mark = TerminalText(change.difference.glyph(state.settings.charset))
      return ("\(mark) \(change.name) \(change.effectText)", change.difference.style)
    }
  }

  private func put(_ text: TerminalText, style: Style, into frame: inout Frame, line: Region) {
    let fitted = text.truncated(to: line.columns, ellipsis: state.settings.charset.ellipsis)
    frame.put(fitted, at: line.origin, style: style, clippedTo: line)
  }

  private func drawAnswer(into frame: inout Frame, line: Region) {
    let end = frame.put("[Later]", at: line.origin, style: Style.bold.reverse, clippedTo: line)
    // In the narrowest pane there is no room for a comma.
    let room = line.endColumn - end - 1
    let text = answer().width <= room ? answer() : answer(separator: " ")
    frame.put(text, column: end + 1, row: line.row, clippedTo: line)
  }

  /// The keys and what they do.
  func answer(separator: TerminalText = ", ") -> TerminalText {
    "\(state.keymap.label(of: .takeUpDraft)) take up\(separator)"
      + "\(state.keymap.label(of: .forgetDraft)) drop"
  }
}
