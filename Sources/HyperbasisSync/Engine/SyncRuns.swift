import HyperbasisStore
import Synchronization

/// What a coordinator runs or has queued, so that clearing the store can end all of it at once, without
/// waiting.
final class SyncRuns: Sendable {
  private struct State {
    var cancellations: [Int: @Sendable () -> Void] = [:]
    var runCount = 0
    /// How often everything was ended.
    var endCount = 0
    /// The store's sync lock, while a pass holds it.
    var lock: OpenFile?
  }

  private let state = Mutex(State())

  /// How often everything was ended so far.
  var endCount: Int { state.withLock(\.endCount) }

  /// Starts a task that is known here until it is over.
  ///
  /// - Parameter endCount: the count when the run was requested, if that was earlier: if everything was
  ///   ended since, the run is ended from the start.
  func start<Result: Sendable>(
    since endCount: Int? = nil, _ body: @escaping @Sendable (SyncRun) async throws -> Result
  ) -> Task<Result, any Error> {
    // Under the lock, so that nothing can end everything between the task's start and its registration.
    state.withLock { state in
      let number = state.runCount
      state.runCount += 1
      let run = SyncRun(runs: self, endCount: endCount ?? state.endCount)
      let task = Task {
        defer { self.state.withLock { $0.cancellations[number] = nil } }
        return try await body(run)
      }
      state.cancellations[number] = { task.cancel() }
      return task
    }
  }

  /// Ends everything, and gives the caller the sync lock: that of the running pass, or else the one that
  /// `acquire` gets before any other pass can.
  ///
  /// - Returns: nil if it is held elsewhere.
  func endAll(_ acquire: () throws -> OpenFile?) throws -> OpenFile? {
    let (lock, cancellations) = try state.withLock { state in
      state.endCount += 1
      defer { state.lock = nil }
      return (try state.lock ?? acquire(), Array(state.cancellations.values))
    }
    for cancel in cancellations { cancel() }
    return lock
  }

  fileprivate func hold(
    since endCount: Int, _ acquire: () throws -> OpenFile?
  ) throws -> Bool {
    try state.withLock { state in
      guard state.endCount == endCount else { throw CancellationError() }
      state.lock = try acquire()
      return state.lock != nil
    }
  }

  fileprivate func letGo(since endCount: Int) {
    state.withLock { state in
      if state.endCount == endCount { state.lock = nil }
    }
  }
}

/// One run: a pass, or the fetch of a space.
struct SyncRun: Sendable {
  fileprivate let runs: SyncRuns
  fileprivate let endCount: Int

  /// Whether it was ended: then it must not change anything any more.
  var isEnded: Bool { runs.endCount != endCount }

  /// Takes the store's sync lock, unless the run was ended; returns whether it was free.
  func holdLock(_ acquire: () throws -> OpenFile?) throws -> Bool {
    try runs.hold(since: endCount, acquire)
  }

  func letLockGo() { runs.letGo(since: endCount) }
}
