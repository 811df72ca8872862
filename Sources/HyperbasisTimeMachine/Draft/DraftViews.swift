import HyperbasisCanvas

/// Draws the offer of a saved draft: what it does to the space as it is now.
struct SavedDraftView {
  let state: State
  private let content: OfferContent

  init(state: State, offer: DraftOffer) {
    self.state = state
    content = OfferContent(offer, state.view, state.settings)
  }

  func draw(into frame: inout Frame, layout: Layout) {
    let region = layout.dialog
    guard !region.isEmpty else { return }
    frame.fill(region)
    frame.drawBox(
      region, style: .bold, box: state.settings.charset.box, title: "saved draft")
    let area = layout.dialogArea
    let head = content.head(area)
    for (row, line) in head.enumerated() {
      put(line, style: row == 0 ? .bold : .plain, into: &frame, line: area.line(row))
    }
    let shown = content.lines.dropFirst(content.offer.scroll).prefix(content.page(layout))
    for (row, line) in shown.enumerated() {
      put(line.text, style: line.style, into: &frame, line: area.line(head.count + row))
    }
    drawReply(into: &frame, line: area.line(area.rows - 1))
  }

  private func put(_ text: TerminalText, style: Style, into frame: inout Frame, line: Region) {
    let fitted = text.truncated(to: line.columns, ellipsis: state.settings.charset.ellipsis)
    frame.put(fitted, at: line.origin, style: style, clippedTo: line)
  }

  private func drawReply(into frame: inout Frame, line: Region) {
    let end = frame.put("[Later]", at: line.origin, style: Style.bold.reverse, clippedTo: line)
    // In the narrowest pane there is no room for a comma.
    let room = line.endColumn - end - 1
    let whole = OfferContent.reply(state.keymap)
    let text =
      whole.width <= room ? whole : OfferContent.reply(state.keymap, separator: " ")
    frame.put(text, column: end + 1, row: line.row, clippedTo: line)
  }
}

/// Says where an anchor is while it is moved.
struct MoveView {
  let state: State
  let move: MoveLayer

  func draw(into frame: inout Frame, layout: Layout) {
    guard state.message == nil, !layout.message.isEmpty else { return }
    let row = layout.message.row - (layout.message == layout.footer ? 1 : 0)
    let line = Region(column: 0, row: row, columns: state.size.columns, rows: 1)
    frame.fill(line)
    let text: TerminalText = "moving \(move.anchor.shortLabel): \(move.text)"
    frame.put(
      text.truncated(to: line.columns - 2), column: 1, row: row, style: .warning, clippedTo: line)
  }
}
