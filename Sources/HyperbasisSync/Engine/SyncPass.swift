import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import HyperbasisStore

/// One pass of syncing: pull, then push, until both sides agree.
///
/// Whoever starts it holds the store's sync lock. A pass may end anywhere: what it has done is
/// written down step by step, each thing before the note that says so, and the next pass finds
/// by comparison what is still to be done.
actor SyncPass {
  let store: HBLocalStore
  let cloud: any CloudService
  let identity: CloudIdentity
  let options: SyncOptions
  let files: SyncBaseFiles
  private let tell: @Sendable (SyncProgress) async -> Void
  var base: SyncBase
  /// The anchors as the cloud had them, of the spaces that were looked at.
  private var anchorBases: [UUID: AnchorBases] = [:]
  /// Spaces that were deleted here and are still to be deleted there.
  var deletions: Set<UUID> = []
  /// Spaces that somebody had asked to delete when this pass looked.
  private(set) var examinedDeletions: Set<UUID> = []
  /// Whether somebody else was faster, so that there is more to pull.
  var needsAnotherRound = false
  private(set) var problems: [any Error] = []
  var unreadable: [UnreadableRow] = []
  /// What came from the cloud and changed something here, and what the cloud took.
  var received = SyncTally()
  var sent = SyncTally()

  init(
    store: HBLocalStore, cloud: any CloudService, identity: CloudIdentity, options: SyncOptions,
    tell: @escaping @Sendable (SyncProgress) async -> Void
  ) {
    self.store = store
    self.cloud = cloud
    self.identity = identity
    self.options = options
    self.tell = tell
    files = SyncBaseFiles(
      identity: identity, layout: store.context.layout, files: store.context.files)
    base = SyncBase(tier: .plain, probedAt: HBInstant(microseconds: .min))
  }
}

/// How a pass is to go about it.
package struct SyncOptions: Sendable {
  /// Takes rows that are gone from a plain server for deleted, however many they are.
  package var acceptsVanished = false
  /// Sends what was refused once more.
  package var retriesQuarantined = false
  /// How long the answer to what a server offers is kept, in seconds.
  var probeInterval: TimeInterval = 3600
  /// So often a pass pulls again because others were faster.
  var rounds = 3

  package init(acceptsVanished: Bool = false, retriesQuarantined: Bool = false) {
    self.acceptsVanished = acceptsVanished
    self.retriesQuarantined = retriesQuarantined
  }
}

/// What a pass came to.
struct SyncOutcome: Sendable {
  /// What ended it early; nil where it came through.
  var failure: (any Error)?
  /// What could not be done while the rest went on.
  var problems: [any Error] = []
  /// Rows of the cloud that were passed over.
  var unreadable: [UnreadableRow] = []
  var quarantine: [QuarantinedItem] = []
  var lastSync: HBInstant?
  var pending: [HBPendingOperation.Kind] = []
  var received = HBSyncCounts()
  var sent = HBSyncCounts()

  /// What the caller of an explicit sync is told.
  var error: (any Error)? { failure ?? problems.first }
}

// MARK: - The pass

extension SyncPass {
  func run() async -> SyncOutcome {
    var outcome = SyncOutcome()
    do {
      try await work()
    } catch {
      outcome.failure = error
      // What the server offers may have changed.
      if case CloudFailure.missing = error { base.probedAt = HBInstant(microseconds: .min) }
    }
    do {
      outcome.pending = try recordPending(hasFailed: outcome.failure != nil)
      try save()
    } catch {
      outcome.failure = outcome.failure ?? error
    }
    outcome.problems = problems
    outcome.unreadable = unreadable
    outcome.quarantine = base.quarantine
    outcome.lastSync = base.lastSync
    outcome.received = received.counts
    outcome.sent = sent.counts
    writeDown(outcome)
    return outcome
  }

  private func writeDown(_ outcome: SyncOutcome) {
    let error = outcome.error.map { ($0 as? CloudFailure)?.storageError ?? $0 }
    // That somebody stopped it is not a failure to report later.
    if error is CancellationError { return }
    // The pass is over; only the next start would have shown this.
    try? store.saveSyncNote(
      lastSync: outcome.failure == nil ? outcome.lastSync : nil, error: error)
  }

  private func work() async throws {
    store.removeTransfers()
    await report(.connecting, 0, nil)
    try await loadBase()
    if options.retriesQuarantined { base.quarantine = [] }
    for space in try store.spaceIds() {
      try await attempt { try store.settleFiles(of: space) }
    }
    try findDeletions()
    for _ in 0..<options.rounds {
      needsAnotherRound = false
      try await pull()
      try await push()
      try await fetchMaps()
      try save()
      if !needsAnotherRound { break }
    }
    base.lastSync = store.context.clock()
  }

  private func pull() async throws {
    switch base.tier {
    case .plain: try await pullPlain()
    case .migrated: try await pullMigrated()
    }
  }

  /// Parents first; events before the rows that follow from them, so that whoever sees a row can
  /// see its events.
  private func push() async throws {
    try await pushSpaces()
    if base.tier == .migrated {
      try await pushEvents()
      try await finishRemovals()
    }
    try await pushAnchors()
    try await pushDeletions()
  }
}

// MARK: - The base

extension SyncPass {
  func loadBase() async throws {
    let now = store.context.clock()
    if let known = files.load() { base = known }
    let age = Double(now.microseconds) / 1e6 - Double(base.probedAt.microseconds) / 1e6
    if abs(age) >= options.probeInterval {
      let tier = try await cloud.probe()
      if tier != base.tier || files.load() == nil {
        try forget(tier: tier)
      }
      base.probedAt = now
    }
    if try !holdsWhatBaseSays() { try forget(tier: base.tier) }
    try save()
  }

  /// Forgets what was known, so that all is compared again.
  private func forget(tier: CloudTier) throws {
    try files.removeAll()
    anchorBases = [:]
    base = SyncBase(tier: tier, probedAt: store.context.clock())
  }

  /// Whether the store still is the one that the base speaks of: one that was emptied or brought
  /// back from a backup lacks what the cursors have passed.
  private func holdsWhatBaseSays() throws -> Bool {
    let queued = queuedDeletions()
    for (id, space) in base.spaces where space.row != nil || space.log != nil {
      if try !store.holds(id) {
        if try queued.contains(id) || store.isInTrash(id) { continue }
        return false
      }
      if space.local != nil, try store.spaceStatus(id) == nil { return false }
      if let mark = space.log, try !store.isValid(mark, of: id) { return false }
    }
    return true
  }

  func save() throws {
    try files.save(base)
  }

  func anchors(of space: UUID) -> AnchorBases {
    if let known = anchorBases[space] { return known }
    let loaded = files.loadAnchors(of: space)
    anchorBases[space] = loaded
    return loaded
  }

  /// Notes what the cloud has of a space's anchors.
  func setAnchors(_ bases: AnchorBases, of space: UUID) throws {
    guard anchors(of: space) != bases else { return }
    try files.saveAnchors(bases, of: space)
    anchorBases[space] = bases
  }

  /// Forgets a space that is gone.
  func forget(space: UUID) throws {
    base.spaces[space] = nil
    base.quarantine.removeAll { $0.spaceId == space }
    try setAnchors(AnchorBases(), of: space)
  }
}

// MARK: - Deletions

extension SyncPass {
  private func queuedDeletions() -> Set<UUID> {
    Set(
      store.loadPendingOperations().compactMap { operation in
        if case .deleteSpace(let id) = operation.type { id } else { nil }
      })
  }

  /// A space that the cloud has and that lies in the trash here was deleted here, unless that
  /// followed from its being gone there.
  private func findDeletions() throws {
    examinedDeletions = queuedDeletions()
    let known = base.spaces.filter { $0.value.row != nil }.keys
    // One that is there, perhaps recreated since, is not deleted: for it no trash is looked at.
    deletions = try examinedDeletions.union(known).filter { id in
      guard try !store.holds(id) else { return false }
      return try examinedDeletions.contains(id) || store.isInTrash(id, unknownTo: identity)
    }
  }

  private func pushDeletions() async throws {
    for id in deletions.sorted(by: { UUIDBits($0) < UUIDBits($1) }) {
      try await deliver([id][...]) { ids in
        try await self.cloud.delete(spaces: Array(ids))
      } refused: { id, failure in
        self.note(failure.storageError)
      } done: { ids in
        for id in ids {
          self.deletions.remove(id)
          try self.store.noteDeletion(of: id, goneFrom: self.identity)
          try self.forget(space: id)
          self.base.removals[id] = Removal(state: .done)
          self.sent.deletedSpaces.insert(id)
        }
      }
    }
    try await removeOrphans()
  }
}

// MARK: - Telling and going on

extension SyncPass {
  func report(_ phase: SyncProgress.Phase, _ done: Int, _ total: Int?) async {
    await tell(SyncProgress(phase: phase, done: done, total: total))
  }

  /// Notes what could not be done; the first is told in the end.
  func note(_ error: any Error) {
    problems.append(error)
  }

  /// Does something for one space; what fails there is noted and holds up no other, but for what
  /// concerns the cloud as a whole.
  func attempt(_ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let failure as CloudFailure {
      throw failure
    } catch let error as CancellationError {
      throw error
    } catch {
      note(error)
    }
  }

  /// Takes something in that came from the cloud. What fails is read again with the next pass,
  /// since a cursor goes on.
  func attemptTaking(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      note(error)
      base.mustReadAgain = true
    }
  }

  /// Sends things together; where one of them is refused, finds it by halving, and sends the rest.
  ///
  /// - Parameter shareSpace: Whether all are of one space, and so have one owner: where neither the
  ///   first nor the last is permitted, none is, and thousands need not be asked about one by one.
  func deliver<Item: Sendable>(
    _ items: ArraySlice<Item>, shareSpace: Bool = false,
    send: (ArraySlice<Item>) async throws -> Void,
    refused: (Item, CloudFailure) throws -> Void,
    done: (ArraySlice<Item>) throws -> Void = { _ in }
  ) async throws {
    guard let first = items.first else { return }
    do {
      try await send(items)
    } catch let failure as CloudFailure {
      guard failure.isAboutRows(items.count) else { throw failure }
      guard items.count > 1 else { return try refused(first, failure) }
      if shareSpace, failure.deniesPermission, try await areDenied(items, send) {
        for item in items { try refused(item, failure) }
        return
      }
      let middle = items.startIndex + items.count / 2
      for half in [items[..<middle], items[middle...]] {
        try await deliver(half, shareSpace: shareSpace, send: send, refused: refused, done: done)
      }
      return
    }
    try done(items)
  }

  /// Whether the first and the last are not permitted. What is sent thereby may be sent again.
  private func areDenied<Item: Sendable>(
    _ items: ArraySlice<Item>, _ send: (ArraySlice<Item>) async throws -> Void
  ) async throws -> Bool {
    for edge in [items.prefix(1), items.suffix(1)] {
      do {
        try await send(edge)
        return false
      } catch let failure as CloudFailure {
        guard failure.isAboutRows(1) else { throw failure }
        guard failure.deniesPermission else { return false }
      }
    }
    return true
  }
}

extension CloudFailure {
  /// Whether fewer rows may get through where these did not.
  fileprivate func isAboutRows(_ count: Int) -> Bool {
    switch self {
    case .rejected, .missingParent, .tooLarge: true
    // > 57014: halve the batch
    case .busy(let answer, nil): answer.code == "57014" && count > 1
    default: false
    }
  }

  /// Whether it is the user who is refused, be it by row security or for want of a right.
  fileprivate var deniesPermission: Bool {
    if case .rejected(let answer) = self { answer.code == "42501" } else { false }
  }
}
