public import Foundation
public import HyperbasisModels

/// One action of a user: the events that were written together.
public struct HBOperation: Equatable, Identifiable, Sendable {
  /// What an operation did: the type of its events where they share one.
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
    /// It took another operation back, whatever its events are.
    case undo
    /// It brought an undone operation back, whatever its events are.
    case redo
    /// Its events are of several types.
    case mixed
  }

  /// The operation's own id; for events that name none, the id of the first of them.
  public let id: UUID
  /// The instant of its last event.
  public let instant: HBInstant
  /// Who acted, where the events say so.
  public let actor: String?
  /// What the operation did.
  public let kind: Kind
  /// How many events it has.
  public let eventCount: Int
  /// The anchors that it touched, in the order of their first events.
  public let anchorIds: [UUID]
  /// For an undo or a redo: the original operation.
  public let original: UUID?
  /// Whether its newest tag is an undo.
  public let isUndone: Bool
}
