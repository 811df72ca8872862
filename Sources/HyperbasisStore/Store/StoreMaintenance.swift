import Foundation
import HyperbasisModels
import SystemPackage

/// What concerns all files of a store at once.
package struct StoreMaintenance: Sendable {
  let open: OpenSpaces

  private var context: StoreContext { open.context }
}

extension StoreMaintenance {
  /// Empties the base directory, locks, quarantine and trash included.
  package func clear() throws {
    let spaces = try SpaceCatalog(open: open).sortedIds()
    try reachingFiles { try holdingLocks(of: spaces[...]) { try removeAll() } }
  }

  private func holdingLocks(of spaces: ArraySlice<UUID>, _ body: () throws -> Void) throws {
    guard let first = spaces.first else { return try body() }
    try open[first].lock.withLock { try holdingLocks(of: spaces.dropFirst(), body) }
  }

  private func removeAll() throws {
    for space in open.all {
      open.anchorFiles.drop(space.spaceId)
      space.forget()
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
