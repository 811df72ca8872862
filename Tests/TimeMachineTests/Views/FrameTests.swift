import Canvas
import Hyperbasis
import Testing
import TimeMachine

/// Whole screens of the sample room, text and styles.
@Suite struct FrameTests {
  private static let sizes = [
    TerminalSize(columns: 100, rows: 30), TerminalSize(columns: 80, rows: 24),
    TerminalSize(columns: 40, rows: 12), TerminalSize(columns: 10, rows: 3),
  ]

  @Test(arguments: sizes, Charset.allCases)
  func `a moment in the past`(size: TerminalSize, charset: Charset) throws {
    var session = Session(size: size, charset: charset)
    session.press(.down, "[", "[")
    session.press(size.columns < 60 ? "5" : "1")
    try expectGolden(session.screen, "past-\(size)-\(charset.rawValue)")
  }

  @Test(arguments: Charset.allCases)
  func `A against B`(charset: Charset) throws {
    var session = Session(charset: charset)
    session.press(.home, "a", .end, "b", "d", "d", "d", "n")
    try expectGolden(session.screen, "diff-80x24-\(charset.rawValue)")
  }

  @Test func `A and B side by side`() throws {
    var session = Session(size: TerminalSize(columns: 120, rows: 32))
    session.press(.home, "a", .end, "b", "s")
    try expectGolden(session.screen, "side-by-side-120x32")
  }

  @Test func `the history of the space`() throws {
    var session = Session(size: TerminalSize(columns: 120, rows: 32))
    session.press("3", .down)
    try expectGolden(session.screen, "history-120x32")
  }

  @Test func `the history of an anchor`() throws {
    var session = Session()
    session.press(.down, "3")
    try expectGolden(session.screen, "history-80x24")
  }

  @Test func `all about an anchor`() throws {
    var session = Session()
    session.press(.down, "4")
    try expectGolden(session.screen, "inspect-80x24")
  }

  @Test(arguments: sizes.prefix(3))
  func `a plan that waits for an answer`(size: TerminalSize) throws {
    var session = Session(size: size)
    var store = FakeStore()
    session.press(.home, "S")
    store.answer(&session)
    try expectGolden(session.screen, "plan-\(size)")
  }

  @Test func `a line that is typed`() throws {
    var session = Session()
    session.press("t")
    session.type("gestern")
    session.press(.enter)
    try expectGolden(session.screen, "prompt-80x24")
  }

  @Test func `the help`() throws {
    var session = Session()
    session.press("?", .pageDown)
    try expectGolden(session.screen, "help-80x24")
  }

  @Test func `an empty space`() throws {
    try expectGolden(Session(events: []).screen, "empty-80x24")
  }

  @Test func `trails, colours by type and no labels`() throws {
    var session = Session()
    session.press("r", "c", "w")
    try expectGolden(session.screen, "trails-80x24")
  }
}

extension FrameTests {
  @Test func `an anchor on its way`() throws {
    var session = Session()
    session.press(.down, "M", .shiftRight, .shiftRight, .shiftDown, "<")
    try expectGolden(session.screen, "move-80x24")
  }

  @Test func `a draft`() throws {
    var session = Session()
    session.press(.down, "D", .down, "M", .shiftRight, .enter)
    try expectGolden(session.screen, "draft-80x24")
  }
}
