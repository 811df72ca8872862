import Foundation
import HyperbasisModels

/// The base in its earlier form: one object, rewritten with each step. Stores that were synced by earlier
/// versions hold such files, which are read once.
struct FirstFormBase: Codable, Equatable {
  var format = 1
  var tier: CloudTier
  @Microseconds var probedAt: HBInstant
  var cursors = SyncCursors()
  var mustReadAgain = false
  @ById var spaces: [UUID: SpaceBase] = [:]
  @ById var removals: [UUID: Removal] = [:]
  var quarantine: [QuarantinedItem] = []
  @Microseconds var lastSync: HBInstant? = nil
  var orphans: [OrphanedMap] = []
  // The oldest files lack what follows.
  var tierReason: String? = nil
  var unreadable: [UnreadableRow]? = nil
}

extension LastSyncedState {
  /// Returns nil for a file of another form, which does not count.
  init?(_ file: FirstFormBase) {
    guard file.format == 1 else { return nil }
    self.init(tier: file.tier, probedAt: file.probedAt)
    cursors = file.cursors
    mustReadAgain = file.mustReadAgain
    for (id, space) in file.spaces { spaces[id] = space }
    removals = file.removals
    quarantine = file.quarantine
    lastSync = file.lastSync
    orphans = file.orphans
    tierReason = file.tierReason
    unreadable = file.unreadable
  }
}
