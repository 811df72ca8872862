public import Foundation

/// One immutable change of one anchor.
public struct HBAnchorEvent: Codable, Identifiable, Sendable {
  /// What happened to the anchor.
  public enum EventType: String, Codable, CaseIterable, Sendable {
    /// The anchor was created.
    case created
    /// Its transform changed.
    case moved
    /// Its metadata changed.
    case updated
    /// It was deleted: hidden, not destroyed.
    case deleted
    /// It came back from a deletion, or was rolled back.
    case restored
  }

  /// Identifies the event.
  public let id: UUID
  /// The anchor that changed.
  public let anchorId: UUID
  /// The space that the anchor belongs to.
  public let spaceId: UUID
  /// What happened: the type decides whether ``transform`` and ``metadata`` are present.
  public let type: EventType
  /// When it happened; not rounded in memory.
  public let timestamp: Date
  /// The number of the event in its anchor's history, from 1.
  public let version: Int
  /// 16 floats, column-major, in metres; for created, moved and restored.
  public let transform: [Float]?
  /// All metadata after the event; for created, updated and restored.
  public let metadata: [String: AnyCodableValue]?
  /// The user or device that made the change.
  public let actorId: String?

  /// Creates an event from its parts. Nothing is checked here: ``HBTimeline/init(spaceId:events:)`` leaves
  /// out events whose version is not from 1 to 2147483647 or whose transform is not 16 finite floats, and
  /// all but one of those that share an id.
  ///
  /// - Parameters:
  ///   - id: the event's id, which identifies it for syncing too.
  ///   - anchorId: the anchor that changed.
  ///   - spaceId: the anchor's space.
  ///   - type: what happened.
  ///   - timestamp: when it happened.
  ///   - version: the event's number in the anchor's history, from 1.
  ///   - transform: 16 floats, column-major, in metres.
  ///   - metadata: all metadata after the event, not just the changed keys.
  ///   - actorId: the user or device that made the change.
  public init(
    id: UUID = UUID(), anchorId: UUID, spaceId: UUID, type: EventType, timestamp: Date = Date(),
    version: Int, transform: [Float]? = nil, metadata: [String: AnyCodableValue]? = nil,
    actorId: String? = nil
  ) {
    self.id = id
    self.anchorId = anchorId
    self.spaceId = spaceId
    self.type = type
    self.timestamp = timestamp
    self.version = version
    self.transform = transform
    self.metadata = metadata
    self.actorId = actorId
  }
}

extension HBAnchorEvent: Equatable {
  /// Compares by value: metadata as ``AnyCodableValue`` compares them, keys by their Unicode scalars.
  public static func == (left: HBAnchorEvent, right: HBAnchorEvent) -> Bool {
    left.id == right.id && left.anchorId == right.anchorId && left.spaceId == right.spaceId
      && left.type == right.type && left.timestamp == right.timestamp
      && left.version == right.version && left.transform == right.transform
      && left.actorId == right.actorId
      && hasSameMetadata(left.metadata, right.metadata)
  }

  private static func hasSameMetadata(
    _ left: [String: AnyCodableValue]?, _ right: [String: AnyCodableValue]?
  ) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.hasSameMembers(as: right)
  }
}

extension HBAnchorEvent {
  /// Whether the event leaves its anchor visible.
  public var isActiveState: Bool { type != .deleted }

  /// Whether the event carries a transform.
  public var hasTransform: Bool { transform != nil }

  /// Whether the event carries metadata, even if they are empty.
  public var hasMetadata: Bool { metadata != nil }

  /// The timestamp as the instant by which events are ordered and folded.
  public var instant: HBInstant { HBInstant(timestamp) }
}

// MARK: - Factories

// Overloads instead of default arguments, so that `HBAnchorEvent.created` is also a function of one
// argument.
extension HBAnchorEvent {
  /// Returns the first event of an anchor, at its creation date, with version 1.
  public static func created(anchor: HBAnchor) -> HBAnchorEvent {
    created(anchor: anchor, actorId: nil)
  }

  /// Returns the first event of an anchor, at its creation date, with version 1, made by an actor.
  public static func created(anchor: HBAnchor, actorId: String?) -> HBAnchorEvent {
    HBAnchorEvent(
      anchorId: anchor.id, spaceId: anchor.spaceId, type: .created, timestamp: anchor.createdAt,
      version: 1, transform: anchor.transform, metadata: anchor.metadata, actorId: actorId)
  }

  /// Returns a move to the anchor's transform, after the version `previousVersion`.
  public static func moved(anchor: HBAnchor, previousVersion: Int) -> HBAnchorEvent {
    moved(anchor: anchor, previousVersion: previousVersion, actorId: nil)
  }

  /// Returns a move to the anchor's transform, after the version `previousVersion`, made by an actor.
  public static func moved(
    anchor: HBAnchor, previousVersion: Int, actorId: String?
  ) -> HBAnchorEvent {
    next(.moved, of: anchor, after: previousVersion, actorId, transform: anchor.transform)
  }

  /// Returns a change to the anchor's metadata, after the version `previousVersion`.
  public static func updated(anchor: HBAnchor, previousVersion: Int) -> HBAnchorEvent {
    updated(anchor: anchor, previousVersion: previousVersion, actorId: nil)
  }

  /// Returns a change to the anchor's metadata, after the version `previousVersion`, made by an actor.
  public static func updated(
    anchor: HBAnchor, previousVersion: Int, actorId: String?
  ) -> HBAnchorEvent {
    next(.updated, of: anchor, after: previousVersion, actorId, metadata: anchor.metadata)
  }

  /// Returns a deletion, after the version `previousVersion`.
  public static func deleted(anchor: HBAnchor, previousVersion: Int) -> HBAnchorEvent {
    deleted(anchor: anchor, previousVersion: previousVersion, actorId: nil)
  }

  /// Returns a deletion, after the version `previousVersion`, made by an actor.
  public static func deleted(
    anchor: HBAnchor, previousVersion: Int, actorId: String?
  ) -> HBAnchorEvent {
    next(.deleted, of: anchor, after: previousVersion, actorId)
  }

  /// Returns a restoration of the anchor's transform and metadata, after the version `previousVersion`.
  public static func restored(anchor: HBAnchor, previousVersion: Int) -> HBAnchorEvent {
    restored(anchor: anchor, previousVersion: previousVersion, actorId: nil)
  }

  /// Returns a restoration of the anchor's transform and metadata, after the version `previousVersion`,
  /// made by an actor.
  public static func restored(
    anchor: HBAnchor, previousVersion: Int, actorId: String?
  ) -> HBAnchorEvent {
    next(
      .restored, of: anchor, after: previousVersion, actorId, transform: anchor.transform,
      metadata: anchor.metadata)
  }

  private static func next(
    _ type: EventType, of anchor: HBAnchor, after previousVersion: Int, _ actorId: String?,
    transform: [Float]? = nil, metadata: [String: AnyCodableValue]? = nil
  ) -> HBAnchorEvent {
    HBAnchorEvent(
      anchorId: anchor.id, spaceId: anchor.spaceId, type: type, timestamp: Date(),
      version: previousVersion + 1, transform: transform, metadata: metadata, actorId: actorId)
  }
}
