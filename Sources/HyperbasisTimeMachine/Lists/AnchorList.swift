import HyperbasisAnchorLog
import HyperbasisHistory

/// The anchors of a state in the store's order.
package struct AnchorList: Sendable {
  package struct Key: Hashable, Sendable {
    /// How many events the state folds.
    package var offset: Int
    package var includesDeleted: Bool
    package var filter: EventFilter?
  }

  package let slots: [Int32]
  /// How many of the state's visible anchors a filter hides.
  package let hiddenByFilter: Int
  private let numbers: RowNumbers

  init(slots: [Int32], hiddenByFilter: Int) {
    self.slots = slots
    self.hiddenByFilter = hiddenByFilter
    numbers = RowNumbers(slots: slots.lazy.map { Int($0) })
  }

  package var count: Int { slots.count }

  /// The number of an anchor's row.
  package func number(ofSlot slot: Int) -> Int? { numbers[slot] }
}

extension SpaceData {
  /// The anchors of a state; remembered.
  ///
  /// - Complexity: O(anchors) the first time.
  package func anchors(_ key: AnchorList.Key) -> AnchorList {
    memo.lists.value(for: key) {
      if key.filter == nil, !key.includesDeleted {
        return AnchorList(
          slots: index.visibleSlots(in: rows(at: key.offset)), hiddenByFilter: 0)
      }
      let state = state(at: key.offset)
      let result = key.filter.map { filtered($0) }
      result?.prepare(
        index.slotsInStoreOrder.lazy.compactMap { state.ordinal(ofSlot: Int($0)) })
      var hidden = 0
      let slots = index.slotsInStoreOrder.filter { slot in
        guard let ordinal = state.ordinal(ofSlot: Int(slot)), index.hasStarted(ordinal),
          key.includesDeleted || !index.isHidden(ordinal)
        else { return false }
        guard result?.includes(slot: Int(slot), after: ordinal) ?? true else {
          hidden += 1
          return false
        }
        return true
      }
      return AnchorList(slots: slots, hiddenByFilter: hidden)
    }
  }
}
