import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Draws a plan that awaits a reply: what is shown is what will be written.
struct DialogView {
  let state: State
  let dialog: PlanDialog

  func draw(into frame: inout Frame, layout: Layout) {
    let box = DialogBox(layout: layout, charset: state.settings.charset)
    let title = dialog.boxTitle(layout.dialogArea, state.settings)
    let heading = dialog.heading(layout.dialogArea, state.settings)
    guard box.draw(title: title, heading: heading, into: &frame) else { return }
    let rows = PlanRows(dialog, layout, state.settings)
    let shown = rows.shown
    var line = 0
    for row in shown {
      draw(row, box, into: &frame, list: rows.region, from: line)
      line += row.lines.count
    }
    let end = box.put(Layer.plan(dialog).safeReply, into: &frame)
    drawReply(
      into: &frame, line: layout.replyLine, of: layout.dialog, after: end, shown: shown.count)
  }

  private func draw(
    _ row: PlanRows.Row, _ box: DialogBox, into frame: inout Frame, list: Region, from line: Int
  ) {
    let difference = row.change.difference
    let glyph = difference.glyph(state.settings.charset)
    frame.put(glyph: glyph, in: list.line(line), style: difference.style)
    for (number, text) in row.lines.enumerated() {
      box.put(
        text, style: difference.style, into: &frame,
        line: list.line(line + number).inset(left: PlanRows.indent))
    }
  }

  private func drawReply(
    into frame: inout Frame, line: Region, of box: Region, after end: Int, shown: Int
  ) {
    let room = line.endColumn - end - 2
    let reply = replies.first { $0.width <= room } ?? replies.last ?? .empty
    // The user watches the end of the typed text, so that is what stays visible.
    frame.put(reply.suffix(columns: min(reply.width, max(0, room))), in: line, from: end + 2)
    guard dialog.anchorCount > shown else { return }
    let last = min(dialog.scroll + shown, dialog.anchorCount)
    let more: TerminalText = "\(dialog.scroll + 1)-\(last) of \(dialog.anchorCount)"
    let column = line.endColumn - more.width
    guard column <= end + reply.width + 3 else {
      frame.put(more, in: line, from: column, style: .dim)
      return
    }
    // Whoever agrees to a plan has to know that there is more of it.
    let border = box.line(box.rows - 1)
    let text: TerminalText = " \(more) "
    guard border.columns > text.width + 2 else { return }
    frame.put(text, in: border, from: border.endColumn - text.width - 1, style: .bold)
  }
}

extension DialogView {
  /// How to confirm, the longest text first. Each of them includes what is typed.
  private var replies: [TerminalText] {
    guard dialog.needsCount else {
      return ["\(state.keymap.label(of: .dialog(.confirm))) does it"]
    }
    let typed = TerminalText(dialog.typed) + "_"
    let count = dialog.anchorCount
    return [
      "\(count) and Enter does it: \(typed)", "\(count), Enter: \(typed)", "\(count): \(typed)",
      typed,
    ]
  }
}

/// Draws the help over the whole screen except for its last line.
enum HelpView {
  static func draw(_ state: State, _ help: HelpLayer, into frame: inout Frame) {
    let region = state.layout.help
    guard !region.isEmpty else { return }
    let lines = HelpLines.broken(for: state, help)
    let area = state.layout.helpArea
    let shown = lines.dropFirst(help.scroll).prefix(area.rows)
    frame.fill(region)
    frame.drawBox(
      region, box: state.settings.charset.box, title: title(help, shown: shown.count, of: lines))
    for (row, line) in shown.enumerated() {
      frame.put(line.text, in: area.line(row), style: line.isHeading ? .bold : .plain)
    }
    FooterView(state: state).drawCoveredMessage(into: &frame, area: area, above: 0)
  }

  private static func title(
    _ help: HelpLayer, shown: Int, of lines: [HelpLines.Line]
  ) -> TerminalText {
    let (first, last) = (help.scroll + 1, help.scroll + shown)
    let what: TerminalText =
      help.search.isEmpty ? "keys" : "keys with \(TerminalText(help.search, limit: 20))"
    return first <= 1 && last == lines.count
      ? what : "\(what): lines \(first)-\(last) of \(lines.count)"
  }
}

/// What dialogs have in common: a box in place of the right pane, a heading, and a reply below.
struct DialogBox {
  let layout: Layout
  let charset: Charset

  /// - Returns: whether there is room for a box.
  func draw(title: TerminalText, heading: [TerminalText], into frame: inout Frame) -> Bool {
    guard !layout.dialog.isEmpty else { return false }
    frame.fill(layout.dialog)
    let short = title.truncated(to: layout.dialog.columns - 4, ellipsis: charset.ellipsis)
    frame.drawBox(layout.dialog, style: .bold, box: charset.box, title: short)
    for (row, line) in heading.enumerated() {
      put(line, style: row == 0 ? .bold : .plain, into: &frame, line: layout.dialogArea.line(row))
    }
    return true
  }

  func put(_ text: TerminalText, style: Style, into frame: inout Frame, line: Region) {
    frame.put(text.truncated(to: line.columns, ellipsis: charset.ellipsis), in: line, style: style)
  }

  /// Draws the reply that changes nothing.
  ///
  /// - Returns: the column after it.
  func put(_ safeReply: TerminalText?, into frame: inout Frame) -> Int {
    frame.put(safeReply ?? .empty, in: layout.replyLine, style: Style.bold.reverse)
  }
}
