import Dispatch
import Foundation

// A change of a space waits for the space's lock, which another process may hold, and for the disk.
// Swift's own threads are only as many as the machine has cores, and must not wait: a few saves to a
// locked space would stop every other task of the app. So changes run on queues of their own, those of
// one space one after the other, and at most one thread per space waits. Only what takes less time than
// a change of threads is done in place.

extension HBStorage {
  /// Runs a change of a space where it may wait for the space's lock and for the disk.
  ///
  /// - Throws: ``HBStorageError/locked(spaceId:)`` if another process does not release the space
  ///   in time, counted from the call.
  func changing<Result: Sendable>(
    _ spaceId: UUID, _ body: @escaping @Sendable (HBStorage) throws -> Result
  ) async throws -> Result {
    try await waiting(on: store.open[spaceId].writers, body)
  }

  /// Runs a change of more than one space where it may wait.
  func changingStore<Result: Sendable>(
    _ body: @escaping @Sendable (HBStorage) throws -> Result
  ) async throws -> Result {
    try await waiting(on: store.open.writers, body)
  }

  /// Plans a change and writes it, together with others of its space that are waiting at the same time,
  /// and notes it for the cloud.
  func perform(_ request: HBPlanRequest, in spaceId: UUID) async throws -> HBPlan {
    // Changes that already wait must not be overtaken: one that joins them shares their flush.
    if store.open[spaceId].commits.isEmpty,
      let plan = try await inPlace(spaceId, { try $0.store.perform(request, spaceId: spaceId) })
    {
      return plan
    }
    let deadline = Date(timeIntervalSinceNow: store.context.lockPatience)
    return try await withCheckedThrowingContinuation { continuation in
      let entry = CommitQueue.Entry(request, before: deadline) { result in
        if case .success(let plan) = result { self.noteChange(plan) }
        continuation.resume(with: result)
      }
      store.commits.enqueue(entry, spaceId: spaceId)
    }
  }

  /// Appends a plan to a space's log and notes it for the cloud.
  ///
  /// - Parameter body: may be called twice; it does nothing before it has the space's lock.
  func writing(
    to spaceId: UUID, _ body: @escaping @Sendable (HBStorage) throws -> HBPlan
  ) async throws -> HBPlan {
    if let plan = try await inPlace(spaceId, body) { return plan }
    return try await changing(spaceId) { storage in
      let plan = try body(storage)
      storage.noteChange(plan)
      return plan
    }
  }

  /// Returns the result of a change that has almost nothing to wait for; nil for any other.
  private func inPlace<Result: Sendable>(
    _ spaceId: UUID, _ body: (HBStorage) throws -> Result
  ) async throws -> Result? {
    // To note a change for the cloud, a file is replaced, which is too slow here.
    if isCloudEnabled { return nil }
    guard let result = try ifQuick(body) else { return nil }
    // Writing files waits for the space again, and the change must not be reported done without them.
    if store.open.anchorFiles.hasUnfiled(of: spaceId) {
      try await changing(spaceId) {
        $0.store.open.anchorFiles.writeUnfiled(of: $0.store.open[spaceId])
      }
    }
    return result
  }

  private func ifQuick<Result>(_ body: (HBStorage) throws -> Result) throws -> Result? {
    switch config.durability {
    // Taking a free lock and writing to the kernel's memory do not count as a wait.
    case .os: return try ifFree(body)
    case .disk: return try store.context.flushes.whileQuick { try ifFree(body) }
    }
  }

  /// Returns the result of a change if neither the space nor one that an anchor of it left is locked;
  /// nil if either is.
  private func ifFree<Result>(_ body: (HBStorage) throws -> Result) throws -> Result? {
    do {
      return try StoreLock.$deadline.withValue(.distantPast) { try body(self) }
    } catch HBStorageError.locked {
      return nil
    }
  }

  private func waiting<Result: Sendable>(
    on queue: DispatchQueue, _ body: @escaping @Sendable (HBStorage) throws -> Result
  ) async throws -> Result {
    // Each of many that wait for one lock has its own patience, which counts from its own call.
    let deadline = Date(timeIntervalSinceNow: store.context.lockPatience)
    return try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(
          with: Swift.Result {
            try StoreLock.$deadline.withValue(deadline) { try body(self) }
          })
      }
    }
  }
}
