import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Everything on the selected anchor at the date on screen.
struct InspectorView {
  let state: State
  let view: SpaceView

  private var content: InspectorContent { InspectorContent(view, state.settings, state.keymap) }

  /// Draws the pane below the tabs, with a border of its own.
  func drawPane(into frame: inout Frame, region: Region) {
    guard !region.isEmpty else { return }
    if view.listsOperations {
      return UndoPreviewView(state: state, view: view).drawPane(into: &frame, region: region)
    }
    if view.listsShifts {
      return DriftView(state: state, view: view).drawPane(into: &frame, region: region)
    }
    // While the tab shows the inspector, the pane below shows the space.
    let isSpace = view.lists.tab == .inspect
    frame.drawBox(
      region, style: .dim, box: state.settings.charset.box, title: isSpace ? "space" : "inspect")
    let area = region.inset(by: 1)
    let rows = content.paneRows(ofSpace: isSpace, columns: area.columns)
    draw(rows, into: &frame, region: area)
    drawRest(rows.count - area.rows, into: &frame, region: area)
  }

  /// Draws the tab, which scrolls.
  func drawTab(into frame: inout Frame, region: Region) {
    let rows = content.tabRows(columns: region.columns)
    let first = min(view.lists.scroll[.inspect] ?? 0, max(0, rows.count - 1))
    draw(Array(rows.dropFirst(first)), into: &frame, region: region)
  }

  /// Shows how many rows do not fit, and which key shows them.
  private func drawRest(_ count: Int, into frame: inout Frame, region: Region) {
    guard count > 0, region.rows > 1 else { return }
    let line = region.line(region.rows - 1)
    frame.fill(line)
    let key = state.keymap.label(of: .list(.showTab(.inspect)))
    let text: TerminalText = "\(CountText.text(count + 1, "more line")), \(key) shows them"
    frame.put(text, in: line, style: .dim)
  }

  private func draw(_ rows: [InspectorContent.Row], into frame: inout Frame, region: Region) {
    for (number, row) in rows.prefix(region.rows).enumerated() {
      let area = region.line(number)
      let start = frame.put(row.key, in: area, style: .dim)
      let value = row.value.truncated(
        to: area.endColumn - start, ellipsis: state.settings.charset.ellipsis)
      frame.put(value, in: area, from: start, style: row.style)
    }
  }
}
