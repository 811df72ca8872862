public import Foundation
import HyperbasisStore

extension HBStorage {
  /// Saves an anchor: what changed becomes events. If nothing changed, nothing is written.
  ///
  /// - Parameter anchor: its transform must be 16 finite floats, column-major, in metres.
  /// - Throws: ``HBAnchorError/invalidTransform(count:)``; ``HBStorageError/conflict`` for an
  ///   anchor that belongs to another space; ``HBStorageError/locked(spaceId:)``;
  ///   ``HBStorageError/encodingFailed(underlying:)`` for metadata that could not be read back, and for
  ///   dates outside of the years 0 to 9999;
  ///   ``HBStorageError/notFound(type:id:)`` if the space was deleted, or the store cleared by another
  ///   storage, since this storage read it: ``save(_:)-(HBSpace)`` begins it anew;
  ///   ``HBStorageError/noLaterInstant(anchorId:)``;
  ///   ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``. Then nothing was written.
  @concurrent public func save(_ anchor: HBAnchor) async throws {
    _ = try await perform(.save([anchor]), in: anchor.spaceId)
  }

  /// Saves several anchors, those of each space as one operation.
  ///
  /// Anchors of one space are saved together or not at all; if any anchor is invalid, all are refused
  /// before anything is written.
  ///
  /// - Throws: the same errors as ``save(_:)-(HBAnchor)``. Anchors of other spaces may have been saved
  ///   by then.
  @concurrent public func save(_ anchors: [HBAnchor]) async throws {
    for anchor in anchors { try anchor.checkForSaving() }
    let homes = Dictionary(grouping: anchors, by: \.id).values.map { Set($0.map(\.spaceId)) }
    guard homes.allSatisfy({ $0.count == 1 }) else { throw HBStorageError.conflict }
    let spaces = Dictionary(grouping: anchors, by: \.spaceId)
      .sorted { $0.key < $1.key }
    if spaces.count > 1 {
      for (space, anchors) in spaces { _ = try store.plans.plan(.save(anchors), spaceId: space) }
    }
    for (space, anchors) in spaces { _ = try await perform(.save(anchors), in: space) }
  }

  /// Changes an anchor as it is at that moment, and saves it. Unlike an anchor that is loaded, changed and
  /// saved, it cannot overwrite what another task or process has changed meanwhile.
  ///
  /// - Parameters:
  ///   - anchorId: the anchor.
  ///   - change: changes it. The space is locked meanwhile, so it should be short, and must not use the
  ///     storage.
  /// - Returns: the anchor as it is afterwards.
  /// - Throws: what `change` throws; then nothing is written. ``HBStorageError/notFound(type:id:)``;
  ///   ``HBAnchorError/alreadyDeleted``; and what ``save(_:)-(HBAnchor)`` throws.
  @discardableResult
  @concurrent public func update(
    anchorId: UUID, _ change: @escaping @Sendable (inout HBAnchor) throws -> Void
  ) async throws -> HBAnchor {
    let written = try await writing(to: space(ofAnchor: anchorId)) { storage in
      try storage.store.plans.update(anchorId, spaceId: storage.space(ofAnchor: anchorId), change)
    }
    if let after = written.changes.first?.after { return after }
    guard let anchor = try store.loadAnchor(id: anchorId) else {
      throw HBStorageError.notFound(type: "anchor", id: anchorId)
    }
    return anchor
  }

  /// Returns an anchor as it is now, with `deletedAt` if it is deleted; nil if there is none with that
  /// id, or it was purged.
  ///
  /// - Throws: ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``.
  @concurrent public func loadAnchor(id: UUID) async throws -> HBAnchor? {
    try store.loadAnchor(id: id)
  }

  /// Returns the anchors of a space as they are now, in the order of their first events, ties by id;
  /// none for a space that is not there.
  ///
  /// - Throws: ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``.
  @concurrent public func loadAnchors(
    spaceId: UUID, includeDeleted: Bool = false
  ) async throws -> [HBAnchor] {
    try store.loadAnchors(spaceId: spaceId).filter { includeDeleted || !$0.isDeleted }
  }

  /// Deletes an anchor: it is hidden, and its history stays.
  ///
  /// - Throws: ``HBStorageError/notFound(type:id:)``; ``HBAnchorError/alreadyDeleted``;
  ///   ``HBStorageError/locked(spaceId:)``; ``HBStorageError/noLaterInstant(anchorId:)``;
  ///   ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``.
  @concurrent public func deleteAnchor(id: UUID) async throws {
    _ = try await perform(.delete([id]), in: space(ofAnchor: id))
  }

  /// Removes the files of anchors that were deleted before a date. Their history stays, so a rollback
  /// still brings them back.
  ///
  /// - Throws: ``HBStorageError/locked(spaceId:)``;
  ///   ``HBStorageError/encodingFailed(underlying:)`` for a date that is not a number;
  ///   ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``.
  @concurrent public func purgeDeletedAnchors(before date: Date) async throws {
    try UnwritableDateError.checkIsNumber([("date", date)])
    try await changingStore { storage in
      do {
        _ = try storage.store.purgeDeletedAnchors(before: date)
      } catch let error as PartlyPurgedError {
        throw HBStorageError.fileSystemError(underlying: error)
      }
    }
  }

  func space(ofAnchor id: UUID) throws -> UUID {
    guard let space = try store.catalog.space(ofAnchor: id) else {
      throw HBStorageError.notFound(type: "anchor", id: id)
    }
    return space
  }
}
