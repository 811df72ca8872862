package import Foundation
import HyperbasisDiagnostics
import HyperbasisModels
import HyperbasisStore

/// One pass of syncing: pull, then push, until both sides agree.
///
/// The caller must hold the store's sync lock. A pass may end anywhere: each step is saved before the
/// note that records it, and the next pass finds by comparison what is still to be done.
@SyncActor
final class SyncPass {
  private let session: SyncSession

  /// - Parameters:
  ///   - isEnded: called after each wait; returns whether the pass must not change anything any more.
  ///   - tell: called with each step, in order.
  nonisolated init(
    store: HBLocalStore, cloud: any CloudService, identity: CloudIdentity, options: SyncOptions,
    isEnded: @escaping @Sendable () -> Bool = { false },
    tell: @escaping @Sendable (SyncProgress) async -> Void
  ) {
    session = SyncSession(
      store: store, cloud: cloud, identity: identity, options: options, isEnded: isEnded,
      tell: tell)
  }

  /// Syncs everything.
  func run() async -> SyncOutcome {
    var failure: (any Error)?
    var pending: [HBPendingOperation.Kind] = []
    do {
      try checkRespite()
      try await work()
      // This was the last wait: there is none from here to the end.
      try session.checkRunning()
      try session.ledger.files.save(nil)
    } catch {
      if session.isEnded { return session.outcome(failure: CancellationError(), pending: []) }
      failure = error
      noteRespite(error)
      // What the server offers may have changed.
      if case CloudFailure.missing = error { session.ledger.forgetTier() }
    }
    let lastSync = session.ledger.base.lastSync
    do {
      pending = try UnsentChanges(session: session).record(hasFailed: failure != nil)
      session.noteQuarantine()
      if failure == nil, !session.hasFileProblem {
        session.ledger.base.lastSync = session.store.context.clock()
      }
      try session.ledger.save()
    } catch {
      failure = failure ?? error
      session.ledger.base.lastSync = lastSync
    }
    let outcome = session.outcome(failure: failure, pending: pending)
    record(outcome)
    return outcome
  }

  /// Fetches one space with its map; its anchors come with the next pass.
  func fetchSpace(_ id: UUID) async throws {
    try session.checkRunning()
    try session.readFollowed()
    try await session.loadLedger()
    guard !session.deletions.contains(id), session.ledger.base.removals[id] == nil else { return }
    let rows = try await session.ask {
      try await $0.spaces(ids: [id])
    }
    let receiver = SpaceReceiver(session: session)
    for row in rows.rows where row.id == id { try receiver.receive(row) }
    if session.ledger.base.spaces[id]?.row?.map != nil {
      try await MapTransfer(session: session).fetchMap(of: id)
    }
    try session.ledger.save()
  }

  /// Finds what a pass that accepts deletions would delete here; changes nothing.
  func findVanished() async throws -> [HBVanishedRow] {
    try session.checkRunning()
    try checkRespite()
    guard session.ledger.loadForLooking() else { return [] }
    try session.readFollowed()
    try DeletionPush(session: session).find()
    let vanished =
      switch session.ledger.base.tier {
      case .plain: try await PlainPull(session: session).findVanished()
      case .migrated: try await MigratedPull(session: session).findVanished()
      }
    return vanished.rows
  }

  /// Finds what a pass would send and take in.
  func rehearse() async throws -> [SpaceTraffic] {
    try session.checkRunning()
    try checkRespite()
    return try await PassRehearsal(session: session).run()
  }

  /// Finds what is still to be sent, by space, without asking the cloud: all that it was not known to
  /// have when a pass last recorded something.
  func findUnsent() throws -> [UUID: TrafficCount] {
    _ = session.ledger.loadForLooking()
    return try PassRehearsal(session: session).findUnsent()
  }

  /// Lets the next pass send a space that the cloud had forgotten, as one that it never had.
  func sendAgain(_ id: UUID) async throws {
    try session.checkRunning()
    try await session.loadLedger()
    try session.ledger.forget(space: id)
    session.ledger.base.removals[id] = nil
    try session.ledger.save()
  }

  private func work() async throws {
    let store = session.store
    try session.checkRunning()
    session.transfers.removeAll()
    try await session.report(.connecting, 0, nil)
    try session.readFollowed()
    try await session.loadLedger()
    try session.forgetUnfollowed()
    if session.options.retriesQuarantined { session.ledger.base.quarantine = [] }
    session.beginTrials(of: .space)
    let survey = try session.surveyed()
    for space in try session.activeSpaces()
    where !session.ledger.base.shortenedLogs.contains(space) {
      try await session.attempt {
        store.open.reload(space, ifChangedSince: survey)
        try survey.loadingSpaces { try session.merger.settleFiles(of: space) }
      }
    }
    try DeletionPush(session: session).find()
    try await survey.whileLoadingSpaces { try await exchange() }
  }

  private func exchange() async throws {
    for _ in 0..<session.options.rounds {
      try session.checkRunning()
      session.needsAnotherRound = false
      if session.wasServerSetBack { try session.compareAnew() }
      try await pull()
      session.hasPulled = true
      try await settleShortenedLogs()
      try DeletionPush(session: session).forgetQuestions()
      try await push()
      try await MapTransfer(session: session).fetchAll()
      try session.ledger.save()
      if !session.needsAnotherRound { break }
    }
  }

  /// Takes in what the files of anchors say beyond logs whose lost lines have come back. Before that,
  /// they would pass for changes that somebody made, and all devices would get those.
  private func settleShortenedLogs() async throws {
    for space in session.ledger.base.shortenedLogs
    where session.concerns(space) && !session.hasGap(space) {
      try await session.attempt {
        if try session.store.catalog.holds(space) { try session.merger.settleFiles(of: space) }
        session.ledger.base.shortenedLogs.remove(space)
      }
    }
  }

  private func pull() async throws {
    switch session.ledger.base.tier {
    case .plain: try await PlainPull(session: session).run()
    case .migrated: try await MigratedPull(session: session).run()
    }
  }

  /// Pushes parents first, and events before the rows that follow from them, so that anyone who sees a
  /// row can see its events.
  private func push() async throws {
    try await SpacePush(session: session).run()
    if session.ledger.base.tier == .migrated {
      try await AnchorPush(session: session).dateRows()
      try await EventPush(session: session).run()
      try await SpaceReceiver(session: session).finishRemovals()
    }
    try await AnchorPush(session: session).run()
    try await DeletionPush(session: session).run()
  }

  private func checkRespite() throws {
    let now = session.store.context.clock()
    guard let respite = session.ledger.files.respite(at: now) else { return }
    // What earlier passes left must still be reported.
    _ = session.ledger.loadForLooking()
    throw respite.failure(at: now)
  }

  private func noteRespite(_ failure: any Error) {
    let now = session.store.context.clock()
    let files = session.ledger.files
    guard files.respite(at: now) == nil, let respite = ServerRespite(failure, at: now) else {
      return
    }
    // A process that does not know of it asks once more than the server wants.
    DiagnosticLog.sync.attempt("note how long the server wants to be left alone") {
      try files.save(respite)
    }
  }

  private func record(_ outcome: SyncOutcome) {
    let now = session.store.context.clock()
    let error = outcome.error.map { ($0 as? CloudFailure)?.storageError(at: now) ?? $0 }
    // A cancellation is not a failure to report later.
    if error is CancellationError { return }
    try? SyncNoteFile(context: session.store.context, identity: session.identity).save(
      lastSync: outcome.failure == nil ? outcome.lastSync : nil, error: error)
  }
}

/// The options of a pass.
package struct SyncOptions: Sendable {
  /// Takes rows that are gone from the cloud for deleted, however many they are.
  package var acceptsVanished = false
  /// Sends all that was refused once more.
  package var retriesQuarantined = false
  /// Takes in new spaces, however many the cloud has.
  package var acceptsManySpaces = false
  /// If the cloud has more new spaces than this, none is taken in; nil for no limit.
  var mostNewSpaces: Int?
  /// The spaces that it concerns, followed or not; nil for those that are followed.
  package var spaces: Set<UUID>?
  /// Whether a server that lacked something is asked again whether it still does: a user who has just
  /// migrated it and syncs must not be told that all is in sync.
  package var asksForMore = false
  /// How long, in seconds, the answer to what a server offers is kept otherwise.
  var probeInterval: TimeInterval = 3600
  /// How many events are taken in at once, rounded up to whole pages.
  var eventsPerMerge = SyncLimits.eventsPerMerge
  /// How many rounds there are at most, since a pass pulls again if others were faster.
  var rounds = 3

  package init() {}
}

/// How far a pass has got.
struct SyncProgress: Equatable, Sendable {
  var phase: HBSyncStatus.Phase
  var done: Int
  /// nil if it is not known yet.
  var total: Int?
  /// How many bytes the phase moves; nil if it is not known.
  var byteTotal: Int?
}
