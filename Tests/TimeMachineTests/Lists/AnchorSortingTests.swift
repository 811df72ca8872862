import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// Sorting by numeric keys gives the same as sorting by comparison.
@Suite struct AnchorSortingTests {
  @Test func `keys are put in order, equal ones as they came`() {
    let seed = UInt64.random(in: 0...999_999)
    var random = SeededGenerator(seed: seed)
    for count in [0, 1, 2, 300] {
      for bits in [1, 9, 40, 64] {
        let keys = (0..<count).map { _ in
          UInt64.random(in: 0...(.max >> (64 - bits)), using: &random)
        }
        let expected = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
        #expect(RadixOrder.ascending(keys).map(Int.init) == expected, "seed \(seed), \(bits) bits")
      }
    }
  }

  @Test func `keys of numbers are ordered as these are`() {
    let numbers = [-Double.infinity, -2.5, -1, -.leastNonzeroMagnitude, 0, 1e-9, 1, 3, .infinity]
    let keys = numbers.map(RadixOrder.key)
    #expect(keys == keys.sorted() && Set(keys).count == numbers.count)
    #expect(RadixOrder.key(-0.0) == RadixOrder.key(0))
  }

  /// Anchors are renamed, to names that others have or that are no longer used, and come and go; the
  /// ranks computed beforehand must give the order of the names themselves.
  @Test func `by name, what is known beforehand changes nothing`() {
    let seed = UInt64.random(in: 0...999_999)
    var random = SeededGenerator(seed: seed)
    let texts = ["delta", "Alpha", "émile", "echo", "alpha", "", "zoë", "Bravo 10", "bravo 9"]
    let events = (0..<60).map { number in
      SampleSpace.event(
        number < 9 ? .created : .updated, SampleSpace.anchorId(number % 9 + 1), number,
        SampleSpace.instant(day: 1, 0, number), version: number / 9 + 1,
        transform: number < 9 ? HBTransform.identity : nil,
        metadata: ["text": .string(texts.randomElement(using: &random) ?? "")])
    }
    var former: SpaceData?
    for end in [20, 21, 40, 60] {
      let snapshot = SampleSpace.snapshot(events: Array(events.prefix(end)))
      let prepared = SpaceData(snapshot, following: former)
      prepared.prepareSorting()
      let unprepared = SpaceData(snapshot)
      for count in 0...end {
        let state = prepared.index.state(through: count)
        let slots = (0..<prepared.index.slotCount).map { Int32($0) }
        if count % 7 == 3 { prepared.prepare(.names(stateAt: count)) }
        #expect(
          prepared.sorted(slots, .name, in: state, at: nil)
            == unprepared.sorted(slots, .name, in: state, at: nil),
          "seed \(seed), after \(count) of \(end)")
      }
      former = prepared
    }
  }
}
