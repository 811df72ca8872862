import HyperbasisAnchorLog
import HyperbasisHistory

/// The anchors that differ between two states: the more important first, then the farther moved, then
/// in the store's order.
struct ComparisonRows {
  private(set) var rows: [Comparison.Row] = []
  /// How many of them differ in each way; one that moved and was updated counts as both.
  private(set) var counts: [Difference: Int] = [:]
  /// How many anchors moved less than counts and did not change otherwise.
  private(set) var belowThreshold = 0

  /// - Parameters:
  ///   - pairs: The anchors, in the store's order.
  ///   - filter: Which differences count; nil for all.
  init(_ pairs: [StatePair], filter: EventFilter?) {
    let accepted = Difference.allCases.map { filter?.accepts($0) ?? true }
    let (kinds, rowCounts) = sortOut(pairs, accepted, filter)
    arrange(pairs, kinds, rowCounts)
  }
}

extension ComparisonRows {
  private static let kindCount = Difference.allCases.count

  /// The kind of each pair, behind all kinds for one that is left out, and how many rows each kind
  /// has.
  private mutating func sortOut(
    _ pairs: [StatePair], _ accepted: [Bool], _ filter: EventFilter?
  ) -> (kinds: [UInt8], rowCounts: [Int]) {
    var kinds = [UInt8](repeating: UInt8(Self.kindCount), count: pairs.count)
    var rowCounts = [Int](repeating: 0, count: Self.kindCount)
    var updatedToo = 0
    for (place, pair) in pairs.enumerated() {
      guard let difference = pair.difference else {
        if pair.isBelowThreshold { belowThreshold += 1 }
        continue
      }
      let isUpdatedToo = difference == .moved && pair.isUpdated
      guard
        accepted[difference.rawValue] || isUpdatedToo && accepted[Difference.updated.rawValue],
        filter?.acceptsDistance(pair) ?? true
      else { continue }
      kinds[place] = UInt8(truncatingIfNeeded: difference.rawValue)
      rowCounts[difference.rawValue] += 1
      if isUpdatedToo { updatedToo += 1 }
    }
    for difference in Difference.allCases {
      let count = rowCounts[difference.rawValue] + (difference == .updated ? updatedToo : 0)
      if count > 0 { counts[difference] = count }
    }
    return (kinds, rowCounts)
  }

  private mutating func arrange(_ pairs: [StatePair], _ kinds: [UInt8], _ rowCounts: [Int]) {
    // Where the rows of each kind begin.
    var next = rowCounts.indices.map { rowCounts[..<$0].reduce(0, +) }
    let moved = movedFarthestFirst(pairs, kinds, count: rowCounts[Difference.moved.rawValue])
    let count = rowCounts.reduce(0, +)
    rows = [Comparison.Row](unsafeUninitializedCapacity: count) { rows, initialized in
      for number in moved {
        let pair = pairs[Int(number)]
        rows.initializeElement(
          at: next[Difference.moved.rawValue],
          to: Comparison.Row(pair, .moved, isUpdated: pair.isUpdated, distance: pair.distance))
        next[Difference.moved.rawValue] += 1
      }
      for (place, kind) in kinds.enumerated() {
        guard let difference = Difference(rawValue: Int(kind)), difference != .moved else {
          continue
        }
        rows.initializeElement(
          at: next[Int(kind)], to: Comparison.Row(pairs[place], difference))
        next[Int(kind)] += 1
      }
      initialized = count
    }
  }

  private func movedFarthestFirst(
    _ pairs: [StatePair], _ kinds: [UInt8], count: Int
  ) -> [Int32] {
    var places: [Int32] = []
    var keys: [UInt64] = []
    places.reserveCapacity(count)
    keys.reserveCapacity(count)
    for (place, kind) in kinds.enumerated() where kind == UInt8(Difference.moved.rawValue) {
      places.append(Int32(truncatingIfNeeded: place))
      keys.append(RadixOrder.farthestFirst(pairs[place].distance))
    }
    return RadixOrder.ascending(keys).map { places[Int($0)] }
  }
}
