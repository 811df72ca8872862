import Synchronization

/// How long the disk takes to flush a log, as far as this process has seen.
///
/// A flush that takes a tenth of a millisecond costs less than to hand the save to another thread
/// and to wake the saver again; one that takes longer is nothing to wait for on a thread that others
/// need.
package final class FlushPace: Sendable {
  /// How many flushes in a row were slow; as if there had been many, before the first one.
  private let slowInARow = Atomic<Int>(mostSlow)
  private let turn: Turn
  private static let quick = Duration.milliseconds(1)
  /// A busy machine makes some flushes of a quick disk slow.
  private static let mostSlow = 4

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
    guard slowInARow.load(ordering: .relaxed) < Self.mostSlow,
      !turn.isTaken.exchange(true, ordering: .acquiring)
    else { return nil }
    defer { turn.isTaken.store(false, ordering: .releasing) }
    return try body()
  }

  /// Calls `flush` and notes how long it takes.
  package func measure<Result>(_ flush: () throws -> Result) rethrows -> Result {
    let start = ContinuousClock.now
    let result = try flush()
    if ContinuousClock.now - start < Self.quick {
      slowInARow.store(0, ordering: .relaxed)
    } else {
      slowInARow.add(1, ordering: .relaxed)
    }
    return result
  }
}
