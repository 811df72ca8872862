import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

@Suite struct HelpTests {
  private func lines(_ session: Session) -> [String] { session.screen.plainLines }

  @Test func `it starts with what works where it was asked for`() {
    var session = Session()
    session.press("?")
    #expect(lines(session)[1].contains("Here and now"))
    #expect(session.screen.plainText.contains("compare: A with B"))
    session.press("?", "3", "?")
    #expect(lines(session)[2].contains("Enter"))
    #expect(lines(session)[2].contains("on a row of the history"))
    session.press("?", "5", "?")
    #expect(session.screen.plainText.contains("zoom in on the selection"))
  }

  @Test func `while an anchor is moved, Escape is explained as what it does there`() {
    var session = Session(size: TerminalSize(columns: 100, rows: 40))
    session.press(.down, "M", "?")
    let here = lines(session).prefix { !$0.contains(" Time ") }.joined(separator: "\n")
    #expect(here.contains("cancel: leave it where it was"))
    #expect(!here.contains("close what is open"))
  }

  @Test func `a slash searches it, and escape shows all again`() {
    var session = Session()
    session.press("?", "/")
    session.type("roll the whole")
    session.press(.enter)
    let screen = session.screen.plainText
    #expect(screen.contains("keys with roll the whole"))
    #expect(screen.contains("roll the whole space back to this date"))
    #expect(!screen.contains("Here and now"))
    #expect(!screen.contains("mark A here"))
    session.press(.escape)
    #expect(session.screen.plainText.contains("Here and now"))
    session.press("/")
    session.type("qqq")
    session.press(.enter)
    #expect(session.message == "no key matches qqq")
    session.press("q")
    #expect(session.state.layers.isEmpty)
  }

  /// The legend is cut if there is little room.
  @Test func `it explains the signs of the plan`() {
    for charset in Charset.allCases {
      let lines = HelpLines.lines(.standard, charset: charset).map(\.text.plain)
      #expect(lines.contains("Signs of the plan and the lists"))
      for sign in PlanSign.allCases {
        let glyph = TerminalText(sign.glyph(MapGlyphs(charset))).plain
        #expect(lines.contains { $0.hasPrefix(glyph + " ") && $0.hasSuffix(sign.help.plain) })
      }
    }
    let ascii = HelpLines.lines(.standard, charset: .ascii).map(\.text.plain)
    #expect(ascii.contains { $0.hasPrefix("@ ~ ") && $0.hasSuffix(" moved") })
    #expect(ascii.contains { $0.hasPrefix("w ") && $0.hasSuffix("an anchor of type waypoint") })
  }

  /// A help line that does not fit is wrapped; a search text may be split between two lines.
  @Test func `what is searched for may stand on two lines`() {
    var session = Session(size: TerminalSize(columns: 60, rows: 20))
    session.press("?", "/")
    session.type("row of the history, else to the date")
    session.press(.enter)
    #expect(session.screen.plainText.contains("roll the selected anchor back"))
  }
}

@Suite struct FooterTests {
  private func hints(_ session: Session) -> String { session.screen.plainLines.last ?? "" }

  @Test func `what matters most now comes first`() {
    var session = Session(size: TerminalSize(columns: 120, rows: 32))
    #expect(hints(session).contains("scrub"))
    session.press(.home)
    #expect(hints(session).contains("End now  "))
    session.press("d")
    #expect(hints(session).contains("e threshold"))
    session.press("d", "d", "d", "5")
    #expect(hints(session).contains("zoom"))
    session.press(.end, "1", .down, "D")
    #expect(hints(session).hasPrefix(" W write"))
  }

  @Test func `a click on a hint does what it says, but never writes`() throws {
    var session = Session(size: TerminalSize(columns: 160, rows: 40))
    func column(of text: String) throws -> Int {
      let line = hints(session)
      return line.distance(
        from: line.startIndex, to: try #require(line.firstRange(of: text)).lowerBound)
    }
    func click(_ text: String) throws {
      let position = Position(column: try column(of: text), row: 39)
      session.send(.terminal(.mouse(MouseEvent(.press(.left), at: position))))
      session.send(.terminal(.mouse(MouseEvent(.release(.left), at: position))))
    }
    try click("diff")
    #expect(session.view.compare.mode != .off)
    try click("help")
    #expect(session.state.layers.count == 1)
    session.press(.escape)
    session.press("d", "d", "d")
    _ = session.takeEffects()
    try click("undo")
    #expect(session.takeEffects().isEmpty, "undo writes")
  }

  @Test func `the help explains every sign of the plan`() {
    let signs = PlanLegend.entries(.braille).map(\.sign.plain).joined(separator: " ")
    for sign in "↑↗→↘↓↙←↖⇑⇗⇒⇘⇓⇙⇐⇖▲◥▶◢▼◣◀◤•▪·◆^v<>○‹#" {
      #expect(signs.contains(sign), "\(sign)")
    }
    #expect(!PlanLegend.entries(.ascii).contains { $0.help.plain.contains("old place") })
  }
}
