import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory

/// Selects, moves in lists, and switches panes.
struct ListUpdate: SpaceUpdate {
  var transition: Transition

  mutating func perform(_ intent: ListIntent) {
    switch intent {
    case .moveSelection(let direction): moveSelection(by: direction.sign)
    case .focusPane(let direction): focusPane(direction)
    case .showTab(let tab):
      view.lists.tab = tab
      view.lists.focus = .tab
    case .focusMap: view.lists.focus = .map
    case .toggleDeleted where view.lists.movesInShifts:
      showAllMotions(!view.lists.showsAllMotions)
    case .toggleDeleted:
      view.lists.showsDeleted.toggle()
      guard view.lists.showsDeleted else { return note("deleted anchors are not listed") }
      let way: TerminalText =
        writeRefusal == nil ? "; \(label(of: .draft(.rollBackAnchor))) brings one back" : .empty
      note("deleted anchors are listed\(way)")
    case .toggleNarrow:
      view.lists.isNarrowed.toggle()
      note(
        view.lists.isNarrowed
          ? "steps, time bar and history show only \(view.selectionName)"
          : "the events of all anchors again")
    case .cycleOrder: sort(view.lists.order.next)
    case .find: open(.prompt(Prompt(.find)))
    case .filter: open(.prompt(Prompt(.filter, text: view.lists.filter?.text ?? "")))
    case .copyId: if let id = view.lists.selection { request(.copy(TerminalText(id.uuidString))) }
    case .copyPosition: copyPosition()
    }
  }

  /// Lists anchors and changes in an order.
  mutating func sort(_ order: AnchorOrder) {
    view.lists.order = order
    let listed: TerminalText = "anchors and changes \(order.text)"
    let isListed = view.lists.tab == .anchors || view.lists.tab == .diff
    note(isListed ? listed : "\(listed); \(label(of: .list(.showTab(.anchors)))) shows the anchors")
  }

  /// Moves in the rows of the tab.
  mutating func perform(_ intent: RowIntent) {
    switch intent {
    case .step(let direction): move(by: direction.sign)
    case .page(let direction): move(by: direction.sign * view.tabPage(layout))
    case .first: moveToEdge(.back)
    case .last: moveToEdge(.forward)
    case .activate: activate()
    }
  }

  /// Returns why an intent can do nothing now; nil if it can.
  func refusal(of intent: ListIntent) -> TerminalText? {
    switch intent {
    // Before the first event, there may be the anchors of a draft.
    case .moveSelection: anchorRowCount == 0 ? lackOfEvents ?? Self.lackOfRows : nil
    case .find: lackOfEvents
    case .toggleNarrow: lacksSelection && !view.lists.isNarrowed ? selectFirst : nil
    case .copyId, .copyPosition: lacksSelection ? selectFirst : nil
    case .focusPane, .showTab, .focusMap, .toggleDeleted, .filter, .cycleOrder: nil
    }
  }

  func refusal(of intent: RowIntent) -> TerminalText? {
    switch intent {
    case .step, .page, .first, .last: rowCount == 0 ? lackOfEvents ?? lackOfRows : nil
    case .activate: lackOfEvents ?? (goesToRow ? lackOfRows : nil)
    }
  }

  private var lacksSelection: Bool { view.lists.selection == nil }

  /// Whether `activate` goes to the date of a row, rather than to a match or the history.
  private var goesToRow: Bool {
    view.matchElsewhere == nil && !movesInAnchors
  }

  private var lackOfRows: TerminalText? {
    rowCount == 0 && !view.lists.movesInInspector ? Self.lackOfRows : nil
  }

  private static let lackOfRows: TerminalText = "nothing is listed here"
}

// MARK: - Rows

extension ListUpdate {
  /// The number of rows of the list that keys move in.
  private var rowCount: Int {
    if view.lists.movesInHistory { return view.historyEvents.count }
    if view.lists.movesInOperations { return view.data.operations?.count ?? 0 }
    if view.lists.movesInShifts { return view.listedShifts.count }
    return anchorRowCount
  }

  /// How many anchors are listed, or changes of anchors.
  private var anchorRowCount: Int {
    listsChanges ? changes?.count ?? 0 : view.listedAnchors.count
  }

  private var selectedRow: Int? {
    guard listsChanges else { return view.selectedAnchorRow }
    return view.selectedSlot.flatMap { changes?.number(ofSlot: $0) }
  }

  /// Whether the rows are those of the comparison.
  private var listsChanges: Bool { view.lists.tab == .diff && view.compare.mode != .off }

  private var changes: ListedChanges? { view.listedChanges(settings.threshold) }

  private var currentRow: Int? {
    if view.lists.movesInHistory { return view.currentHistoryRow }
    if view.lists.movesInOperations { return view.currentOperationRow }
    if view.lists.movesInShifts { return view.currentShiftRow }
    return selectedRow
  }

  /// Selects the anchor above or below, whatever the rows of the tab in front are.
  private mutating func moveSelection(by count: Int) {
    selectAnchor(inRow: selectedRow.map { $0 + count } ?? (count > 0 ? 0 : anchorRowCount - 1))
    guard !movesInAnchors else { return }
    let down = label(of: .rows(.step(.forward)))
    let up = label(of: .rows(.step(.back)))
    note("\(view.selectionName) is selected; \(down) and \(up) go through the rows")
  }

  /// Whether the rows that keys move in are anchors.
  private var movesInAnchors: Bool {
    !view.lists.movesInHistory && !view.lists.movesInOperations && !view.lists.movesInShifts
  }

  /// Scrolls the inspector, or moves to another row.
  private mutating func move(by count: Int) {
    guard view.lists.movesInInspector else { return moveRow(by: count) }
    view.lists.scroll[.inspect] = max(0, (view.lists.scroll[.inspect] ?? 0) + count)
  }

  /// Scrolls the inspector to its first line or its last, or moves to the first row or the last.
  private mutating func moveToEdge(_ direction: Direction) {
    guard view.lists.movesInInspector else {
      return moveRow(to: direction == .back ? 0 : rowCount - 1)
    }
    // Settling limits this to the last page.
    view.lists.scroll[.inspect] = direction == .back ? 0 : .max
  }

  private mutating func moveRow(by count: Int) {
    guard let row = currentRow else { return moveRow(to: count > 0 ? 0 : rowCount - 1) }
    moveRow(to: row + count)
  }

  /// Selects a row of the tab on screen, if there is one with this number.
  mutating func select(row: Int) {
    if hasRows, row < rowCount { moveRow(to: row) }
  }

  /// Whether the lines of the tab on screen are rows that can be selected, unlike those about one
  /// anchor or about how to compare.
  private var hasRows: Bool {
    switch view.lists.tab {
    case .inspect: false
    case .diff: listsChanges
    case .anchors, .history, .operations, .drift: true
    }
  }

  private mutating func moveRow(to row: Int) {
    let count = rowCount
    guard count > 0 else { return }
    let row = max(0, min(row, count - 1))
    if !movesInAnchors { view.lists.found = nil }
    if view.lists.movesInHistory {
      view.lists.historyRow = row
    } else if view.lists.movesInOperations {
      view.lists.operation = view.data.operations?.id(ofRow: row)
    } else if view.lists.movesInShifts {
      view.lists.shift = view.listedShifts[row].id
    } else {
      selectAnchor(inRow: row)
    }
  }

  private mutating func selectAnchor(inRow row: Int) {
    guard anchorRowCount > 0 else { return }
    let row = max(0, min(row, anchorRowCount - 1))
    if listsChanges {
      if let changes { view.select(slot: changes[row].slot) }
    } else {
      switch view.listedAnchors[row] {
      case .stored(let slot): view.select(slot: slot)
      case .drafted(let anchor): view.select(anchor.id)
      }
    }
  }

  private mutating func focusPane(_ direction: Direction) {
    let places: [(Focus, Tab?)] = [(.map, nil)] + Tab.allCases.map { (.tab, $0) }
    let here = view.lists.focus == .map ? 0 : view.lists.tab.rawValue + 1
    let next = places[(here + direction.sign + places.count) % places.count]
    view.lists.focus = next.0
    if let tab = next.1 { view.lists.tab = tab }
  }

  /// Goes to the time of a match that is not there now, or to the date of a row in the history or
  /// another list of dates; elsewhere, shows the history.
  private mutating func activate() {
    if let match = view.matchElsewhere { return visit(match) }
    if view.lists.movesInOperations { return visitOperation() }
    if view.lists.movesInShifts { return visitShift() }
    guard view.lists.movesInHistory else { return perform(.showTab(.history)) }
    guard let row = view.currentHistoryRow, let ordinal = view.historyOrdinal(row) else { return }
    visit(view.index.instant(ordinal))
    // Several events may share the instant: the chosen one stays chosen.
    view.lists.historyRow = row
  }

  private mutating func visit(_ match: FoundAnchor) {
    visit(view.index.instant(match.nearest(to: view.offset).ordinal))
  }

  private mutating func visitOperation() {
    guard let operation = view.selectedOperation?.operation else { return }
    view.lists.operation = operation.id
    visit(operation.instant)
  }

  private mutating func visitShift() {
    guard let listed = view.selectedShift else { return }
    visit(listed.instant)
    view.lists.shift = listed.id
  }

  /// Lists everything that moved alike among the shifts, or only the shifts.
  mutating func showAllMotions(_ showsAll: Bool) {
    view.lists.showsAllMotions = showsAll
    if showsAll, let drift = view.data.drift, drift.all.isEmpty {
      return note("nothing moved alike in this space")
    }
    note(
      showsAll
        ? "everything that moved alike is listed, even if it is not a shift"
        : "only shifts of the space or of a part of it are listed")
  }

  private mutating func visit(_ instant: HBInstant) {
    view.time.play.isRunning = false
    view.move(to: instant)
    let wayBack: TerminalText = "\(label(of: .time(.goToEnd))) goes back to \(endWord.name)"
    let date = settings.text(instant)
    note(view.isAtEnd ? date : "\(date); \(wayBack)")
  }

  private mutating func copyPosition() {
    let drafted = view.selectedDraft?.after?.position
    guard let point = drafted ?? view.selectedOrdinal.map({ view.index.position($0) }) else {
      return note("the anchor is not there at this date")
    }
    request(.copy("\(point.x),\(point.y),\(point.z)"))
  }
}

// MARK: - Selection

extension SpaceView {
  /// The name of the selected anchor.
  var selectionName: TerminalText {
    if let drafted = selectedDraft { return drafted.name }
    guard let ordinal = selectedOrdinal else { return "nothing" }
    return data.description(after: ordinal).label.truncated(to: 40)
  }

  /// The selected match of a search, if it is not there at the date on screen.
  var matchElsewhere: FoundAnchor? {
    guard lists.offersMatch, let found = lists.found, found.slot == selectedSlot,
      !found.isThere(after: offset)
    else { return nil }
    return found
  }

  /// Returns the ordinal of a row of the history.
  package func historyOrdinal(_ row: Int) -> Int? {
    let events = historyEvents
    guard row >= 0, row < events.count else { return nil }
    return events.ordinal(at: events.count - 1 - row)
  }

  /// The selected row: the chosen one, else the latest that is in force at the cursor.
  package var currentHistoryRow: Int? {
    let events = historyEvents
    guard !events.isEmpty else { return nil }
    if let row = lists.historyRow { return min(row, events.count - 1) }
    let inForce = events.count(below: offset)
    return min(events.count - inForce, events.count - 1)
  }

  /// The event of the selected row of the history.
  var currentHistoryOrdinal: Int? { currentHistoryRow.flatMap { historyOrdinal($0) } }

  /// Returns the selected row of the tab on screen, and how many rows it has.
  func selectedRow(_ threshold: MoveThreshold) -> (row: Int?, count: Int) {
    switch lists.tab {
    case .anchors:
      return (selectedAnchorRow, listedAnchors.count)
    case .diff:
      guard let changes = listedChanges(threshold) else { return (nil, 0) }
      return (selectedSlot.flatMap { changes.number(ofSlot: $0) }, changes.count)
    case .history: return (currentHistoryRow, historyEvents.count)
    case .inspect: return (nil, 0)
    case .operations: return (currentOperationRow, data.operations?.count ?? 0)
    case .drift: return (currentShiftRow, listedShifts.count)
    }
  }

  /// The number of rows above the list: the heading, and below it what the draft does to the anchor of
  /// a history, or the column names of the shifts.
  var tabHeaderRows: Int {
    listsShifts || lists.tab == .history && selectedDraft != nil ? 2 : 1
  }

  /// Whether the pane below the list, or its lower part, is about the selected row.
  var hasRowPreview: Bool { listsOperations || listsShifts }

  /// Returns how many rows of a tab fit below its heading, at least one.
  func tabPage(_ layout: Layout) -> Int {
    max(1, layout.tabRows.rows - tabHeaderRows - (hasRowPreview ? layout.previewRows : 0))
  }
}
