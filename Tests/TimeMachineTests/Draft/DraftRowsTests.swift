import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine
import TestSupport
import Testing

/// Every tab shows staged changes, with a mark.
@Suite struct DraftRowsTests {
  private static func drafted(_ keys: Key...) -> Session {
    var session = Session(size: TerminalSize(columns: 100, rows: 30))
    session.press(.down, "M", .shiftRight, .enter)
    for key in keys { session.press(key) }
    return session
  }

  private static func lines(_ session: Session) -> [String] { session.screen.plainLines }

  @Test func `the list shows the staged place`() {
    let lines = Self.lines(Self.drafted())
    #expect(lines.contains { $0.contains("● chair*") && $0.contains("1.60 0.00 -1.00") })
    #expect(lines[2].contains("5 anchors, * draft"))
  }

  @Test func `in the past the list shows what was`() {
    let lines = Self.lines(Self.drafted("["))
    #expect(!lines.contains { $0.contains("chair*") })
  }

  @Test func `the inspector marks what differs from the store`() {
    let lines = Self.lines(Self.drafted("4"))
    #expect(lines.contains { $0.contains("* draft") && $0.contains("moved 10 cm") })
    #expect(lines.contains { $0.contains("* position 1.600, 0.000, -1.000 m") })
    #expect(lines.contains { $0.contains("modelName  chair") })
  }

  @Test func `the history starts with the draft`() {
    let lines = Self.lines(Self.drafted("3"))
    #expect(lines.contains { $0.contains("* draft: moved 10 cm") })
    #expect(lines.contains { $0.contains("~ v2 1.00 m") })
  }

  @Test func `changed metadata are marked and removed ones named`() {
    var session = Session(size: TerminalSize(columns: 100, rows: 30))
    session.press(.down, "E", .control("u"))
    session.type("type=model color=red")
    session.press(.enter, "4")
    let lines = Self.lines(session)
    #expect(lines.contains { $0.contains("* color") && $0.contains("red") })
    #expect(lines.contains { $0.contains("* modelName") && $0.contains("removed") })
    #expect(lines.contains { $0.contains("│type ") })
  }

  @Test func `a new anchor has a row, can be selected and has no history`() {
    var session = Session(size: TerminalSize(columns: 100, rows: 30))
    session.press("A")
    session.type("hello")
    session.press(.enter, .enter)
    let made = session.view.lists.selection
    #expect(Self.lines(session).contains { $0.contains("+ hello*") })
    // As many as the title says, and what is not there yet.
    #expect(Self.lines(session)[0].contains("5 anchors"))
    #expect(Self.lines(session)[2].contains("5 anchors + 1 new"))
    session.press("g")
    #expect(session.view.lists.selection == SampleSpace.chair)
    session.press("G")
    #expect(session.view.lists.selection == made && made != nil)
    session.press("3")
    #expect(Self.lines(session).contains { $0.contains("* draft: added") })
    #expect(Self.lines(session).contains { $0.contains("hello: 0 events") })
    session.press("D")
    #expect(session.state.layers.isEmpty)
  }
}
