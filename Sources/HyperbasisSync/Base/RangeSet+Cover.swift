extension RangeSet<Int> {
  /// The end of the last range; 0 without one.
  var end: Int { ranges.last?.upperBound ?? 0 }

  /// Whether all of a range is in here.
  ///
  /// - Complexity: O(log *n*).
  func covers(_ range: Range<Int>) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < range.upperBound { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count ? ranges[low].lowerBound <= range.lowerBound : range.isEmpty
  }
}
