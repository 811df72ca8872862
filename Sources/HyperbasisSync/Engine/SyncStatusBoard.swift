import Foundation
import HyperbasisModels

/// A listener that is told of each status.
struct SyncStatusListener: Sendable {
  let handle: @Sendable (HBSyncStatus) -> Void
  /// Called when there will be no more.
  let finish: @Sendable () -> Void
}

/// The state of syncing and its listeners; each change reaches all of them at once.
struct SyncStatusBoard: Sendable {
  private(set) var status = HBSyncStatus()
  private var listeners: [Int: SyncStatusListener] = [:]
  private var listenerCount = 0
  /// How many bytes had gone over the wire when the phase began.
  private var bytesBefore = 0

  mutating func change(_ body: (inout HBSyncStatus) -> Void) {
    body(&status)
    for listener in listeners.values { listener.handle(status) }
  }
}

// MARK: - Listeners

extension SyncStatusBoard {
  /// Adds a listener, which is told of the status now and of each change from now on.
  ///
  /// - Returns: the number by which it is removed.
  mutating func add(_ listener: SyncStatusListener) -> Int {
    let number = listenerCount
    listenerCount += 1
    listeners[number] = listener
    listener.handle(status)
    return number
  }

  mutating func remove(_ number: Int) {
    listeners[number] = nil
  }

  /// Tells all listeners that there will be no more.
  func finish() {
    for listener in listeners.values { listener.finish() }
  }
}

// MARK: - What a pass reports

extension SyncStatusBoard {
  /// - Parameter bytes: how many bytes have gone over the wire so far.
  mutating func show(_ progress: SyncProgress, bytes: Int) {
    let isNew = progress.phase != status.phase || progress.byteTotal != status.byteTotal
    if isNew { bytesBefore = bytes }
    let moved = bytes - bytesBefore
    change { status in
      status.phase = progress.phase
      (status.done, status.total) = (progress.done, progress.total)
      (status.bytes, status.byteTotal) = (moved, progress.byteTotal)
    }
  }

  /// - Parameter bytes: how many bytes have gone over the wire so far.
  mutating func show(bytes: Int) {
    let moved = bytes - bytesBefore
    // Once a pass has ended, the status stays as it ended.
    guard status.phase.isWork, moved != status.bytes else { return }
    change { $0.bytes = moved }
  }

  /// Shows how a pass ended.
  mutating func settle(
    _ outcome: SyncOutcome, _ phase: HBSyncStatus.Phase, _ error: (any Error)?,
    unfollowed: Set<UUID>, at now: Date
  ) {
    change { status in
      status.unfollowed = unfollowed
      status.phase = phase
      (status.done, status.total) = (0, nil)
      (status.bytes, status.byteTotal) = (0, nil)
      status.pending = outcome.pending.count
      status.quarantined = outcome.quarantine.map(HBQuarantinedRow.init)
      status.unreadableRows = outcome.unreadable.count
      status.conflicts = outcome.conflicts
      status.removed = outcome.removed
      status.forgotten = outcome.forgotten
      status.unreadable = outcome.unreadable.map(HBUnreadableRow.init)
      (status.tier, status.tierReason) = (outcome.tier, outcome.tierReason)
      if let tier = outcome.tier { status.hasSyncedHistories = tier == .migrated }
      status.received = outcome.received
      status.sent = outcome.sent
      status.lastSync = outcome.lastSync?.date ?? status.lastSync
      status.lastError = error
      status.lastErrorDate = error.map { _ in now }
    }
  }

  /// Shows what an earlier process left, before any listener is told of anything.
  ///
  /// - Parameters:
  ///   - base: what it last agreed on with the cloud; nil if it never did.
  ///   - forgotten: the spaces here that somebody has deleted from the cloud for good.
  mutating func recall(
    _ base: LastSyncedState?, forgotten: [UUID], pending: Int, unfollowed: Set<UUID>,
    error: RecordedSyncError?
  ) {
    status.pending = pending
    (status.unfollowed, status.forgotten) = (unfollowed, forgotten)
    status.lastError = error
    status.lastErrorDate = error?.instant.date
    guard let base else { return }
    status.lastSync = base.lastSync?.date
    status.quarantined = base.quarantine.map(HBQuarantinedRow.init)
    status.unreadable = (base.unreadable ?? []).map(HBUnreadableRow.init)
    status.unreadableRows = status.unreadable.count
    (status.tier, status.tierReason) = (base.knownTier, base.tierReason)
    status.hasSyncedHistories = base.tier == .migrated
  }
}
