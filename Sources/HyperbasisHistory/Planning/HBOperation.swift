public import Foundation
public import HyperbasisModels

/// One action of a user: the events that were written together.
public struct HBOperation: Equatable, Identifiable, Sendable {
  /// What an operation did: the type of its events where they share one.
  public enum Kind: String, Codable, Sendable {
    case created, moved, updated, deleted, restored
    case undo, redo, mixed
  }

  /// The operation's own id; for events that name none, the id of the first of them.
  public let id: UUID
  /// The instant of its last event.
  public let instant: HBInstant
  /// Who acted, where the events say so.
  public let actor: String?
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
