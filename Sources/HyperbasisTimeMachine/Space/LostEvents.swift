import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory

/// The events that were read and are no longer in the log, although a log only ever grows: somebody cut it
/// or put an older one in its place. They may come back.
struct LostEvents {
  private var ids: Set<UUID> = []

  var count: Int { ids.count }

  /// Takes note of the log as it is now, and returns how many more events have gone since it was last read.
  ///
  /// What anchor files imply was never in the log, and what they imply in place of lost events is none of
  /// these.
  ///
  /// - Complexity: O(events) if the log was read again, or if events are missing; O(1) if it only grew.
  mutating func note(_ data: SpaceData, after former: SpaceData) -> Int {
    let isWhole = data.index.includes(loggedEventsOf: former.index)
    guard !isWhole || !ids.isEmpty else { return 0 }
    let present = data.index.loggedIds
    ids.subtract(present)
    guard !isWhole else { return 0 }
    let gone = former.index.loggedIds.subtracting(present)
    ids.formUnion(gone)
    return gone.count
  }
}

extension EventIndex {
  /// The ids of the events that the log itself has.
  fileprivate var loggedIds: Set<UUID> {
    Set((0..<count).lazy.filter { !isSynthetic($0) }.map(id))
  }
}
