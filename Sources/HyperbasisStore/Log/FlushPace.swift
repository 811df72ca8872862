import Synchronization

/// How long the disk takes to flush a log, as far as this process has seen.
///
/// A flush that takes a tenth of a millisecond costs less than handing the save to another thread
/// and waking the caller again; a longer one should not be waited for on a thread that others need.
package final class FlushPace: Sendable {
  /// How many flushes in a row were slow; before the first one, as if there had been many.
  private let slowInARow = Atomic<Int>(mostSlow)
  private let turn: Turn
  private static let quick = Duration.milliseconds(1)
  /// A busy machine makes some flushes of a quick disk slow.
  private static let mostSlow = 4

  package init(turn: Turn = .process) {
    self.turn = turn
  }

  /// The right to wait for a flush on a thread that others need: one at a time in the whole process,
  /// so that a disk that suddenly hangs holds one of the threads that tasks share, not all.
  package final class Turn: Sendable {
    fileprivate let isTaken = Atomic(false)
    package static let process = Turn()

    package init() {}
  }

  /// Calls `body`, which waits for a flush, if that is not worth another thread.
  ///
  /// - Returns: nil if it is worth one, if that is not known yet, or if another flush is waited for.
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
