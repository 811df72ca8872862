import HyperbasisAnchorLog
import HyperbasisHistory

/// The second line as a time bar shows it.
struct ColumnCounts: Equatable, Sendable {
  /// For each column, the most anchors that there were at any moment of its time, so that a crowd that
  /// comes and goes between two positions shows.
  let counts: [Int]
  /// Heights from 0 to 8: 0 only if there is no anchor.
  let levels: [Int]

  var peak: Int { counts.max() ?? 0 }

  init(_ anchors: AnchorCounts, on bar: TimeBar, index: EventIndex) {
    var counts = [Int](repeating: 0, count: bar.width)
    var ends = bar.columns.dropFirst()
    let positions = bar.positions
    for (number, (position, column)) in zip(positions, bar.columns).enumerated() {
      let offset = index.eventCount(through: position)
      let next = number + 1 < positions.count ? index.eventCount(before: positions[number + 1]) : 0
      let count = anchors.most(after: offset...max(offset, next), in: index)
      for covered in column..<(ends.popFirst() ?? bar.width) { counts[covered] = count }
    }
    self.counts = counts
    let peak = Double(max(1, counts.max() ?? 0))
    levels = counts.map { count in
      guard count > 0 else { return 0 }
      return max(1, Int((Double(count) / peak * Double(EventDensity.highestLevel)).rounded()))
    }
  }
}
