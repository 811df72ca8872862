import HyperbasisCanvas
import HyperbasisHistory

/// The right pane: its border with the names of the tabs, and the rows of the chosen one.
struct TabsView {
  let state: State
  let view: SpaceView

  func draw(into frame: inout Frame, region: Region) {
    guard !region.isEmpty else { return }
    let hasFocus = view.lists.focus == .tab && state.layers.isEmpty
    frame.drawBox(
      region, style: hasFocus ? .plain : .dim, box: state.settings.charset.box)
    drawHeadings(into: &frame, region: region)
    let area = region.inset(by: 1)
    guard !area.isEmpty else { return }
    switch view.lists.tab {
    case .inspect:
      InspectorView(state: state, view: view).drawTab(into: &frame, region: area)
    case .anchors: draw(AnchorRows(state: state, view: view), into: &frame, area: area)
    case .diff: draw(DiffRows(state: state, view: view), into: &frame, area: area)
    case .history: draw(HistoryRows(state: state, view: view), into: &frame, area: area)
    }
  }

  private func drawHeadings(into frame: inout Frame, region: Region) {
    let line = region.line(0).inset(left: 1, right: 1)
    for heading in state.layout.tabHeadings(chosen: view.lists.tab) {
      let isChosen = heading.tab == view.lists.tab
      let style: Style = isChosen ? (view.lists.focus == .tab ? .bold.reverse : .bold) : .dim
      frame.put(
        heading.title, column: heading.column, row: region.row, style: style, clippedTo: line)
    }
  }

  private func draw(_ source: some TabRows, into frame: inout Frame, area: Region) {
    var rows = source
    let (header, list) = area.split(top: view.tabHeaderRows)
    let selected = view.selectedRow(state.settings.threshold).row
    let first = (view.lists.scroll[view.lists.tab] ?? 0).scrolled(
      toShow: selected, of: rows.count, page: max(1, list.rows))
    let shown = first..<min(first + list.rows, max(first, rows.count))
    rows.prepare(rows: shown, columns: area.columns)
    drawHeading(rows.headings(columns: area.columns), into: &frame, line: header.line(0))
    if header.rows > 1 { drawNote(rows.note, into: &frame, line: header.line(1)) }
    for row in shown {
      let line = list.line(row - first)
      rows.draw(row: row, into: &frame, line: line)
      if row == selected { frame.restyle(line) { $0.reverse } }
    }
  }

  private func drawNote(_ text: TerminalText, into frame: inout Frame, line: Region) {
    frame.put(
      text.truncated(to: line.columns, ellipsis: state.settings.charset.ellipsis),
      at: line.origin, style: .warning, clippedTo: line)
  }

  private func drawHeading(
    _ texts: [TerminalText], into frame: inout Frame, line: Region
  ) {
    guard let text = texts.first(where: { $0.width <= line.columns }) ?? texts.last else { return }
    frame.put(
      text.truncated(to: line.columns, ellipsis: state.settings.charset.ellipsis),
      at: line.origin, style: .dim, clippedTo: line)
  }
}
