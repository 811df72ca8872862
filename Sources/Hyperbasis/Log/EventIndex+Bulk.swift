// Whole columns at once, for what looks at every event: a call for each event of a long history
// costs more than the work that it does.

extension EventIndex {
  /// Calls `body` with the instants of all events in microseconds, in canonical order.
  package func withInstants<Result>(
    _ body: (UnsafeBufferPointer<Int64>) throws -> Result
  ) rethrows -> Result {
    try withExtendedLifetime(columns) {
      try body(UnsafeBufferPointer(start: columns.instants, count: count))
    }
  }

  /// Calls `body` with the position in force after each of the events, in metres, but for events
  /// before the fold of their anchor.
  package func forEachPosition(_ ordinals: Range<Int>, _ body: (SIMD3<Float>) -> Void) {
    precondition(
      ordinals.lowerBound >= 0 && ordinals.upperBound <= count,
      "There are no events with those ordinals.")
    withExtendedLifetime(columns) {
      for ordinal in ordinals where columns.flags[ordinal].contains(.started) {
        body(columns.positions[ordinal].vector)
      }
    }
  }
}
