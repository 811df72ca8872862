/// Ranges of bytes that neither overlap nor touch, in their order.
struct SpanSet: Equatable, Sendable {
  private(set) var spans: [Range<Int>] = []
}

extension SpanSet {
  /// The end of the last span; 0 without one.
  var end: Int { spans.last?.upperBound ?? 0 }

  /// Adds a range, joined with those that it overlaps or touches.
  ///
  /// - Complexity: O(log *n*) behind the end, where ranges mostly go, else O(*n*).
  mutating func insert(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let first = place(of: range.lowerBound)
    var joined = range
    var next = first
    while next < spans.count, spans[next].lowerBound <= range.upperBound {
      joined =
        min(
          joined.lowerBound, spans[next].lowerBound)..<max(
          joined.upperBound, spans[next].upperBound)
      next += 1
    }
    spans.replaceSubrange(first..<next, with: [joined])
  }

  /// Whether all of a range is in one span.
  func covers(_ range: Range<Int>) -> Bool {
    let place = place(of: range.lowerBound)
    guard place < spans.count else { return range.isEmpty }
    return spans[place].lowerBound <= range.lowerBound
      && range.upperBound <= spans[place].upperBound
  }

  /// The first span that does not end before an offset.
  private func place(of offset: Int) -> Int {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].upperBound < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
