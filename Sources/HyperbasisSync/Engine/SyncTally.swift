import Foundation

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
