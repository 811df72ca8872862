import Hyperbasis

/// How many anchors differ between two states.
package struct DifferenceCount: Hashable, Sendable {
  package let count: Int
  /// Whether some anchors count without a look at what their events hold.
  package let isEstimate: Bool
}

/// How many payloads may be decoded for one key press; the columns have to do for the rest.
///
/// An anchor whose metadata came from another event then counts as updated: writers append no
/// event where nothing changes, so that only a change that was taken back is judged wrongly.
struct DecodingBudget {
  private(set) var left = 300

  var isSpent: Bool { left <= 0 }

  mutating func take() -> Bool {
    left -= 1
    return left >= 0
  }
}

extension SpaceData {
  /// How many anchors are otherwise in another state; remembered.
  ///
  /// - Complexity: O(anchors), with a bounded number of decoded payloads.
  package func differenceCount(from: Int, to: Int) -> DifferenceCount {
    memo.differenceCounts.value(for: PositionPair(from: from, to: to)) {
      countDifferences(state(at: from), state(at: to))
    }
  }

  private func countDifferences(_ from: SpaceState, _ to: SpaceState) -> DifferenceCount {
    var budget = DecodingBudget()
    var count = 0
    for slot in index.slotsInStoreOrder.lazy.map({ Int($0) }) {
      let before = from.ordinal(ofSlot: slot)
      let after = to.ordinal(ofSlot: slot)
      guard before != after else { continue }
      let wasVisible = before.map(index.isVisible) ?? false
      let isVisible = after.map(index.isVisible) ?? false
      guard let before, let after, wasVisible, isVisible else {
        if wasVisible || isVisible { count += 1 }
        continue
      }
      if differ(before, after, &budget) { count += 1 }
    }
    return DifferenceCount(count: count, isEstimate: budget.left < 0)
  }

  private func differ(_ before: Int, _ after: Int, _ budget: inout DecodingBudget) -> Bool {
    if index.position(before) != index.position(after) { return true }
    return differInMetadata(before, after, &budget) || differInTransform(before, after, &budget)
  }

  func differInMetadata(_ before: Int, _ after: Int, _ budget: inout DecodingBudget) -> Bool {
    guard index.metadataSource(before) != index.metadataSource(after) else { return false }
    guard budget.take() else { return true }
    return !metadata(after: before).hasSameMembers(as: metadata(after: after))
  }

  private func differInTransform(
    _ before: Int, _ after: Int, _ budget: inout DecodingBudget
  ) -> Bool {
    guard index.transformSource(before) != index.transformSource(after) else { return false }
    guard budget.take() else { return true }
    return transform(after: before) != transform(after: after)
  }
}

struct PositionPair: Hashable, Sendable {
  let from: Int
  let to: Int
}
