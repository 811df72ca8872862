import Foundation
import HyperbasisAnchorLog
import HyperbasisDiagnostics
import HyperbasisModels
import HyperbasisStore

/// What the steps of one pass share: the two sides, what was agreed between them, and the results of the
/// pass so far.
///
/// It belongs to one pass.
@SyncActor
final class SyncSession {
  let store: HBLocalStore
  private let cloud: any CloudService
  let identity: CloudIdentity
  let options: SyncOptions
  let ledger: SyncLedger
  let heads: SpaceHeads
  let transfers: TransferFolder
  let merger: CloudMerger
  let marker: LogMarker
  let trash: CloudTrash
  private let isEndedNow: @Sendable () -> Bool
  private let tell: @Sendable (SyncProgress) async -> Void
  /// Spaces that were deleted here and are still to be deleted there.
  var deletions: Set<UUID> = []
  /// Spaces whose deletion had been requested when this pass looked.
  var examinedDeletions: Set<UUID> = []
  /// The spaces that are gone from the cloud, which is not believed yet. Their rows are not sent: they would
  /// be refused as long as it is so, and what differs from the cloud need not be a change that anybody made.
  var doubted: Set<UUID> = []
  /// Whether all that was new in the cloud has been taken in by this pass.
  var hasPulled = false
  /// Whether the server turned out to have been restored from a backup.
  var wasServerSetBack = false
  /// Whether another device was faster, so that there is more to pull.
  var needsAnotherRound = false
  /// Spaces for which something could not be taken in. What is here of them has a gap: what differs from
  /// the cloud need not be a change that anybody made, so nothing of them is sent, and nothing more is
  /// taken in, until all of it is read again.
  private var gaps: Set<UUID> = []
  private var problems: [(error: any Error, space: UUID?)] = []
  private var survey: StoreSurvey?
  /// Which spaces this store is kept in sync with, as of the beginning of the pass.
  private(set) var followed = FollowedSpaces.usual
  /// What was refused before and is tried again in this pass: one of each cause.
  var trials: [RefusedThing: QuarantinedItem] = [:]
  var triedCauses: Set<QuarantinedItem.Cause> = []
  /// What was changed here and elsewhere at the same time, as it came in.
  var conflicts: [EditConflict] = []
  /// The spaces that came back from the trash because the cloud has them again, with those of their
  /// anchors that the cloud never had.
  var putBack: [UUID: Set<UUID>] = [:]
  /// The spaces that came back in this round, of which all must be read again.
  var returned: Set<UUID> = []
  /// The events of others that came in for spaces which are about to be deleted from the cloud, and which
  /// the trash does not have.
  var unseenEvents: [UUID: Set<UUID>] = [:]
  /// The spaces that were removed here because others had deleted them, and those that were deleted from
  /// the cloud with changes of others.
  var removed: [RemovedSpace] = []
  /// What came from the cloud and changed something here, and what the cloud took.
  var received = SyncTally()
  var sent = SyncTally()

  nonisolated init(
    store: HBLocalStore, cloud: any CloudService, identity: CloudIdentity, options: SyncOptions,
    isEnded: @escaping @Sendable () -> Bool,
    tell: @escaping @Sendable (SyncProgress) async -> Void
  ) {
    self.store = store
    self.cloud = cloud
    self.identity = identity
    self.options = options
    isEndedNow = isEnded
    self.tell = tell
    ledger = SyncLedger(identity: identity, store: store)
    heads = SpaceHeads(open: store.open)
    transfers = TransferFolder(context: store.context)
    merger = CloudMerger(open: store.open)
    marker = LogMarker(open: store.open)
    trash = CloudTrash(trash: store.trash, cloud: identity)
  }

  func outcome(failure: (any Error)?, pending: [HBPendingOperation.Kind]) -> SyncOutcome {
    SyncOutcome(
      failure: failure, problems: problems.map(\.error), unreadable: ledger.base.unreadable ?? [],
      conflicts: conflicts, removed: removed, quarantine: ledger.base.quarantine,
      lastSync: ledger.base.lastSync,
      pending: pending,
      received: received.counts, sent: sent.counts, forgotten: forgottenSpaces,
      tier: ledger.base.knownTier,
      tierReason: ledger.base.tierReason)
  }
}

// MARK: - What was agreed

extension SyncSession {
  /// Returns what the store held when the pass first looked.
  func surveyed() throws -> StoreSurvey {
    if let survey { return survey }
    let found = try store.catalog.survey()
    survey = found
    return found
  }

  /// Reads which spaces are followed.
  func readFollowed() throws { followed = try FollowedSpacesFile(store).load() }

  /// Forgets what was known of spaces that are not followed any more: following one again compares all of
  /// it, and throwing away its copy here does not concern the cloud.
  func forgetUnfollowed() throws {
    let known = ledger.base.spaces.idsInCloud
    for id in known where isOutOfSight(id) {
      try ledger.forget(space: id)
      ledger.base.removals[id] = nil
      passOver(id)
    }
    for id in PendingChanges(store).deletions.union(known) where isOutOfSight(id) {
      guard try !store.catalog.holds(id) else { continue }
      // In the trash, since the base may be lost before the space is followed again.
      try reachingFiles { try CloudTrash.noteCopy(of: id, in: store.trash) }
    }
  }

  private func isOutOfSight(_ id: UUID) -> Bool { !followed.contains(id) && !concerns(id) }

  /// Makes a space that is asked for and not here count as never seen: throwing away a copy of it while
  /// it was not followed was not meant for the cloud.
  func welcome(_ id: UUID) throws {
    guard try !store.catalog.holds(id), !deletions.contains(id) else { return }
    try trash.noteDeletion(of: id)
    try ledger.forget(space: id)
    ledger.base.removals[id] = nil
  }

  /// Whether this pass concerns a space.
  func concerns(_ id: UUID) -> Bool { options.spaces?.contains(id) ?? followed.contains(id) }

  /// The spaces that this pass concerns, if they are few enough to be named in a request.
  var few: [UUID]? {
    guard let spaces = options.spaces ?? followed.named,
      spaces.count <= SyncLimits.idsPerRequest
    else { return nil }
    return spaces.sorted { UUIDBits($0) < UUIDBits($1) }
  }

  /// Makes sure that nobody gets very many spaces without having asked for them.
  ///
  /// - Throws: ``HBStorageError/manySpacesInCloud(count:)``.
  func checkNewSpaces(_ ids: [UUID]) throws {
    guard let most = options.mostNewSpaces, options.spaces == nil, ids.count > most else { return }
    let new = try Set(ids).filter { id in
      try followed.contains(id) && !deletions.contains(id) && ledger.base.removals[id] == nil
        && !store.catalog.holds(id)
    }
    if new.count > most { throw HBStorageError.manySpacesInCloud(count: new.count) }
  }

  /// Notes that the cursors pass something of a space that is not followed.
  func passOver(_ id: UUID) {
    if !followed.contains(id) { ledger.base.passedOver.insert(id) }
  }

  /// Notes that the cursors pass something of a space that is to be deleted: the cloud may refuse that,
  /// or the space may be brought back before the cloud has heard of it.
  func passOver(deleted id: UUID) { ledger.base.passedOver.insert(id) }

  /// The spaces of which something was passed over that should come in now.
  var missedSpaces: Set<UUID> {
    ledger.base.passedOver.filter { followed.contains($0) && !deletions.contains($0) }
  }

  /// Returns the spaces that may have something to send, in the order of their ids: those whose files
  /// have changed since they were last found settled, and those for which something came in; without
  /// those that have a gap.
  func activeSpaces() throws -> [UUID] {
    let survey = try surveyed()
    return try survey.ids.union(ledger.base.spaces.ids)
      .filter { id in
        try !gaps.contains(id) && concerns(id) && !ledger.isSettled(id, survey)
          && store.catalog.holds(id)
      }
      .sorted { UUIDBits($0) < UUIDBits($1) }
  }

  func loadLedger() async throws {
    try await ledger.load(try surveyed(), options) { known in
      try await ask { try await $0.probe(knownAs: known) }
    }
  }

  /// Returns the hash of a space's map, without reading one that has not changed.
  func digest(
    of head: LocalSpace?, _ known: SpaceBase
  ) throws -> (sha256: String, byteCount: Int)? {
    guard let head else { return nil }
    if let stamp = known.local, stamp.file == head.status, stamp.separateMap == head.mapStatus {
      return stamp.mapHash.map { ($0, stamp.mapBytes) }
    }
    return try heads.mapDigest(of: head)
  }

  /// Notes the numbers that the server gave to events of this store.
  ///
  /// A server never gives a number that it has given before, unless it was restored from a backup: what it
  /// has lost since must be sent again, and what others write would be taken for known.
  func noteOwnEvents(numbers: [Int64]) {
    if numbers.contains(where: { $0 <= ledger.base.cursors.events.read }) {
      (wasServerSetBack, needsAnotherRound) = (true, true)
    }
    ledger.base.cursors.events.noteOwn(numbers)
  }

  /// Forgets what the server had: everything is read again, and what it lacks is sent again.
  func compareAnew() throws {
    try ledger.forgetServer()
    wasServerSetBack = false
    DiagnosticLog.sync.note("The server was restored from a backup; everything is compared anew.")
  }

  /// Has everything read again: a space that came back brings what was passed over while it was gone.
  func startAgain() {
    guard ledger.base.tier == .migrated else { return }
    (ledger.base.mustReadAgain, needsAnotherRound) = (true, true)
  }

  /// The forgotten spaces that are here, in order. A store that cannot be read has been reported.
  fileprivate var forgottenSpaces: [UUID] {
    ledger.base.forgottenSpaces(in: store)
  }

  /// Whether nothing of a space may be sent, because somebody has had the cloud forget it.
  func isForgotten(_ space: UUID) -> Bool {
    ledger.base.removals[space]?.state == .forgotten
  }

  /// Whether what belongs to a space should come in: not if it was deleted.
  func isWanted(_ space: UUID) throws -> Bool {
    guard concerns(space) else {
      passOver(space)
      return false
    }
    if deletions.contains(space) {
      passOver(deleted: space)
      return false
    }
    switch ledger.base.removals[space]?.state {
    case nil, .asked: break
    case .pending, .forgotten: return false
    case .done, .here: return try store.catalog.holds(space)
    }
    if try store.catalog.holds(space) || ledger.base.spaces[space]?.row != nil { return true }
    return try !trash.holdsUntold(space)
  }
}

// MARK: - Reporting and errors

extension SyncSession {
  /// Whether the pass was ended because the store is being cleared.
  var isEnded: Bool { isEndedNow() }

  /// - Throws: ``CloudFailure/cancelled`` if the pass was ended.
  func checkRunning() throws(CloudFailure) {
    if isEnded { throw .cancelled }
  }

  /// Asks the cloud. The answer is dropped if the pass was ended meanwhile.
  func ask<Answer>(
    _ question: (any CloudService) async throws -> Answer
  ) async throws -> Answer {
    do {
      let answer = try await question(cloud)
      try checkRunning()
      return answer
    } catch {
      try checkRunning()
      throw error
    }
  }

  func report(
    _ phase: HBSyncStatus.Phase, _ done: Int, _ total: Int?, bytes: Int? = nil
  ) async throws(CloudFailure) {
    await tell(SyncProgress(phase: phase, done: done, total: total, byteTotal: bytes))
    try checkRunning()
  }

  /// Records an error; the first one is reported in the end.
  ///
  /// - Parameter space: the space of what is refused; nil for other errors.
  func note(_ error: any Error, refusedIn space: UUID? = nil) {
    problems.append((error, space))
  }

  /// Drops the errors about what was refused in a space that is gone: nothing of it is tried again.
  func dropRefusals(in space: UUID) {
    problems.removeAll { $0.space == space }
  }

  /// Whether something could not be read or written on this machine, as when the disk is full. What the
  /// cloud refuses is reported row by row; this concerns the pass as a whole.
  var hasFileProblem: Bool {
    problems.contains { problem in
      if case HBStorageError.fileSystemError = problem.error { return true }
      return problem.error is FileError
    }
  }

  func note(unreadable rows: [UnreadableRow]) {
    var known = ledger.base.unreadable ?? []
    for row in rows {
      // Of each row only the newest reason is kept.
      known.removeAll { $0 == row || row.id != nil && $0.id == row.id && $0.table == row.table }
      known.append(row)
    }
    ledger.base.unreadable = known.isEmpty ? nil : known
  }

  /// Notes rows of a table that can be read, or are gone.
  func noteReadable(_ ids: [UUID], in table: String) {
    guard let known = ledger.base.unreadable, !ids.isEmpty else { return }
    let ids = Set(ids)
    let rest = known.filter { row in
      String(row.table) != table || !(row.id.map(ids.contains) ?? false)
    }
    ledger.base.unreadable = rest.isEmpty ? nil : rest
  }

  /// Forgets unreadable rows: everything is read again, and those that still are get found again.
  func forgetUnreadable() {
    ledger.base.unreadable = nil
  }

  /// Does something for one space; an error there is noted and holds up no other space, unless it
  /// concerns the cloud as a whole.
  ///
  /// - Parameter space: the space that `body` takes in, if any; an error leaves a gap in it.
  func attempt(receiving space: UUID? = nil, _ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let failure as CloudFailure {
      throw failure
    } catch let error as CancellationError {
      throw error
    } catch {
      note(error)
      if let space { noteGap(in: space) }
    }
  }

  /// Applies something of a space that came from the cloud. What fails is read again with the next pass,
  /// since the cursors move on.
  func attemptReceiving(of space: UUID, _ body: () throws -> Void) {
    guard !gaps.contains(space) else { return }
    do {
      try body()
    } catch {
      note(error)
      noteGap(in: space)
    }
  }

  /// Notes that something of a space could not be taken in.
  private func noteGap(in space: UUID) {
    gaps.insert(space)
    ledger.base.mustReadAgain = true
  }

  func hasGap(_ space: UUID) -> Bool { gaps.contains(space) }

  /// Forgets the gaps: everything is read again.
  func forgetGaps() {
    gaps = []
  }
}

extension UnreadableRow {
  /// The table of the row, with which the reason begins.
  fileprivate var table: Substring { reason.prefix { $0 != ":" } }
}
