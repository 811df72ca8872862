import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine
import TestSupport
import Testing

/// What a row of the history says.
@Suite struct HistoryRowsTests {
  private func screen(
    columns: Int = 80, _ more: [HBAnchorEvent], keys: Key...
  ) -> String {
    var session = Session(
      size: TerminalSize(columns: columns, rows: 24), events: SampleSpace.events + more)
    session.press("3")
    for key in keys { session.press(key) }
    return session.screen.plainText
  }

  @Test func `an update that changes nothing says so`() {
    let text = screen([
      SampleSpace.event(
        .updated, SampleSpace.lamp, 20, SampleSpace.instant(day: 13, 1), version: 2,
        metadata: ["type": "model", "modelName": "lamp"])
    ])
    #expect(text.contains("lamp") && text.contains("no change"))
    #expect(!screen([]).contains("no change"))
  }

  @Test func `names are not cut to a third for one long text`() {
    let text = screen([
      SampleSpace.event(
        .updated, SampleSpace.lamp, 20, SampleSpace.instant(day: 13, 1), version: 2,
        metadata: ["type": "model", "modelName": "lamp 1042"]),
      SampleSpace.event(
        .updated, SampleSpace.lamp, 21, SampleSpace.instant(day: 13, 2), version: 3,
        metadata: [
          "type": "model", "modelName": "lamp 1042", "note": "a text that takes all the room",
        ]),
    ])
    // The plan names it as well; the rows of the list start with the glyph of an update.
    #expect(text.components(separatedBy: "≈ lamp 1042 ").count == 3)
  }
}
