/// The timer of the play: says when to tick, and how much time has passed.
struct Ticker {
  private var interval: Duration?
  private var last = ContinuousClock.now

  /// When the next tick is due; nil while the timer stands.
  var deadline: ContinuousClock.Instant? { interval.map { last + $0 } }

  mutating func start(perSecond: Int) {
    interval = .seconds(1) / max(1, perSecond)
    last = .now
  }

  mutating func stop() { interval = nil }

  /// Microseconds since the last tick, if the next one is due.
  mutating func takeTick() -> Int64? {
    guard let deadline, deadline <= .now else { return nil }
    let now = ContinuousClock.now
    let (seconds, attoseconds) = (now - last).components
    last = now
    // After a suspension the play goes on where it stood.
    return min(seconds, 1) * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}
