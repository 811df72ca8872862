import HyperbasisAnchorLog
import HyperbasisHistory

/// The anchors that differ between two states: the most important first, then the farthest moved, then in
/// the store's order.
struct ComparisonRows {
  let rows: [Comparison.Row]
  /// How many of them differ in each way; one that moved and was updated counts as both.
  let counts: [Difference: Int]
  /// How many anchors moved less than the threshold.
  let belowThreshold: Int
  /// How many of them did not change otherwise, and so are not among the rows.
  let unlistedBelowThreshold: Int
  /// How many of the anchors that pass the filter do not differ at all.
  let unchanged: Int
  /// The anchors that pass the filter, whether they differ or not, by slot; nil without one.
  let passing: [Int32]?

  /// - Parameters:
  ///   - pairs: The anchors, in the store's order.
  ///   - filter: Which differences count; nil for all.
  ///   - shift: The shifts that are taken out; nil for none.
  init(
    _ pairs: [StatePair], filter: EventFilter?, without shift: ShiftBetween?, _ index: EventIndex
  ) {
    let sorting = PairSorting(pairs, filter.map { PairMatcher($0, index, without: shift) })
    belowThreshold = sorting.unlistedBelowThreshold + sorting.listedBelowThreshold
    unlistedBelowThreshold = sorting.unlistedBelowThreshold
    unchanged = sorting.unchanged
    counts = sorting.counts
    rows = sorting.rows(of: pairs)
    passing = filter == nil ? nil : sorting.passing
  }
}

/// The indices of the pairs that differ, by kind of difference.
private struct PairSorting {
  /// How many moved less than the threshold: those that did not change otherwise, and those that did.
  private(set) var unlistedBelowThreshold = 0
  private(set) var listedBelowThreshold = 0
  private(set) var unchanged = 0
  private var removed: [Int32] = []
  private var added: [Int32] = []
  private var moved: [RadixOrder.Entry<UInt32>] = []
  private var updated: [Int32] = []
  private var updatedToo = 0
  /// The slots of the pairs that a filter lets through; none without one.
  private(set) var passing: [Int32] = []

  init(_ pairs: [StatePair], _ matcher: PairMatcher?) {
    moved.reserveCapacity(pairs.count)
    var matcher = matcher
    for place in pairs.indices {
      let pair = pairs[place]
      guard let difference = pair.difference else {
        let passes = takes(pair, &matcher)
        if pair.isBelowThreshold {
          unlistedBelowThreshold += 1
        } else if passes {
          unchanged += 1
        }
        continue
      }
      guard takes(pair, &matcher) else { continue }
      if pair.isBelowThreshold { listedBelowThreshold += 1 }
      if difference == .moved, pair.isUpdated { updatedToo += 1 }
      add(Int32(truncatingIfNeeded: place), pair, difference)
    }
  }

  /// Returns whether the filter lets an anchor through, and takes note of it if there is one.
  @inline(__always)
  private mutating func takes(_ pair: StatePair, _ matcher: inout PairMatcher?) -> Bool {
    guard let accepts = matcher?.accepts(pair) else { return true }
    if accepts { passing.append(pair.slot) }
    return accepts
  }

  @inline(__always)
  private mutating func add(_ place: Int32, _ pair: StatePair, _ difference: Difference) {
    switch difference {
    case .removed: removed.append(place)
    case .added: added.append(place)
    case .moved:
      moved.append(
        RadixOrder.Entry(key: RadixOrder.farthestFirst(pair.distance), place: place))
    case .updated: updated.append(place)
    }
  }

  var counts: [Difference: Int] {
    let counts: [Difference: Int] = [
      .removed: removed.count, .added: added.count, .moved: moved.count,
      .updated: updated.count + updatedToo,
    ]
    return counts.filter { $0.value > 0 }
  }

  /// Returns the rows, in the order of the differences.
  func rows(of pairs: [StatePair]) -> [Comparison.Row] {
    let farthestFirst = RadixOrder.ascending(moved)
    let count = removed.count + added.count + moved.count + updated.count
    return [Comparison.Row](unsafeUninitializedCapacity: count) { rows, end in
      for place in removed {
        rows.initializeElement(at: end, to: Comparison.Row(pairs[Int(place)], .removed))
        end += 1
      }
      for place in added {
        rows.initializeElement(at: end, to: Comparison.Row(pairs[Int(place)], .added))
        end += 1
      }
      Self.fill(rows.extracting(end..<end + moved.count), with: farthestFirst, pairs)
      end += moved.count
      for place in updated {
        rows.initializeElement(at: end, to: Comparison.Row(pairs[Int(place)], .updated))
        end += 1
      }
    }
  }

  /// Writes the rows of anchors that moved; if there are very many, half of them on another core.
  private static func fill(
    _ rows: UnsafeMutableBufferPointer<Comparison.Row>, with moved: [RadixOrder.Entry<UInt32>],
    _ pairs: [StatePair]
  ) {
    // Each half writes only the rows of its own numbers.
    nonisolated(unsafe) let room = rows
    @Sendable func fill(_ numbers: Range<Int>) {
      for number in numbers {
        let pair = pairs[Int(moved[number].place)]
        room.initializeElement(
          at: number,
          to: Comparison.Row(pair, .moved, isUpdated: pair.isUpdated, distance: pair.distance))
      }
    }
    guard moved.count > MapScene.manyItems else { return fill(0..<moved.count) }
    let half = moved.count / 2
    _ = concurrently({ fill(0..<half) }, { fill(half..<moved.count) })
  }
}
