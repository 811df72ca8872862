import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisModels
import HyperbasisWording
import Testing

struct FutureTextTests {
  private static let now = HBInstant(microseconds: 1_773_997_200_000_000)  // 2026-03-20 09:00

  private func text(hours: Double...) -> String? {
    let spaceId = UUID()
    let events = hours.map { hour in
      HBAnchorEvent(
        id: UUID(), anchorId: UUID(), spaceId: spaceId, type: .created,
        timestamp: Self.now.advanced(byMicroseconds: Int64(hour * 3_600_000_000)).date, version: 1,
        transform: HBTransform.identity, metadata: [:])
    }
    let index = EventIndex(spaceId: spaceId, events: events)
    return FutureText.text(index, now: Self.now, TimeText(zone: .gmt))?.plain
  }

  @Test func whatLiesAheadIsToldByTheUnitThatTellsItFromNow() {
    #expect(text(hours: -5, 0) == nil)
    // Clocks differ by some minutes.
    #expect(text(hours: 0.05) == nil)
    #expect(
      text(hours: -1, 2) == "1 event lies ahead of the clock, at 11:00:00 UTC; see verify")
    #expect(
      text(hours: 2, 48) == "2 events lie ahead of the clock, the last on 2026-03-22; see verify")
    #expect(
      text(hours: 2, 24 * 400) == "2 events lie ahead of the clock, the last in 2027; see verify")
    #expect(text(hours: 48) == "1 event lies after today, on 2026-03-22; see verify")
  }
}
