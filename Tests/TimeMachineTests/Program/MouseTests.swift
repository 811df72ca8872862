import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine
import TestSupport
import Testing

@Suite struct MouseTests {
  private var session = Session(size: TerminalSize(columns: 100, rows: 30))

  private mutating func mouse(_ action: MouseEvent.Action, _ column: Int, _ row: Int) {
    let position = Position(column: column, row: row)
    session.send(.terminal(.mouse(MouseEvent(action, at: position))))
  }

  /// Returns where a glyph of the plan is.
  private func place(of glyph: Character) -> Position? {
    let area = session.state.layout.mapArea
    for row in area.row..<area.endRow {
      for column in area.column..<area.endColumn
      where TerminalText(session.screen[column, row]?.glyph ?? .blank).plain == String(glyph) {
        return Position(column: column, row: row)
      }
    }
    return nil
  }

  @Test mutating func `a click on the plan selects the anchor there`() throws {
    let chair = try #require(place(of: "←"))
    mouse(.press(.left), chair.column, chair.row)
    #expect(session.view.lists.selection == SampleSpace.chair)
    #expect(session.view.lists.focus == .map)
  }

  /// Lines about one anchor, and those of an inactive comparison, which say how to compare.
  @Test(arguments: ["2", "4"] as [Key])
  mutating func `a click on what is no row selects nothing`(tab: Key) {
    session.press("1", .down, tab)
    let selection = session.view.lists.selection
    let rows = session.state.layout.tabRows
    for row in rows.row..<rows.endRow { mouse(.press(.left), rows.column + 2, row) }
    #expect(selection != nil && session.view.lists.selection == selection)
  }

  @Test mutating func `a drag pans by as many cells`() throws {
    let before = try #require(place(of: "←"))
    mouse(.press(.left), 20, 10)
    mouse(.drag(.left), 15, 8)
    mouse(.release(.left), 15, 8)
    let after = try #require(place(of: "←"))
    #expect(after.column == before.column - 5)
    #expect(after.row == before.row - 2)
  }

  @Test mutating func `the bar is clicked and dragged`() {
    let bar = session.state.layout.bar
    mouse(.press(.left), bar.column + 1, bar.row)
    #expect(session.view.time.cursor == .at(SampleSpace.instant(day: 1, 10)))
    mouse(.drag(.left), bar.endColumn - 1, bar.row)
    #expect(session.view.time.cursor == .end)
  }

  @Test mutating func `a click on the overview goes to any date`() throws {
    session.press(.home, ")", ")")
    let layout = session.state.layout
    #expect(layout.barRows.first == .overview)
    let row = session.screen.plainLines[layout.bar.row]
    let end = try #require(Array(row).lastIndex(of: "─"))
    mouse(.press(.left), end, layout.bar.row)
    #expect(session.view.time.cursor == .end)
    // A drag stays in the row where it began.
    mouse(.drag(.left), layout.bar.column, layout.bar.row + 2)
    #expect(session.view.instant == SampleSpace.instant(day: 1, 10))
  }

  @Test mutating func `the wheel zooms about the pointer`() {
    let area = session.state.layout.mapArea
    mouse(.wheelUp, area.column + 10, area.row + 5)
    #expect(session.view.map.camera != nil)
  }

  @Test mutating func `tabs and rows are clicked`() {
    let tabs = session.state.layout.tabs
    mouse(.press(.left), tabs.column + 2, tabs.row + 3)
    #expect(session.view.lists.selection == SampleSpace.entrance)
    let heading = session.screen.plainLines[tabs.row]
    let column = heading.distance(
      from: heading.startIndex,
      to: heading.firstRange(of: "hist")?.lowerBound ?? heading.endIndex)
    mouse(.press(.left), column, tabs.row)
    #expect(session.view.lists.tab == .history)
  }

  @Test mutating func `switched off, it does nothing`() {
    session.press("%")
    #expect(session.effects.contains { if case .setMouse(false) = $0 { true } else { false } })
    mouse(.press(.left), session.state.layout.bar.column + 1, session.state.layout.bar.row)
    #expect(session.view.time.cursor == .end)
  }

  @Test mutating func `a click on the footer cancels a plan, and does not confirm it`() throws {
    var store = FakeStore()
    session.press(.home, "S")
    store.answer(&session)
    let footer = session.screen.plainLines.last ?? ""
    for (word, layers) in [("do it", 1), ("cancel", 0)] {
      let place = try #require(footer.firstRange(of: word)).lowerBound
      mouse(.press(.left), footer.distance(from: footer.startIndex, to: place), 29)
      store.answer(&session)
      #expect(session.state.layers.count == layers && store.executed.isEmpty, "\(word)")
    }
    #expect(session.message == "cancelled; nothing was written")
  }

  @Test(arguments: [(100, 30), (60, 20), (30, 10)])
  mutating func `of the replies in a plan only Cancel is clicked`(columns: Int, rows: Int) throws {
    var store = FakeStore()
    session.send(.terminal(.resize(TerminalSize(columns: columns, rows: rows))))
    session.press(.home, "S")
    store.answer(&session)
    let lines = session.screen.plainLines
    let row = try #require(lines.firstIndex { $0.contains("[Cancel]") })
    for (word, layers) in [("y does it", 1), ("[Cancel]", 0)] {
      let place = try #require(lines[row].firstRange(of: word)).lowerBound
      mouse(.press(.left), lines[row].distance(from: lines[row].startIndex, to: place), row)
      store.answer(&session)
      #expect(session.state.layers.count == layers && store.executed.isEmpty, "\(word)")
    }
    #expect(session.message == "cancelled; nothing was written")
  }

  @Test mutating func `no click answers a plan`() {
    var store = FakeStore()
    session.press(.home, "S")
    store.answer(&session)
    for column in 0..<100 { mouse(.press(.left), column, 24) }
    store.answer(&session)
    #expect(store.executed.isEmpty)
    #expect(!session.state.layers.isEmpty)
  }
}
