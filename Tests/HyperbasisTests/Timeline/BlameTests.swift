import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisHistory
import SeededRandom
import Testing

/// The author of each part of an anchor: the last to change it.
struct BlameTests {
  private static let space = UUID()

  private static func event(
    _ type: HBAnchorEvent.EventType, _ anchor: UUID, _ number: Int, x: Float? = nil,
    _ metadata: [String: AnyCodableValue]? = nil
  ) -> HBAnchorEvent {
    HBAnchorEvent(
      id: UUID(), anchorId: anchor, spaceId: space, type: type,
      timestamp: Date(timeIntervalSince1970: 1e9 + Double(number)), version: number + 1,
      transform: x.map { HBTransform.make(position: SIMD3($0, 0, 0)) }, metadata: metadata)
  }

  @Test func whatIsSaidAgainChangesNothing() throws {
    let id = UUID()
    let index = EventIndex(
      spaceId: Self.space,
      events: [
        Self.event(.created, id, 0, x: 1, ["text": "a", "color": "red"]),
        Self.event(.updated, id, 1, ["text": "b", "color": "red"]),
        Self.event(.moved, id, 2, x: 2),
        Self.event(.moved, id, 3, x: 2),
        Self.event(.updated, id, 4, ["text": "b", "color": "red", "new": 1]),
        Self.event(.deleted, id, 5),
        Self.event(.restored, id, 6, x: 2, ["text": "b", "color": "red", "new": 1]),
      ])
    let blame = try index.blame(after: 6)
    #expect(blame.place == 2)
    #expect(blame.keys == ["text": 1, "color": 0, "new": 4])
    #expect(try index.blame(after: 1) == Blame(place: 0, keys: ["text": 1, "color": 0]))
  }

  /// Editing or deleting an anchor that is deleted already does not change who deleted it, or when.
  @Test func aDeletionIsNamedWhileItLasts() throws {
    let id = UUID()
    let index = EventIndex(
      spaceId: Self.space,
      events: [
        Self.event(.created, id, 0, x: 1, ["text": "a"]), Self.event(.deleted, id, 1),
        Self.event(.updated, id, 2, ["text": "b"]), Self.event(.deleted, id, 3),
        Self.event(.restored, id, 4),
      ])
    let deletions = try (0..<5).map { try index.blame(after: $0).deletion }
    #expect(deletions == [nil, 1, 1, 1, nil])
  }

  /// Compares with a walk from the beginning that notes each change.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func eachPartIsOfItsLastChange(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let id = UUID()
    let events = (0..<30).map { number -> HBAnchorEvent in
      let metadata: [String: AnyCodableValue] = [
        "a": .int(Int.random(in: 0...1, using: &random)),
        "b": .int(Int.random(in: 0...1, using: &random)),
      ]
      return Self.event(
        number == 0 ? .created : .updated, id, number,
        x: number == 0 || Bool.random(using: &random)
          ? Float(Int.random(in: 0...1, using: &random)) : nil,
        number == 0 || Bool.random(using: &random) ? metadata : nil)
    }
    let index = EventIndex(spaceId: Self.space, events: events)
    var (place, keys) = (0, [String: Int]())
    for ordinal in 0..<index.count {
      let metadata = try index.metadata(ordinal)
      let former = ordinal == 0 ? nil : try index.metadata(ordinal - 1)
      let transforms = try [max(0, ordinal - 1), ordinal].map { try index.transform($0) }
      if transforms[0] != transforms[1] { place = ordinal }
      for (key, value) in metadata where former?[key] != value { keys[key] = ordinal }
      #expect(try index.blame(after: ordinal) == Blame(place: place, keys: keys), "seed \(seed)")
    }
  }
}
