public import Foundation
import HyperbasisAnchorLog
public import HyperbasisExchange
import HyperbasisHistory
import HyperbasisModels
import HyperbasisStore
import SystemPackage

extension HBStorage {
  /// Reads an import completely and writes nothing.
  ///
  /// - Parameters:
  ///   - files: what to read, as file URLs: tables, trajectories, features, scans, lines of the log, or
  ///     one container of the SDK (a folder or a zip archive). Several files fill one space.
  ///   - options: what the input itself does not show, or should be other than it seems.
  ///   - space: the name of a space in any case, or the id of an existing one, which is filled;
  ///     otherwise a new space of that name is made. If nil, the first file's name without its
  ///     extension, in exactly that spelling.
  ///   - times: a file with the times of the rows, one number per line.
  ///   - progress: called now and then; an error that it throws ends the reading.
  /// - Throws: ``HBImportError`` if an input cannot be read as what it was taken for; an error that
  ///   lists the spaces if several have the name and none is spelled exactly so;
  ///   ``HBStorageError/fileSystemError(underlying:)`` if the store cannot be read.
  @concurrent public func surveyImport(
    of files: [URL], options: HBImportOptions = HBImportOptions(), space: String? = nil,
    times: URL? = nil, progress: @escaping @Sendable (HBImportProgress) throws -> Void = { _ in }
  ) async throws -> HBImport {
    try await changingStore { storage in
      try ImportRun(store: storage.store, progress: progress)
        .survey(files, options: options, space: space, times: times)
    }
  }

  /// Writes an import as it was surveyed: events at the instants of their source, one operation for
  /// each space.
  ///
  /// The import is written in whole blocks. If it is interrupted, surveying and performing the same
  /// import again adds what is missing.
  ///
  /// - Throws: ``HBStorageError/conflict`` if a space has been written to since; that space is then
  ///   as it was. ``HBImportError`` if the import is refused, or a file has changed since.
  ///   ``HBStorageError/notFound(type:id:)`` if a space has been deleted since;
  ///   ``HBStorageError/locked(spaceId:)``; ``HBStorageError/fileSystemError(underlying:)``.
  @concurrent public func perform(
    _ plan: HBImport, progress: @escaping @Sendable (HBImportProgress) throws -> Void = { _ in }
  ) async throws {
    try ImportRun(store: store).check(plan)
    for space in plan.spaces where !space.isEmpty {
      try await changing(space.id) { storage in
        let run = ImportRun(store: storage.store, progress: progress)
        storage.noteChange(try run.write(space, of: plan))
      }
    }
  }
}
