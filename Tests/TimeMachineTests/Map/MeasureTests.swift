import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// Distances that the user measures.
@Suite struct MeasureTests {
  private static func session() -> Session { Session(size: TerminalSize(columns: 100, rows: 30)) }

  @Test(arguments: [
    (SIMD3(0.0, 0, -2), "2.00 m across, bearing 0°"),
    (SIMD3(3, -4, 0), "3.00 m across, 4.00 m down, bearing 90°"),
    (SIMD3(-1, 0.2, 0), "1.00 m across, 20 cm up, bearing 270°"),
    (SIMD3(0, 1, 0), "0 m across, 1.00 m up"),
    (SIMD3(0, 0, 0), "0 m across"),
  ])
  func `a distance has its parts`(to: SIMD3<Double>, parts: String) {
    #expect(PlaceDistance(from: .zero, to: to).parts.plain == parts)
  }

  @Test func `a turn is said where there is one`() {
    let distance = PlaceDistance(from: .zero, to: SIMD3(0, 0, 3), turn: 12)
    #expect(distance.length == 3)
    #expect(distance.parts.plain == "3.00 m across, bearing 180°, turned +12°")
  }

  @Test func `from one anchor to another, on the plan and in the inspector`() throws {
    var session = Self.session()
    session.run("select chair")
    session.press("*")
    #expect(session.message.hasPrefix("measuring from chair at 2024-03-12 18:00:00 UTC"))
    session.run("select lamp")
    let measured = try #require(session.view.measured)
    #expect(measured.name.plain == "chair")
    // From 1.5, 0, -1 to 0, 2, 0.
    #expect(abs(measured.distance.length - 7.25.squareRoot()) < 1e-6)
    #expect(measured.distance.vertical == 2)
    let screen = session.screen.plainText
    #expect(screen.contains("2.69 m from chair"))
    #expect(screen.components(separatedBy: "2.69 m").count == 3)
    // The line is drawn from every side.
    session.press("|")
    #expect(session.screen.plainText.components(separatedBy: "2.69 m").count == 3)
  }

  @Test func `to another anchor it is measured at the date on screen`() throws {
    var session = Self.session()
    session.run("select chair")
    session.press("*")
    session.run("select exit")
    let now = try #require(session.view.measured).distance.from
    session.press(.home)
    let then = try #require(session.view.measured).distance.from
    #expect((now.x, then.x) == (1.5, 0.5))
  }

  @Test func `to itself it is the way from where it was at the marked date`() throws {
    var session = Self.session()
    session.run("select chair")
    session.press(.home, "*", .end)
    let measured = try #require(session.view.measured)
    #expect(measured.distance.length == 1)
    #expect(measured.text.plain == "1.00 m from where it was")
    session.press("4")
    let screen = session.screen.plainText
    for text in ["1.00 m from where it was", "2024-03-01 10:00:00 UTC", "bearing 90°"] {
      #expect(screen.contains(text))
    }
  }

  @Test func `again on the anchor it ends, on another it starts again`() {
    var session = Self.session()
    session.press("*")
    #expect(session.message.hasPrefix("select an anchor first"))
    #expect(session.view.map.measure == nil)
    session.run("select chair")
    session.press("*")
    session.run("select lamp")
    session.press("*")
    #expect(session.view.map.measure?.anchorId == SampleSpace.lamp)
    session.press("*")
    #expect(session.view.map.measure == nil)
    #expect(session.message == "measuring has ended")
  }

  @Test func `from the first place and from the marks`() {
    var session = Self.session()
    session.run("select chair")
    session.run("measure first")
    #expect(session.message == "chair is 1.00 m from where it was at 2024-03-01 10:00:00 UTC")
    session.run("measure a")
    guard case .prompt(let prompt) = session.state.layers.last else {
      Issue.record("the prompt stays open")
      return
    }
    #expect(prompt.complaint?.plain == "A is not set: a sets it")
    session.press(.escape)
    session.run("a 2024-03-02 12:00")
    session.run("measure a")
    #expect(session.message == "chair is 0 m from where it was at 2024-03-02 12:00:00 UTC")
    session.run("measure off")
    #expect(session.view.map.measure == nil)
  }

  @Test func `an anchor that is not there has no distance`() {
    var session = Self.session()
    session.run("select lamp")
    session.press("*", .home)
    #expect(session.view.measured == nil)
    session.press("*")
    #expect(session.message == "the anchor is not there yet at this date")
    #expect(session.view.map.measure?.instant == SampleSpace.instant(day: 12, 18))
    session.run("select chair")
    // Where the other anchor will be later.
    #expect(session.view.measured?.distance.from == SIMD3(0, 2, 0))
  }

  @Test func `the draft is measured as it stands`() throws {
    var session = Self.session()
    session.run("select chair")
    session.press("*", "M", .shiftRight, .enter)
    let measured = try #require(session.view.measured)
    #expect(abs(measured.distance.length - 0.1) < 1e-6)
  }

  @Test func `a new distance is announced`() {
    var session = Self.session()
    session.run("select chair")
    session.press("*")
    let before = session.state
    session.run("select lamp")
    let lines = Announcer.lines(from: before, to: session.state).map(\.plain)
    #expect(lines.contains("2.69 m from chair: 1.80 m across, 2.00 m up, bearing 236°"))
  }
}
