import Dispatch

/// Where passes run: their steps share state, and wait for the locks of spaces and for the disk.
///
/// It has a thread of its own, so that those of Swift's tasks, as many as the machine has cores,
/// never stand still for it. Passes of several stores in one process take turns between requests.
@globalActor
actor SyncActor {
  static let shared = SyncActor()

  private nonisolated let executor = QueueExecutor()

  /// Runs `body` between two steps of whatever pass runs.
  ///
  /// A step is what a pass does between two requests: it never waits for Swift's threads, and so the
  /// caller, which stands still meanwhile, may be one of them.
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
