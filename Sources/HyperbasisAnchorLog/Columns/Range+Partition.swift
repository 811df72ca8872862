extension Range<Int> {
  /// Returns the first number that fails a predicate which holds up to some number and not beyond;
  /// the upper bound if it holds for all.
  ///
  /// - Complexity: O(log `count`).
  @inlinable @inline(__always)
  public func partition(_ isBelow: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isBelow(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
