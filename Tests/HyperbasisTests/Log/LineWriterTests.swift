import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisModels
import Testing

/// Lines that are prepared before it is known when their events happen.
struct LineWriterTests {
  private func events(at instant: HBInstant) -> [HBAnchorEvent] {
    let (space, anchor) = (Self.space, Self.anchor)
    return [
      HBAnchorEvent(
        id: Self.ids[0], anchorId: anchor, spaceId: space, type: .created, timestamp: instant.date,
        version: 1, transform: HBTransform.make(position: SIMD3(0.1, -0.0, 3)),
        metadata: ["text": "\u{9B}\"\\é\u{2028}", "check": "x"], actorId: "a"),
      HBAnchorEvent(
        id: Self.ids[1], anchorId: anchor, spaceId: space, type: .deleted, timestamp: instant.date,
        version: 2),
    ]
  }

  private static let (space, anchor, ids) = (UUID(), UUID(), [UUID(), UUID()])

  @Test(arguments: [0, 1, 999_999, 1_706_781_600_000_000, 1_706_781_600_012_300, -1])
  func `they are those of events at their instant`(_ microseconds: Int64) throws {
    let instant = HBInstant(microseconds: microseconds)
    let extras = [
      LogExtras(operation: UUID(), batch: LogExtras.Batch(index: 0, count: 2)),
      LogExtras(undone: .undoes(UUID()), createdAt: HBInstant(microseconds: 7), changed: ["a"]),
    ]
    var writer = LineWriter()
    #expect(writer.isEmpty)
    for (event, extras) in zip(events(at: HBInstant(microseconds: 5)), extras) {
      try writer.add(event, extras: extras)
    }
    let expected = try zip(events(at: instant), extras).flatMap { event, extras in
      try LogLine.encode(event, extras: extras) + [UInt8(ascii: "\n")]
    }
    #expect(writer.bytes(at: instant) == expected)
    // Any number of times.
    #expect(writer.bytes(at: instant) == expected)
    for line in expected.split(separator: UInt8(ascii: "\n")) {
      #expect(try LogLine.decode(Array(line), spaceId: Self.space).instant == instant)
      #expect(Array(line).withUnsafeBufferPointer { LineCheck($0) } == .matches)
    }
  }
}
