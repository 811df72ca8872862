import HyperbasisAnchorLog
import HyperbasisHistory

extension SpaceData {
  /// How many anchors are otherwise in another state; remembered.
  ///
  /// - Complexity: O(anchors)
  package func differenceCount(from: Int, to: Int) -> Int {
    memo.differenceCounts.value(for: OffsetPair(from: from, to: to)) {
      index.differenceCount(from: rows(at: from), to: rows(at: to))
    }
  }
}

struct OffsetPair: Hashable, Sendable {
  let from: Int
  let to: Int
}
