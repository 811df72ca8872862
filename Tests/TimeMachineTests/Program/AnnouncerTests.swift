import HyperbasisCanvas
import HyperbasisTimeMachine
import Testing

@Suite struct AnnouncerTests {
  private var session = Session()

  private mutating func lines(_ keys: Key...) -> [String] {
    let old = session.state
    for key in keys { session.press(key) }
    return Announcer.lines(from: old, to: session.state).map(\.plain)
  }

  @Test func `at the start it says where and when`() {
    let lines = Announcer.lines(from: nil, to: session.state).map(\.plain)
    #expect(lines.contains("space Living Room"))
    #expect(lines.contains("2024-03-12 18:00:00 UTC, 5 anchors, now"))
  }

  @Test mutating func `a step is one line`() {
    #expect(lines("[") == ["2024-03-09 09:00:00 UTC, 4 anchors, past, 1 differs from now"])
  }

  @Test mutating func `a selection is named with its place`() {
    #expect(lines(.down) == ["chair (model) at 1.50, 0.00, -1.00"])
  }

  @Test mutating func `zooming and panning say what is on the plan`() throws {
    session.press("5")
    let zoomed = try #require(lines("+").first)
    #expect(zoomed.hasPrefix("plan: "))
    #expect(zoomed.contains("m wide, about x "))
    let panned = try #require(lines("l").first)
    #expect(panned != zoomed)
    #expect(lines("0") == ["the whole space"])
  }

  @Test mutating func `a comparison is read out`() {
    let lines = lines("d")
    #expect(lines.contains("lamp added, by kit"))
  }

  @Test mutating func `that nothing differs is said`() {
    #expect(lines("d", "d").contains("no changes"))
  }

  @Test mutating func `a comparison that is there from the start says what is compared`() {
    session.press("d", "d")
    let lines = Announcer.lines(from: nil, to: session.state).map(\.plain)
    session.state.message = nil
    let restored = Announcer.lines(from: nil, to: session.state).map(\.plain)
    #expect(restored.suffix(3) == ["against now", "diff", "no changes"], "\(restored)")
    #expect(lines.filter { $0 == "against now" }.count == 1, "\(lines)")
  }

  @Test mutating func `another filter counts the changes again`() {
    session.press("d")
    session.press("f")
    session.type("chair")
    #expect(lines(.enter).contains("no changes"))
  }

  @Test mutating func `an anchor that is not there is not announced as if it were`() {
    session.press("i", "g", .down)
    let deleted = Announcer.lines(from: nil, to: session.state).map(\.plain)
    #expect(
      deleted.contains("buy bread (sticky_note), deleted, was at -1.00, 1.20, 0.50"), "\(deleted)")
    session.press("G", .home)
    let later = Announcer.lines(from: nil, to: session.state).map(\.plain)
    #expect(later.contains("lamp (model), not there yet, later at 0.00, 2.00, 0.00"), "\(later)")
  }

  @Test mutating func `rows of the history of a space name their anchors`() {
    #expect(lines("3", "j").contains { $0.hasPrefix("buy bread, version 3, ") })
    #expect(lines("1", .down, "3", "j").contains { $0.hasPrefix("version 1, ") })
  }

  @Test mutating func `the help says that it goes on`() {
    #expect(lines("?").last?.hasSuffix(" more lines; PgDn continues") == true)
  }

  @Test mutating func `a plan is read out with its answers`() {
    var store = FakeStore()
    session.press(.home)
    let old = session.state
    session.press("S")
    store.answer(&session)
    let lines = Announcer.lines(from: old, to: session.state).map(\.plain)
    #expect(lines.first == "Roll space Living Room back to 2024-03-01 10:00:00 UTC?")
    #expect(lines.contains("3 new events for 3 anchors; nothing is erased"))
    #expect(lines.contains("3. lamp deleted"))
    #expect(lines.last == "y does it, n cancels")
  }

  @Test mutating func `that play begins is said, and how`() {
    #expect(lines(.home, .space).contains { $0.hasPrefix("playing forward, ") })
    #expect(lines(.space).contains("paused"))
  }

  @Test mutating func `what a prompt has already is said`() {
    session.press(.down)
    let edited = lines("E")
    #expect(edited.count == 1 && edited[0].hasPrefix("metadata: currently "), "\(edited)")
    #expect(
      edited[0].hasSuffix("; type a line to replace it, or press Return to keep it"), "\(edited)")
  }

  @Test mutating func `keys that are named are named for who hears or types them`() {
    session = Session(size: TerminalSize(columns: 120, rows: 400))
    session.state.keymap.namesKeys = true
    let help = lines("?")
    #expect(help.contains { $0.hasPrefix("Left ") && $0.hasSuffix("(:back)") }, "\(help)")
    #expect(help.contains { $0.hasPrefix("Ctrl-L ") && $0.contains("read the list") })
    #expect(!help.contains { $0.hasPrefix("^L") || $0.contains("redraw the screen") })
  }

  @Test mutating func `rows of a list are read with words for their signs`() {
    session.press(.down)
    let rows = session.state.readList().lines.map(\.plain)
    #expect(rows.contains { $0.hasPrefix("chair 1.50 0.00 -1.00") && $0.hasSuffix(", selected") })
    session.press("3", "g")
    let history = session.state.readList().lines.map(\.plain)
    #expect(history.contains { $0.hasSuffix(", added") || $0.contains(", added, ") }, "\(history)")
  }

  /// The list describes each change as it is announced.
  @Test mutating func `changes are read as they are announced`() {
    let announced = lines("d", "d", .home)
    let read = session.state.readList(from: 0).lines.map(\.plain)
      .map { $0.replacing(", selected", with: "") }
    #expect(!read.isEmpty && read.allSatisfy(announced.contains), "\(read) \(announced)")
    #expect(!read.contains { $0.contains(", added") || $0.contains(", moved") }, "\(read)")
  }

  @Test mutating func `nothing new is nothing said`() {
    #expect(Announcer.lines(from: session.state, to: session.state).isEmpty)
  }
}
