public import Foundation
import HyperbasisDiagnostics
import HyperbasisSync

extension HBStorage {
  /// Whether the store is synced with a cloud.
  public var isCloudEnabled: Bool { config.backend != .localOnly }

  /// How many changes have not reached the cloud yet, as noted when they were made or found by the last
  /// pass.
  public var pendingOperationCount: Int { store.loadPendingOperations().count }

  /// Syncs with the cloud: takes in what others changed, and sends what was changed here.
  ///
  /// Everything saved before the call is included. A row that is refused does not hold up any other;
  /// the first refusal is thrown at the end. If the waiting task is cancelled, a `CancellationError` is
  /// thrown at once; the pass itself goes on.
  ///
  /// - Throws: ``HBStorageError/cloudNotConfigured``, ``HBStorageError/networkError(_:)``,
  ///   ``HBStorageError/unauthorized``, ``HBStorageError/serverError(code:message:)`` and others.
  ///   None of them loses anything that was saved.
  @concurrent public func sync() async throws {
    try await coordinator().sync()
  }

  /// Syncs only the given spaces, whether they are followed or not; changes of other spaces stay
  /// pending. A space that is missing here comes from the cloud.
  ///
  /// - Throws: the same errors as ``sync()``.
  @concurrent public func sync(spaces: [UUID]) async throws {
    var options = SyncOptions()
    options.spaces = Set(spaces)
    try await coordinator().sync(options)
  }

  /// Syncs, and sends everything that the cloud refused once more.
  ///
  /// - Throws: the same errors as ``sync()``.
  @concurrent public func retryQuarantined() async throws {
    var options = SyncOptions()
    options.retriesQuarantined = true
    try await coordinator().sync(options)
  }

  /// Syncs, and treats everything that is gone from the cloud as deleted, however much it is. It is
  /// meant for use after ``HBStorageError/vanishedFromCloud(count:known:)``. What is removed here goes
  /// to the trash.
  ///
  /// - Throws: the same errors as ``sync()``.
  @concurrent public func syncAcceptingDeletions() async throws {
    var options = SyncOptions()
    options.acceptsVanished = true
    try await coordinator().sync(options)
  }

  /// Returns what ``syncAcceptingDeletions()`` would move to the trash, or hide, because it is gone
  /// from the cloud. It asks the cloud and changes nothing.
  ///
  /// - Throws: the same errors as ``sync()``.
  @concurrent public func vanishedFromCloud() async throws -> [HBVanishedRow] {
    try await coordinator().vanishedRows()
  }

  /// Syncs, and takes in all spaces that the cloud has, however many; for use after
  /// ``HBStorageError/manySpacesInCloud(count:)``.
  @concurrent package func syncAcceptingManySpaces() async throws {
    var options = SyncOptions()
    options.acceptsManySpaces = true
    try await coordinator().sync(options)
  }

  /// Returns what a sync would send and take in, by space. It asks the cloud and changes nothing.
  ///
  /// - Parameter spaces: the spaces to sync; empty for those that are followed.
  @concurrent package func rehearseSync(_ spaces: [UUID]) async throws -> [SpaceTraffic] {
    try await coordinator().rehearse(spaces.isEmpty ? nil : Set(spaces))
  }

  /// Returns what is still to be sent, by space, as far as that is known without asking the cloud.
  @concurrent package func unsentChanges() async throws -> [UUID: TrafficCount] {
    try await coordinator().unsentChanges()
  }

  /// Returns some of the spaces in the cloud, followed or not, by name. Nothing is taken in.
  @concurrent package func cloudSpaces(
    _ most: Int, skipping skipped: Int = 0
  ) async throws -> ListedCloudSpaces {
    try await coordinator().cloudSpaces(most, skipping: skipped)
  }

  /// Returns the present state of syncing.
  public func syncStatus() async -> HBSyncStatus {
    await syncing?.currentStatus() ?? HBSyncStatus()
  }

  /// Returns a stream of the state of syncing, now and whenever it changes. Without a cloud it ends at
  /// once.
  public func syncStatusUpdates() -> AsyncStream<HBSyncStatus> {
    syncing?.updates() ?? AsyncStream { $0.finish() }
  }

  /// Calls `handle` with the status now and with every later one while `body` runs, in order and before
  /// `body` returns; never without a cloud.
  package func reportingSyncStatus<Result: Sendable>(
    to handle: @escaping @Sendable (HBSyncStatus) -> Void,
    _ body: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    guard let syncing else { return try await body() }
    return try await syncing.reporting(to: handle, body)
  }

  /// Finds out what the configured cloud offers: whether it answers, accepts the key, has the tables
  /// and the bucket, and lets this user write.
  ///
  /// It makes a few requests and changes nothing, here or there. It never fails: anything that goes
  /// wrong is part of the report.
  @concurrent package func inspectCloud() async -> HBCloudReport {
    guard isCloudEnabled else { return HBCloudReport(connection: .notConfigured) }
    guard let inspector else {
      return HBCloudReport(connection: .unreachable("this cloud cannot be inspected"))
    }
    return await inspector.inspect()
  }

  private func coordinator() throws -> SyncCoordinator {
    guard isCloudEnabled else { throw HBStorageError.cloudNotConfigured }
    guard let syncing else { throw HBStorageError.syncNotAvailable }
    return syncing
  }
}

// MARK: - After saves

extension HBStorage {
  /// Notes for the cloud that something was saved. It never makes a save fail, since changes are found
  /// by comparison as well.
  package func noteChange(_ kinds: [HBPendingOperation.Kind]) {
    guard isCloudEnabled, !kinds.isEmpty else { return }
    // If this fails, the next pass still finds the change by comparison.
    DiagnosticLog.sync.attempt("note a change for the cloud") {
      try PendingChanges(store).add(kinds)
    }
    noteNews()
  }

  /// Notes for the cloud that a space came back from the trash.
  func noteReturn(_ space: SpaceReturn) {
    if space.wasUntold { noteNews() }
    noteChange(space.changes)
  }

  /// Syncs after a save, if the app wants that.
  private func noteNews() {
    syncing?.noteSave(isAutomatic: config.syncStrategy == .onSave)
  }

  /// Notes for the cloud that a plan was written.
  package func noteChange(_ plan: HBPlan) {
    noteChange(HBPendingOperation.Kind.all(of: plan))
  }

  /// Syncs in the background, unless the credentials were refused or a retry is already scheduled; for
  /// callers that poll.
  package func syncInBackground() {
    guard let syncing else { return }
    syncing.noteSave(isAutomatic: true)
  }

  /// Updates the number of pending changes after another process has changed it.
  package func countPending() { syncing?.noteSave(isAutomatic: false) }

  /// Gets a space that is missing here from the cloud, if there is one.
  func fetchMissingSpace(_ id: UUID) async throws {
    guard let syncing, try !store.catalog.holds(id), try !store.trash.holds(id) else { return }
    try await syncing.fetchSpace(id)
  }
}
