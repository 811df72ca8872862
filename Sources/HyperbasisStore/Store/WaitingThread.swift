import Dispatch

/// Runs tasks that may wait for a lock or a disk on a thread of its own, one piece at a time.
package final class WaitingThread: TaskExecutor {
  // A serial queue has a thread of its own: those of Swift's tasks are never taken for it.
  private let queue: DispatchQueue

  package init(label: String) {
    queue = DispatchQueue(label: label)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
