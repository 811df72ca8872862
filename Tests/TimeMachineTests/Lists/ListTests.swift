import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import TestSupport
import Testing

@Suite struct ListTests {
  @Test func `the selection is the same anchor in every pane and at every date`() {
    var session = Session()
    session.press(.down)
    #expect(session.view.lists.selection == SampleSpace.chair)
    session.press(.home, "5", .down)
    #expect(session.view.lists.selection == SampleSpace.note)
    session.press(.end)
    #expect(session.view.lists.selection == SampleSpace.note, "deleted by now, but still chosen")
    session.press("1", "G")
    #expect(session.view.lists.selection == SampleSpace.lamp)
    session.press("g")
    #expect(session.view.lists.selection == SampleSpace.chair)
  }

  @Test func `arrows move the selection in every pane, and other keys its rows`() {
    var session = Session()
    session.press(.down, "3")
    for key in ["3", "6", "7", "4", "5", "0"] as [Key] {
      session.press("1", "g", key, .down)
      #expect(session.view.lists.selection == SampleSpace.entrance, "\(key)")
      session.press(.up)
      #expect(session.view.lists.selection == SampleSpace.chair, "\(key)")
    }
    session.press("3", "j", .down)
    #expect(session.view.lists.historyRow == nil, "the row was one of another anchor")
    #expect(session.screen.plainText.contains("Entrance: "))
    #expect(session.message == "Entrance is selected; j and k go through the rows")
    session.press("6", "g", "j")
    let operation = session.view.lists.operation
    session.press(.down)
    #expect(session.view.lists.operation == operation)
  }

  @Test func `enter on a row of the history goes to its date`() {
    var session = Session()
    session.press(.down, "3", "j", .enter)
    #expect(session.view.time.cursor == .at(SampleSpace.instant(day: 1, 10)))
  }

  @Test func `headings count what they name`() {
    var session = Session()
    #expect(session.screen.plainText.contains("│5 anchors"))
    session.press("i")
    #expect(session.screen.plainText.contains("│5 + 1 deleted"))
    session.press(.home)
    #expect(session.screen.plainText.contains("│5 anchors, in m"))
    session.press(.end, "3")
    #expect(session.screen.plainText.contains("9 events"))
    session.press("f")
    session.type("type:waypoint")
    session.press(.enter)
    #expect(session.screen.plainText.contains("2 of 9 events"))
  }

  @Test func `the history is that of the space while nothing is selected`() {
    var session = Session()
    session.press("3")
    #expect(session.view.historyEvents.count == 9)
    session.press("1", .down, "3")
    #expect(session.view.historyEvents.count == 2)
    session.press(.escape)
    #expect(session.view.historyEvents.count == 9)
  }

  @Test func `deleted anchors are listed on request`() {
    var session = Session()
    #expect(session.view.anchorList.count == 5)
    session.press("i")
    #expect(session.view.anchorList.count == 6)
  }

  @Test func `narrowing steps over the events of one anchor`() {
    var session = Session()
    session.press("o")
    #expect(session.message.contains("select an anchor first"))
    session.press(.down, "o", "[")
    #expect(session.view.time.cursor == .at(SampleSpace.instant(day: 2, 12)))
    session.press("[")
    #expect(session.view.time.cursor == .at(SampleSpace.instant(day: 1, 10)))
    session.press("o", "]")
    #expect(session.view.time.cursor == .at(SampleSpace.instant(day: 2, 12)))
  }

  @Test func `finding selects and n goes on`() {
    var session = Session()
    session.press("/")
    session.type("type:model")
    session.press(.enter)
    #expect(session.view.lists.selection == SampleSpace.chair)
    #expect(session.screen.plainText.contains("2 matches; n goes to the next"))
    session.press("n")
    #expect(session.view.lists.selection == SampleSpace.lamp)
    // With a comparison it goes through the changes.
    session.press("d", "/")
    session.type("type:model")
    session.press(.enter)
    #expect(session.screen.plainText.contains("2 matches"))
    #expect(!session.screen.plainText.contains("goes to the next"))
  }

  @Test(arguments: [
    ("exit", 1, 1), ("type:waypoint", 2, 2), ("modelName=LAMP", 1, 1), ("actor:kit", 1, 2),
    ("kind:moved", 1, 1), ("type:waypoint exit", 1, 1), ("order=2", 1, 1), ("nothing", 0, 0),
  ])
  func `a filter hides anchors and events`(text: String, anchors: Int, events: Int) {
    var session = Session()
    session.press("f")
    session.type(text)
    session.press(.enter)
    #expect(session.view.anchorList.count == anchors)
    #expect(session.view.steppedEvents.count == events)
    #expect(session.view.times.eventCount == events, "the density follows")
  }

  @Test func `a filter of a kind that does not exist is refused`() {
    var session = Session()
    session.press("f")
    session.type("kind:exploded")
    session.press(.enter)
    #expect(!session.state.layers.isEmpty)
    #expect(session.view.lists.filter == nil)
  }

  @Test func `an empty filter takes it away`() {
    var session = Session()
    session.press("f")
    session.type("exit")
    session.press(.enter, "f", .control("u"), .enter)
    #expect(session.view.lists.filter == nil)
  }

  /// An anchor may have its own creation date, before its first event.
  @Test func `inspect has the creation date of the anchor`() throws {
    let anchor = SampleSpace.chair
    let event = SampleSpace.event(
      .created, anchor, 1, SampleSpace.instant(day: 1, 10), version: 1,
      transform: HBTransform.identity, metadata: ["text": "chair"])
    var extras = LogExtras()
    extras.createdAt = HBInstant(microseconds: 1_600_000_000_000_000)
    let line = try LogLine.encode(event, extras: extras) + [0x0A]
    let reader = try LogReader.load(spaceId: SampleSpace.id, source: MemoryByteSource(line))
    let timeline = HBTimeline(index: reader.index)
    let snapshot = LogSnapshot(
      spaceId: SampleSpace.id, name: nil, timeline: timeline, head: SampleSpace.head(of: timeline),
      problems: [])
    var session = Session(size: TerminalSize(columns: 100, rows: 30))
    session.send(.snapshotLoaded(.success(SpaceData(snapshot))))
    session.press(.down, "4")
    let lines = session.screen.plainText.split(separator: "\n")
    #expect(
      lines.contains { $0.contains("created") && $0.contains("2020-09-13 12:26:40") }, "\(lines)")
    #expect(
      lines.contains { $0.contains("changed") && $0.contains("2024-03-01 10:00:00") }, "\(lines)")
  }

  @Test func `digits and tab choose panes`() {
    var session = Session()
    session.press("2")
    #expect(session.view.lists.tab == .diff)
    session.press("5")
    #expect(session.view.lists.focus == .map)
    session.press(.tab)
    #expect(session.view.lists.focus == .tab)
    #expect(session.view.lists.tab == .anchors)
    session.press(.backTab)
    #expect(session.view.lists.focus == .map)
    session.press(.backTab)
    #expect(session.view.lists.tab == .drift)
    session.press(.backTab)
    #expect(session.view.lists.tab == .operations)
    session.press(.backTab)
    #expect(session.view.lists.tab == .inspect)
  }

  /// Numbers without titles would be read as x and y.
  @Test(arguments: [(60, 20), (80, 24)]) func `coordinates have titles whatever is listed`(
    columns: Int, rows: Int
  ) {
    var session = Session(size: TerminalSize(columns: columns, rows: rows))
    for keys in [["i"], ["i", .down, "D"]] as [[Key]] {
      for key in keys { session.press(key) }
      let screen = session.screen.plainText
      #expect(screen.contains(/\bx +(y +)?z│/), "\(screen)")
    }
  }
}
