import Hyperbasis
import HyperbasisCanvas

/// All about the selected anchor at the date on screen.
struct InspectorView {
  let state: State
  let view: SpaceView

  /// With a border of its own, below the tabs.
  func drawPane(into frame: inout Frame, region: Region) {
    guard !region.isEmpty else { return }
    // While the tab shows the inspector, the pane below shows the space.
    let isSpace = view.tab == .inspect
    frame.drawBox(
      region, style: .dim, box: state.settings.charset.box, title: isSpace ? "space" : "inspect")
    let area = region.inset(by: 1)
    let lines = isSpace ? InspectorLines(state: state, view: view).ofSpace : self.lines
    let rows = self.rows(lines, columns: area.columns, wraps: false)
    draw(rows, into: &frame, region: area)
    drawRest(rows.count - area.rows, into: &frame, region: area)
  }

  /// The tab, which scrolls.
  func drawTab(into frame: inout Frame, region: Region) {
    let rows = tabRows(columns: region.columns)
    let first = min(view.scroll[.inspect] ?? 0, max(0, rows.count - 1))
    draw(Array(rows.dropFirst(first)), into: &frame, region: region)
  }

  /// How many rows the tab has at a width.
  func rowCount(columns: Int) -> Int { tabRows(columns: columns).count }

  private var lines: [InspectorLine] { InspectorLines(state: state, view: view).ofAnchor }

  private func tabRows(columns: Int) -> [Row] { rows(lines, columns: columns, wraps: true) }

  /// Says how many rows do not fit, and where they are.
  private func drawRest(_ count: Int, into frame: inout Frame, region: Region) {
    guard count > 0, region.rows > 1 else { return }
    let line = region.line(region.rows - 1)
    frame.fill(line)
    let key = state.keymap.label(of: .showTab(.inspect))
    let text: TerminalText = "\(count + 1) more: \(key)"
    frame.put(text, at: line.origin, style: .dim, clippedTo: line)
  }
}

// MARK: - Rows

extension InspectorView {
  /// A line broken to the width of the pane.
  private struct Row {
    let key: TerminalText
    let value: TerminalText
    let style: Style
  }

  private static let longestKey = 14

  private func rows(_ lines: [InspectorLine], columns: Int, wraps: Bool) -> [Row] {
    let limit = min(Self.longestKey, max(4, columns / 3 - 1))
    let keyWidth = min(limit, lines.map(\.key.width).max() ?? 0) + 1
    return lines.flatMap { line in
      rows(line, keyWidth: keyWidth, columns: columns, wraps: wraps)
    }
  }

  private func rows(
    _ line: InspectorLine, keyWidth: Int, columns: Int, wraps: Bool
  ) -> [Row] {
    let ellipsis = state.settings.charset.ellipsis
    let key = line.key.fitted(to: keyWidth - 1, ellipsis: ellipsis) + " "
    let room = max(1, columns - keyWidth)
    let whole = [line.value, line.rest].present.joined(separator: " ")
    func row(_ value: TerminalText) -> Row { Row(key: key, value: value, style: line.style) }
    func more(_ value: TerminalText) -> Row {
      Row(key: TerminalText(repeating: .blank, count: keyWidth), value: value, style: line.style)
    }
    if whole.width <= room { return [row(whole)] }
    if let short = line.short, line.value.width > room {
      return [row(short)] + (line.rest.isEmpty ? [] : [more(line.rest)])
    }
    if line.value.width <= room, !line.rest.isEmpty { return [row(line.value), more(line.rest)] }
    // An id says what it is without its key.
    if line.isId, line.value.width <= columns {
      return [Row(key: .empty, value: line.value, style: line.style)]
    }
    guard wraps else { return [row(whole.truncated(to: room, ellipsis: ellipsis))] }
    let wrapped = whole.wrapped(to: room)
    return wrapped.prefix(1).map(row) + wrapped.dropFirst().map(more)
  }

  private func draw(_ rows: [Row], into frame: inout Frame, region: Region) {
    for (number, row) in rows.prefix(region.rows).enumerated() {
      let area = region.line(number)
      let start = frame.put(row.key, at: area.origin, style: .dim, clippedTo: area)
      let value = row.value.truncated(
        to: area.endColumn - start, ellipsis: state.settings.charset.ellipsis)
      frame.put(value, column: start, row: area.row, style: row.style, clippedTo: area)
    }
  }
}
