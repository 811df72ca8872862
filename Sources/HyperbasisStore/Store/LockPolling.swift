import Foundation

/// How long to wait between two attempts to take a lock, in seconds: the kernel can wake a waiter for
/// a file lock, but not at a deadline.
///
/// The interval doubles from a fifth of a millisecond up to ten milliseconds, which is gentle on a
/// holder that needs a while. A waiter that has not got the lock after a second is competing with many
/// others, which release it only for moments: it tries every half millisecond, so as not to miss all
/// of these before its patience ends.
struct LockPolling {
  private var next: TimeInterval = 0.0002
  private var waited: TimeInterval = 0

  /// The time to the next attempt.
  mutating func interval() -> TimeInterval {
    let interval = next
    waited += interval
    next = waited < 1 ? min(interval * 2, 0.01) : 0.0005
    return interval
  }
}
