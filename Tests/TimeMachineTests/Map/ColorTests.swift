import Foundation
import Hyperbasis
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// Each way to colour anchors tells something, and says what.
@Suite struct ColorTests {
  private static func legend(_ keys: Key...) -> String {
    var session = Session(size: TerminalSize(columns: 120, rows: 32))
    for key in keys { session.press(key) }
    return session.screen.plainLines[1]
  }

  @Test func `by change: what the instant on screen did`() {
    #expect(Self.legend().contains(" last: 1 added "))
    #expect(Self.legend("[").contains("last:") == false)
    #expect(Self.legend("[", "[").contains(" last: 1 updated "))
    #expect(Self.legend("[", "[", "[").contains(" last: 1 moved "))
  }

  @Test func `while two states are compared: what differs`() {
    #expect(Self.legend(.home, "d", "d").contains("× removed + added ● moved ○ before"))
  }

  @Test func `by type, by actor and by height`() {
    #expect(Self.legend("c").contains("· model ▲ waypoint ◆ measurement"))
    #expect(Self.legend("c", "c").contains("no anchor here has a key color"))
    #expect(Self.legend("c", "c", "c").contains("● kit"))
    #expect(Self.legend("c", "c", "c", "c").contains("0 m ■■■■■■ 2.00 m"))
  }

  @Test func `types that the system knows have colours of their own`() {
    let colors = ["sticky_note", "model", "waypoint", "measurement"]
      .map(CategoryNumber.color(ofType:))
    #expect(Set(colors).count == 4)
  }

  @Test func `a colour of a height is the same at every date`() throws {
    let data = Session().view.data
    let range = try #require(data.heightRange)
    #expect(range.low == 0 && range.high == 2)
    #expect(range.share(of: 1) == 0.5)
    #expect(range.share(of: -9) == 0 && range.share(of: 9) == 1)
  }

  @Test func `glyphs in the list have the colours of the plan`() throws {
    var session = Session()
    session.press("c")
    let row = try #require(
      session.screen.plainLines.firstIndex { $0.contains("Entrance        ") })
    #expect(session.screen[45, row]?.style.foreground == CategoryNumber.color(ofType: "waypoint"))
  }
}
