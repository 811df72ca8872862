import HyperbasisCanvas

/// Draws the offer of a saved draft: its effect on the space as it is now.
struct SavedDraftView {
  let state: State
  private let content: OfferContent

  init(state: State, offer: DraftOffer) {
    self.state = state
    content = OfferContent(offer, state.view, state.settings)
  }

  func draw(into frame: inout Frame, layout: Layout) {
    let box = DialogBox(layout: layout, charset: state.settings.charset)
    let area = layout.dialogArea
    let head = content.head(area)
    guard box.draw(title: "saved draft", heading: head, into: &frame) else { return }
    let shown = content.lines.dropFirst(content.offer.scroll).prefix(content.page(layout))
    for (row, line) in shown.enumerated() {
      box.put(line.text, style: line.style, into: &frame, line: area.line(head.count + row))
    }
    let end = box.put(Layer.savedDraft(content.offer).safeReply, into: &frame)
    drawReply(into: &frame, line: layout.replyLine, after: end)
  }

  private func drawReply(into frame: inout Frame, line: Region, after end: Int) {
    // The narrowest pane has no room for a comma, nor for a blank before the border.
    let room = line.endColumn - end - 1
    let whole = OfferContent.reply(state.keymap)
    let text = whole.width <= room ? whole : OfferContent.reply(state.keymap, separator: " ")
    frame.put(text, in: line.inset(right: -1), from: end + 1)
  }
}

/// Shows the position of an anchor while it is moved.
struct MoveView {
  let state: State
  let move: MoveLayer

  func draw(into frame: inout Frame, layout: Layout) {
    guard state.message == nil, !layout.message.isEmpty else { return }
    let row = layout.message.row - (layout.message == layout.footer ? 1 : 0)
    let line = Region(column: 0, row: row, columns: state.size.columns, rows: 1)
    frame.fill(line)
    frame.put(
      text(columns: line.columns - 2), column: 1, row: row, style: .warning, clippedTo: line)
  }

  /// Returns the text, with the name shortened in favour of the position, which the keys change.
  private func text(columns: Int) -> TerminalText {
    let ellipsis = state.settings.charset.ellipsis
    let place: TerminalText = ": \(move.text)"
    let verb: TerminalText = columns - place.width < Self.leastNameColumns ? .empty : "moving "
    let room = max(Self.leastNameColumns / 2, columns - verb.width - place.width)
    let name = move.anchor.shortLabel.truncatedName(to: room, ellipsis: ellipsis)
    return (verb + name + place).truncated(to: columns, ellipsis: ellipsis)
  }

  /// If the name would get less room than this, the verb is left out in its favour.
  private static let leastNameColumns = 16
}
