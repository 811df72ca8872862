import HyperbasisAnchorLog

extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element for which a predicate holds, given that it then holds for all
  /// that follow; the end index if it holds for none.
  ///
  /// - Complexity: O(log n)
  @inline(__always)
  func partitioningIndex(where claim: (Element) -> Bool) -> Int {
    (startIndex..<endIndex).partition { !claim(self[$0]) }
  }
}
