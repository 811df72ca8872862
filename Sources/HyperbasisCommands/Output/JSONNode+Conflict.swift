import Hyperbasis

extension JSONNode {
  init(_ conflict: HBUndoConflict) {
    self = .object([
      ("anchor", JSONNode(conflict.anchor)),
      ("parts", .array(conflict.parts.map { JSONNode($0) })),
      ("onlyShifted", .bool(conflict.isOnlyShifted)),
    ])
  }

  init(_ change: HBOverriddenChange) {
    self = .object([
      ("anchor", JSONNode(change.anchor)),
      ("parts", .array(change.parts.map { JSONNode($0) })),
      ("actor", .optional(change.actor)),
      ("at", JSONNode(change.instant)),
    ])
  }

  private init(_ part: HBUndoConflict.Part) {
    switch part {
    case .place: self = .object([("part", .string("place"))])
    case .visibility: self = .object([("part", .string("visibility"))])
    case .metadata(let key):
      self = .object([("part", .string("metadata")), ("key", .string(key))])
    }
  }
}
