import Foundation
import HyperbasisModels
import HyperbasisStore

/// What this store and the cloud were last known to agree on, and the files that hold it.
@SyncActor
final class SyncLedger {
  let files: LastSyncedFiles
  var base: LastSyncedState
  private let store: HBLocalStore
  /// The base as it is on disk, without spaces, which track their own changes; nil if nothing is on disk.
  private var saved: LastSyncedState?
  private var extent = BaseJournal.Extent()
  /// The anchors as the cloud had them, for the spaces that were looked at.
  private var anchorBases: [UUID: (bases: AnchorBases, extent: AnchorExtent)] = [:]

  nonisolated init(identity: CloudIdentity, store: HBLocalStore) {
    self.store = store
    files = LastSyncedFiles(
      identity: identity, layout: store.context.layout, files: store.context.files)
    base = LastSyncedState(tier: .plain, probedAt: .neverProbed)
  }

  /// Reads what earlier passes left, and asks the cloud what it offers if it was last asked long ago, or
  /// if it may offer more by now and a user is waiting.
  func load(
    _ survey: StoreSurvey, _ options: SyncOptions,
    probe: (_ known: CloudTier?) async throws -> CloudProbe
  ) async throws {
    let isKnown = loadForLooking()
    if mustProbe(options) {
      let found = try await probe(base.latestTier)
      if found.tier != base.tier || !isKnown { try forgetAll(tier: found.tier) }
      base.probedAt = store.context.clock()
      base.tierReason = found.reason
      forgetLacks()
    }
    if options.asksForMore { forgetLacks() }
    let loss = try lossSinceBase(survey)
    base.shortenedLogs.formUnion(loss.shortenedLogs)
    if loss.isLoss { try forgetAll(tier: base.tier, reason: base.tierReason) }
    base.spaces.read(survey.ids.filter { !isSettled($0, survey) })
    try save()
  }

  private func mustProbe(_ options: SyncOptions) -> Bool {
    if options.asksForMore, base.tier == .plain { return true }
    let age = store.context.clock().microseconds.subtractingReportingOverflow(
      base.probedAt.microseconds)
    return age.overflow || abs(Double(age.partialValue) / 1e6) >= options.probeInterval
  }

  /// Forgets which functions a migrated server lacked, so that it is asked again.
  private func forgetLacks() {
    base.lacksTeams = nil
    base.lacksChanges = nil
  }

  /// Reads what earlier passes left and changes nothing; returns false if there were none.
  func loadForLooking() -> Bool {
    guard let known = files.loadForWriting() else { return false }
    (base, extent) = known
    // A base that is in no journal yet is on disk in its earlier form.
    saved = extent.end > 0 ? base.withoutSpaces : nil
    return true
  }

  /// Reads what earlier passes left, as an explicitly requested pass would find it, and writes nothing.
  func loadForLooking(
    probe: (_ known: CloudTier?) async throws -> CloudProbe
  ) async throws {
    let isKnown = loadForLooking()
    guard !isKnown || base.tier == .plain else { return }
    let found = try await probe(base.knownTier)
    guard !isKnown || found.tier != base.tier else { return }
    base = LastSyncedState(tier: found.tier, probedAt: store.context.clock())
  }

  func save() throws {
    try files.save(&base, over: saved, &extent)
    saved = base.withoutSpaces
  }

  /// Notes that nothing in a space is to be sent or taken in as long as its files do not change.
  func settle(_ id: UUID, as digest: UInt64) { base.spaces[id]?.settled = digest }

  /// Whether a space is as it was when nothing in it was to be sent or taken in.
  func isSettled(_ id: UUID, _ survey: StoreSurvey) -> Bool {
    base.spaces.settled(id) == survey.digest(of: id) && base.removals[id] == nil
  }

  /// Makes the next pass ask the cloud again what it offers.
  func forgetTier() {
    base.probedAt = .neverProbed
    base.tierReason = nil
  }

  /// Forgets what the server had, though not what it offers.
  func forgetServer() throws { try forgetAll(tier: base.tier, reason: base.tierReason) }

  /// Forgets what was known, so that all is compared again.
  private func forgetAll(tier: CloudTier, reason: String? = nil) throws {
    try files.removeAll()
    (saved, extent) = (nil, BaseJournal.Extent())
    anchorBases = [:]
    let shortenedLogs = base.shortenedLogs
    base = LastSyncedState(tier: tier, probedAt: store.context.clock())
    base.shortenedLogs = shortenedLogs
    base.tierReason = reason
  }

  /// What a store lacks of what it once held.
  private struct Loss {
    var isLoss = false
    /// The spaces whose logs lack lines that the cloud has.
    var shortenedLogs: Set<UUID> = []
  }

  /// Returns what shows that the store is no longer the one that the base describes: one that was emptied
  /// or restored from a backup lacks what the cursors have passed.
  private func lossSinceBase(_ survey: StoreSurvey) throws -> Loss {
    let queued = PendingChanges(store).deletions
    var loss = Loss()
    for id in base.spaces.sharedIds where !isSettled(id, survey) {
      if try !store.catalog.holds(id) {
        if try queued.contains(id) || store.trash.holds(id) { continue }
        loss.isLoss = true
        continue
      }
      guard let space = base.spaces[id] else { continue }
      // A space that cannot be read says nothing about the store. The steps that need it report it.
      if (try? isLogWhole(id, since: space)) == false {
        loss.isLoss = true
        loss.shortenedLogs.insert(id)
      } else if space.local != nil, (try? hasFile(id)) == false {
        loss.isLoss = true
      }
    }
    return loss
  }

  private func hasFile(_ id: UUID) throws -> Bool {
    try SpaceHeads(open: store.open).status(id) != nil
  }

  private func isLogWhole(_ id: UUID, since space: SpaceBase) throws -> Bool {
    try space.log.map { try LogMarker(open: store.open).isValid($0, of: id) } ?? true
  }
}

// MARK: - Anchors

extension SyncLedger {
  func anchors(of space: UUID) -> AnchorBases { loadedAnchors(of: space).bases }

  private func loadedAnchors(of space: UUID) -> (bases: AnchorBases, extent: AnchorExtent) {
    if let known = anchorBases[space] { return known }
    let loaded = files.loadAnchors(of: space)
    anchorBases[space] = loaded
    return loaded
  }

  /// Records what the cloud has of a space's anchors.
  func setAnchors(_ bases: AnchorBases, of space: UUID) throws {
    var known = loadedAnchors(of: space)
    guard known.bases != bases else { return }
    // First record that the space must be looked at: otherwise a process that dies here leaves rows in
    // the base that are never compared with the files.
    if base.spaces.settled(space) != nil {
      base.spaces[space]?.settled = nil
      try save()
    }
    try files.saveAnchors(bases, over: known.bases, &known.extent, of: space)
    known.bases = bases
    anchorBases[space] = known
  }

  /// Forgets a space that is gone.
  func forget(space: UUID) throws {
    base.spaces[space] = nil
    base.quarantine.removeAll { $0.spaceId == space }
    try setAnchors(AnchorBases(), of: space)
  }
}
