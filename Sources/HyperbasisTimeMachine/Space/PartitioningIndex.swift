import HyperbasisAnchorLog

extension RandomAccessCollection where Index == Int {
  /// The index of the first element for which a claim holds, which then holds for all that follow;
  /// the end where it holds for none.
  ///
  /// - Complexity: O(log n)
  @inline(__always)
  func partitioningIndex(where claim: (Element) -> Bool) -> Int {
    (startIndex..<endIndex).partition { !claim(self[$0]) }
  }
}
