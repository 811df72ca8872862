package import Foundation
package import HyperbasisModels

/// A space in the cloud, as far as its row tells.
package struct CloudSpace: Equatable, Identifiable, Sendable {
  package let id: UUID
  package let name: String?
  /// When anything in it was last changed; only the name or the map if the server tells no more.
  package var changedAt: HBInstant
  /// Who made the last event; nil if it is not known.
  package var actor: String?
  /// How many anchors are alive, how many events there are, and how many bytes it takes up; nil if the
  /// server does not tell.
  package var anchors: Int?
  package var events: Int?
  package var bytes: Int?
  /// The size of its world map as it lies in the bucket; nil if it is not known.
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
