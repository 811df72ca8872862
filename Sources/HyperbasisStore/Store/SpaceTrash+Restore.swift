package import Foundation
import HyperbasisDiagnostics
package import HyperbasisHistory
import HyperbasisModels
import SystemPackage

extension SpaceTrash {
  /// Moves a space with its map, anchors and log back from the trash.
  ///
  /// A cloud that was told of the deletion has tombstones with dates for the anchors: each anchor that
  /// exists gets a `restored` event, which is later, so that it comes back there and for everybody who
  /// follows it.
  ///
  /// If the process dies meanwhile, the space can be restored again: a mark in its folder shows that
  /// what is in the store already is not a new space.
  ///
  /// - Returns: the plan with the events that were written; none if none were needed.
  /// - Throws: ``HBRestoreError``
  @discardableResult
  package func restore(_ space: TrashedSpace) throws -> [HBPlan] {
    try reachingFiles {
      try open[space.id].lock.withLock { try moveBack(space) }
      return try endRestoring(space.id, from: space.folder)
    }
  }

  /// Finishes restoring a space if a process died while doing so; otherwise does nothing.
  package func finishRestoring(_ id: UUID) throws {
    try reachingFiles {
      for folder in try folders(of: id)
      where try context.files.status(at: Self.mark(in: folder)) != nil {
        try open[id].lock.withLock { try moveFiles(from: folder, of: id) }
        _ = try endRestoring(id, from: folder)
      }
    }
  }

  /// Moves a space back as ``restore(_:)`` does, but restores none of its anchors for others: they
  /// have the space already, and what they have of it says which of its anchors exist.
  ///
  /// - Throws: ``HBRestoreError``
  package func putBack(_ space: TrashedSpace) throws {
    try reachingFiles {
      try open[space.id].lock.withLock {
        try moveBack(space, marks: [Self.mark, Self.putBackMark])
      }
      _ = try endRestoring(space.id, from: space.folder)
    }
  }

  /// Whether the trash has the log of a space that was deleted.
  package func holdsLog(of space: TrashedSpace) throws -> Bool {
    let logs = context.layout.logs.directory.lastComponent?.string ?? ""
    return try reachingFiles {
      try !context.files.entries(of: space.folder.appending(logs)).isEmpty
    }
  }

  /// Returns what would keep a space from being restored; nil if nothing does.
  package func obstacle(to space: TrashedSpace) throws -> HBRestoreError? {
    try reachingFiles {
      if try context.files.status(at: Self.mark(in: space.folder)) != nil { return nil }
      if try isThereAgain(space) { return .existsAgain(spaceId: space.id) }
      for (_, target) in try files(of: space.folder)
      where try context.files.status(at: target) != nil {
        return .isInTheWay(path: context.layout.relative(target))
      }
      return nil
    }
  }

  /// Whether the store has the space again, so that it cannot be restored from the trash.
  package func isThereAgain(_ space: TrashedSpace) throws -> Bool {
    try reachingFiles {
      // One that is half moved, in either direction, is not another one.
      guard try context.files.status(at: Self.mark(in: space.folder)) == nil,
        try SpaceCatalog(open: open).holds(space.id)
      else { return false }
      return try context.log(of: space.id).status != nil
        || !isUnfinished(space.folder, of: space.id)
    }
  }

  private func moveBack(
    _ space: TrashedSpace, marks: [(FilePath) -> FilePath] = [Self.mark]
  ) throws {
    if let obstacle = try obstacle(to: space) { throw obstacle }
    for mark in marks { _ = try context.files.createDirectory(mark(space.folder)) }
    try context.files.synchronizeDirectory(space.folder)
    try moveFiles(from: space.folder, of: space.id)
  }

  private func moveFiles(from folder: FilePath, of id: UUID) throws {
    var last: (old: FilePath, new: FilePath)?
    for (path, target) in try files(of: folder) {
      let (old, new) = (path.removingLastComponent(), target.removingLastComponent())
      // The moves of one kind are on disk before those of the next one follow.
      if let last, last.new != new {
        try context.files.synchronizeMoves(from: last.old, to: last.new)
      }
      last = (old, new)
      try context.files.createDirectories(new, isFlushed: true)
      try context.files.rename(path, to: target)
    }
    if let last { try context.files.synchronizeMoves(from: last.old, to: last.new) }
    context.anchors.forgetAll()
    open[id].forget()
    DiagnosticLog.store.attempt("remember how far \(id.uuidString) reaches") {
      try open[id].noteReach()
    }
  }

  /// Restores the anchors for others, if that is needed, once all files are back.
  private func endRestoring(_ id: UUID, from folder: FilePath) throws -> [HBPlan] {
    let plans =
      try mustTellCloud(folder)
      ? [PlanExecutor(open: open).perform(.restoreSpace, spaceId: id)] : []
    // The space is back; a folder that stays behind holds nothing.
    DiagnosticLog.store.attempt("remove the folder in the trash") { try removeFolders(folder) }
    return plans
  }

  /// Returns the files of a space in the trash, each with where it belongs, in the order in which they
  /// are moved.
  ///
  /// The log comes before the anchors: their files alone would read as anchors without history. The
  /// map comes before the space's file, because a space whose map is missing stops the SDK.
  private func files(of folder: FilePath) throws(FileError) -> [(path: FilePath, target: FilePath)]
  {
    let layout = context.layout
    var result: [(path: FilePath, target: FilePath)] = []
    for kind in [layout.logs, layout.worldMaps, layout.anchors, layout.spaces] {
      let part = folder.appending(kind.directory.lastComponent?.string ?? "")
      for entry in try context.files.entries(of: part) {
        result.append((part.appending(entry.name), kind.directory.appending(entry.name)))
      }
    }
    return result
  }

  /// Whether some cloud knows that the space was deleted, but not that it is there again.
  private func mustTellCloud(_ folder: FilePath) throws(FileError) -> Bool {
    guard try context.files.status(at: Self.putBackMark(in: folder)) == nil else { return false }
    return try context.files.entries(of: folder).contains { $0.name.hasPrefix(Self.cloudMark) }
  }

  /// Removes the empty folders and marks that are left; the mark of an unfinished restore goes last.
  private func removeFolders(_ folder: FilePath) throws(FileError) {
    let mark = Self.mark(in: folder)
    let names = try context.files.entries(of: folder).filter(\.isDirectory).map(\.name)
    for path in names.map(folder.appending) where path != mark {
      try context.files.removeDirectory(path)
    }
    try context.files.removeDirectory(mark)
    try context.files.removeDirectory(folder)
  }

  static func mark(in folder: FilePath) -> FilePath { folder.appending("restoring") }

  /// Marks that the space came back because others have it again.
  private static func putBackMark(in folder: FilePath) -> FilePath {
    folder.appending("there-again")
  }

  /// The prefix of the marks that say which cloud knows of a deletion.
  package static let cloudMark = "gone-from-"
}
