import Synchronization

/// How long the disk takes to flush a log, as far as this process has seen.
///
/// A flush that takes a tenth of a millisecond costs less than to hand the save to another thread
/// and to wake the saver again; one that takes longer is nothing to wait for on a thread that others
/// need.
package final class FlushPace: Sendable {
  /// Nanoseconds; none before the first flush.
  private let last = Atomic<Int64>(.max)
  private let turn: Turn
  private static let quick: Int64 = 1_000_000

  package init(turn: Turn = .process) {
    self.turn = turn
  }

  /// Whoever waits for a flush on a thread that others need: one at a time in the whole process, so
  /// that a disk that hangs all of a sudden holds one of the threads that tasks share, not all.
  package final class Turn: Sendable {
    fileprivate let isTaken = Atomic(false)
    package static let process = Turn()

    package init() {}
  }

  /// Calls `body`, which waits for a flush, where that is not worth another thread.
  ///
  /// - Returns: nil where it is, or cannot be known yet.
  package func whileQuick<Result>(_ body: () throws -> Result?) rethrows -> Result? {
    guard last.load(ordering: .relaxed) < Self.quick,
      !turn.isTaken.exchange(true, ordering: .acquiring)
    else { return nil }
    defer { turn.isTaken.store(false, ordering: .releasing) }
    return try body()
  }

  /// Calls `flush` and notes how long it takes.
  package func measure<Result>(_ flush: () throws -> Result) rethrows -> Result {
    let start = ContinuousClock.now
    let result = try flush()
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    last.store(seconds * 1_000_000_000 + attoseconds / 1_000_000_000, ordering: .relaxed)
    return result
  }
}
