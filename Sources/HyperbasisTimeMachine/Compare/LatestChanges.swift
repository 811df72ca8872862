import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisWording

/// What the events of one instant did, by anchor: what has just changed on the screen.
struct LatestChanges: Sendable {
  private let differences: [Int: Difference]

  /// More anchors in one instant are an import, in which no single one stands out.
  private static let limit = 10_000

  init(_ index: EventIndex, offset: Int) {
    var differences: [Int: Difference] = [:]
    let first = offset > 0 ? index.position(before: index.instant(offset - 1)) : 0
    if offset - first <= Self.limit {
      for ordinal in first..<offset {
        let slot = index.slot(ordinal)
        let difference = index.type(ordinal).difference
        // Made and moved in one instant is new all the same.
        differences[slot] = min(differences[slot] ?? difference, difference)
      }
    }
    self.differences = differences
  }

  /// How many of some anchors changed, by how.
  func counts(where isCounted: (_ slot: Int) -> Bool) -> [Difference: Int] {
    differences.reduce(into: [:]) { counts, entry in
      if isCounted(entry.key) { counts[entry.value, default: 0] += 1 }
    }
  }

  func difference(ofSlot slot: Int) -> Difference? { differences[slot] }
}

extension SpaceData {
  /// What the instant of the latest of so many events changed; remembered.
  func latestChanges(at offset: Int) -> LatestChanges {
    memo.latestChanges.value(for: offset) { LatestChanges(index, offset: offset) }
  }
}
