import Hyperbasis
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// What the top line keeps when there is little room.
@Suite struct TitleTests {
  private func title(columns: Int) -> String {
    let instant = SampleSpace.instant(day: 13, 9).advanced(byMicroseconds: 123_456)
    let event = SampleSpace.event(
      .updated, SampleSpace.chair, 10, instant, version: 3,
      metadata: ["type": "model", "modelName": "armchair"])
    let session = Session(
      size: TerminalSize(columns: columns, rows: 20), events: SampleSpace.events + [event])
    return session.screen.plainLines[0]
  }

  @Test func `what is below a second gives way before how long ago it was`() {
    let narrow = title(columns: 64)
    #expect(narrow.contains("2024-03-13 09:00:00 UTC") && narrow.contains("d ago"), "\(narrow)")
    #expect(title(columns: 120).contains("09:00:00.123456 UTC"))
  }

  /// The end is then not the date `now`, so it is named differently.
  @Test func `where events lie ahead of the clock the end is the latest`() {
    let ahead = SampleSpace.event(
      .moved, SampleSpace.chair, 10, SampleSpace.instant(day: 25, 9), version: 3,
      transform: HBTransform.make(position: SIMD3(0, 0, 0)))
    var session = Session(
      size: TerminalSize(columns: 110, rows: 30), events: SampleSpace.events + [ahead])
    let old = session.state
    session.press("[")
    #expect(session.screen.plainLines[0].hasSuffix("1 differs from the latest"))
    #expect(session.screen.plainLines.last?.contains(" latest") == true)
    let lines = Announcer.lines(from: old, to: session.state).map(\.plain)
    #expect(lines.last?.hasSuffix("past, 1 differs from the latest") == true, "\(lines)")
    let before = session.state
    session.press(.end)
    let end = Announcer.lines(from: before, to: session.state).map(\.plain)
    #expect(end.contains { $0.hasSuffix("5 anchors, latest") }, "\(end)")
  }
}
