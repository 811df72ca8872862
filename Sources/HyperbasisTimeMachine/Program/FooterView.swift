import HyperbasisCanvas

/// Draws the last line: the keys that work now, and the message about the last one.
struct FooterView {
  let state: State

  func draw(into frame: inout Frame, layout: Layout) {
    guard !layout.footer.isEmpty else { return }
    guard let message = state.message else {
      return drawHints(into: &frame, region: layout.footer)
    }
    let line = layout.message
    let lines = message.text.wrapped(to: line.columns - 2)
    let used = FooterLine.columns(usedBy: message, layout)
    let isBeside = FooterLine.isBeside(message, state)
    let isAbove = line == layout.footer && !isBeside
    draw(
      lines, most: mostRows(of: message), style: message.style, into: &frame, line: line,
      lastRow: line.row - (isAbove ? 1 : 0))
    drawHints(into: &frame, region: isBeside ? layout.footer.inset(left: used) : layout.footer)
  }

  /// Draws a message that ends in a row; a long one also takes rows above, until the next key.
  private func draw(
    _ lines: [TerminalText], most: Int, style: Style, into frame: inout Frame, line: Region,
    lastRow: Int
  ) {
    for (number, text) in lines.prefix(most).enumerated() {
      let isCut = number == most - 1 && lines.count > most
      let row = lastRow - min(lines.count, most) + 1 + number
      let area = Region(column: line.column, row: row, columns: line.columns, rows: 1)
      frame.fill(area)
      let shown =
        isCut ? text.prefix(columns: line.columns - 3) + state.settings.charset.ellipsis : text
      frame.put(shown, column: area.column + 1, row: row, style: style, clippedTo: area)
    }
  }

  /// What to do about an error comes at its end, so more of it is shown than of a note.
  private func mostRows(of message: Message) -> Int {
    message.kind == .error ? max(2, min(6, state.size.rows / 4)) : 2
  }

  private func drawHints(into frame: inout Frame, region: Region) {
    for item in FooterLine(state, columns: region.columns).items {
      var column = region.column + item.column
      for (number, key) in item.keys.enumerated() {
        let label = number == 0 ? key.label : "/" + key.label
        column = frame.put(label, in: region, from: column, style: Style(.accent))
      }
      frame.put(item.label, in: region, from: column + 1, style: .dim)
    }
  }
}

extension FooterView {
  /// Draws the message into the last rows of a layer that covers its line.
  ///
  /// - Parameter rows: the number of rows at the bottom that the layer itself needs.
  func drawCoveredMessage(into frame: inout Frame, area: Region, above rows: Int) {
    guard let message = state.message, area.rows > rows else { return }
    let layout = state.layout
    // A message that shares the footer with the hints is not covered.
    guard layout.message != layout.footer || !FooterLine.isBeside(message, state) else { return }
    let parts = message.text.wrapped(to: max(1, area.columns)).prefix(min(4, area.rows - rows))
    for (number, text) in parts.enumerated() {
      let line = area.line(area.rows - rows - parts.count + number)
      frame.fill(line)
      frame.put(text, in: line, style: message.style)
    }
  }
}

extension Message {
  var style: Style {
    switch kind {
    case .note: .plain
    case .warning: .warning
    case .error: .error
    }
  }
}
