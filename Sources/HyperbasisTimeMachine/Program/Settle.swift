import Hyperbasis
import HyperbasisCanvas

extension State {
  package var layout: Layout { Layout(size: size, focus: view?.focus ?? .tab) }

  /// The rows of a tab below its heading, at least one.
  var tabPage: Int { max(1, layout.tabRows.rows - tabHeaderRows) }

  /// The heading, and the line that says what the draft does to the anchor of a history.
  var tabHeaderRows: Int { view?.tab == .history && view?.selectedDraft != nil ? 2 : 1 }

  var pickerPage: Int { max(1, size.rows - 4) }

  /// Brings what depends on other parts of the state back in line with them.
  mutating func settle() {
    if view == nil { return settlePicker() }
    keepCursorOnBar()
    forgetLostSelection()
    keepRowVisible()
  }

  private mutating func settlePicker() {
    picker.scroll = Self.scroll(
      picker.scroll, showing: picker.row, of: picker.spaces?.count ?? 0, page: pickerPage)
  }

  private mutating func forgetLostSelection() {
    guard let view, let id = view.selection, view.selectedSlot == nil,
      view.draft?.edit(id) == nil
    else { return }
    self.view?.selection = nil
    self.view?.isNarrowed = false
  }

  private mutating func keepRowVisible() {
    guard let view else { return }
    if view.tab == .inspect {
      let area = layout.tabRows
      let last = InspectorView(state: self, view: view).rowCount(columns: area.columns) - area.rows
      self.view?.scroll[.inspect] = max(0, min(view.scroll[.inspect] ?? 0, last))
      return
    }
    let (row, count) = view.selectedRow(settings.threshold)
    let scroll = Self.scroll(
      view.scroll[view.tab] ?? 0, showing: row, of: count, page: tabPage)
    self.view?.scroll[view.tab] = scroll
  }

  /// The first row on screen: as it was, but so that the selected row is on screen and no room is
  /// wasted at the end.
  static func scroll(_ first: Int, showing row: Int?, of count: Int, page: Int) -> Int {
    var first = first
    if let row {
      first = min(max(first, row - page + 1), row)
    }
    return max(0, min(first, count - page))
  }
}

extension SpaceView {
  /// The selected row of the tab on screen, and how many rows it has.
  func selectedRow(_ threshold: MoveThreshold) -> (row: Int?, count: Int) {
    switch tab {
    case .anchors:
      return (selectedAnchorRow, listedAnchors.count)
    case .diff:
      guard let comparison = comparison(threshold) else { return (nil, 0) }
      return (selectedSlot.flatMap { comparison.number(ofSlot: $0) }, comparison.rows.count)
    case .history: return (currentHistoryRow, historyEvents.count)
    case .inspect: return (nil, 0)
    }
  }
}
