package import Foundation

/// When to look again for what others changed: every few seconds as long as something happens, and less
/// and less often while nothing does.
///
/// A thousand devices on which nothing happens look once a minute each, with one request: 17 requests
/// a second in all.
package struct LookPace: Sendable {
  /// Seconds between two looks while something happens; including the time that a pass takes, others see
  /// a change within five.
  package static let shortest: TimeInterval = 4
  package static let longest: TimeInterval = 60
  /// How many looks in vain, two minutes of them, it takes before the pace slows down.
  package static let patience = 30
  /// The factor by which each delay grows then.
  private static let growth = 1.3

  private var looksInVain = 0
  private var delay = Self.shortest
  /// A random number from 0 to the one given.
  private let random: @Sendable (TimeInterval) -> TimeInterval

  package init(
    random: @escaping @Sendable (TimeInterval) -> TimeInterval = { .random(in: 0...$0) }
  ) {
    self.random = random
  }
}

extension LookPace {
  /// Notes that something happens: a user is active, or others have changed something.
  package mutating func noteActivity() {
    (looksInVain, delay) = (0, Self.shortest)
  }

  /// Returns how many seconds after this look the next one follows, unless something happens.
  ///
  /// Long delays are spread a little, so that devices that were started together do not stay in step.
  package mutating func next() -> TimeInterval {
    looksInVain += 1
    if looksInVain > Self.patience { delay = min(Self.longest, delay * Self.growth) }
    return delay == Self.shortest ? delay : delay * 0.9 + random(delay * 0.2)
  }
}
