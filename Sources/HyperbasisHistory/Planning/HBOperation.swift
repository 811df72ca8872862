public import Foundation
public import HyperbasisModels

/// One action of a user: the events that were written together.
public struct HBOperation: Equatable, Identifiable, Sendable {
  /// What an operation did: the type of its events if they share one.
  public enum Kind: String, Codable, Sendable {
    /// It created anchors.
    case created
    /// It changed transforms.
    case moved
    /// It changed metadata.
    case updated
    /// It deleted anchors, which hides them.
    case deleted
    /// It brought anchors back from a deletion, or rolled them back.
    case restored
    /// It undid another operation, whatever its events are.
    case undo
    /// It redid an undone operation, whatever its events are.
    case redo
    /// Its events are of several types.
    case mixed
  }

  /// The operation's own id; for events that name none, the id of the first of them.
  public let id: UUID
  /// The instant of its last event.
  public let instant: HBInstant
  /// Who acted, if the events say so.
  public let actor: String?
  /// What the operation did.
  public let kind: Kind
  /// How many events it has.
  public let eventCount: Int
  /// The anchors that it touched, in the order of their first events.
  public let anchorIds: [UUID]
  /// The original operation of an undo or a redo; nil for other kinds.
  public let original: UUID?
  /// Whether it is undone: the newest undo or redo of it is an undo.
  public let isUndone: Bool
}

extension HBOperation: Hashable {
  /// Hashes the id: equal values have equal ids.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
