import Dispatch

/// The actor on which passes run: their steps share state, and wait for the locks of spaces and for the
/// disk.
///
/// It has a thread of its own, so that it never blocks the threads of Swift's tasks, of which there are
/// only as many as cores. Passes of several stores in one process take turns between requests.
@globalActor
actor SyncActor {
  static let shared = SyncActor()

  private nonisolated let executor = QueueExecutor()

  /// Runs `body` between two steps of any pass that is running.
  ///
  /// A step is what a pass does between two requests: it never waits for Swift's threads, so the caller,
  /// which is blocked meanwhile, may be on one of them.
  nonisolated static func betweenSteps<Result>(_ body: () throws -> Result) rethrows -> Result {
    try shared.executor.sync(body)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

/// Runs an actor on a serial queue, which has a thread of its own.
private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "hyperbasis.sync")

  func sync<Result>(_ body: () throws -> Result) rethrows -> Result {
    try queue.sync(execute: body)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
