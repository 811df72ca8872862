package import Foundation
package import HyperbasisModels

/// A note on an instant of a space's history, kept in the store for all of its users.
package struct Bookmark: Hashable, Sendable, Identifiable {
  package let id: UUID
  package let spaceId: UUID
  package let instant: HBInstant
  package let note: String
  /// Who made it, if known.
  package let actor: String?
  package let createdAt: HBInstant

  package init(
    id: UUID, spaceId: UUID, instant: HBInstant, note: String, actor: String?, createdAt: HBInstant
  ) {
    self.id = id
    self.spaceId = spaceId
    self.instant = instant
    self.note = note
    self.actor = actor
    self.createdAt = createdAt
  }
}

extension [Bookmark] {
  /// Ordered by instant; of two at the same instant, the older comes first.
  package var inOrder: [Bookmark] {
    sorted { ($0.instant, $0.createdAt) < ($1.instant, $1.createdAt) }
  }
}
