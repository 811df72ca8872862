import Hyperbasis
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// What the line at the top keeps where there is little room.
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
}
