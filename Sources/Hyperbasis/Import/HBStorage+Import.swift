public import Foundation
import HyperbasisAnchorLog
public import HyperbasisExchange
import HyperbasisHistory
import HyperbasisModels
import HyperbasisStore
import SystemPackage

extension HBStorage {
  /// Reads an import whole and writes nothing.
  ///
  /// - Parameters:
  ///   - files: what to read, as URLs of files: tables, trajectories, features, scans, the log's own lines, or one
  ///     container of the SDK (a folder or a zip archive). Several fill one space.
  ///   - options: what cannot be told from the input itself, or is to be other than it seems.
  ///   - space: the name of a space, in any case, or the id of one that is there; it is filled, or else
  ///     a new one of that name. The first file's name without its ending if nil, spelled exactly so.
  ///   - times: a file that holds the times of the rows, a number a line.
  ///   - progress: called now and then; an error that it throws ends the reading.
  /// - Throws: ``HBImportError`` where an input cannot be read as what it was taken for; an error that
  ///   lists them where several spaces have the name and none is spelled exactly so;
  ///   ``HBStorageError/fileSystemError(underlying:)`` where the store cannot be read.
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
  /// What is written is written in whole blocks. If it ends in the middle, the same import surveyed
  /// and performed again adds what is missing.
  ///
  /// - Throws: ``HBStorageError/conflict`` when somebody wrote to a space since; that space is then
  ///   as it was. ``HBImportError`` where the import is refused, or a file changed since.
  ///   ``HBStorageError/notFound(type:id:)`` where somebody has deleted a space since;
  ///   ``HBStorageError/locked(spaceId:)``; ``HBStorageError/fileSystemError(underlying:)``.
  @concurrent public func perform(
    _ plan: HBImport, progress: @escaping @Sendable (HBImportProgress) throws -> Void = { _ in }
  ) async throws {
    for space in plan.spaces where !space.isEmpty {
      try await changing(space.id) { storage in
        let run = ImportRun(store: storage.store, progress: progress)
        storage.noteChange(try run.write(space, of: plan))
      }
    }
  }
}
