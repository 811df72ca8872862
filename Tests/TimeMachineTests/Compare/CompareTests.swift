import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

@Suite struct CompareTests {
  @Test func `marks are set, taken away and swapped`() {
    var session = Session()
    session.press(.home, "a", .end, "b")
    #expect(session.view.compare.marks.a == SampleSpace.instant(day: 1, 10))
    #expect(session.view.compare.marks.b == SampleSpace.instant(day: 12, 18))
    session.press("x")
    #expect(session.view.compare.marks.a == SampleSpace.instant(day: 12, 18))
    session.press("a")
    #expect(session.view.compare.marks.a == nil)
    session.press("x")
    #expect(session.message.contains("set A and B first"))
  }

  @Test func `d goes through the comparisons and skips what has no marks`() {
    var session = Session()
    session.press("d")
    #expect(session.view.compare.mode == .previous)
    #expect(session.view.lists.tab == .diff)
    session.press("d")
    #expect(session.view.compare.mode == .now)
    session.press("d")
    #expect(session.view.compare.mode == .off)
    session.press("a", .home, "b", "d")
    #expect(session.view.compare.mode == .marks)
    session.press("d")
    #expect(session.view.compare.mode == .previous)
  }

  /// The key continues from the current comparison.
  @Test func `the second mark says what compares both, also during another comparison`() {
    var session = Session()
    session.press(.home, "a", .end, "b")
    #expect(session.message.hasSuffix("; d compares"))
    session.press("b", "d", "b")
    #expect(session.view.compare.mode != .marks)
    #expect(session.message.hasSuffix("; :diff marks compares"), "\(session.message)")
    session.type(":diff marks")
    session.press(.enter)
    #expect(session.view.compare.mode == .marks)
    session.press(.home, "]", "a")
    #expect(session.message.hasSuffix("; A and B are compared"), "\(session.message)")
  }

  @Test func `s compares A with B and shows how they differ`() {
    var session = Session(size: TerminalSize(columns: 100, rows: 30))
    session.press(.home, "a", .end, "b", "s")
    #expect(session.view.compare.isSideBySide)
    #expect(session.view.compare.mode == .marks)
    #expect(session.view.lists.tab == .diff)
    #expect(session.screen.plainLines.contains { $0.contains("A to B: 1 added, 1 removed") })
    session.press("d")
    #expect(session.message.contains("side by side compares A with B; s shows one plan"))
    #expect(session.view.compare.mode == .marks)
    session.press("s")
    #expect(session.view.compare.mode == .marks, "one plan with ghosts")
  }

  @Test func `a mark that goes takes the comparison with it, and says so`() {
    var session = Session()
    session.press("b", "b")
    #expect(session.message == "mark B is removed")
    session.press(.home, "a", .end, "b", "d", "b")
    #expect(session.message == "mark B is removed; the comparison is off")
  }

  @Test func `a mark at a date outside of the history says where it stands`() {
    var session = Session()
    session.press(":")
    session.type("a 2023-01-01")
    session.press(.enter)
    #expect(
      session.message
        == "2023-01-01 00:00:00 UTC is before the first event; A is 2024-03-01 10:00:00 UTC")
  }

  @Test func `each of two plans explains what stands in it`() {
    var session = Session(size: TerminalSize(columns: 140, rows: 30))
    session.press(.home, "a", .end, "b", "s")
    let edge = session.screen.plainLines.first { $0.hasPrefix("└") } ?? ""
    let halves = edge.split(separator: "┘└")
    #expect(halves[0].hasSuffix(" × removed ● moved ↑ faces ▲ waypoint "), "\(edge)")
    #expect(halves[1].hasSuffix(" + added ● moved ↑ faces ▲ waypoint "), "\(edge)")
  }

  @Test func `where a legend has no room, it says that there is more`() {
    var session = Session(size: TerminalSize(columns: 60, rows: 20))
    session.press(.home, "a", .end, "b", "s")
    let edges = session.screen.plainLines.filter { $0.hasPrefix("┌") || $0.hasPrefix("└") }
    #expect(edges.joined().contains("…"), "\(edges)")
  }

  @Test func `what the last events did is shown with their date`() {
    var session = Session(size: TerminalSize(columns: 100, rows: 30))
    session.press("t")
    session.type("2024-03-05")
    session.press(.enter, "d")
    let lines = session.screen.plainLines
    #expect(session.message == "what the last events did, at 2024-03-02 12:00:30 UTC")
    #expect(
      lines.contains { $0.contains("plan: last events, 2024-03-02 12:00:30 UTC") }, "\(lines)")
    #expect(lines.contains { $0.contains("2024-03-02 12:00:30: 1 updated") }, "\(lines)")
    #expect(session.view.comparison(.none)?.counts == [.updated: 1])
  }

  @Test func `a date of another year than that in view keeps its year, however short`() {
    let session = Session(size: TerminalSize(columns: 100, rows: 30))
    let texts = { (date: String) in
      HBInstant(rfc3339: date).map { session.state.shorterTexts($0).map(\.plain) } ?? []
    }
    #expect(
      texts("2024-03-02T12:00:30Z") == [
        "2024-03-02 12:00:30 UTC", "2024-03-02 12:00:30", "03-02 12:00",
      ])
    #expect(
      texts("2024-03-02T12:00:30.25Z") == [
        "2024-03-02 12:00:30.25 UTC", "2024-03-02 12:00:30.25", "03-02 12:00:30.25",
        "2024-03-02 12:00:30", "03-02 12:00",
      ])
    #expect(
      texts("2022-10-27T18:53:17Z") == [
        "2022-10-27 18:53:17 UTC", "2022-10-27 18:53:17", "2022-10-27 18:53", "2022-10-27",
      ])
  }

  @Test func `side by side B leaves out only what A says as well`() throws {
    let titles = { (a: String, b: String) throws -> SideTitles in
      var settings = Settings()
      settings.usesLocalTime = false
      return SideTitles(
        try #require(HBInstant(rfc3339: a)), try #require(HBInstant(rfc3339: b)), settings)
    }
    let years = try titles("2022-06-01T08:00:01Z", "2023-07-12T21:43:57.500269Z")
    #expect(years.a.suffix(3).map(\.plain) == ["A 2022-06-01 08:00", "A 2022-06-01", "A"])
    #expect(
      years.b.map(\.plain) == [
        "B 2023-07-12 21:43:57.500269 UTC", "B 2023-07-12 21:43:57.500269",
        "B 2023-07-12 21:43:57", "B 2023-07-12 21:43", "B 2023-07-12", "B",
      ])
    let months = try titles("2022-06-01T08:00:01Z", "2022-07-12T21:43:57Z").b.map(\.plain)
    #expect(months.contains("B 07-12 21:43"))
    // Within one second only the fraction tells them apart.
    let moments = try titles("2022-06-01T08:00:01.25Z", "2022-06-01T08:00:01.5Z").b
    #expect(
      moments.map(\.plain) == [
        "B 2022-06-01 08:00:01.5 UTC", "B 2022-06-01 08:00:01.5", "B 08:00:01.5", "B 2022-06-01",
        "B",
      ])
  }

  @Test func `side by side both plans show their date on a small screen`() {
    var session = Session(size: TerminalSize(columns: 60, rows: 20))
    session.press(.home, "a", .end, "b", "s")
    let text = session.screen.plainText
    #expect(text.contains("A 2024-03-01") && text.contains(/B (2024-)?03-12/), "\(text)")
  }

  @Test func `A against B has every kind of change`() {
    var session = Session()
    session.press(.home, "a", .end, "b", "d")
    let comparison = session.view.comparison(.none)
    let rows = comparison?.rows.map {
      ($0.difference, session.view.index.anchorId(ofSlot: $0.slot))
    }
    #expect(rows?.map(\.0) == [.removed, .added, .moved])
    #expect(rows?.map(\.1) == [SampleSpace.note, SampleSpace.lamp, SampleSpace.chair])
    #expect(comparison?.rows.last?.distance == 1)
  }

  @Test func `against the instant before shows what the latest event did`() {
    var session = Session()
    session.press("[", "[", "d")
    let rows = session.view.comparison(.none)?.rows ?? []
    #expect(rows.map(\.difference) == [.updated])
  }

  @Test func `a change names everybody who had a part in it`() {
    func move(_ anchor: UUID, _ number: Int, day: Int, _ version: Int, x: Float, _ actor: String)
      -> HBAnchorEvent
    {
      let name = anchor == SampleSpace.lamp ? "m1" : "m2"
      return SampleSpace.event(
        version == 1 ? .created : .moved, anchor, number, SampleSpace.instant(day: day, 1),
        version: version, transform: HBTransform.make(position: SIMD3(x, 0, 0)),
        metadata: version == 1 ? ["type": "model", "modelName": .string(name)] : nil,
        actor: actor)
    }
    let events = [
      move(SampleSpace.chair, 1, day: 1, 1, x: 0, "zoe"),
      move(SampleSpace.lamp, 2, day: 2, 1, x: 1, "ann"),
      move(SampleSpace.lamp, 3, day: 3, 2, x: 2, "bob"),
      move(SampleSpace.chair, 4, day: 4, 2, x: 3, "cleo"),
      move(SampleSpace.chair, 5, day: 5, 3, x: 4, "dan"),
    ]
    var session = Session(size: TerminalSize(columns: 140, rows: 32), events: events)
    session.press(.home, "a", .end, "b", "d")
    let rows = session.screen.plainLines
    let added = rows.first { $0.contains("+") && $0.contains("m1") }
    #expect(added?.contains("ann") == true && added?.contains("bob") == false)
    let moved = rows.first { $0.contains("moved") && $0.contains("m2") }
    #expect(moved?.contains("cleo, dan") == true && moved?.contains("zoe") == false)
  }

  @Test func `an anchor that moved and was updated counts as both`() {
    let events =
      SampleSpace.events + [
        SampleSpace.event(
          .restored, SampleSpace.chair, 10, SampleSpace.instant(day: 13, 1), version: 3,
          transform: HBTransform.make(position: SIMD3(9, 0, 0)),
          metadata: ["type": "model", "modelName": "stool"])
      ]
    var session = Session(events: events)
    session.press("d")
    let comparison = session.view.comparison(.none)
    #expect(comparison?.counts == [.moved: 1, .updated: 1])
    #expect(comparison?.rows.count == 1)
  }

  @Test func `moves below the threshold are counted, not listed`() {
    let nudge = SampleSpace.event(
      .moved, SampleSpace.chair, 10, SampleSpace.instant(day: 13, 1), version: 3,
      transform: HBTransform.make(position: SIMD3(1.53, 0, -1), yaw: 90))
    var session = Session(events: SampleSpace.events + [nudge])
    session.press("d")
    #expect(session.view.comparison(session.state.settings.threshold)?.rows.count == 1)
    session.press("e", "e")
    let comparison = session.view.comparison(session.state.settings.threshold)
    #expect(comparison?.rows.isEmpty == true)
    #expect(comparison?.belowThreshold == 1)
    #expect(session.message.contains("1 is below"))
  }

  /// One that was also edited is listed as updated, and still moved less than the threshold.
  @Test func `moves below the threshold are counted, though the anchor was edited too`() {
    let nudge = SampleSpace.event(
      .moved, SampleSpace.chair, 10, SampleSpace.instant(day: 13, 1), version: 3,
      transform: HBTransform.make(position: SIMD3(1.53, 0, -1), yaw: 90))
    let edit = SampleSpace.event(
      .updated, SampleSpace.chair, 11, SampleSpace.instant(day: 13, 2), version: 4,
      metadata: ["text": "chair", "on": true])
    var session = Session(events: SampleSpace.events + [nudge, edit])
    session.press("[", "[", "a", .end, "b", "d", "e", "e")
    let comparison = session.view.comparison(session.state.settings.threshold)
    #expect(comparison?.rows.map(\.difference) == [.updated])
    #expect(comparison?.belowThreshold == 1)
    #expect(comparison?.differingAnchors == 1)
    #expect(session.message.contains("1 is below"))
  }

  @Test func `n goes from change to change`() {
    var session = Session()
    session.press(.home, "a", .end, "b", "d", "n")
    #expect(session.view.lists.selection == SampleSpace.note)
    session.press("n", "n")
    #expect(session.view.lists.selection == SampleSpace.chair)
    session.press("n")
    #expect(session.view.lists.selection == SampleSpace.note)
    session.press("N")
    #expect(session.view.lists.selection == SampleSpace.chair)
  }
}
