package import Foundation
package import HyperbasisHistory
import HyperbasisSyncStatus

/// A row of the list of spaces: one of the store, or one that the cloud alone has.
package struct ListedSpace: Equatable, Identifiable, Sendable {
  package let id: UUID
  package let name: String?
  /// nil where the cloud does not tell, or the log cannot be read.
  package let anchors: Int?
  package let events: Int?
  package let changedAt: HBInstant?
  /// Whether the store has it.
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
