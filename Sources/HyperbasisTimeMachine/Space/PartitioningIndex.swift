extension RandomAccessCollection where Index == Int {
  /// The index of the first element for which a claim holds, which then holds for all that follow;
  /// the end where it holds for none.
  ///
  /// - Complexity: O(log n)
  @inline(__always)
  func partitioningIndex(where claim: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if claim(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
