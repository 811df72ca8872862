import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import Testing

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
    session.press("a", .home, "b", "d", "d", "d")
    #expect(session.view.compare.mode == .marks)
  }

  @Test func `A against B has every kind of change`() {
    var session = Session()
    session.press(.home, "a", .end, "b", "d", "d", "d")
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

  @Test func `n goes from change to change`() {
    var session = Session()
    session.press(.home, "a", .end, "b", "d", "d", "d", "n")
    #expect(session.view.lists.selection == SampleSpace.note)
    session.press("n", "n")
    #expect(session.view.lists.selection == SampleSpace.chair)
    session.press("n")
    #expect(session.view.lists.selection == SampleSpace.note)
    session.press("N")
    #expect(session.view.lists.selection == SampleSpace.chair)
  }
}
