import HyperbasisCanvas

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
