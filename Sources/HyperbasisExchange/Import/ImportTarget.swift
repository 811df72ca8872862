public import Foundation
public import HyperbasisAnchorLog

/// The space that an import fills.
public struct ImportTarget: Sendable {
  public var spaceId: UUID
  public var spaceName: String
  /// The space's log as it is now; empty for a new space.
  public var existing: EventIndex
  /// From where the imports before this one into the space measure; nil if there were none, or they take
  /// places as they are.
  package var origin: ImportedOrigin?
  /// The actor who imports.
  public var actor: String?
  /// Returns the other space in which an anchor lives, if any.
  public var homeElsewhere: @Sendable (UUID) throws -> UUID?
  /// Returns the name of a space, if it has one.
  public var nameOfSpace: @Sendable (UUID) throws -> String?

  public init(
    spaceId: UUID, spaceName: String, existing: EventIndex? = nil, actor: String? = nil,
    homeElsewhere: @escaping @Sendable (UUID) throws -> UUID? = { _ in nil },
    nameOfSpace: @escaping @Sendable (UUID) throws -> String? = { _ in nil }
  ) {
    self.spaceId = spaceId
    self.spaceName = spaceName
    self.existing = existing ?? EventIndex(spaceId: spaceId)
    self.actor = actor
    self.homeElsewhere = homeElsewhere
    self.nameOfSpace = nameOfSpace
  }
}
