public import Foundation
import HyperbasisDiagnostics
import HyperbasisSync

extension HBStorage {
  /// Whether the store is synced with a cloud.
  public var isCloudEnabled: Bool { config.backend != .localOnly }

  /// How many changes have not reached the cloud yet, as noted when they were made or found by the
  /// last pass.
  public var pendingOperationCount: Int { store.loadPendingOperations().count }

  /// Syncs with the cloud: takes in what others changed, and sends what was changed here.
  ///
  /// Everything saved before the call is part of it. What one row is refused for holds up no
  /// other; the first such reason is thrown in the end. Where the task that waits is cancelled, a
  /// `CancellationError` is thrown at once; the pass itself goes on.
  ///
  /// - Throws: ``HBStorageError/cloudNotConfigured``, ``HBStorageError/networkError(_:)``,
  ///   ``HBStorageError/unauthorized``, ``HBStorageError/serverError(code:message:)`` and others.
  ///   Nothing that was saved is lost by any of them.
  @concurrent public func sync() async throws {
    try await coordinator().sync()
  }

  /// Syncs some spaces alone, whether they are followed or not; changes of other spaces go on
  /// waiting. A space that is not here comes from the cloud.
  ///
  /// - Throws: as ``sync()`` does.
  @concurrent public func sync(spaces: [UUID]) async throws {
    var options = SyncOptions()
    options.spaces = Set(spaces)
    try await coordinator().sync(options)
  }

  /// Syncs, and sends all that the cloud refused once more.
  ///
  /// - Throws: as ``sync()`` does.
  @concurrent public func retryQuarantined() async throws {
    var options = SyncOptions()
    options.retriesQuarantined = true
    try await coordinator().sync(options)
  }

  /// Syncs, and takes for deleted what is gone from the cloud, however much it is; after
  /// ``HBStorageError/vanishedFromCloud(count:known:)``. What goes from here goes to the trash.
  ///
  /// - Throws: as ``sync()`` does.
  @concurrent public func syncAcceptingDeletions() async throws {
    var options = SyncOptions()
    options.acceptsVanished = true
    try await coordinator().sync(options)
  }

  /// What ``syncAcceptingDeletions()`` would move to the trash, or hide, because it is gone from
  /// the cloud. It asks the cloud and changes nothing.
  ///
  /// - Throws: as ``sync()`` does.
  @concurrent public func vanishedFromCloud() async throws -> [HBVanishedRow] {
    try await coordinator().vanishedRows()
  }

  /// Syncs, and takes in however many spaces the cloud has; after
  /// ``HBStorageError/manySpacesInCloud(count:)``.
  @concurrent package func syncAcceptingManySpaces() async throws {
    var options = SyncOptions()
    options.acceptsManySpaces = true
    try await coordinator().sync(options)
  }

  /// What a sync would send and take in, by space. It asks the cloud and changes nothing.
  ///
  /// - Parameter spaces: those that it would be about; empty for those that are followed.
  @concurrent package func rehearseSync(_ spaces: [UUID]) async throws -> [SpaceTraffic] {
    try await coordinator().rehearse(spaces.isEmpty ? nil : Set(spaces))
  }

  /// What is still to be sent, by space, as far as that is known without asking the cloud.
  @concurrent package func unsentChanges() async throws -> [UUID: TrafficCount] {
    try await coordinator().unsentChanges()
  }

  /// Some of the spaces that the cloud has, followed or not, by name. It takes nothing in.
  @concurrent package func cloudSpaces(
    _ most: Int, skipping skipped: Int = 0
  ) async throws -> ListedCloudSpaces {
    try await coordinator().cloudSpaces(most, skipping: skipped)
  }

  /// How syncing stands now.
  public func syncStatus() async -> HBSyncStatus {
    await syncing?.currentStatus() ?? HBSyncStatus()
  }

  /// How syncing stands, now and whenever that changes. Without a cloud the stream ends at once.
  public func syncStatusUpdates() -> AsyncStream<HBSyncStatus> {
    syncing?.updates() ?? AsyncStream { $0.finish() }
  }

  /// Calls `handle` with the status now and with each one while `body` runs, in order and before
  /// `body` returns; never without a cloud.
  package func reportingSyncStatus<Result: Sendable>(
    to handle: @escaping @Sendable (HBSyncStatus) -> Void,
    _ body: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    guard let syncing else { return try await body() }
    return try await syncing.reporting(to: handle, body)
  }

  /// Finds out what the cloud of the configuration offers: whether it answers, takes the key, has
  /// the tables and the bucket, and lets this user write.
  ///
  /// It takes some requests and changes nothing, here or there. It never fails: what goes wrong is
  /// part of the report.
  @concurrent package func inspectCloud() async -> HBCloudReport {
    guard isCloudEnabled else { return HBCloudReport(connection: .notConfigured) }
    guard let inspector else {
      return HBCloudReport(connection: .unreachable("it cannot be inspected"))
    }
    return await inspector.inspect()
  }

  private func coordinator() throws -> SyncCoordinator {
    guard isCloudEnabled else { throw HBStorageError.cloudNotConfigured }
    guard let syncing else { throw HBStorageError.syncNotAvailable }
    return syncing
  }
}

// MARK: - What saves do

extension HBStorage {
  /// Something was saved. That the cloud is to be told is found by comparison as well, so nothing
  /// here makes a save fail.
  package func noteChange(_ kinds: [HBPendingOperation.Kind]) {
    guard isCloudEnabled, !kinds.isEmpty else { return }
    // The change is saved, and the next pass finds it by comparison as well.
    DiagnosticLog.sync.attempt("note a change for the cloud") {
      try PendingChanges(store).add(kinds)
    }
    guard let syncing else { return }
    syncing.noteSave(isAutomatic: config.syncStrategy == .onSave)
  }

  /// A plan was written.
  package func noteChange(_ plan: HBPlan) {
    noteChange(HBPendingOperation.Kind.all(of: plan))
  }

  /// Syncs in the background, unless the credentials were refused or a failure is being waited
  /// out: for those who look from time to time.
  package func syncInBackground() {
    guard let syncing else { return }
    syncing.noteSave(isAutomatic: true)
  }

  /// Tells how much waits, where another process has changed that.
  package func countPending() { syncing?.noteSave(isAutomatic: false) }

  /// Gets a space that is not here from the cloud, where there is one.
  func fetchMissingSpace(_ id: UUID) async throws {
    guard let syncing, try !store.catalog.holds(id), try !store.trash.holds(id) else { return }
    try await syncing.fetchSpace(id)
  }
}

extension HBPendingOperation.Kind {
  /// What the cloud is to be told of a plan that was written.
  package static func all(of plan: HBPlan) -> [Self] {
    let anchors = plan.changes.map(\.anchorId)
    let isMany = anchors.count > PendingChanges.mostAnchors
    return isMany ? [.uploadEvents(plan.spaceId)] : anchors.map { .saveAnchor($0) }
  }
}
