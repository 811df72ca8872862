package import Foundation
import HyperbasisDiagnostics
import HyperbasisModels
package import HyperbasisStore

/// Runs passes, one at a time: those that callers ask for, and those that follow saves.
package actor SyncCoordinator {
  let store: HBLocalStore
  let cloud: any CloudService
  private let pace: SyncPace
  private let mostNewSpaces: Int?
  private let runs = SyncRuns()
  private var board = SyncStatusBoard()
  private var hasLoadedStatus = false
  /// Who syncs, as found when the status was loaded: asking again may fetch a token over the network.
  private var identity: CloudIdentity?
  /// The last task queued; the next one waits for it.
  private var tail: Task<Void, Never>?
  /// A pass that has not begun yet, and so will see everything that has been saved so far.
  private var waiting: (pass: Task<SyncOutcome, any Error>, asksForMore: Bool)?
  private var automatic: AutomaticPasses
  /// When the server asked to be contacted again, which binds explicit calls as well.
  private var refusal: (until: HBInstant, error: any Error)?
  /// Whether the credentials were refused: only an explicit sync tries them again.
  private var isPaused = false

  /// - Parameter mostNewSpaces: see ``SyncOptions/mostNewSpaces``.
  package init(
    store: HBLocalStore, cloud: any CloudService, pace: SyncPace = SyncPace(),
    mostNewSpaces: Int? = nil
  ) {
    self.store = store
    self.cloud = cloud
    self.pace = pace
    self.mostNewSpaces = mostNewSpaces
    automatic = AutomaticPasses(backoff: SyncBackoff(random: pace.random))
  }

  deinit {
    automatic.cancel()
    board.finish()
  }
}

// MARK: - Asking for a pass

extension SyncCoordinator {
  /// Syncs everything that was saved before the call; simultaneous calls share a pass.
  package func sync(_ options: SyncOptions = SyncOptions()) async throws {
    isPaused = false
    var options = options
    options.asksForMore = true
    try await finish(pass(options))
  }

  private func finish(_ pass: Task<SyncOutcome, any Error>) async throws {
    let outcome = try await pass.valueUnlessCancelled
    if let error = outcome.error { throw publicError(error) }
  }

  private func pass(
    _ options: SyncOptions, since endCount: Int? = nil
  ) -> Task<SyncOutcome, any Error> {
    let isUsual =
      !options.acceptsVanished && !options.retriesQuarantined && !options.acceptsManySpaces
      && options.spaces == nil
    if isUsual, let waiting, waiting.asksForMore || !options.asksForMore { return waiting.pass }
    let task = enqueue(since: endCount) { coordinator, run in
      await coordinator.passBegins()
      return try await coordinator.runPass(options, run)
    }
    if isUsual { waiting = (task, options.asksForMore) }
    return task
  }

  private func passBegins() {
    waiting = nil
  }

  /// Fetches one space from the cloud that is not here.
  package func fetchSpace(_ id: UUID) async throws {
    let task = enqueue { coordinator, run in try await coordinator.runFetch(id, run) }
    do {
      try await task.valueUnlessCancelled
    } catch {
      throw publicError(error)
    }
  }

  /// Runs a job between passes; the status is idle afterwards, whatever the result.
  ///
  /// - Parameter changesNothing: whether the job only reads, so that it creates no file for a lock
  ///   either.
  func apart<Result: Sendable>(
    _ options: SyncOptions = SyncOptions(), changesNothing: Bool = false,
    _ job: @escaping @SyncActor @Sendable (SyncPass) async throws -> Result
  ) async throws -> Result {
    let tries = changesNothing ? pace.lockTriesToLook : pace.lockTries
    let task = enqueue { coordinator, run in
      // A store that may only be read is not synced by anybody who could be disturbed.
      if changesNothing,
        try !coordinator.lock.hasBeenHeld || !coordinator.store.mayBeWritten
      {
        return try await coordinator.withoutLock(run, options, job)
      }
      return try await coordinator.withLock(run, options, tries: tries, job)
    }
    defer { board.change { $0.phase = .idle } }
    do {
      return try await task.value
    } catch {
      throw publicError(error)
    }
  }

  private func enqueue<Result: Sendable>(
    since endCount: Int? = nil,
    _ job: @escaping @Sendable (SyncCoordinator, SyncRun) async throws -> Result
  ) -> Task<Result, any Error> {
    let previous = tail
    let task = runs.start(since: endCount) { run in
      await previous?.value
      return try await job(self, run)
    }
    tail = Task { _ = await task.result }
    return task
  }

  /// Ends what runs and what waits, in the background too, and clears the store. Callers that wait for a
  /// pass get a `CancellationError`; later requests begin afresh.
  package nonisolated func clearStore() throws {
    let lock = lock.file(patience: store.context.lockPatience)
    try SyncActor.betweenSteps {
      // A pass that began meanwhile would wait for this thread while this thread waits for its lock.
      let held = try lock.wait { try reachingFiles { try runs.endAll(lock.acquireIfFree) } }
      try store.maintenance.clear(holding: held)
    }
  }

  nonisolated func publicError(_ error: any Error) -> any Error {
    (error as? CloudFailure)?.storageError(at: store.context.clock()) ?? error
  }
}

// MARK: - One pass

extension SyncCoordinator {
  private func runPass(_ options: SyncOptions, _ run: SyncRun) async throws -> SyncOutcome {
    if let refusal, store.context.clock() < refusal.until { throw refusal.error }
    var options = options
    if !options.acceptsManySpaces { options.mostNewSpaces = mostNewSpaces }
    do {
      let outcome = try await withLock(run, options) { pass in await pass.run() }
      if run.isEnded { throw CancellationError() }
      settle(outcome)
      return outcome
    } catch let failure as CloudFailure {
      // The identity could not be determined, and without one there is no pass.
      let error = publicError(failure)
      if case .unauthorized = failure { isPaused = true }
      await fail(error)
      throw error
    } catch {
      // The lock could not be taken, or the pass was ended: other passes report for themselves.
      guard case HBStorageError.fileSystemError = error else {
        board.change { $0.phase = isPaused ? .paused : .idle }
        throw error
      }
      await fail(error)
      throw error
    }
  }

  /// Records why a pass could not begin, for later processes as well.
  private func fail(_ error: any Error) async {
    // That it cannot be determined may be the very error.
    let note = SyncNoteFile(context: store.context, identity: try? await cloud.identity())
    DiagnosticLog.sync.attempt("note why a sync failed") {
      try note.save(lastSync: nil, error: error)
    }
    let now = store.context.clock().date
    board.change { status in
      status.phase = isPaused ? .paused : .idle
      (status.lastError, status.lastErrorDate) = (error, now)
    }
  }

  private func runFetch(_ id: UUID, _ run: SyncRun) async throws {
    try await withLock(run, SyncOptions()) { pass in try await pass.fetchSpace(id) }
    board.change { $0.phase = .idle }
  }

  private nonisolated var lock: SyncLock { SyncLock(context: store.context, pace: pace) }

  /// - Parameter most: how often to try for a lock that another process holds; nil for the usual number.
  private func withLock<Result: Sendable>(
    _ run: SyncRun, _ options: SyncOptions, tries most: Int? = nil,
    _ body: (SyncPass) async throws -> Result
  ) async throws -> Result {
    defer { noteWait(false) }
    try await lock.take(for: run, tries: most ?? pace.lockTries, noteWait)
    noteWait(false)
    defer { run.letLockGo() }
    return try await withoutLock(run, options, body)
  }

  /// Reports whether another process holds the lock for so long that a user would wonder.
  private func noteWait(_ isLong: Bool) {
    if board.status.waitsForOtherSync != isLong { board.change { $0.waitsForOtherSync = isLong } }
  }

  private func withoutLock<Result: Sendable>(
    _ run: SyncRun, _ options: SyncOptions, _ body: (SyncPass) async throws -> Result
  ) async throws -> Result {
    let identity = try await cloud.identity()
    let pass = SyncPass(
      store: store, cloud: cloud, identity: identity, options: options,
      isEnded: { run.isEnded }, tell: { [weak self] progress in await self?.show(progress) })
    let watch = cloud.meter.map { meter in watchBytes(of: meter) }
    defer { watch?.cancel() }
    return try await body(pass)
  }

  /// Shows twice a second how much has gone over the wire, since one map may be a single step.
  private func watchBytes(of meter: TransferMeter) -> Task<Void, Never> {
    Task { [weak self] in
      while !Task.isCancelled {
        // Cancelled: the pass is over.
        guard (try? await Task.sleep(for: .milliseconds(500))) != nil else { return }
        await self?.show(meter)
      }
    }
  }

  private func show(_ meter: TransferMeter) {
    board.show(bytes: meter.bytes)
  }

  private func show(_ progress: SyncProgress) {
    board.show(progress, bytes: cloud.meter?.bytes ?? 0)
  }

  private func settle(_ outcome: SyncOutcome) {
    let error = outcome.error.map(publicError)
    refusal = nil
    if case .busy(_, let seconds?)? = outcome.failure as? CloudFailure, let error {
      let until = store.context.clock().advanced(byMicroseconds: Int64(seconds * 1e6))
      refusal = (until, error)
    }
    if case .unauthorized? = outcome.failure as? CloudFailure { isPaused = true }
    hasLoadedStatus = true
    let phase: HBSyncStatus.Phase = isPaused ? .paused : .idle
    board.settle(
      outcome, phase, error, unfollowed: FollowedSpacesFile(store).unfollowed(),
      at: store.context.clock().date)
  }
}

// MARK: - After saves

extension SyncCoordinator {
  /// Notes that something was saved: syncs in the background, once for all saves meanwhile, or only
  /// counts what is pending. Failures show in the status, and are retried after a while.
  package nonisolated func noteSave(isAutomatic: Bool) {
    let endCount = runs.endCount
    Task { isAutomatic ? await wake(since: endCount) : await countPending() }
  }

  private func wake(since endCount: Int) {
    guard !isPaused else { return automatic.note(endCount) }
    guard let count = automatic.begin(endCount, now: runs.endCount) else { return }
    Task { await self.syncInBackground(since: count) }
  }

  private func syncInBackground(since endCount: Int) async {
    while automatic.takeRequest(since: endCount) {
      do {
        try await finish(pass(SyncOptions(), since: endCount))
        automatic.succeeded()
      } catch {
        if runs.endCount == endCount { scheduleRetry(after: error) }
        break
      }
    }
    // A save may have come after the last check.
    if let request = automatic.end() { wake(since: request) }
  }

  private func scheduleRetry(after error: any Error) {
    board.change { $0.lastError = error }
    guard !isPaused, AutomaticPasses.isWorthRetrying(error) else { return }
    let now = store.context.clock()
    let floor = refusal.map { Double($0.until.microseconds - now.microseconds) / 1e6 } ?? 0
    let delay = automatic.nextDelay(atLeast: floor)
    let end = now.advanced(byMicroseconds: Int64(delay * 1e6)).date
    board.change { $0.phase = .waiting(until: end) }
    let endCount = runs.endCount
    automatic.wait(
      Task { [weak self, pace] in
        // Cancelled: another pass has begun meanwhile.
        guard (try? await pace.sleep(delay)) != nil else { return }
        await self?.retryNow(endCount)
      })
  }

  private func retryNow(_ endCount: Int) {
    automatic.waited()
    wake(since: endCount)
  }
}

// MARK: - Status

extension SyncCoordinator {
  package func currentStatus() async -> HBSyncStatus {
    await loadStatus()
    var status = board.status
    status.pending = store.loadPendingOperations().count
    let now = store.context.clock()
    let until = identity.flatMap { respite(of: $0) }?.until ?? refusal?.until
    status.leftAloneUntil = until.flatMap { $0 > now ? $0.date : nil }
    status.unfollowed = FollowedSpacesFile(store).unfollowed()
    return status
  }

  /// Returns until when the server asked this process or an earlier one to be left alone; nil if it did
  /// not.
  nonisolated func respite(of identity: CloudIdentity) -> ServerRespite? {
    files(of: identity).respite(at: store.context.clock())
  }

  nonisolated func files(of identity: CloudIdentity) -> LastSyncedFiles {
    LastSyncedFiles(
      identity: identity, layout: store.context.layout, files: store.context.files)
  }

  /// Updates the number of pending changes, after a save that is to be synced later.
  package func countPending() async {
    await loadStatus()
    let pending = store.loadPendingOperations().count
    if pending != board.status.pending { board.change { $0.pending = pending } }
  }

  /// Returns the status now, and whenever it changes.
  package nonisolated func updates() -> AsyncStream<HBSyncStatus> {
    // A reader that is slow for a while still gets each phase; one that is slow for long, the newest.
    AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
      Task {
        let number = await self.listen(
          SyncStatusListener(
            handle: { continuation.yield($0) }, finish: { continuation.finish() }))
        continuation.onTermination = { [weak self] _ in
          Task { [weak self] in await self?.forget(listener: number) }
        }
      }
    }
  }

  /// Calls `handle` with the status now and with each one while `body` runs, in order and before
  /// `body` returns.
  package func reporting<Result: Sendable>(
    to handle: @escaping @Sendable (HBSyncStatus) -> Void,
    _ body: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    let number = await listen(SyncStatusListener(handle: handle, finish: {}))
    defer { forget(listener: number) }
    return try await body()
  }

  private func listen(_ listener: SyncStatusListener) async -> Int {
    await loadStatus()
    return board.add(listener)
  }

  private func forget(listener: Int) {
    board.remove(listener)
  }

  /// Loads what an earlier process left.
  private func loadStatus() async {
    // If the identity cannot be determined, the pass itself reports it.
    guard !hasLoadedStatus, let identity = try? await cloud.identity() else { return }
    (hasLoadedStatus, self.identity) = (true, identity)
    let base = files(of: identity).load()
    board.recall(
      base, forgotten: base?.forgottenSpaces(in: store) ?? [],
      pending: store.loadPendingOperations().count,
      unfollowed: FollowedSpacesFile(store).unfollowed(),
      error: SyncNoteFile(context: store.context, identity: identity).loadError())
  }
}
