import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import TestSupport
import Testing

/// Marks compare before and after, whatever the type of an event.
@Suite struct ChangeMarkTests {
  /// The space after a rollback to its first day, which brings the note back and moves the chair; at the
  /// same instant an app saves the exit as it was.
  private static let events =
    SampleSpace.events + [
      rolledBack(SampleSpace.chair, 10, version: 3, to: 0),
      rolledBack(SampleSpace.note, 11, version: 4, to: 1),
      SampleSpace.event(
        .moved, SampleSpace.exit, 12, instant, version: 2,
        transform: SampleSpace.events[3].transform),
    ]

  private static let instant = SampleSpace.instant(day: 13, 1)

  private static func rolledBack(
    _ anchor: HBAnchor.ID, _ number: Int, version: Int, to first: Int
  ) -> HBAnchorEvent {
    SampleSpace.event(
      .restored, anchor, number, instant, version: version,
      transform: SampleSpace.events[first].transform, metadata: SampleSpace.events[first].metadata)
  }

  private static func session() -> Session {
    Session(size: TerminalSize(columns: 100, rows: 30), events: events)
  }

  @Test func `the plan counts what the last events changed`() {
    let session = Self.session()
    let title = session.screen.plainLines.first { $0.contains("plan") } ?? ""
    #expect(title.contains("last: 1 added, 1 moved"), "\(title)")
    #expect(!title.contains("2 added") && !title.contains("2 moved"), "\(title)")
  }

  @Test(arguments: [(nil, true), ("bread", true), ("chair", false)])
  func `the plan counts what the last events removed`(filter: String?, isCounted: Bool) {
    var session = Session(size: TerminalSize(columns: 100, rows: 30))
    session.press("t")
    session.type("2024-03-09 09:00")
    session.press(.enter)
    if let filter {
      session.press("f")
      session.type(filter)
      session.press(.enter)
    }
    let lines = session.screen.plainLines
    #expect(lines.contains { $0.contains("last: 1 removed") } == isCounted, "\(lines)")
    #expect(lines.contains { $0.contains("last: ") } == isCounted, "\(lines)")
  }

  @Test func `the plan and the comparison count the same`() {
    var session = Self.session()
    session.press("d")
    #expect(session.view.compare.mode == .previous)
    #expect(session.view.comparison(.none)?.counts == [.added: 1, .moved: 1])
  }

  @Test func `the history marks what an event did`() {
    var session = Self.session()
    session.press("3")
    let rows = session.screen.plainLines
    #expect(rows.contains { $0.contains("~ chair     restored 1.00… 03-13 01:00") }, "\(rows)")
    #expect(rows.contains { $0.contains("+ buy milk  restored") }, "\(rows)")
    #expect(rows.contains { $0.contains("· Exit      no change") }, "\(rows)")
    #expect(!rows.contains { $0.contains("+ chair     restored") })
  }

  @Test(arguments: [
    ("kind:moved", 2), ("kind:updated", 1), ("kind:restored", 1), ("kind:added", 7),
    ("kind:removed", 1), ("kind:created", 6),
  ])
  func `a filter by kind lets through what an event did`(filter: String, events: Int) {
    var session = Self.session()
    session.press("f")
    session.type(filter)
    session.press(.enter, "3")
    #expect(session.view.historyEvents.count == events)
  }
}
