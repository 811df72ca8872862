import Canvas
import Hyperbasis

/// A plan that waits for an answer: what is shown is what will be written.
struct DialogView {
  let state: State
  let dialog: PlanDialog

  /// How many changes fit.
  static func page(_ dialog: PlanDialog, _ layout: Layout) -> Int {
    max(1, region(dialog, layout).rows - 2 - headingRows - 2)
  }

  private static let headingRows = 3

  /// Over the right pane where there is one, so that the ghosts on the plan stay in view.
  private static func region(_ dialog: PlanDialog, _ layout: Layout) -> Region {
    let rows = headingRows + 4 + dialog.anchorCount
    let screen = layout.screen.inset(top: 1, bottom: 1)
    if layout.step == .full || layout.step == .two {
      let width = max(layout.tabs.columns, min(56, screen.columns))
      let (_, right) = screen.split(right: width)
      return right.split(top: min(rows, layout.tabs.rows + layout.inspector.rows)).top
    }
    return screen.centered(columns: 70, rows: rows)
  }

  func draw(into frame: inout Frame, layout: Layout) {
    let region = Self.region(dialog, layout)
    guard !region.isEmpty else { return }
    frame.fill(region)
    frame.drawBox(
      region, style: .bold, box: state.settings.charset.box,
      title: dialog.isRenewed ? "the space changed: a new plan" : "plan")
    let area = region.inset(left: 2, top: 1, right: 2, bottom: 1)
    drawHeading(into: &frame, area: area)
    let list = area.inset(top: Self.headingRows, bottom: 2)
    for (row, change) in dialog.plan.changes.dropFirst(dialog.scroll).prefix(list.rows).enumerated()
    {
      draw(change, into: &frame, line: list.line(row))
    }
    drawAnswer(into: &frame, line: area.line(area.rows - 1))
  }

  private func drawHeading(into frame: inout Frame, area: Region) {
    let title = dialog.request.title + "?"
    put(title, style: .bold, into: &frame, line: area.line(0))
    let events = dialog.plan.events.count
    put(
      "writes \(events) events for \(dialog.anchorCount) anchors; nothing is lost, "
        + "\(state.keymap.label(of: .undo)) undoes it",
      style: .plain, into: &frame, line: area.line(1))
  }

  private func put(
    _ text: TerminalText, style: Style, into frame: inout Frame, line: Region
  ) {
    let fitted = text.truncated(to: line.columns, ellipsis: state.settings.charset.ellipsis)
    frame.put(fitted, at: line.origin, style: style, clippedTo: line)
  }

  private func draw(_ change: HBPlannedChange, into frame: inout Frame, line: Region) {
    let difference = change.difference
    let glyph =
      state.settings.charset.isASCII ? difference.glyph.ascii : difference.glyph
    frame.put(
      glyph: glyph, column: line.column, row: line.row, style: difference.style, clippedTo: line)
    let text =
      change.name.fitted(
        to: 16, ellipsis: state.settings.charset.ellipsis) + " " + change.effectText
    put(text, style: difference.style, into: &frame, line: line.inset(left: 2))
  }

  private func drawAnswer(into frame: inout Frame, line: Region) {
    let cancel: TerminalText = "[Cancel]"
    let end = frame.put(cancel, at: line.origin, style: Style.bold.reverse, clippedTo: line)
    let answer: TerminalText =
      dialog.needsCount
      ? "type \(dialog.anchorCount) to do it: \(TerminalText(dialog.typed))_"
      : "\(state.keymap.label(of: .confirm)) does it"
    frame.put(answer, column: end + 2, row: line.row, clippedTo: line)
    let shown = Self.page(dialog, state.layout)
    guard dialog.anchorCount > shown else { return }
    let more: TerminalText =
      "\(dialog.scroll + 1)-\(min(dialog.scroll + shown, dialog.anchorCount)) of \(dialog.anchorCount)"
    let column = line.endColumn - more.width
    if column > end + answer.width + 3 {
      frame.put(more, column: column, row: line.row, style: .dim, clippedTo: line)
    }
  }
}

extension HBPlannedChange {
  private var wasVisible: Bool { before.map { !$0.isDeleted } ?? false }
  private var isVisible: Bool { after.map { !$0.isDeleted } ?? false }

  /// What the plan does to the anchor, as a difference between before and after.
  var difference: Difference {
    guard wasVisible else { return .added }
    guard isVisible else { return .removed }
    return before?.transform == after?.transform ? .updated : .moved
  }

  var effectText: TerminalText {
    switch difference {
    case .added: return before == nil ? "is added" : "comes back"
    case .removed: return "is deleted"
    case .moved, .updated:
      guard let before, let after else { return .empty }
      let move = ChangeText.move(from: before.transform, to: after.transform)
      let keys = ChangeText.keys(from: before.metadata, to: after.metadata)
      return [move, keys].filter { !$0.isEmpty }.joined(separator: ", ")
    }
  }
}
