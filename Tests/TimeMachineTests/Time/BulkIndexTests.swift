import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import Testing

@testable import HyperbasisTimeMachine

struct BulkIndexTests {
  private let index: EventIndex = {
    let space = UUID()
    let anchors = (0..<5).map { _ in UUID() }
    let events = (0..<100).map { number in
      HBAnchorEvent(
        id: UUID(uuid: (UInt8(number), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
        anchorId: anchors[number % 5], spaceId: space, type: number < 5 ? .created : .moved,
        timestamp: Date(timeIntervalSince1970: Double(number / 3)), version: number / 5 + 1,
        // The fold of the fifth anchor starts with its second event.
        transform: number == 4
          ? nil : HBTransform.make(position: SIMD3(Float(number), 0, Float(-number))))
    }
    return EventIndex(spaceId: space, events: events)
  }()

  @Test func timesOfAllEventsAndOfSome() {
    let instants = (0..<index.count).map(index.instant)
    #expect(EventTimes(index: index) == EventTimes(instants))
    let some = stride(from: 0, to: 100, by: 7).map(\.self)
    #expect(EventTimes(index: index, ordinals: some) == EventTimes(some.map(index.instant)))
  }

  @Test func boundsOfWhereAnchorsWere() {
    #expect(MapBounds(index: index) == MapBounds(minX: 0, maxX: 99, minZ: -99, maxZ: 0))
    #expect(
      MapBounds(index: index, ordinals: 10..<21)
        == MapBounds(
          minX: 10, maxX: 20, minZ: -20, maxZ: -10))
    let alone = MapBounds(index: index, ordinals: 4..<5)
    #expect(alone == MapBounds(points: [MapPoint]()))
  }
}
