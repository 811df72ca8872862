import TestSupport
import Testing

struct VirtualScreenTests {
  @Test func textWrapsAndScrolls() {
    var screen = VirtualScreen(columns: 4, rows: 2)
    screen.feed("abcdef\r\ngh")
    #expect(screen.lines == ["ef", "gh"])
  }

  @Test func sequencesMoveAndErase() {
    var screen = VirtualScreen(columns: 8, rows: 3)
    screen.feed(
      "\u{1B}[2;3Hxyz\u{1B}[D\u{1B}[1K\u{1B}[1;1H東京\u{1B}[2G!\u{1B}[3d\u{1B}[1Gend\u{1B}[2D\u{1B}[P"
    )
    #expect(screen.lines == [" !京", "", "ed"])
  }

  @Test func theAlternateScreenGivesTheMainOneBack() {
    var screen = VirtualScreen(columns: 8, rows: 2)
    screen.feed("$ run\u{1B}[?1049h\u{1B}[?25l\u{1B}[Hfull\u{1B}[?2004h")
    #expect(screen.isAlternate)
    #expect(screen.modes.contains(2004))
    screen.feed("\u{1B}[?1049l\u{1B}[?25h\u{1B}[?2004l!")
    #expect(screen.lines == ["$ run!", ""])
    #expect(screen.isCursorVisible && screen.modes.isDisjoint(with: [1049, 2004]))
  }

  @Test func stringsAreNotText() {
    var screen = VirtualScreen(columns: 20, rows: 1)
    screen.feed(
      "a\u{1B}]2;title\u{7}b\u{1B}]52;c;QQ==\u{7}\u{1B}Ptmux;\u{1B}\u{1B}]52;c;x\u{7}\u{1B}\\c")
    #expect(screen.lines == ["abc"])
    #expect(screen.title == "title")
    #expect(screen.clipboard == ["QQ=="])
  }
}
