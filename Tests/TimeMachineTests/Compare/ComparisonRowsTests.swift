import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisHistory
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// The order of the differences, and how many there are.
struct ComparisonRowsTests {
  private let space = UUIDBits(high: 1, low: 0).uuid

  /// Returns pairs of anchors that are added, removed, moved, updated, both or left alone.
  private func pairs(_ count: Int, seed: UInt64) throws -> [StatePair] {
    var random = SeededGenerator(seed: seed)
    var events: [HBAnchorEvent] = []
    func write(
      _ type: HBAnchorEvent.EventType, _ anchor: Int, at second: Double, _ version: Int,
      position: SIMD3<Float>? = nil, metadata: [String: AnyCodableValue]? = nil
    ) {
      events.append(
        HBAnchorEvent(
          id: UUIDBits(high: 4, low: UInt64(events.count)).uuid,
          anchorId: UUIDBits(high: 5, low: UInt64(anchor)).uuid, spaceId: space, type: type,
          timestamp: Date(timeIntervalSince1970: second), version: version,
          transform: position.map { HBTransform.make(position: $0) }, metadata: metadata))
    }
    for anchor in 0..<count {
      let kind = Int.random(in: 0...5, using: &random)
      let isAdded = kind == 0
      write(.created, anchor, at: isAdded ? 200 : 100, 1, position: .zero, metadata: [:])
      if kind == 1 { write(.deleted, anchor, at: 200, 2) }
      if kind == 2 || kind == 3 {
        let way = Float.random(in: 0...1, using: &random)
        write(.moved, anchor, at: 200, 2, position: SIMD3(way * way * 9, 0, 0))
      }
      if kind == 3 || kind == 4 { write(.updated, anchor, at: 201, 3, metadata: ["a": 1]) }
    }
    let index = EventIndex(spaceId: space, events: events)
    let before = index.eventCount(through: HBInstant(microseconds: 150_000_000))
    return index.pairs(
      from: index.rows(of: index.state(through: before)),
      to: index.rows(of: index.state(through: index.count)))
  }

  @Test(arguments: [3, 60, 500, 20_000], [nil, "kind:updated", "kind:moved", "kind:removed"])
  func theMoreImportantComesFirst(_ count: Int, _ text: String?) throws {
    let filter = try text.map { try #require(try EventFilter($0)) }
    let pairs = try pairs(count, seed: UInt64(count))
    let found = ComparisonRows(
      pairs, filter: filter, without: nil, Session().view.index)
    let expected = pairs.filter { pair in
      guard let difference = pair.difference else { return false }
      let isUpdatedToo = difference == .moved && pair.isUpdated
      return filter.map { $0.accepts(difference) || isUpdatedToo && $0.accepts(.updated) } ?? true
    }
    // A sort that keeps the store's order among equals.
    let sorted = expected.enumerated().sorted { left, right in
      func key(_ entry: (offset: Int, element: StatePair)) -> (Int, UInt32, Int) {
        let pair = entry.element
        return (
          pair.difference?.rawValue ?? 9,
          pair.difference == .moved ? RadixOrder.farthestFirst(pair.distance) : 0, entry.offset
        )
      }
      return key(left) < key(right)
    }
    #expect(found.rows.map(\.slot) == sorted.map { Int($0.element.slot) })
    #expect(found.rows.map(\.difference) == sorted.map { $0.element.difference })
    for difference in Difference.allCases {
      let updatedToo = difference == .updated ? found.rows.count(where: \.isUpdated) : 0
      #expect(
        found.counts[difference, default: 0]
          == found.rows.count { $0.difference == difference } + updatedToo)
    }
  }

  @Test func theFartherComesFirst() {
    let distances = [0, 0.5, 1e-9, 3, 2.9999, 1e6, 0.25, .infinity]
    let order = RadixOrder.ascending(distances.map(RadixOrder.farthestFirst))
    #expect(order == [7, 5, 3, 4, 1, 6, 2, 0])
  }
}
