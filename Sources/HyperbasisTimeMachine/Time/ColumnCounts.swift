import HyperbasisAnchorLog
import HyperbasisHistory

/// The second line as a time bar shows it.
struct ColumnCounts: Equatable, Sendable {
  /// For each column the anchors at its date, in columns between two positions as at the first.
  let counts: [Int]
  /// Heights from 0 to 8: 0 only where there is no anchor.
  let levels: [Int]

  var peak: Int { counts.max() ?? 0 }

  init(_ anchors: AnchorCounts, on bar: TimeBar, index: EventIndex) {
    var counts = [Int](repeating: 0, count: bar.width)
    var ends = bar.columns.dropFirst()
    for (position, column) in zip(bar.positions, bar.columns) {
      let count = anchors.count(after: index.eventCount(through: position))
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
