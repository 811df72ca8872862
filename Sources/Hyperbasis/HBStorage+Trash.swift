public import Foundation
import HyperbasisModels
import HyperbasisStore
import HyperbasisSync

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

extension HBStorage {
  /// Returns the spaces in the trash, the last deleted first. One that was deleted more than once is listed
  /// as often.
  ///
  /// - Complexity: reads the logs of all of them.
  /// - Throws: ``HBStorageError/fileSystemError(underlying:)``.
  @concurrent public func loadDeletedSpaces() async throws -> [HBDeletedSpace] {
    try store.trash.list().map(HBDeletedSpace.init)
  }

  /// Brings a space back from the trash, with its map, anchors and history.
  ///
  /// If the cloud knows of the deletion, the anchors get `restored` events, and the next sync brings the
  /// space back for everybody.
  ///
  /// - Throws: ``HBRestoreError`` if the space exists again, or something is in its way;
  ///   ``HBStorageError/notFound(type:id:)`` if it is no longer in the trash;
  ///   ``HBStorageError/locked(spaceId:)``; ``HBStorageError/fileSystemError(underlying:)``.
  @concurrent public func restoreSpace(_ deleted: HBDeletedSpace) async throws {
    try await changing(deleted.spaceId) { storage in
      let deletions = try storage.store.trash.deletions(of: deleted.spaceId)
      guard let space = deletions.last(where: { $0.entry == deleted.id }) else {
        throw HBStorageError.notFound(type: "space", id: deleted.spaceId)
      }
      storage.noteReturn(try PendingChanges(storage.store).restoreSpace(space))
    }
  }
}

extension HBDeletedSpace {
  fileprivate init(_ space: TrashedSpace) {
    id = space.entry
    spaceId = space.id
    name = space.summary.name
    deletedAt = space.deletedAt?.date
    anchorCount = space.summary.known(\.anchors)
    eventCount = space.summary.known(\.events)
  }
}
