import Foundation
import HyperbasisModels
import HyperbasisStore

/// The result of a pass.
struct SyncOutcome: Sendable {
  /// What ended it early; nil if it succeeded.
  var failure: (any Error)?
  /// What could not be done while the rest went on.
  var problems: [any Error] = []
  /// Rows of the cloud that were passed over.
  var unreadable: [UnreadableRow] = []
  /// What was changed here and elsewhere at the same time.
  var conflicts: [EditConflict] = []
  /// The spaces that were removed here because others had deleted them.
  var removed: [RemovedSpace] = []
  var quarantine: [QuarantinedItem] = []
  var lastSync: HBInstant?
  var pending: [HBPendingOperation.Kind] = []
  var received = HBSyncCounts()
  var sent = HBSyncCounts()
  /// The spaces here that somebody has deleted from the cloud for good.
  var forgotten: [UUID] = []
  var tier: CloudTier?
  var tierReason: String?

  /// The error that an explicit sync throws.
  var error: (any Error)? { failure ?? problems.first }
}

/// What a pass moves in one direction, each thing counted once however often it came up.
struct SyncTally: Equatable, Sendable {
  var spaces: Set<UUID> = []
  var deletedSpaces: Set<UUID> = []
  var anchors: Set<UUID> = []
  var events = 0
  var maps: Set<UUID> = []

  var counts: HBSyncCounts {
    HBSyncCounts(
      spaces: spaces.count, deletedSpaces: deletedSpaces.count, anchors: anchors.count,
      events: events, worldMaps: maps.count)
  }
}

extension SyncTally {
  /// Counts events that were appended, given the anchor of each.
  mutating func add(eventsOf anchors: [UUID]) {
    events += anchors.count
    self.anchors.formUnion(anchors)
  }
}
