import Foundation
import SystemPackage

/// A space's log as it is in memory, with what its anchor files add to it.
struct LoadedLog: Sendable {
  var index: EventIndex
  /// How many bytes of the log the index holds.
  var end = 0
  /// Which file was read; nil where there is none yet.
  var identity: FileStatus?
  var problems: [StoreProblem] = []
  /// Events that anchor files imply and that are not in the log yet, by anchor.
  var pending: [UUID: Pending] = [:]
  /// Anchors whose files are behind the log, to be written with the next change.
  var stale: Set<UUID> = []
  /// Set when what is in memory no longer says what the log does.
  var mustReload = false
  var source: LogBytes?
  var name = ""
  var interim: [HBAnchorEvent] = []

  struct Pending: Sendable {
    var events: [HBAnchorEvent]
    /// How many events the anchor had with these.
    var count: Int
  }

  init(spaceId: UUID) {
    index = EventIndex(spaceId: spaceId)
  }

  var head: HBLogHead {
    HBLogHead(
      bytes: end, events: index.count,
      lastEventId: index.count > 0 ? index.id(index.count - 1) : nil)
  }

  /// Whether the log has grown by events of an anchor whose file implied some.
  var isOvertaken: Bool {
    pending.contains { id, pending in
      guard let slot = index.slot(of: id) else { return true }
      let ordinals = index.ordinals(ofSlot: slot)
      return ordinals.count != pending.count || ordinals.last.map { !index.isSynthetic($0) } ?? true
    }
  }
}
