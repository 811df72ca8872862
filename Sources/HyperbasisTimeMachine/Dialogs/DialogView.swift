import HyperbasisCanvas
import HyperbasisHistory

/// A plan that waits for a reply: what is shown is what will be written.
struct DialogView {
  let state: State
  let dialog: PlanDialog

  func draw(into frame: inout Frame, layout: Layout) {
    let region = layout.dialog
    guard !region.isEmpty else { return }
    frame.fill(region)
    frame.drawBox(
      region, style: .bold, box: state.settings.charset.box,
      title: dialog.isRenewed ? "the space changed meanwhile" : "to be written")
    let area = layout.dialogArea
    for (row, line) in dialog.heading(area, state.settings).enumerated() {
      put(line, style: row == 0 ? .bold : .plain, into: &frame, line: area.line(row))
    }
    let list = dialog.list(layout, state.settings)
    let changes = dialog.plan.changes.dropFirst(dialog.scroll).prefix(list.rows)
    let names = NameColumn(
      names: changes.map(\.name), texts: changes.map(\.effectText), room: list.columns - 2)
    for (row, change) in changes.enumerated() {
      draw(change, nameWidth: names.width, into: &frame, line: list.line(row))
    }
    drawReply(into: &frame, line: area.line(area.rows - 1))
  }

  private func put(
    _ text: TerminalText, style: Style, into frame: inout Frame, line: Region
  ) {
    let fitted = text.truncated(to: line.columns, ellipsis: state.settings.charset.ellipsis)
    frame.put(fitted, at: line.origin, style: style, clippedTo: line)
  }

  private func draw(
    _ change: HBPlannedChange, nameWidth: Int, into frame: inout Frame, line: Region
  ) {
    let difference = change.difference
    let glyph = difference.glyph(state.settings.charset)
    frame.put(
      glyph: glyph, column: line.column, row: line.row, style: difference.style, clippedTo: line)
    let text =
      change.name.fitted(to: nameWidth, ellipsis: state.settings.charset.ellipsis) + " "
      + change.effectText
    put(text, style: difference.style, into: &frame, line: line.inset(left: 2))
  }

  private func drawReply(into frame: inout Frame, line: Region) {
    let cancel: TerminalText = "[Cancel]"
    let end = frame.put(cancel, at: line.origin, style: Style.bold.reverse, clippedTo: line)
    let reply: TerminalText =
      dialog.needsCount
      ? "type \(dialog.anchorCount) to do it: \(TerminalText(dialog.typed))_"
      : "\(state.keymap.label(of: .dialog(.confirm))) does it"
    frame.put(reply, column: end + 2, row: line.row, clippedTo: line)
    let shown = dialog.page(state.layout, state.settings)
    guard dialog.anchorCount > shown else { return }
    let last = min(dialog.scroll + shown, dialog.anchorCount)
    let more: TerminalText = "\(dialog.scroll + 1)-\(last) of \(dialog.anchorCount)"
    let column = line.endColumn - more.width
    guard column > end + reply.width + 3 else { return }
    frame.put(more, column: column, row: line.row, style: .dim, clippedTo: line)
  }
}

/// Draws the help over the whole screen but its last line.
enum HelpView {
  static func draw(_ state: State, scroll: Int, into frame: inout Frame) {
    let region = state.layout.help
    guard !region.isEmpty else { return }
    let lines = HelpLines.broken(for: state)
    let area = state.layout.helpArea
    let shown = lines.dropFirst(scroll).prefix(area.rows)
    frame.fill(region)
    frame.drawBox(
      region, box: state.settings.charset.box,
      title: title(scroll + 1, scroll + shown.count, of: lines.count))
    for (row, line) in shown.enumerated() {
      frame.put(
        line.text, at: area.line(row).origin, style: line.isHeading ? .bold : .plain,
        clippedTo: area.line(row))
    }
  }

  private static func title(_ first: Int, _ last: Int, of count: Int) -> TerminalText {
    first == 1 && last == count ? "keys" : "keys: lines \(first)-\(last) of \(count)"
  }
}
