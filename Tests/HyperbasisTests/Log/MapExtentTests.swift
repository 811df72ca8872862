import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import TestSupport
import Testing

/// How far positions reach, with and without summaries of blocks of events.
@Suite struct MapExtentTests {
  private let space = UUIDBits(high: 1, low: 0).uuid

  /// Returns anchors that are created one after the other.
  private func events(_ count: Int, at place: (Int) -> SIMD3<Float>) -> [HBAnchorEvent] {
    (0..<count).map { number in
      HBAnchorEvent(
        id: UUIDBits(high: 2, low: UInt64(number)).uuid,
        anchorId: UUIDBits(high: 3, low: UInt64(number)).uuid, spaceId: space, type: .created,
        timestamp: Date(timeIntervalSince1970: Double(number)), version: 1,
        transform: HBTransform.make(position: place(number)), metadata: [:])
    }
  }

  private func index(seed: UInt64, events: Int) throws -> EventIndex {
    var history = RandomHistory(seed: seed, anchors: 40)
    return try history.index(events: events)
  }

  /// Returns an area that holds all, some or none of the positions.
  private func area(_ viewpoint: MapViewpoint, _ random: inout SeededGenerator) -> MapArea {
    func range() -> ClosedRange<Double> {
      let greatest = Double.greatestFiniteMagnitude
      if Bool.random(using: &random) { return -greatest...greatest }
      let low = Double.random(in: -12...10, using: &random)
      return low...low + .random(in: 0...15, using: &random)
    }
    return MapArea(from: viewpoint, right: range(), down: range())
  }

  private func expect(
    _ found: MapExtent, _ expected: MapExtent, _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(found.low == expected.low, comment, sourceLocation: sourceLocation)
    #expect(found.high == expected.high, comment, sourceLocation: sourceLocation)
    #expect(found.outsideCount == expected.outsideCount, comment, sourceLocation: sourceLocation)
  }

  @Test(arguments: 1...6)
  func blocksChangeNothing(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: 40 + seed)
    let index = try index(seed: seed, events: 5000)
    let blocks = PositionBlocks(index)
    for _ in 0..<60 {
      for viewpoint in MapViewpoint.allCases {
        let ends = [0, index.count].map { _ in Int.random(in: 0...index.count, using: &random) }
        let ordinals = (ends.min() ?? 0)..<(ends.max() ?? 0)
        let area = area(viewpoint, &random)
        expect(
          index.mapExtent(ordinals, in: area, blocks: blocks), index.mapExtent(ordinals, in: area),
          "seed \(seed), \(ordinals), \(viewpoint)")
      }
    }
  }

  @Test func blocksOfALogThatGrewAreThoseOfTheWhole() {
    var random = SeededGenerator(seed: 5)
    let events = events(5000) { _ in
      SIMD3(.random(in: -9...9, using: &random), .random(in: 0...2, using: &random), 1)
    }
    var blocks = PositionBlocks()
    for count in [0, 1, 1023, 1024, 3000, 5000] {
      blocks.extend(to: EventIndex(spaceId: space, events: Array(events[..<count])))
    }
    let whole = EventIndex(spaceId: space, events: events)
    for viewpoint in MapViewpoint.allCases {
      let area = area(viewpoint, &random)
      expect(
        whole.mapExtent(0..<whole.count, in: area, blocks: blocks),
        whole.mapExtent(0..<whole.count, in: area), "\(viewpoint)")
    }
  }

  /// A block with a position outside the area is examined event by event.
  @Test func garbledPositionsAreCounted() {
    let events = events(3000) { number in
      SIMD3(number == 700 ? 3e38 : number == 1500 ? -1e9 : Float(number % 50), 0, 2)
    }
    let index = EventIndex(spaceId: space, events: events)
    let extent = index.mapExtent(
      0..<index.count, in: MapArea(from: .top, right: -100...100, down: -100...100),
      blocks: PositionBlocks(index))
    #expect(extent.outsideCount == 2)
    #expect(extent.low == SIMD2(0, 2) && extent.high == SIMD2(49, 2))
  }

  @Test(arguments: 1...6)
  func theExtentOfAStateIsThatOfItsAnchors(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: 60 + seed)
    let index = try index(seed: 20 + seed, events: 1500)
    for viewpoint in MapViewpoint.allCases {
      let state = index.state(through: .random(in: 0...index.count, using: &random))
      let visible = (0..<index.slotCount).compactMap { slot in
        state.ordinal(ofSlot: slot).flatMap { index.isVisible($0) ? $0 : nil }
      }
      let places = visible.map { viewpoint.project(SIMD3<Double>(index.position($0))) }
      let all = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
      let extent = index.mapExtent(
        of: index.rows(of: state), in: MapArea(from: viewpoint, right: all, down: all))
      #expect(extent.low.x == places.map(\.x).min() ?? .infinity, "seed \(seed)")
      #expect(extent.high.y == places.map(\.y).max() ?? -.infinity, "seed \(seed)")
    }
  }
}
