import Foundation
import HyperbasisModels
import HyperbasisStore

/// The store's sync lock, so that only one of several processes syncs at a time.
struct SyncLock: Sendable {
  let context: StoreContext
  let pace: SyncPace

  /// - Parameter patience: how long to wait for another process, in seconds.
  func file(patience: TimeInterval) -> StoreLock {
    StoreLock(
      context.layout.syncLock, in: context, patience: patience, refusal: .syncUnderWay)
  }

  /// Whether anybody has ever held it.
  var hasBeenHeld: Bool {
    get throws {
      try reachingFiles { try context.files.status(at: context.layout.syncLock) != nil }
    }
  }

  /// Takes it for a run, and tries again while another process holds it.
  ///
  /// - Parameter noteWait: called after each try in vain, with whether it has taken so long that a user
  ///   would wonder.
  /// - Throws: ``HBStorageError/syncUnderWay`` after `most` tries; a `CancellationError` if the run was
  ///   ended.
  func take(
    for run: SyncRun, tries most: Int, isolation: isolated (any Actor)? = #isolation,
    _ noteWait: (Bool) -> Void
  ) async throws {
    let lock = file(patience: 0)
    var tries = 0
    while try !reachingFiles({ try run.holdLock { try lock.acquireIfFree() } }) {
      guard tries < most else { throw HBStorageError.syncUnderWay }
      tries += 1
      noteWait(tries > pace.lockTriesInSilence)
      try await pace.sleep(pace.lockInterval)
    }
  }
}
