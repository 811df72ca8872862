import Foundation
import Hyperbasis

/// The anchors and events of one log that a filter lets through.
struct FilterResult: Sendable {
  fileprivate let slots: [Bool]
  let events: EventSelection

  func includes(slot: Int) -> Bool { slot < slots.count && slots[slot] }
}

extension SpaceData {
  /// What a filter lets through; remembered.
  ///
  /// Anchors are judged by their newest metadata, so that a filter means the same at every date.
  /// - Complexity: O(anchors decoded + events) the first time.
  func filtered(_ filter: EventFilter) -> FilterResult {
    memo.filters.value(for: filter) {
      let anchors = (0..<index.slotCount).map { slot in
        filter.matches(
          metadata(after: index.newestOrdinal(ofSlot: slot)),
          id: index.anchorId(ofSlot: slot).uuidString.lowercased())
      }
      var slots = filter.isAboutEvents ? Array(repeating: false, count: anchors.count) : anchors
      var ordinals: [Int32] = []
      for ordinal in 0..<index.count where anchors[index.slot(ordinal)] {
        guard filter.matches(event: ordinal, of: index) else { continue }
        slots[index.slot(ordinal)] = true
        ordinals.append(Int32(clamping: ordinal))
      }
      return FilterResult(slots: slots, events: EventSelection(index, ordinals: ordinals))
    }
  }
}
