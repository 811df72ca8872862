import Foundation
import HyperbasisModels
import SystemPackage

/// Work that concerns all files of a store at once.
package struct StoreMaintenance: Sendable {
  let open: OpenSpaces

  private var context: StoreContext { open.context }
}

extension StoreMaintenance {
  /// Empties the base directory, locks, quarantine and trash included.
  ///
  /// It first takes every lock there is, so that nobody syncs meanwhile, and nobody changes a space
  /// that is there.
  ///
  /// - Throws: ``HBStorageError/locked(spaceId:)`` or ``HBStorageError/syncUnderWay`` if another
  ///   holder does not let go in time; then nothing is removed.
  ///
  /// - Parameter syncLock: the store's sync lock, if the caller holds it already.
  package func clear(holding syncLock: OpenFile? = nil) throws {
    try reachingFiles {
      // In the order in which every holder of several locks takes them.
      if let syncLock {
        try withExtendedLifetime(syncLock) { try clearSpaces() }
      } else {
        try lock(context.layout.syncLock).withLock(clearSpaces)
      }
    }
  }

  private func clearSpaces() throws {
    let spaces = try SpaceCatalog(open: open).sortedIds().map { open[$0].lock }
    try holding(spaces[...]) { try lock(context.layout.pendingLock).withLock(removeAll) }
  }

  private func lock(_ path: FilePath) -> StoreLock {
    StoreLock(path, in: context, refusal: .syncUnderWay)
  }

  private func holding(_ locks: ArraySlice<StoreLock>, _ body: () throws -> Void) throws {
    guard let first = locks.first else { return try body() }
    try first.withLock { try holding(locks.dropFirst(), body) }
  }

  private func removeAll() throws {
    for space in open.all {
      open.anchorFiles.drop(space.spaceId)
      space.departures.note { try context.openLog(of: space.spaceId) }
      space.forget()
    }
    context.anchors.forgetAll()
    context.spaceMemory.forgetAll()
    context.seenSpaces.forgetAll()
    try removeContents(of: context.layout.base)
  }

  private func removeContents(of directory: FilePath) throws(FileError) {
    for entry in try context.files.entries(of: directory) {
      let path = directory.appending(entry.name)
      if entry.isDirectory { try removeDirectory(path) } else { try removeFile(path) }
    }
  }

  private func removeFile(_ path: FilePath) throws(FileError) {
    do {
      try context.files.removeFile(path)
    } catch {
      // A temporary file that its writer has removed.
      guard error.code == .noSuchFileOrDirectory else { throw error }
    }
  }

  private func removeDirectory(_ path: FilePath) throws(FileError) {
    var attempts = 0
    while true {
      try removeContents(of: path)
      do {
        return try context.files.removeDirectory(path)
      } catch {
        attempts += 1
        // Somebody who saves a new space puts files beside those that are being removed.
        guard error.code == .directoryNotEmpty, attempts < 100 else { throw error }
      }
    }
  }

  /// Returns how many bytes all files below the base directory have.
  package func size() throws -> Int {
    try reachingFiles { try size(of: context.layout.base) }
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
