import Hyperbasis
import HyperbasisCanvas

/// A plan that waits for an answer: what is shown is what will be written.
struct DialogView {
  let state: State
  let dialog: PlanDialog

  /// How many changes fit.
  func page(_ layout: Layout) -> Int {
    max(1, list(Self.area(layout)).rows)
  }

  static func area(_ layout: Layout) -> Region {
    region(layout).inset(left: 2, top: 1, right: 2, bottom: 1)
  }

  /// Between the heading and the answer, with a blank line on each side where there is room.
  private func list(_ area: Region) -> Region {
    let blank = Self.isTight(area) ? 0 : 1
    return area.inset(top: heading(area).count + blank, bottom: 1 + blank)
  }

  private static func isTight(_ area: Region) -> Bool { area.rows < 12 }

  /// In the place of the right pane, so that the ghosts on the plan stay in view.
  static func region(_ layout: Layout) -> Region {
    switch layout.step {
    case .full:
      Region(
        column: layout.tabs.column, row: layout.tabs.row, columns: layout.tabs.columns,
        rows: layout.tabs.rows + layout.inspector.rows)
    case .two: layout.tabs
    case .one, .none: layout.plan.isEmpty ? layout.tabs : layout.plan
    }
  }

  func draw(into frame: inout Frame, layout: Layout) {
    let region = Self.region(layout)
    guard !region.isEmpty else { return }
    frame.fill(region)
    frame.drawBox(
      region, style: .bold, box: state.settings.charset.box,
      title: dialog.isRenewed ? "the space changed meanwhile" : "to be written")
    let area = Self.area(layout)
    for (row, line) in heading(area).enumerated() {
      put(line, style: row == 0 ? .bold : .plain, into: &frame, line: area.line(row))
    }
    let list = list(area)
    let changes = dialog.plan.changes.dropFirst(dialog.scroll).prefix(list.rows)
    let names = NameColumn(
      names: changes.map(\.name), texts: changes.map(\.effectText), room: list.columns - 2)
    for (row, change) in changes.enumerated() {
      draw(change, nameWidth: names.width, into: &frame, line: list.line(row))
    }
    drawAnswer(into: &frame, line: area.line(area.rows - 1))
  }

  /// What is asked, and what it takes.
  private func heading(_ area: Region) -> [TerminalText] {
    let title = title(dialog) + "?"
    let events = CountText.text(dialog.eventCount, "new event")
    let anchors = CountText.text(dialog.anchorCount, "anchor")
    let cost: TerminalText = "\(events) for \(anchors); nothing is erased"
    if Self.isTight(area) { return [title, cost] }
    let width = max(1, area.columns)
    return Array(title.wrapped(to: width).prefix(2) + cost.wrapped(to: width).prefix(2))
  }

  /// An undo or redo names what it is about.
  private func title(_ dialog: PlanDialog) -> TerminalText {
    switch dialog.plan.kind {
    case .undo: "Undo \(state.targetText(dialog.plan))"
    case .redo: "Redo \(state.targetText(dialog.plan))"
    default: dialog.request.title
    }
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

  private func drawAnswer(into frame: inout Frame, line: Region) {
    let cancel: TerminalText = "[Cancel]"
    let end = frame.put(cancel, at: line.origin, style: Style.bold.reverse, clippedTo: line)
    let answer: TerminalText =
      dialog.needsCount
      ? "type \(dialog.anchorCount) to do it: \(TerminalText(dialog.typed))_"
      : "\(state.keymap.label(of: .confirm)) does it"
    frame.put(answer, column: end + 2, row: line.row, clippedTo: line)
    let shown = page(state.layout)
    guard dialog.anchorCount > shown else { return }
    let last = min(dialog.scroll + shown, dialog.anchorCount)
    let more: TerminalText = "\(dialog.scroll + 1)-\(last) of \(dialog.anchorCount)"
    let column = line.endColumn - more.width
    guard column > end + answer.width + 3 else { return }
    frame.put(more, column: column, row: line.row, style: .dim, clippedTo: line)
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
    case .added: return before == nil ? "added" : "restored"
    case .removed: return "deleted"
    case .moved, .updated:
      guard let before, let after else { return .empty }
      let move = ChangeText.move(from: before.transform, to: after.transform)
      let keys = ChangeText.keys(from: before.metadata, to: after.metadata)
      return [move.isEmpty ? .empty : "moved \(move)", keys].present.joined(separator: "; ")
    }
  }
}
