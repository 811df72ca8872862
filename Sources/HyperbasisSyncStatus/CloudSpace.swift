package import Foundation
package import HyperbasisModels

/// A space that a cloud has, as far as its row tells.
package struct CloudSpace: Equatable, Identifiable, Sendable {
  package let id: UUID
  package let name: String?
  /// When anything was changed last, as far as the server tells; else name or map.
  package var changedAt: HBInstant
  /// Who made the last event; nil where nobody says.
  package var actor: String?
  /// How many anchors are alive, how many events there are, and what it takes in bytes; nil where the
  /// server does not tell.
  package var anchors: Int?
  package var events: Int?
  package var bytes: Int?
  /// Of its world map as it lies in the bucket; nil where nobody says.
  package var mapBytes: Int?
  package var isHere = false
  package var isFollowed = false

  package init(
    id: UUID, name: String?, changedAt: HBInstant, actor: String? = nil, anchors: Int? = nil,
    events: Int? = nil, bytes: Int? = nil, mapBytes: Int? = nil
  ) {
    (self.id, self.name, self.changedAt, self.actor) = (id, name, changedAt, actor)
    (self.anchors, self.events, self.bytes, self.mapBytes) = (anchors, events, bytes, mapBytes)
  }
}

/// Some of the spaces that a cloud has, in the order of their names.
package struct ListedCloudSpaces: Equatable, Sendable {
  package var spaces: [CloudSpace]
  /// How many there are in all.
  package var total: Int

  package init(spaces: [CloudSpace], total: Int) {
    (self.spaces, self.total) = (spaces, total)
  }
}
