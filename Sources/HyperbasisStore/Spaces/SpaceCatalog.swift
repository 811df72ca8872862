package import Foundation
import HyperbasisAnchorLog
package import HyperbasisHistory
import HyperbasisModels
import SystemPackage

/// The spaces that there are: all that a file, a log or an anchor file names. Writes nothing, and
/// works on a read-only directory.
package struct SpaceCatalog: Sendable {
  let open: OpenSpaces

  private var context: StoreContext { open.context }
}

extension SpaceCatalog {
  package func ids() throws -> Set<UUID> {
    let ids = try reachingFiles {
      try context.spaces.ids().union(context.spacesWithLog()).union(context.anchors.spaceIds())
    }
    if ids.isEmpty { try checkBase() }
    context.seenSpaces.note(ids)
    return ids
  }

  /// Checks that the store's folder is a folder, and that what is in it can be reached: otherwise it
  /// would look like an empty one.
  ///
  /// - Throws: ``HBStorageError/fileSystemError(underlying:)`` that names the folder.
  package func checkBase() throws {
    try reachingFiles {
      let base = context.layout.base
      do throws(FileError) {
        _ = try context.files.status(at: context.layout.spaces.directory)
      } catch {
        // With any other error there is nothing at the path.
        let denials: [Errno] = [.permissionDenied, .notPermitted, .ioError]
        guard denials.contains(error.code) else { return }
        throw FileError(.open, base, error.code)
      }
      if try !isFolder(base) { throw FileError(.open, base, .notFolder) }
    }
  }

  /// Whether a path is that of a folder, or of a link to one. Also true if there is nothing, because
  /// a store comes into being with the first save.
  private func isFolder(_ path: FilePath) throws(FileError) -> Bool {
    guard let status = try context.files.status(at: path), status.kind != .directory else {
      return true
    }
    return try context.files.status(at: path.appending(".")) != nil
  }

  /// Checks that the folders that are there can be listed, for work that would otherwise take the
  /// spaces in them for ones that do not exist.
  ///
  /// - Throws: ``HBStorageError/fileSystemError(underlying:)`` that names the first such folder.
  package func checkFolders() throws {
    try reachingFiles {
      for kind in [context.layout.spaces, context.layout.logs] {
        _ = try context.files.entries(of: kind.directory)
      }
      // The folder of the anchors may be large, so it is listed once more only to get the error.
      _ = try ids()
      let anchors = context.layout.anchors.directory
      if context.skipped.all[anchors] != nil { _ = try context.files.entries(of: anchors) }
    }
  }

  package func sortedIds() throws -> [UUID] {
    try ids().sorted { UUIDBits($0) < UUIDBits($1) }
  }

  /// Whether anything names a space.
  package func holds(_ id: UUID) throws -> Bool {
    try reachingFiles { try isOnDisk(id) || !context.anchors.anchorIds(of: id).isEmpty }
  }

  /// Whether a space is named only by a file that cannot be read, or is another space's.
  package func isNamedByDamageAlone(_ id: UUID) throws -> Bool {
    try reachingFiles {
      guard let path = try context.spaces.path(of: id),
        try context.log(of: id).status == nil, try context.anchors.anchorIds(of: id).isEmpty
      else { return false }
      return try context.spaces.readIfSound(path, id: id) == nil
    }
  }

  /// Whether a space has a log, perhaps an empty one.
  package func hasLog(_ id: UUID) throws -> Bool {
    try reachingFiles { try context.log(of: id).status != nil }
  }

  /// Whether a space has a file, perhaps a damaged one, or a log, perhaps an empty one.
  func isOnDisk(_ id: UUID) throws -> Bool {
    if try context.log(of: id).status != nil { return true }
    return try context.layout.spaces.find(id, context.files).status != nil
  }

  /// Returns the space that an anchor belongs to; nil if no anchor has that id.
  ///
  /// If several logs hold the id, it is the space that the anchor's file names.
  package func space(ofAnchor id: UUID) throws -> UUID? {
    let space = try space(ofAnchor: id, besides: nil)
    if space == nil { try checkBase() }
    return space
  }

  /// - Parameter known: a space whose log is known not to hold the anchor.
  package func space(ofAnchor id: UUID, besides known: UUID?) throws -> UUID? {
    try spaces(ofAnchors: [id], besides: known)[id]
  }

  /// Returns the spaces that several anchors belong to, from one look at the logs that there are.
  func spaces(ofAnchors ids: [UUID], besides known: UUID?) throws -> [UUID: UUID] {
    try reachingFiles {
      var homes: [UUID: UUID] = [:]
      var logs: [(space: UUID, status: FileStatus)]?
      for id in ids {
        if let owner = try context.anchors.owner(of: id) {
          homes[id] = owner
          continue
        }
        let all = try logs ?? logsInOrder(besides: known)
        logs = all
        homes[id] = try all.first { try holds($0.status, of: $0.space, id) }?.space
      }
      if logs != nil { context.spaceMemory.saveIfWorth() }
      return homes
    }
  }

  /// Returns the other spaces whose logs hold any of the anchors, with those that each holds.
  func otherSpaces(holding ids: Set<UUID>, besides space: UUID) throws -> [(UUID, [UUID])] {
    try logsInOrder(besides: space).compactMap { log in
      let held = try ids.filter { try holds(log.status, of: log.space, $0) }
      return held.isEmpty ? nil : (log.space, held.sorted { UUIDBits($0) < UUIDBits($1) })
    }
  }

  /// Returns the logs in a fixed order, because an id may be in several of them.
  private func logsInOrder(besides known: UUID?) throws -> [(space: UUID, status: FileStatus)] {
    try context.logStatuses().filter { $0.key != known }
      .sorted { UUIDBits($0.key) < UUIDBits($1.key) }.map { ($0.key, $0.value) }
  }
}

// MARK: - Anchors in logs

extension SpaceCatalog {
  /// Whether a space's log has events of an anchor. The log is read unless its anchors are known for
  /// its current state; one that cannot be read counts as having none.
  private func holds(_ log: FileStatus, of space: UUID, _ anchor: UUID) throws -> Bool {
    let anchor = UUIDBits(anchor)
    if let answer = context.spaceMemory.holds(anchor, space, log) { return answer }
    let ids = try context.skipped.reading(context.layout.usualLog(of: space)) {
      try anchorIds(in: space)
    }
    guard let ids else { return false }
    context.spaceMemory.note(space, log, ids)
    return ids.contains(anchor)
  }

  private func anchorIds(in space: UUID) throws -> [UUIDBits] {
    let index = try context.index(ofLog: space)
    return (0..<index.slotCount).filter { index.newestOrdinal(ofSlot: $0) >= 0 }
      .map { UUIDBits(index.anchorId(ofSlot: $0)) }
  }
}

// MARK: - Spaces that cannot be read

extension SpaceCatalog {
  /// Calls `body` with a space's log; returns nil if the log cannot be read, which is noted.
  func readingLog<Result>(
    of space: UUID, _ body: (inout LoadedLog) throws -> Result
  ) throws -> Result? {
    try context.skipped.reading(open[space].usualLog) { try open[space].withLog(body) }
  }

  /// Calls `body`, which reads a space; returns nil if its log cannot be read, which is noted.
  package func unlessUnreadable<Result>(
    _ space: UUID, _ body: () throws -> Result
  ) throws -> Result? {
    try context.skipped.reading(open[space].usualLog, body)
  }

  /// The files that could not be read so far, relative to the store, each with what is wrong.
  package var skipped: [(file: String, why: SkippedFile)] {
    context.skipped.all.map { (context.layout.relative($0.key), $0.value) }
      .sorted { $0.0 < $1.0 }
  }
}

// MARK: - Lists

extension SpaceCatalog {
  /// Returns the ids and names of all spaces, sorted by name, then id; those without a name come last.
  /// No log is read.
  package func names() throws -> [(id: UUID, name: String?)] {
    try reachingFiles {
      let listed = try context.spaces.listed(context.spaceMemory)
      defer { context.spaceMemory.saveIfWorth() }
      return try ids().map { (id: $0, name: listed[$0]?.name) }
        .sorted { Self.isBefore(($0.name, $0.id), ($1.name, $1.id)) }
    }
  }

  /// Returns a summary of every space, in the same order as ``names()``.
  ///
  /// - Parameter measuringMaps: whether to find the unpacked sizes of the world maps, for which
  ///   each is read through. If not, no map is looked at.
  package func summaries(measuringMaps: Bool = true) throws -> [SpaceSummary] {
    try reachingFiles {
      let counter = try SpaceCounter(open: open, measuringMaps: measuringMaps)
      return try counter.summaries()
        .sorted { Self.isBefore(($0.name, $0.id), ($1.name, $1.id)) }
    }
  }

  private static func isBefore(
    _ left: (name: String?, id: UUID), _ right: (name: String?, id: UUID)
  ) -> Bool {
    (left.name == nil ? 1 : 0, left.name ?? "", left.id)
      < (right.name == nil ? 1 : 0, right.name ?? "", right.id)
  }
}
