import Foundation
import HyperbasisModels
import HyperbasisStore
import HyperbasisSync

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
