package import Foundation
package import HyperbasisHistory
import HyperbasisSyncStatus

/// A row of the list of spaces: one in the store, or one that only the cloud has.
package struct ListedSpace: Equatable, Identifiable, Sendable {
  package let id: UUID
  package let name: String?
  /// Nil if the cloud does not report it, or the log cannot be read.
  package let anchors: Int?
  package let events: Int?
  package let changedAt: HBInstant?
  /// Whether the space is in the store.
  package let isHere: Bool
}

extension ListedSpace {
  init(_ space: SpaceSummary) {
    self.init(
      id: space.id, name: space.name, anchors: space.known(\.anchors),
      events: space.known(\.events), changedAt: space.endDate, isHere: true)
  }

  init(_ space: CloudSpace) {
    self.init(
      id: space.id, name: space.name, anchors: space.anchors, events: space.events,
      changedAt: space.changedAt, isHere: false)
  }
}
