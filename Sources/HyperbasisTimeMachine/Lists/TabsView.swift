import HyperbasisCanvas
import HyperbasisHistory

/// The right pane: its border with the names of the tabs, and the rows of the chosen one.
struct TabsView {
  let state: State
  let view: SpaceView

  func draw(into frame: inout Frame, region: Region) {
    guard !region.isEmpty else { return }
    let hasFocus = view.lists.focus == .tab && state.layers.isEmpty
    frame.drawBox(region, style: hasFocus ? .plain : .dim, box: state.settings.charset.box)
    drawHeadings(into: &frame, region: region)
    let area = region.inset(by: 1)
    guard !area.isEmpty else { return }
    switch view.lists.tab {
    case .inspect:
      InspectorView(state: state, view: view).drawTab(into: &frame, region: area)
    case .anchors: draw(AnchorRows(state: state, view: view), into: &frame, area: area, in: region)
    case .diff: draw(DiffRows(state: state, view: view), into: &frame, area: area, in: region)
    case .history: draw(HistoryRows(state: state, view: view), into: &frame, area: area, in: region)
    case .operations:
      let (list, preview) = area.split(bottom: state.layout.previewRows)
      draw(OperationRows(state: state, view: view), into: &frame, area: list, in: region)
      UndoPreviewView(state: state, view: view).drawPart(into: &frame, region: preview)
    case .drift:
      let (list, preview) = area.split(bottom: state.layout.previewRows)
      draw(ShiftRows(state: state, view: view), into: &frame, area: list, in: region)
      DriftView(state: state, view: view).drawPart(into: &frame, region: preview)
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

  private func draw(
    _ source: some TabRows, into frame: inout Frame, area: Region, in region: Region
  ) {
    var rows = source
    let (header, list) = area.split(top: view.tabHeaderRows)
    let selected = view.selectedRow(state.settings.threshold).row
    let first = (view.lists.scroll[view.lists.tab] ?? 0).scrolled(
      toShow: selected, of: rows.count, page: max(1, list.rows))
    let shown = first..<min(first + list.rows, max(first, rows.count))
    rows.prepare(rows: shown, columns: area.columns)
    let headings = rows.headings(columns: area.columns)
    let heading = headings.first { $0.width <= area.columns } ?? headings.last ?? .empty
    let ellipsis = state.settings.charset.ellipsis
    for (row, text, style) in [(0, heading, Style.dim), (1, rows.note, rows.noteStyle)] {
      let line = header.line(row)
      frame.put(text.truncated(to: line.columns, ellipsis: ellipsis), in: line, style: style)
    }
    for row in shown {
      let line = list.line(row - first)
      rows.draw(row: row, into: &frame, line: line)
      if row == selected { frame.restyle(line) { $0.selected } }
    }
    drawRange(shown, of: rows.count, into: &frame, line: region.line(region.rows - 1), below: list)
  }

  /// Says in the border below a list which of its rows are on screen, if that is not all of them.
  private func drawRange(
    _ shown: Range<Int>, of count: Int, into frame: inout Frame, line border: Region,
    below list: Region
  ) {
    let text: TerminalText = " \(shown.lowerBound + 1)-\(shown.upperBound) of \(count) "
    guard shown.count < count, !shown.isEmpty, text.width + 2 <= border.columns,
      list.row + list.rows == border.row
    else { return }
    frame.put(text, in: border, from: border.endColumn - text.width - 1, style: .dim)
  }
}

/// The rows of a tab; only those on screen are requested.
protocol TabRows {
  var state: State { get }
  var count: Int { get }
  /// Returns texts to put above the rows; the first that fits is used.
  func headings(columns: Int) -> [TerminalText]
  /// The text between the heading and the rows; empty for none.
  var note: TerminalText { get }
  var noteStyle: Style { get }
  /// Makes the columns as wide as the rows on screen need them.
  mutating func prepare(rows: Range<Int>, columns: Int)
  func draw(row: Int, into frame: inout Frame, line: Region)
  /// Returns a row in words for screen readers; nil to read what is drawn, with a word for its glyph.
  func reading(row: Int) -> TerminalText?
}

extension TabRows {
  var note: TerminalText { .empty }
  var noteStyle: Style { .warning }
  func reading(row: Int) -> TerminalText? { nil }

  /// Returns an actor's name in a number of columns, shortened if need be; nil if too little of it would
  /// remain.
  func shortened(_ actor: TerminalText, to columns: Int) -> TerminalText? {
    guard columns >= min(actor.width, Self.leastActorColumns) else { return nil }
    return actor.truncated(to: columns, ellipsis: state.settings.charset.ellipsis)
  }

  /// How many columns a name is worth shortening to.
  static var leastActorColumns: Int { 5 }

  /// How many columns the glyph and the blank after it take.
  static var glyphColumns: Int { 2 }

  /// How many columns a longer text keeps beside the one at the right.
  private static var leastTextColumns: Int { 8 }

  /// Draws a glyph, a text, and another text at the right if there is room for it: beside the whole
  /// text, or beside enough of it to still say something.
  ///
  /// - Parameter right: The texts for the right, the longest first.
  func draw(
    _ glyph: Glyph, _ text: TerminalText, _ right: TerminalText..., style: Style,
    glyphStyle: Style? = nil, ellipsis: TerminalText, into frame: inout Frame, line: Region
  ) {
    guard line.columns > Self.glyphColumns else { return }
    frame.put(glyph: glyph, in: line, style: glyphStyle ?? style)
    let room = line.columns - Self.glyphColumns
    let needed = min(text.width, Self.leastTextColumns) + 1
    let fitting = right.first { $0.width > 0 && $0.width + needed <= room }
    let textRoom = fitting.map { room - $0.width - 1 } ?? room
    frame.put(
      text.truncated(to: textRoom, ellipsis: ellipsis), in: line,
      from: line.column + Self.glyphColumns, style: style)
    guard let fitting else { return }
    frame.put(fitting, in: line, from: line.endColumn - fitting.width, style: .dim)
  }
}
