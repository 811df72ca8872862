import HyperbasisHistory
import Synchronization

/// A clock that stands at the time of the latest input, so that the state needs no clock of its own
/// to tell quick successions from slow ones.
final class InputClock: Clock {
  struct Instant: InstantProtocol {
    fileprivate let time: Duration

    func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }

    func duration(to other: Instant) -> Duration { other.time - time }

    static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
  }

  private let time = Mutex(Duration.zero)

  var now: Instant { Instant(time: time.withLock { $0 }) }

  var minimumResolution: Duration { .microseconds(1) }

  /// Goes to the time of an input.
  func set(_ instant: HBInstant) {
    time.withLock { $0 = .microseconds(instant.microseconds) }
  }

  /// Nobody waits for this clock: it moves with inputs alone.
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    throw CancellationError()
  }
}
