package import Foundation
import HyperbasisModels
package import SystemPackage

/// Where deleted spaces lie, each in a folder of its own: `.hyperbasis/trash/{id}.{when}/`.
package struct SpaceTrash: Sendable {
  let open: OpenSpaces

  package var context: StoreContext { open.context }
}

extension SpaceTrash {
  /// Moves a space with its map, anchors and log to the trash; does nothing if it does not exist.
  ///
  /// - Parameter record: called under the space's lock once the trash has a folder for it, before
  ///   anything is moved there.
  package func deleteSpace(_ id: UUID, recording record: () throws -> Void = {}) throws {
    try reachingFiles {
      let space = open[id]
      // Anchors that came from other spaces must not come back there. If the log cannot be read, it
      // is not known whether any came.
      try SpaceCatalog(open: open).unlessUnreadable(id) {
        try PlanExecutor(open: open).endInOtherSpaces(of: space)
      }
      try space.lock.withLock {
        guard try SpaceCatalog(open: open).holds(id) else { return }
        let anchors = try context.anchors.anchorIds(of: id)
        try requirePermission(toMove: id, with: anchors)
        open.anchorFiles.drop(id)
        let folder = try unfinishedFolder(of: id) ?? makeFolder(for: id)
        let wasSaved = try context.holdsFile(ofSpace: id)
        try record()
        // The log goes after the anchors: their files alone would read as anchors without
        // history. The space's file goes last: until then the space is listed and the deletion
        // can be repeated.
        try move(anchors, of: context.layout.anchors, to: folder)
        for anchor in anchors { context.anchors.forget(anchor) }
        LogReachFile(spaceId: id, context: context).forget()
        space.unfiledDeletions.remove()
        space.departures.note { try context.openLog(of: id) }
        for kind in [context.layout.logs, context.layout.worldMaps, context.layout.spaces] {
          try move([id], of: kind, to: folder)
        }
        context.index(of: id).remove()
        // A task that saves what it still has in memory must not make another space with this id. One that
        // has never been saved itself comes to be by its anchors, also the next time.
        if !wasSaved { context.seenSpaces.forget(id) }
        space.forget()
      }
    }
  }

  /// Refuses to move a space if the system does not let this user take all of its files out of their
  /// folders: it would lie in two places.
  private func requirePermission(
    toMove id: UUID, with anchors: some Collection<UUID>
  ) throws(FileError) {
    var folders = anchors.isEmpty ? [] : [context.layout.anchors.directory]
    for kind in [context.layout.logs, context.layout.worldMaps, context.layout.spaces] {
      let found = try kind.find(id, context.files)
      guard let status = found.status else { continue }
      folders.append(kind.directory)
      // A folder that moves is itself changed: it gets another one above it.
      if status.isDirectory { folders.append(found.path) }
    }
    try context.requirePermission(for: folders)
  }

  /// Moves a space's log to the trash.
  package func deleteLog(of id: UUID) throws {
    try reachingFiles {
      let space = open[id]
      try space.lock.withLock {
        guard try context.log(of: id).status != nil else { return }
        open.anchorFiles.drop(id)
        let folder = try makeFolder(for: id)
        LogReachFile(spaceId: id, context: context).forget()
        space.unfiledDeletions.remove()
        space.departures.note { try context.openLog(of: id) }
        try move([id], of: context.layout.logs, to: folder)
        context.index(of: id).remove()
        context.seenSpaces.forget(id)
        space.forget()
      }
    }
  }

  /// Returns the folder of an unfinished deletion: it has the log, and the store still has what is moved
  /// after the log. What it lacks belongs to the same deletion; a second folder would hide the first.
  private func unfinishedFolder(of id: UUID) throws -> FilePath? {
    guard try context.log(of: id).status == nil else { return nil }
    return try folders(of: id).first { try isUnfinished($0, of: id) }
  }

  /// Whether a folder has the log and all anchors of a space, but not its file, which goes last. If
  /// there are anchors left in the store, only the log was deleted.
  func isUnfinished(_ folder: FilePath, of id: UUID) throws -> Bool {
    func isEmpty(_ kind: NamedFileKind) throws -> Bool {
      let part = folder.appending(kind.directory.lastComponent?.string ?? "")
      return try context.files.entries(of: part).isEmpty
    }
    return try isEmpty(context.layout.spaces) && !isEmpty(context.layout.logs)
      && context.anchors.anchorIds(of: id).isEmpty
  }

  /// Creates a directory in the trash; its name says what it holds and since when.
  private func makeFolder(for id: UUID) throws(FileError) -> FilePath {
    let name = "\(id.uuidString).\(context.clock().trashTime)"
    var candidate = context.layout.trash.appending(name)
    try context.createOwnDirectory(context.layout.trash)
    var number = 1
    while try !context.files.createDirectory(candidate) {
      number += 1
      candidate = context.layout.trash.appending("\(name).\(number)")
    }
    try context.files.synchronizeDirectory(context.layout.trash)
    return candidate
  }

  /// Moves the files of one kind durably: those of the next kind must not go before them.
  private func move(
    _ ids: some Sequence<UUID>, of kind: NamedFileKind, to folder: FilePath
  ) throws(FileError) {
    let target = folder.appending(kind.directory.lastComponent?.string ?? "")
    var isMoved = false
    for id in ids {
      let found = try kind.find(id, context.files)
      guard found.status != nil else { continue }
      if !isMoved { try context.files.createDirectories(target, isFlushed: true) }
      isMoved = true
      try context.files.rename(
        found.path, to: target.appending(found.path.lastComponent?.string ?? ""))
    }
    if isMoved { try context.files.synchronizeMoves(from: kind.directory, to: target) }
  }
}

extension SpaceTrash {
  /// Whether a folder of a space lies in the trash.
  package func holds(_ id: UUID) throws -> Bool {
    try reachingFiles { try !folders(of: id).isEmpty }
  }

  /// Returns the folders of a space, which may have been deleted more than once.
  package func folders(of id: UUID) throws(FileError) -> [FilePath] {
    let trash = context.layout.trash
    return try context.files.entries(of: trash)
      .filter { $0.isDirectory && $0.name.hasPrefix("\(id.uuidString).") }
      .map { trash.appending($0.name) }
  }
}
