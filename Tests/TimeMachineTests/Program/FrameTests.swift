import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine
import Testing

/// Whole screens of the sample room, text and styles.
@Suite struct FrameTests {
  private static let sizes = [
    TerminalSize(columns: 100, rows: 30), TerminalSize(columns: 80, rows: 24),
    TerminalSize(columns: 60, rows: 20), TerminalSize(columns: 40, rows: 12),
    TerminalSize(columns: 34, rows: 11), TerminalSize(columns: 10, rows: 3),
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
    session.press(.home, "a", .end, "b", "d", "n")
    try expectGolden(session.screen, "diff-80x24-\(charset.rawValue)")
  }

  @Test func `A and B side by side`() throws {
    var session = Session(size: TerminalSize(columns: 120, rows: 32))
    session.press(.home, "a", .end, "b", "s")
    try expectGolden(session.screen, "side-by-side-120x32")
  }

  @Test func `the history of the space`() throws {
    var session = Session(size: TerminalSize(columns: 120, rows: 32))
    session.press("3", "j")
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

  @Test(arguments: sizes.prefix(4))
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

// MARK: - Small screens, and screens without colour

extension FrameTests {
  private static let small = [
    TerminalSize(columns: 60, rows: 20), TerminalSize(columns: 34, rows: 11),
  ]

  @Test(arguments: small)
  func `A against B on a small screen`(size: TerminalSize) throws {
    var session = Session(size: size)
    session.press(.home, "a", .end, "b", "d", "n")
    try expectGolden(session.screen, "diff-\(size)")
  }

  @Test(arguments: small)
  func `a draft on a small screen`(size: TerminalSize) throws {
    var session = Session(size: size)
    session.press(.down, "D", .down, "M", .shiftRight, .enter)
    try expectGolden(session.screen, "draft-\(size)")
  }

  @Test(arguments: small)
  func `the help on a small screen`(size: TerminalSize) throws {
    var session = Session(size: size)
    session.press("?", .pageDown)
    try expectGolden(session.screen, "help-\(size)")
  }

  /// Only the attributes of every style remain: text and glyphs must say the rest.
  @Test func `a comparison without colour`() throws {
    var session = Session(charset: .ascii)
    session.press(.home, "a", .end, "b", "d", "n")
    try expectGolden(session.screen.withoutColor, "diff-80x24-no-colour")
  }

  @Test func `the past without colour`() throws {
    var session = Session(size: TerminalSize(columns: 100, rows: 30), charset: .ascii)
    session.press(.down, "[", "[")
    try expectGolden(session.screen.withoutColor, "past-100x30-no-colour")
  }
}

extension Frame {
  /// The frame as a terminal without colours shows it.
  fileprivate var withoutColor: Frame {
    var frame = self
    let theme = Theme(depth: .none)
    frame.restyle(region) { Style(.standard, theme.resolve($0).attributes) }
    return frame
  }
}

// MARK: - More states

extension FrameTests {
  @Test func `a filter, a zoomed bar and a zoomed plan`() throws {
    var session = Session(size: TerminalSize(columns: 100, rows: 30))
    session.press("f")
    session.type("type:waypoint")
    session.press(.enter, ")", ")", .down, "+", "+")
    try expectGolden(session.screen, "filter-100x30")
  }

  @Test func `gaps cut out, and colours by height`() throws {
    var session = Session(size: TerminalSize(columns: 100, rows: 30))
    session.press("~", "c", "c", "c", "c", "[")
    try expectGolden(session.screen, "cut-100x30")
  }

  @Test func `a drafted anchor in history and inspector`() throws {
    var session = Session(size: TerminalSize(columns: 100, rows: 30))
    session.press(.down, "M", .shiftRight, .enter, "3")
    try expectGolden(session.screen, "draft-history-100x30")
  }

  @Test func `an anchor that is not there yet`() throws {
    var session = Session(size: TerminalSize(columns: 100, rows: 30))
    session.press("G", .home)
    try expectGolden(session.screen, "not-yet-100x30")
  }

  @Test func `a command that does not exist`() throws {
    var session = Session()
    session.press(":")
    session.type("shw")
    session.press(.enter)
    try expectGolden(session.screen, "command-80x24")
  }
}
