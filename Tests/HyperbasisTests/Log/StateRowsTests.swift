import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import TestSupport
import Testing

/// The rows of a state, checked against the log that they come from.
@Suite struct StateRowsTests {
  private func expect(_ rows: StateRows, areOf state: FoldedState, in index: EventIndex) {
    #expect(rows.eventCount == state.eventCount)
    for slot in 0..<index.slotCount {
      let ordinal = state.ordinal(ofSlot: slot)
      #expect(rows.ordinal(ofSlot: slot) == ordinal)
      #expect(rows.position(ofSlot: slot) == ordinal.map(index.position))
      #expect(rows.isVisible(slot: slot) == index.isVisible(slot: slot, in: state))
    }
    #expect(
      index.visibleSlots(in: rows)
        == index.slotsInStoreOrder.filter { index.isVisible(slot: Int($0), in: state) })
  }

  @Test(arguments: 1...10)
  func areThoseOfTheState(_ seed: UInt64) throws {
    var history = RandomHistory(seed: 700 + seed, anchors: 30)
    let index = try history.index(events: 200)
    for position in [0, 1, 7, 100, index.count] {
      let state = index.state(through: position)
      expect(index.rows(of: state), areOf: state, in: index)
    }
  }

  @Test(arguments: 1...10)
  func areTheSameFromAnotherState(_ seed: UInt64) throws {
    var history = RandomHistory(seed: 900 + seed, anchors: 30)
    let index = try history.index(events: 200)
    var position = 0
    var rows = index.rows(of: index.state(through: position))
    for _ in 0..<60 {
      // Some steps are short enough to be walked event by event, and some are longer.
      let step = Int.random(in: -20...70, using: &history.random)
      position = step > 65 ? 0 : max(0, min(position + step, index.count))
      let state = index.state(through: position)
      rows = index.rows(of: state, near: rows)
      expect(rows, areOf: state, in: index)
    }
  }
}
