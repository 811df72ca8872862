package import Foundation

/// How passes are spaced. Waiting and randomness are injected, so that tests need not wait.
package struct SyncPace: Sendable {
  /// Waits a number of seconds.
  var sleep: @Sendable (TimeInterval) async throws -> Void
  /// A random number from 0 to the one given.
  var random: @Sendable (TimeInterval) -> TimeInterval
  /// How often, and after how many seconds each, to try for a lock that another process holds.
  var lockTries = 150
  var lockInterval: TimeInterval = 0.2
  /// How often to try for it if nothing is to be changed: whoever only looks does not wait long.
  var lockTriesToLook = 25
  /// After how many tries it is reported that another process holds the lock.
  var lockTriesInSilence = 5

  package init(
    sleep: @escaping @Sendable (TimeInterval) async throws -> Void = { seconds in
      try await Task.sleep(for: .seconds(seconds))
    },
    random: @escaping @Sendable (TimeInterval) -> TimeInterval = { .random(in: 0...$0) }
  ) {
    self.sleep = sleep
    self.random = random
  }
}

/// Delays that grow and are spread over their whole range ("full jitter", Marc Brooker,
/// "Exponential Backoff And Jitter", AWS Architecture Blog, 2015), so that devices that were cut
/// off together do not come back together.
struct SyncBackoff: Sendable {
  static let base: TimeInterval = 1
  static let cap: TimeInterval = 300
  private(set) var failures = 0
  /// A random number from 0 to the one given.
  let random: @Sendable (TimeInterval) -> TimeInterval

  /// The delay, in seconds, after one more failure.
  mutating func next(atLeast floor: TimeInterval) -> TimeInterval {
    let most = min(Self.cap, Self.base * pow(2, Double(min(failures, 30))))
    failures += 1
    return max(floor, random(most))
  }

  mutating func reset() {
    failures = 0
  }
}
