import Foundation
import Hyperbasis
import HyperbasisCanvas

extension State {
  mutating func performList(_ intent: Intent) -> Bool {
    switch intent {
    case .moveRow(let direction) where movesInInspector: scrollInspector(by: direction.sign)
    case .movePage(let direction) where movesInInspector:
      scrollInspector(by: direction.sign * tabPage)
    case .moveSelection(let direction), .moveRow(let direction): moveRow(by: direction.sign)
    case .movePage(let direction): moveRow(by: direction.sign * tabPage)
    case .firstRow: moveRow(to: 0)
    case .lastRow: moveRow(to: rowCount - 1)
    case .focusPane(let direction): focusPane(direction)
    case .showTab(let tab):
      view?.tab = tab
      view?.focus = .tab
    case .focusPlan: view?.focus = .plan
    case .activate: activate()
    case .toggleDeleted: toggleDeleted()
    case .toggleNarrow: toggleNarrow()
    case .find: layers.append(.prompt(Prompt(.find)))
    case .filter:
      layers.append(.prompt(Prompt(.filter, text: view?.filter?.text ?? "")))
    default: return false
    }
    return true
  }

  /// Whether rows of the history are moved in, not anchors.
  var movesInHistory: Bool { view?.focus == .tab && view?.tab == .history }

  /// How many rows the list has that keys move in.
  var rowCount: Int {
    guard let view else { return 0 }
    if movesInHistory { return view.historyEvents.count }
    return listsChanges ? changeRows.count : view.listedAnchors.count
  }

  /// Whether the rows are those of the comparison.
  private var listsChanges: Bool { view?.tab == .diff && view?.diffMode != .off }

  private var changeRows: [Comparison.Row] {
    view?.comparison(settings.threshold)?.rows ?? []
  }

  private var currentRow: Int? {
    guard let view else { return nil }
    if movesInHistory { return view.currentHistoryRow }
    guard listsChanges else { return view.selectedAnchorRow }
    return view.selectedSlot.flatMap {
      view.comparison(settings.threshold)?.number(ofSlot: $0)
    }
  }

  /// Whether the lines of the inspector are scrolled.
  private var movesInInspector: Bool { view?.focus == .tab && view?.tab == .inspect }

  private mutating func scrollInspector(by count: Int) {
    let first = (view?.scroll[.inspect] ?? 0) + count
    view?.scroll[.inspect] = max(0, first)
  }

  private mutating func moveRow(by count: Int) {
    guard let row = currentRow else { return moveRow(to: count > 0 ? 0 : rowCount - 1) }
    moveRow(to: row + count)
  }

  /// Selects a row of the tab on screen, if there is one with this number.
  mutating func performRow(_ row: Int) {
    guard row < rowCount else { return }
    moveRow(to: row)
  }

  private mutating func moveRow(to row: Int) {
    guard let view, rowCount > 0 else { return }
    let row = max(0, min(row, rowCount - 1))
    if movesInHistory {
      self.view?.historyRow = row
    } else if listsChanges {
      select(slot: changeRows[row].slot)
    } else {
      switch view.listedAnchors[row] {
      case .stored(let slot): select(slot: slot)
      case .drafted(let anchor): select(anchor.id)
      }
    }
  }

  mutating func select(slot: Int) {
    if let id = view?.index.anchorId(ofSlot: slot) { select(id) }
  }

  private mutating func select(_ id: UUID) {
    guard id != view?.selection else { return }
    view?.selection = id
    view?.historyRow = nil
  }

  private mutating func focusPane(_ direction: Direction) {
    guard let view else { return }
    let places: [(Focus, Tab?)] = [(.plan, nil)] + Tab.allCases.map { (.tab, $0) }
    let here = view.focus == .plan ? 0 : view.tab.rawValue + 1
    let next = places[(here + direction.sign + places.count) % places.count]
    self.view?.focus = next.0
    if let tab = next.1 { self.view?.tab = tab }
  }

  private mutating func activate() {
    guard let view else { return }
    guard movesInHistory else {
      self.view?.tab = .history
      self.view?.focus = .tab
      return
    }
    guard let row = view.currentHistoryRow, let ordinal = view.historyOrdinal(row) else { return }
    self.view?.play.isRunning = false
    let instant = view.index.instant(ordinal)
    move(to: instant)
    // Several events may share the instant: the chosen one stays chosen.
    self.view?.historyRow = row
    message = .note("\(text(instant)); \(keymap.label(of: .goToEnd)) goes back to now")
  }

  private mutating func toggleDeleted() {
    view?.showsDeleted.toggle()
    message = .note(
      view?.showsDeleted == true
        ? "deleted anchors are listed; \(keymap.label(of: .rollBackAnchor)) brings one back"
        : "deleted anchors are not listed")
  }

  private mutating func toggleNarrow() {
    view?.isNarrowed.toggle()
    message = .note(
      view?.isNarrowed == true
        ? "stepping, density and history: \(selectionName)" : "all anchors' events again")
  }

  /// How the selected anchor is called.
  var selectionName: TerminalText {
    if let drafted = view?.selectedDraft { return drafted.name }
    guard let view, let ordinal = view.selectedOrdinal else { return "nothing" }
    return view.data.face(after: ordinal).label.truncated(to: 40)
  }
}

extension SpaceView {
  /// The ordinal of a row of the history.
  package func historyOrdinal(_ row: Int) -> Int? {
    let events = historyEvents
    guard row >= 0, row < events.count else { return nil }
    return events.ordinal(at: events.count - 1 - row)
  }

  /// The row that is selected: the chosen one, else the latest that is in force at the cursor.
  package var currentHistoryRow: Int? {
    let events = historyEvents
    guard !events.isEmpty else { return nil }
    if let historyRow { return min(historyRow, events.count - 1) }
    let inForce = events.count(below: position)
    return min(events.count - inForce, events.count - 1)
  }
}
