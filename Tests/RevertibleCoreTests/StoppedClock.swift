import Synchronization

/// A clock whose time passes only when it is told to.
final class StoppedClock: Clock {
  private let time = Mutex(Duration.zero)

  struct Instant: InstantProtocol {
    let time: Duration

    func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
    func duration(to other: Instant) -> Duration { other.time - time }
    static func < (first: Instant, second: Instant) -> Bool { first.time < second.time }
  }

  var now: Instant { Instant(time: time.withLock { $0 }) }
  var minimumResolution: Duration { .zero }

  func advance(by duration: Duration) { time.withLock { $0 += duration } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
