package import Foundation
package import HyperbasisModels

/// A row of `spaces`.
package struct SpaceRow: Codable, Equatable, Identifiable, Sendable {
  package var id: UUID
  package var name: String?
  /// nil if the space has no world map.
  package var map: WorldMapReference?
  @Microseconds package var createdAt: HBInstant
  @Microseconds package var updatedAt: HBInstant
  /// Set by other programs, on migrated servers: the space then counts as deleted, like one whose row is
  /// gone.
  package var deletedAt: HBInstant?
  /// The number that the server gave the row, if it numbers rows; never written.
  package var sequence: Int64?

  /// The members that the base holds.
  private enum CodingKeys: CodingKey {
    case id, name, map, createdAt, updatedAt
  }

  package init(
    id: UUID, name: String?, map: WorldMapReference? = nil, createdAt: HBInstant,
    updatedAt: HBInstant, deletedAt: HBInstant? = nil, sequence: Int64? = nil
  ) {
    self.id = id
    self.name = name
    self.map = map
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
    self.sequence = sequence
  }
}

/// A row of `anchors`: the latest state of one anchor.
package struct AnchorRow: Identifiable, Sendable {
  package var id: UUID
  package var spaceId: UUID
  /// 16 finite floats, column-major, in metres.
  package var transform: [Float]
  package var metadata: [String: AnyCodableValue]
  package var createdAt: HBInstant
  package var updatedAt: HBInstant
  package var deletedAt: HBInstant?
  /// The number that the server gave the row, if it numbers rows; never written.
  package var sequence: Int64?

  package init(
    id: UUID, spaceId: UUID, transform: [Float], metadata: [String: AnyCodableValue],
    createdAt: HBInstant, updatedAt: HBInstant, deletedAt: HBInstant? = nil,
    sequence: Int64? = nil
  ) {
    self.id = id
    self.spaceId = spaceId
    self.transform = transform
    self.metadata = metadata
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
    self.sequence = sequence
  }
}

/// A row of `anchor_events`: one event, with all keys of its line.
package struct AnchorEventRow: Identifiable, Sendable {
  package var id: UUID
  package var anchorId: UUID
  package var spaceId: UUID
  package var type: HBAnchorEvent.EventType
  /// The full instant; the line's `microseconds` are part of it.
  package var instant: HBInstant
  package var version: Int
  package var transform: [Float]?
  package var metadata: [String: AnyCodableValue]?
  package var actorId: String?
  /// The line's members beyond the nine standard ones and `microseconds`.
  package var extra: [String: AnyCodableValue]
  /// The number that the server gave the row; never written.
  package var sequence: Int64?

  package init(
    id: UUID, anchorId: UUID, spaceId: UUID, type: HBAnchorEvent.EventType, instant: HBInstant,
    version: Int, transform: [Float]? = nil, metadata: [String: AnyCodableValue]? = nil,
    actorId: String? = nil, extra: [String: AnyCodableValue] = [:], sequence: Int64? = nil
  ) {
    self.id = id
    self.anchorId = anchorId
    self.spaceId = spaceId
    self.type = type
    self.instant = instant
    self.version = version
    self.transform = transform
    self.metadata = metadata
    self.actorId = actorId
    self.extra = extra
    self.sequence = sequence
  }
}

/// A row of `tombstones`: something that is gone for good.
package struct Tombstone: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case space, anchor
    /// A space that was deleted for good with its history, and does not come back by itself.
    case forgotten
  }

  package var kind: Kind
  package var id: UUID
  /// The space of an anchor, if it is known.
  package var spaceId: UUID?
  /// By the server's clock.
  package var deletedAt: HBInstant
  package var sequence: Int64

  package init(kind: Kind, id: UUID, spaceId: UUID?, deletedAt: HBInstant, sequence: Int64) {
    self.kind = kind
    self.id = id
    self.spaceId = spaceId
    self.deletedAt = deletedAt
    self.sequence = sequence
  }
}

/// An entry of a list of spaces or of anchors.
package struct ManifestEntry: Equatable, Sendable {
  package var id: UUID
  package var updatedAt: HBInstant
  /// Only for an anchor: deleted spaces are in no list.
  package var deletedAt: HBInstant?
  /// Only for an anchor: the space that it is in.
  package var spaceId: UUID?

  package init(
    id: UUID, updatedAt: HBInstant, deletedAt: HBInstant? = nil, spaceId: UUID? = nil
  ) {
    self.id = id
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
    self.spaceId = spaceId
  }
}

/// A row of `space_members`: a space that this user may see.
package struct SpaceMembership: Equatable, Sendable {
  package var spaceId: UUID
  /// Who let them in; nil if that was not done through the API.
  package var addedBy: UUID?
  package var sequence: Int64

  package init(spaceId: UUID, addedBy: UUID?, sequence: Int64) {
    self.spaceId = spaceId
    self.addedBy = addedBy
    self.sequence = sequence
  }
}
