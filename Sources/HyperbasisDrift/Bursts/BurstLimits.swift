/// How far apart the writes of a burst may be, in microseconds.
struct BurstLimits: Sendable {
  /// From one to the next.
  let gap: Int64
  /// From the first to the last.
  let length: Int64

  /// A device that relocalises writes all anchors as fast as it can.
  static let quick = BurstLimits(gap: 2_000_000, length: 60_000_000)
  /// One that sees its anchors again one by one takes seconds for each; 200 take three quarters of
  /// an hour.
  static let slow = BurstLimits(gap: 45_000_000, length: 7_200_000_000)
  /// An operation is one action; only imports spread one over a long time.
  static let operation = BurstLimits(gap: 60_000_000, length: .max)
}
