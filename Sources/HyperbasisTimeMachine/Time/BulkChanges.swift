import HyperbasisHistory

/// The instants at which many events happened at once, as in an import or a rollback of a space.
struct BulkChanges: Sendable {
  let instants: [HBInstant]

  /// This many events at one instant are many if an instant usually has a few.
  private static let least = 10
  /// Many are at least this many times as many as an instant usually has.
  private static let unusual = 5

  /// - Complexity: O(n) for n instants.
  init(_ times: EventTimes) {
    let count = times.instantCount
    let step = max(1, count / 255)
    let sample = stride(from: 0, to: count, by: step).map(times.eventCount(ofInstant:)).sorted()
    let usual = sample.isEmpty ? 0 : sample[(sample.count - 1) / 2]
    let threshold = max(Self.least, usual * Self.unusual)
    instants = (0..<count).filter { times.eventCount(ofInstant: $0) >= threshold }
      .map(times.instant)
  }
}
