import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisWording

/// Collects the anchors that differ, by how they differ, each kind in the order in which it came.
struct ComparisonRows {
  private let filter: EventFilter?
  private var byDifference = [[Comparison.Row]](repeating: [], count: Difference.allCases.count)
  /// How many anchors moved less than counts and did not change otherwise.
  private(set) var belowThreshold = 0

  init(filter: EventFilter?) {
    self.filter = filter
  }

  /// Adds an anchor, in the store's order.
  mutating func add(_ pair: StatePair) {
    guard let difference = pair.difference else {
      if pair.isBelowThreshold { belowThreshold += 1 }
      return
    }
    let hasMoved = difference == .moved
    append(
      Comparison.Row(
        pair, difference, isUpdated: hasMoved && pair.isUpdated,
        distance: hasMoved ? pair.distance : 0))
  }

  private mutating func append(_ row: Comparison.Row) {
    if let filter, !filter.accepts(row.difference),
      !row.isUpdated || !filter.accepts(.updated)
    {
      return
    }
    byDifference[row.difference.rawValue].append(row)
  }

  /// The more important first, then the farther moved, then in the order in which they came.
  var sorted: [Comparison.Row] {
    var rows: [Comparison.Row] = []
    rows.reserveCapacity(byDifference.reduce(0) { $0 + $1.count })
    for difference in Difference.allCases {
      let kind = byDifference[difference.rawValue]
      if difference == .moved {
        for number in DistanceOrder.farthestFirst(kind.map(\.distance)) {
          rows.append(kind[Int(number)])
        }
      } else {
        rows += kind
      }
    }
    return rows
  }
}

/// Sorts many distances in a few passes over their bits.
enum DistanceOrder {
  private static let digitBits = 11
  /// Sign, exponent and 21 bits behind the point.
  private static let passes = 3

  /// The numbers of distances, which are 0 or more, the farthest first; of those that differ by less
  /// than a millionth the first.
  static func farthestFirst(_ distances: [Double]) -> [Int32] {
    // Numbers that are not negative order like their bits, which are turned over here. Those below
    // a millionth of the distance are left out.
    let keys = distances.map { ~($0 + 0).bitPattern >> UInt64(64 - passes * digitBits) }
    var order = keys.indices.map { Int32(truncatingIfNeeded: $0) }
    guard keys.count > 64 else {
      return order.sorted { (keys[Int($0)], $0) < (keys[Int($1)], $1) }
    }
    var other = order
    for number in 0..<passes {
      pass(keys, order, into: &other, shift: UInt64(number * digitBits))
      swap(&order, &other)
    }
    return order
  }

  /// One pass of a radix sort (Knuth, TAOCP 3, 5.2.5), the lowest digits first.
  private static func pass(
    _ keys: [UInt64], _ order: [Int32], into result: inout [Int32], shift: UInt64
  ) {
    var starts = [Int](repeating: 0, count: 1 << digitBits + 1)
    let mask = UInt64(1) << digitBits - 1
    for key in keys { starts[Int(key >> shift & mask) + 1] += 1 }
    for digit in 1..<starts.count { starts[digit] += starts[digit - 1] }
    for number in order {
      let digit = Int(keys[Int(number)] >> shift & mask)
      result[starts[digit]] = number
      starts[digit] += 1
    }
  }
}
