public import Foundation
import HyperbasisModels
import HyperbasisStore

/// A deletion of a space, which lies in the trash of a store.
public struct HBDeletedSpace: Sendable, Identifiable, Hashable {
  /// The name of its folder in the trash, which no other deletion has: a space that was deleted twice is in
  /// the trash twice.
  public let id: String
  /// The space's own id.
  public let spaceId: UUID
  /// The name that it had; nil if it had none.
  public let name: String?
  /// When it was deleted, to the second, in UTC; nil if the trash does not say.
  public let deletedAt: Date?
  /// How many anchors it had, without those that were deleted before; nil if its log cannot be read.
  public let anchorCount: Int?
  /// How many events its log has; nil if it cannot be read.
  public let eventCount: Int?
}

extension HBDeletedSpace {
  init(_ space: TrashedSpace) {
    id = space.entry
    spaceId = space.id
    name = space.summary.name
    deletedAt = space.deletedAt?.date
    anchorCount = space.summary.known(\.anchors)
    eventCount = space.summary.known(\.events)
  }
}
