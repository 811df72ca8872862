/// A burst that wrote at least three in ten of the live anchors: it may be a step of a creep that is too
/// small to be found by itself.
struct Rewrite: Sendable, Equatable {
  let first: Int32
  let last: Int32

  /// Nil if a burst wrote fewer.
  init?(_ burst: ArraySlice<Write>) {
    guard let first = burst.first, let last = burst.last,
      burst.count * 10 >= Int(first.live) * 3
    else { return nil }
    self.first = first.ordinal
    self.last = last.ordinal
  }
}
