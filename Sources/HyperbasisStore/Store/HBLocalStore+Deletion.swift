package import Foundation
import HyperbasisModels
import SystemPackage

extension HBLocalStore {
  /// Moves a space with its map, anchors and log to the trash; nothing where it does not exist.
  ///
  /// - Parameter record: called under the space's lock once the trash has a folder for it, before
  ///   anything is moved there.
  package func deleteSpace(id: UUID, recording record: () throws -> Void = {}) throws {
    try reaching {
      let space = self.record(of: id)
      try space.lock.withLock {
        guard try isOnDisk(id) || !context.anchors.anchorIds(of: id).isEmpty else { return }
        view.drop(id)
        let trash = try makeTrash(for: id)
        try record()
        // The log goes after the anchors: alone their files would read as anchors without
        // history. The space's file goes last: until then the space is listed and the deletion
        // can be repeated.
        for anchor in try context.anchors.anchorIds(of: id) {
          try move(anchor, in: context.layout.anchors, StoreLayout.fileSuffix, to: trash)
          context.anchors.forget(anchor)
        }
        try moveLog(of: id, to: trash)
        try move(id, in: context.layout.worldMaps, StoreLayout.mapSuffix, to: trash)
        try move(id, in: context.layout.spaces, StoreLayout.fileSuffix, to: trash)
        space.forget()
      }
    }
  }

  /// A new directory in the trash; its name says what it holds and since when.
  func makeTrash(for id: UUID) throws(FileError) -> FilePath {
    let time = context.clock().wholeSecondText.filter { $0 != ":" && $0 != "-" }
    let name = "\(id.uuidString).\(time)"
    var candidate = context.layout.trash.appending(name)
    try context.files.createDirectories(context.layout.trash)
    var number = 1
    while try !context.files.createDirectory(candidate) {
      number += 1
      candidate = context.layout.trash.appending("\(name).\(number)")
    }
    return candidate
  }

  func moveLog(of id: UUID, to trash: FilePath) throws {
    try move(id, in: context.layout.events, "", to: trash)
  }

  private func move(
    _ id: UUID, in directory: FilePath, _ suffix: String, to trash: FilePath
  ) throws(FileError) {
    let found = try NamedFiles.path(of: id, in: directory, suffix: suffix, context.files)
    guard found.status != nil else { return }
    let target = trash.appending(directory.lastComponent?.string ?? "")
    try context.files.createDirectories(target)
    try context.files.rename(
      found.path, to: target.appending(found.path.lastComponent?.string ?? ""))
  }
}

// MARK: - The whole store

extension HBLocalStore {
  /// Empties the base directory, locks, quarantine and trash included.
  package func clearAll() throws {
    let spaces = try spaceIds().sorted { $0.uuidString < $1.uuidString }
    try reaching { try holdingLocks(of: spaces[...]) { try removeAll() } }
  }

  private func holdingLocks(of spaces: ArraySlice<UUID>, _ body: () throws -> Void) throws {
    guard let first = spaces.first else { return try body() }
    try record(of: first).lock.withLock {
      try holdingLocks(of: spaces.dropFirst(), body)
    }
  }

  private func removeAll() throws {
    for record in openRecords {
      view.drop(record.spaceId)
      record.forget()
    }
    context.anchors.forgetAll()
    try removeContents(of: context.layout.base)
  }

  private func removeContents(of directory: FilePath) throws(FileError) {
    for entry in try context.files.entries(of: directory) {
      let path = directory.appending(entry.name)
      if entry.isDirectory {
        try removeContents(of: path)
        try context.files.removeDirectory(path)
      } else {
        try context.files.removeFile(path)
      }
    }
  }

  /// How many bytes all files below the base directory have.
  package func totalSize() throws -> Int {
    try reaching { try size(of: context.layout.base) }
  }

  private func size(of directory: FilePath) throws(FileError) -> Int {
    var total = 0
    for entry in try context.files.entries(of: directory) {
      let path = directory.appending(entry.name)
      total +=
        entry.isDirectory ? try size(of: path) : try context.files.status(at: path)?.size ?? 0
    }
    return total
  }
}
