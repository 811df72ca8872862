import Foundation
import HyperbasisModels
import HyperbasisStore

/// What this store and the cloud were last known to agree on, and its files.
@SyncActor
final class SyncLedger {
  let files: LastSyncedFiles
  var base: LastSyncedState
  private let store: HBLocalStore
  /// The anchors as the cloud had them, of the spaces that were looked at.
  private var anchorBases: [UUID: AnchorBases] = [:]

  nonisolated init(identity: CloudIdentity, store: HBLocalStore) {
    self.store = store
    files = LastSyncedFiles(
      identity: identity, layout: store.context.layout, files: store.context.files)
    base = LastSyncedState(tier: .plain, probedAt: .longAgo)
  }

  /// Reads what earlier passes left, and asks the cloud what it offers where that was long ago.
  func load(
    probeInterval: TimeInterval, probe: () async throws -> CloudProbe
  ) async throws {
    let now = store.context.clock()
    if let known = files.load() { base = known }
    let age = Double(now.microseconds) / 1e6 - Double(base.probedAt.microseconds) / 1e6
    if abs(age) >= probeInterval {
      let found = try await probe()
      if found.tier != base.tier || files.load() == nil {
        try forgetAll(tier: found.tier)
      }
      base.probedAt = now
      base.tierReason = found.reason
    }
    if try !holdsWhatBaseSays() { try forgetAll(tier: base.tier, reason: base.tierReason) }
    try save()
  }

  /// Reads what earlier passes left and changes nothing; false where there were none.
  func loadForLooking() -> Bool {
    guard let known = files.load() else { return false }
    base = known
    return true
  }

  func save() throws {
    try files.save(base)
  }

  /// Asks the cloud again with the next pass what it offers.
  func forgetTier() {
    base.probedAt = .longAgo
  }

  /// Forgets what was known, so that all is compared again.
  private func forgetAll(tier: CloudTier, reason: String? = nil) throws {
    try files.removeAll()
    anchorBases = [:]
    base = LastSyncedState(tier: tier, probedAt: store.context.clock())
    base.tierReason = reason
  }

  /// Whether the store still is the one that the base speaks of: one that was emptied or brought
  /// back from a backup lacks what the cursors have passed.
  private func holdsWhatBaseSays() throws -> Bool {
    let queued = PendingChanges(store).deletions
    for (id, space) in base.spaces where space.row != nil || space.log != nil {
      if try !store.catalog.holds(id) {
        if try queued.contains(id) || store.trash.holds(id) { continue }
        return false
      }
      // One that cannot be read does not tell one store from another. The steps that need it
      // report it.
      if (try? isUnchanged(id, since: space)) == false { return false }
    }
    return true
  }

  private func isUnchanged(_ id: UUID, since space: SpaceBase) throws -> Bool {
    if space.local != nil, try SpaceHeads(open: store.open).status(id) == nil { return false }
    return try space.log.map { try LogMarker(open: store.open).isValid($0, of: id) } ?? true
  }
}

// MARK: - Anchors

extension SyncLedger {
  func anchors(of space: UUID) -> AnchorBases {
    if let known = anchorBases[space] { return known }
    let loaded = files.loadAnchors(of: space)
    anchorBases[space] = loaded
    return loaded
  }

  /// Records what the cloud has of a space's anchors.
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

extension HBInstant {
  fileprivate static let longAgo = HBInstant(microseconds: .min)
}
