import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// The inspector shows the same state as the list of anchors, or says which one it shows.
@Suite struct InspectedStateTests {
  private var session = Session(size: TerminalSize(columns: 100, rows: 30))

  private mutating func run(_ line: String) { session.run(line) }

  private var copied: String? {
    session.effects.compactMap { effect in
      if case .copy(let text) = effect { text.plain } else { nil }
    }.last
  }

  @Test mutating func `against now, the place is that of the date in view`() {
    run("select chair")
    session.press(.home, "d", "d")
    #expect(session.view.compare.mode == .now)
    #expect(session.screen.plainText.contains("0.500, 0.000, -1.000 m"))
    session.press("Y")
    #expect(copied == "0.5,0.0,-1.0")
  }

  @Test mutating func `what is not there at the date is shown as it comes, and said`() {
    run("select lamp")
    session.press(.home, "d", "d")
    let screen = session.screen.plainText
    #expect(screen.contains("0.000, 2.000, 0.000 m"))
    #expect(screen.contains("not there at this date"))
    session.press("Y")
    #expect(copied == "0.0,2.0,0.0")
  }

  @Test mutating func `a time keeps its zone beside a long key`() {
    let named = SampleSpace.event(
      .updated, SampleSpace.chair, 78, SampleSpace.instant(day: 14, 2), version: 3,
      metadata: ["modelName": "chair", "a key of many words": 1])
    session = Session(
      size: TerminalSize(columns: 100, rows: 30), events: SampleSpace.events + [named])
    run("select chair")
    session.press("4")
    let screen = session.screen.plainText
    #expect(screen.contains("2024-03-02 12:00:00 UTC"), "\(screen)")
    #expect(!screen.contains("since 2024-03-02"), "there is no room for that")
  }

  /// An anchor that moved while it was deleted is farther from its start than its visible path is long.
  @Test mutating func `a path without the way while deleted says so`() {
    let steps: [(HBAnchorEvent.EventType, Float?)] = [
      (.created, 0), (.moved, 1), (.moved, 2), (.deleted, nil), (.moved, 5), (.deleted, nil),
      (.restored, nil),
    ]
    let events = steps.enumerated().map { number, step in
      SampleSpace.event(
        step.0, SampleSpace.chair, number, SampleSpace.instant(day: 1, number), version: number + 1,
        transform: step.1.map { HBTransform.make(position: SIMD3($0, 0, 0)) },
        metadata: number == 0 ? ["text": "wanderer"] : nil)
    }
    session = Session(size: TerminalSize(columns: 120, rows: 32), events: events)
    session.press(.down)
    let screen = session.screen.plainText
    #expect(screen.contains("2.00 m while it was there"))
    #expect(screen.contains("(5.00 m from start)"))
  }

  /// A second deletion is not the one that deleted the anchor.
  @Test mutating func `a deleted anchor says so first, and who deleted it first`() throws {
    let again = SampleSpace.event(
      .deleted, SampleSpace.note, 79, SampleSpace.instant(day: 10, 9), version: 4, actor: "ann")
    session = Session(
      size: TerminalSize(columns: 120, rows: 40), events: SampleSpace.events + [again])
    session.view.lists.selection = SampleSpace.note
    session.press("4")
    let screen = session.screen.plainText
    let deletion = try #require(screen.firstRange(of: "2024-03-09 09:00:00 UTC by kit"))
    let position = try #require(screen.firstRange(of: "position"))
    #expect(deletion.lowerBound < position.lowerBound)
  }

  @Test
  mutating func `keys for the ends go to the ends of the text, and another is read from its top`()
    throws
  {
    session = Session(size: TerminalSize(columns: 60, rows: 14))
    run("select Entrance")
    session.press("4")
    let selection = session.view.lists.selection
    session.press("G")
    #expect(session.view.lists.selection == selection)
    #expect(session.screen.plainText.contains("version"))
    #expect(!session.screen.plainText.contains("name"))
    session.press("g")
    #expect(session.view.lists.scroll[.inspect] == 0)
    #expect(session.screen.plainText.contains("name"))
    session.press("G", .down)
    #expect(session.view.lists.selection != selection)
    #expect(session.view.lists.scroll[.inspect] == 0)
  }

  /// In kilometres they would have the same coordinates.
  @Test func `anchors close together and far from the origin are told apart`() {
    let points: [SIMD3<Float>] = [SIMD3(1e7, 0, -1e7), SIMD3(1e7 + 2, 1, -1e7)]
    let columns = CoordinateColumns(points, longestName: 12, room: 44)
    let texts = points.map { columns.text($0).plain.split(separator: " ") }
    #expect(texts[1] == ["10000002", "1", "-10000000"] && columns.unit?.plain == "m")
    #expect(CoordinateColumns(points, longestName: 12, room: 33).unit?.plain == "m")
    let apart: [SIMD3<Float>] = [SIMD3(2e4, 0, 0), SIMD3(4e5, 0, 0)]
    #expect(CoordinateColumns(apart, longestName: 12, room: 44).unit?.plain == "km")
  }

  @Test func `anchors on a scale of millimetres are told apart`() {
    let points: [SIMD3<Float>] = [SIMD3(0.0002, 0, -0.006), SIMD3(0.0004, 0, -0.006)]
    let columns = CoordinateColumns(points, longestName: 12, room: 44)
    let texts = points.map { columns.text($0).plain.split(separator: " ").first }
    #expect(texts == ["0.0002", "0.0004"])
    // Whoever has no room for that gets what fits.
    #expect(
      CoordinateColumns(points, longestName: 12, room: 28).text(points[0]).plain
        == "0.00 0.00 -0.01")
  }

  @Test mutating func `a key is named in the characters that were asked for`() {
    run("set charset ascii")
    session.press("4")
    #expect(session.screen.plainText.contains("Down selects one"))
  }

  @Test func `one anchor ten kilometres away leaves metres to those in the room`() {
    let points: [SIMD3<Float>] = [SIMD3(12.5, 0.5, 15), SIMD3(10_015, 0, 0)]
    let wide = CoordinateColumns(points, longestName: 12, room: 44)
    #expect(wide.text(points[0]).plain.split(separator: " ") == ["12.50", "0.50", "15.00"])
    let narrow = CoordinateColumns(points, longestName: 12, room: 26)
    #expect(narrow.unit?.plain == "m" && !narrow.isInKilometres)
    #expect(narrow.text(points[1]).plain.hasPrefix("10015"))
  }

  @Test func `one anchor far away takes the coordinates from no other`() {
    let points: [SIMD3<Float>] = [SIMD3(1, 2, 3), SIMD3(-3.4e38, 0, 0)]
    let columns = CoordinateColumns(points, longestName: 12, room: 38)
    #expect(columns.text(points[0]).plain.split(separator: " ") == ["1.00", "2.00", "3.00"])
    #expect(columns.text(points[1]).plain.hasPrefix("-3e+38"))
    #expect(columns.unit?.plain == "m")
  }
}
