import Foundation
import Hyperbasis
import HyperbasisAnchorLog

extension JSONNode {
  init(_ anchor: HBAnchor) {
    self.init(
      anchor,
      AnchorInstants(
        createdAt: HBInstant(anchor.createdAt), updatedAt: HBInstant(anchor.updatedAt),
        deletedAt: anchor.deletedAt.map { HBInstant($0) }))
  }

  /// An anchor of a state, dated to the microsecond: the anchor's own dates are coarser from 2106 on.
  init(_ anchor: HBAnchor, in state: FoldedState, of index: EventIndex) {
    let ordinal = index.slot(of: anchor.id).flatMap { state.ordinal(ofSlot: $0) }
    guard let ordinal else {
      self.init(anchor)
      return
    }
    self.init(anchor, index.instants(ofAnchorAfter: ordinal))
  }

  private init(_ anchor: HBAnchor, _ instants: AnchorInstants) {
    self = .object([
      ("id", JSONNode(anchor.id)), ("spaceId", JSONNode(anchor.spaceId)),
      ("transform", JSONNode(transform: anchor.transform)), ("metadata", JSONNode(anchor.metadata)),
      ("createdAt", JSONNode(instants.createdAt)), ("updatedAt", JSONNode(instants.updatedAt)),
      ("deletedAt", .optional(instants.deletedAt)),
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
