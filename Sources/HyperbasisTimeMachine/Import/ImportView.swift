import HyperbasisCanvas

/// Draws what an import would write, over the whole screen except for its last line.
struct ImportView {
  let state: State
  let dialog: ImportDialog

  func draw(into frame: inout Frame) {
    let layout = state.layout
    let area = layout.helpArea
    guard !layout.help.isEmpty else { return }
    let lines = dialog.lines(layout)
    let shown = lines.dropFirst(dialog.scroll).prefix(dialog.page(layout))
    frame.fill(layout.help)
    frame.drawBox(
      layout.help, style: .bold, box: state.settings.charset.box,
      title: title(shown: shown.count, of: lines.count))
    for (row, line) in shown.enumerated() { frame.put(line, in: area.line(row), style: .plain) }
    FooterView(state: state).drawCoveredMessage(into: &frame, area: area, above: 1)
    frame.put(
      reply.truncated(to: area.columns, ellipsis: state.settings.charset.ellipsis),
      in: area.line(area.rows - 1), style: .bold)
  }

  private func title(shown: Int, of count: Int) -> TerminalText {
    shown == count
      ? "import" : "import: lines \(dialog.scroll + 1)-\(dialog.scroll + shown) of \(count)"
  }

  private var reply: TerminalText {
    let keymap = state.keymap
    let close = keymap.label(of: .dialog(.decline))
    if let reason = state.refusal(of: .confirm, dialog) { return "\(reason); \(close) closes" }
    return "\(keymap.label(of: .dialog(.confirm))) imports it, \(close) cancels"
  }
}
