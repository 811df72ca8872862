import Foundation
import Hyperbasis
import HyperbasisAnchorLog

extension JSONNode {
  init(_ anchor: HBAnchor) {
    self = .object([
      ("id", JSONNode(anchor.id)), ("spaceId", JSONNode(anchor.spaceId)),
      ("transform", JSONNode(transform: anchor.transform)), ("metadata", JSONNode(anchor.metadata)),
      ("createdAt", JSONNode(anchor.createdAt)), ("updatedAt", JSONNode(anchor.updatedAt)),
      ("deletedAt", .optional(anchor.deletedAt)),
    ])
  }

  /// An event as in the log, but with the full instant in `timestamp`.
  init(
    _ event: HBAnchorEvent, instant: HBInstant, extraKeys: [(key: String, value: AnyCodableValue)],
    isSynthetic: Bool
  ) {
    var members: [(String, JSONNode)] = [
      ("id", JSONNode(event.id)), ("anchorId", JSONNode(event.anchorId)),
      ("spaceId", JSONNode(event.spaceId)), ("type", .string(event.type.rawValue)),
      ("timestamp", JSONNode(instant)), ("version", .integer(event.version)),
    ]
    if let transform = event.transform {
      members.append(("transform", JSONNode(transform: transform)))
    }
    if let metadata = event.metadata { members.append(("metadata", JSONNode(metadata))) }
    if let actor = event.actorId { members.append(("actorId", .string(actor))) }
    for (key, value) in extraKeys where key != "microseconds" {
      members.append((key, JSONNode(value)))
    }
    if isSynthetic { members.append(("synthetic", .bool(true))) }
    self = .object(members)
  }

  /// The event at an ordinal of an index.
  init(_ ordinal: Int, in index: EventIndex) throws {
    self.init(
      try index.event(ordinal), instant: index.instant(ordinal),
      extraKeys: try index.extraKeys(ordinal), isSynthetic: index.isSynthetic(ordinal))
  }

  init(_ operation: OperationSummary) {
    self = .object([
      ("operation", JSONNode(operation.id)), ("at", JSONNode(operation.instant)),
      ("actor", .optional(operation.actor)),
      ("kind", .string(operation.kind.rawValue)), ("events", .integer(operation.eventCount)),
      ("anchors", .integer(operation.anchorCount)), ("undone", .bool(operation.isUndone)),
    ])
  }
}
