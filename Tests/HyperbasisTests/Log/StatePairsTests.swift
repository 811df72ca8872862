import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import TestSupport
import Testing

/// Two states compared anchor by anchor, checked against what the log says of each.
@Suite struct StatePairsTests {
  private func expect(
    _ pairs: [StatePair], areOf index: EventIndex, from: StateRows, to: StateRows, _ seed: UInt64
  ) throws {
    let slots = index.slotsInStoreOrder.filter {
      from.isVisible(slot: Int($0)) || to.isVisible(slot: Int($0))
    }
    #expect(pairs.map(\.slot) == slots, "seed \(seed)")
    for pair in pairs {
      let slot = Int(pair.slot)
      #expect(pair.wasVisible == from.isVisible(slot: slot), "seed \(seed)")
      #expect(pair.isVisible == to.isVisible(slot: slot), "seed \(seed)")
      guard pair.isCommon, let before = from.ordinal(ofSlot: slot),
        let after = to.ordinal(ofSlot: slot)
      else {
        #expect(!pair.hasMoved && !pair.isUpdated, "seed \(seed)")
        continue
      }
      let hasMoved = try index.transform(before) != index.transform(after)
      #expect(pair.hasMoved == hasMoved, "seed \(seed), slot \(slot)")
      let isUpdated = try index.metadata(before) != index.metadata(after)
      #expect(pair.isUpdated == isUpdated, "seed \(seed), slot \(slot)")
    }
  }

  /// States that follow from each other keep the digests that they are compared by.
  @Test(arguments: 1...10)
  func tellWhatDiffers(_ seed: UInt64) throws {
    var history = RandomHistory(seed: 300 + seed, anchors: 30)
    let index = try history.index(events: 300)
    let first = index.rows(of: index.state(through: 60))
    var rows = index.rows(of: index.state(through: 150))
    var position = 150
    for _ in 0..<30 {
      let pairs = index.pairs(from: first, to: rows)
      try expect(pairs, areOf: index, from: first, to: rows, seed)
      #expect(
        index.differenceCount(from: first, to: rows) == pairs.count(where: \.isChanged),
        "seed \(seed)")
      // The latest state keeps its digests, and the states that follow from it have them.
      let step = Int.random(in: -25...25, using: &history.random)
      position = step == 0 ? index.count : max(0, min(position + step, index.count))
      rows = index.rows(of: index.state(through: position), near: rows)
    }
  }

  /// With this many anchors, the parts are found on several cores, and put together again.
  @Test func tellWhatDiffersOfMany() throws {
    var history = RandomHistory(seed: 77, anchors: 30_000)
    let index = try history.index(events: 60_000)
    let rows = [20_000, 45_000].map { index.rows(of: index.state(through: $0)) }
    let pairs = index.pairs(from: rows[0], to: rows[1])
    try expect(pairs, areOf: index, from: rows[0], to: rows[1], 77)
    #expect(
      index.differenceCount(from: rows[0], to: rows[1]) == pairs.count(where: \.isChanged))
  }

  /// A state has the same rows from whichever state they are found, near or far, earlier or later; with
  /// few anchors and with so many that several cores find them.
  @Test(arguments: [(30, 300), (20_000, 50_000)])
  func rowsAreTheSameFromEveryState(_ anchors: Int, _ events: Int) throws {
    var history = RandomHistory(seed: 500, anchors: anchors)
    let index = try history.index(events: events)
    let latest = index.rows(of: index.state(through: index.count))
    // After a comparison, the digests of the latest state are known to the states found from it.
    #expect(index.differenceCount(from: latest, to: latest) == 0)
    var former = latest
    for _ in 0..<20 {
      let state = index.state(through: Int.random(in: 0...index.count, using: &history.random))
      let rows = index.rows(of: state)
      let found = index.rows(of: state, near: former)
      for slot in 0..<index.slotCount {
        #expect(found.ordinal(ofSlot: slot) == rows.ordinal(ofSlot: slot))
        #expect(found.position(ofSlot: slot) == rows.position(ofSlot: slot))
        #expect(found.isVisible(slot: slot) == rows.isVisible(slot: slot))
        #expect(found.metadataSource(ofSlot: slot) == rows.metadataSource(ofSlot: slot))
      }
      let pairs = index.pairs(from: rows, to: latest)
      #expect(index.pairs(from: found, to: latest).elementsEqual(pairs, by: Self.areAlike))
      #expect(
        index.differenceCount(from: found, to: latest) == pairs.count(where: \.isChanged))
      former = found
    }
  }

  private static func areAlike(_ pair: StatePair, _ other: StatePair) -> Bool {
    (pair.slot, pair.before, pair.after) == (other.slot, other.before, other.after)
      && (pair.hasMoved, pair.isUpdated) == (other.hasMoved, other.isUpdated)
      && pair.distance == other.distance
  }
}
