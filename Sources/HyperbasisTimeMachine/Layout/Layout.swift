package import HyperbasisCanvas

/// Where everything is on a screen of a certain size.
package struct Layout: Hashable, Sendable {
  /// How much of the time machine there is room for.
  package enum Step: Hashable, Sendable {
    /// All, with the inspector below the tabs.
    case full
    /// The plan and one tab.
    case two
    /// One pane at a time.
    case one
    /// One line that says what size is needed.
    case none
  }

  package let step: Step
  package let screen: Region
  /// What the plan needs room for.
  package let mapShape: MapShape
  /// The line with the name of the space and the date.
  package let title: Region
  /// The plan with its border; empty if another pane has the room.
  package let map: Region
  package let tabs: Region
  /// The inspector below the tabs; empty if there is no room for it.
  package let inspector: Region
  /// The time bar with all its rows.
  package let bar: Region
  /// The rows of the time bar, from its top.
  package let barRows: [BarRow]
  /// Where messages are shown; the footer if they have no line of their own.
  package let message: Region
  package let footer: Region
}

extension Layout {
  package static let fullSize = TerminalSize(columns: 100, rows: 30)
  package static let twoSize = TerminalSize(columns: 60, rows: 20)
  package static let oneSize = TerminalSize(columns: 30, rows: 10)

  package static func step(for size: TerminalSize) -> Step {
    if size.holds(fullSize) { return .full }
    if size.holds(twoSize) { return .two }
    return size.holds(oneSize) ? .one : .none
  }

  /// - Parameters:
  ///   - focus: The pane that is shown if there is room for only one.
  ///   - barExtras: What the time bar shows besides events and dates, if there is room for it.
  ///   - mapShape: What the plan needs room for.
  package init(
    size: TerminalSize, focus: Focus = .map, barExtras: BarExtras = BarExtras(),
    mapShape: MapShape = MapShape()
  ) {
    self.mapShape = mapShape
    let step = Self.step(for: size)
    self.step = step
    screen = size.region
    guard step != .none else {
      title = screen.line(0)
      (map, tabs, inspector, bar) = (.empty, .empty, .empty, .empty)
      barRows = []
      (message, footer) = (.empty, .empty)
      return
    }
    let (title, belowTitle) = screen.split(top: 1)
    let (aboveFooter, footer) = belowTitle.split(bottom: 1)
    let (aboveMessage, message) = aboveFooter.split(bottom: step == .full ? 1 : 0)
    let barRows = BarRow.rows(screenRows: size.rows, barExtras)
    let (panes, bar) = aboveMessage.split(bottom: barRows.count)
    self.title = title
    self.footer = footer
    self.message = message.isEmpty ? footer : message
    self.bar = bar
    self.barRows = barRows
    (map, tabs, inspector) = Self.panes(panes, step, focus, mapShape)
  }

  private static func panes(
    _ area: Region, _ step: Step, _ focus: Focus, _ shape: MapShape
  ) -> (map: Region, tabs: Region, inspector: Region) {
    switch step {
    case .none: return (.empty, .empty, .empty)
    case .one:
      return focus == .map ? (area, .empty, .empty) : (.empty, area, .empty)
    case .two:
      let usual = area.columns - max(28, area.columns * 9 / 20)
      let columns = shape.columns(
        of: area, usual: usual, least: min(usual, 32), most: area.columns - 28)
      let (map, tabs) = area.split(left: columns)
      return (map, tabs, .empty)
    case .full:
      let usual = area.columns - min(60, max(40, area.columns * 2 / 5))
      let columns = shape.columns(
        of: area, usual: usual, least: min(usual, area.columns * 2 / 5),
        most: area.columns - min(60, max(40, area.columns * 3 / 10)))
      let (map, right) = area.split(left: columns)
      let (tabs, inspector) = right.split(bottom: min(14, right.rows * 2 / 5))
      return (map, tabs, inspector)
    }
  }

  /// The rows of the tab within its border.
  package var tabRows: Region { tabs.inset(by: 1) }

  /// How many rows of the tab are about the selected row of a list, such as what an undo would do; none
  /// if the pane below is, or if the tab is too small.
  var previewRows: Int {
    guard inspector.isEmpty, tabRows.rows >= 8 else { return 0 }
    return min(9, tabRows.rows / 2)
  }

  /// Returns how many of some rows describe the selected shift in words; the others are for the curve.
  static func shiftWordRows(in rows: Int) -> Int {
    rows >= 5 ? rows - 3 : rows
  }

  /// The map within its border.
  package var mapArea: Region { map.inset(by: 1) }

  /// Returns the same for the one of two plans that is at a position.
  func mapArea(at position: Position) -> Region {
    guard mapShape.isDouble else { return mapArea }
    let (a, b) = mapShape.halves(of: map)
    return (a.contains(position) ? a : b).inset(by: 1)
  }

  package var barColumns: BarColumns { BarColumns(in: bar.columns) }
}

// MARK: - Dialogs and lists

extension Layout {
  /// A dialog takes the place of the right pane, so that the ghosts on the map stay in view.
  var dialog: Region {
    switch step {
    case .full:
      Region(
        column: tabs.column, row: tabs.row, columns: tabs.columns,
        rows: tabs.rows + inspector.rows)
    case .two: tabs
    case .one, .none: map.isEmpty ? tabs : map
    }
  }

  var dialogArea: Region { dialog.inset(left: 2, top: 1, right: 2, bottom: 1) }

  /// The last line of a dialog, with the replies.
  var replyLine: Region { dialogArea.line(dialogArea.rows - 1) }

  /// How many bookmarks fit, between the heading and the keys.
  var bookmarkPage: Int { max(1, dialogArea.rows - 2) }

  /// The area of the help, which covers all but the last line.
  var help: Region { screen.split(bottom: 1).rest }

  var helpArea: Region { help.inset(left: 2, top: 1, right: 2, bottom: 1) }

  /// The list of spaces, below its heading.
  var pickerRows: Region { screen.inset(top: 2, bottom: 2) }

  var pickerPage: Int { max(1, pickerRows.rows) }
}

// MARK: - Tabs

extension Layout {
  /// The name of a tab and where it is.
  struct TabHeading {
    let tab: Tab
    let title: TerminalText
    let column: Int
  }

  /// Returns the names of the tabs in the upper edge of their pane; if there is little room, all but
  /// the chosen one are shortened, and the blanks after them are dropped.
  func tabHeadings(chosen: Tab?) -> [TabHeading] {
    for (length, margin) in [(Int.max, 1), (4, 1), (4, 0), (3, 0), (2, 0)] {
      let headings = tabHeadings(chosen: chosen, length: length, margin: margin)
      if let last = headings.last, last.column + last.title.width < tabs.endColumn {
        return headings
      }
    }
    return tabHeadings(chosen: chosen, length: 1, margin: 0)
  }

  private func tabHeadings(chosen: Tab?, length: Int, margin: Int) -> [TabHeading] {
    let gap = length == .max ? 1 : 0
    var column = tabs.column + 1
    return Tab.allCases.map { tab in
      let name = tab == chosen ? tab.title : tab.title.prefix(columns: length)
      let title = " " + name + TerminalText(repeating: .blank, count: margin)
      defer { column += title.width + gap }
      return TabHeading(tab: tab, title: title, column: column)
    }
  }

  /// Returns the tab whose name is at a column.
  func tab(at column: Int, chosen: Tab?) -> Tab? {
    tabHeadings(chosen: chosen).first { heading in
      column >= heading.column && column < heading.column + heading.title.width
    }?.tab
  }
}
