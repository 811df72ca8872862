import Foundation
import HyperbasisDiagnostics
import HyperbasisStore
import SystemPackage

extension HBLocalStore {
  /// A space's file without its world map; nil where there is none.
  func spaceHead(_ id: UUID) throws -> LocalSpace? {
    try reaching { try context.spaces.loadHead(id) }
  }

  /// What is known of a space's files without reading them; nil where there is no space file.
  func spaceStatus(_ id: UUID) throws -> (file: FileStatus, separateMap: FileStatus?)? {
    try reaching {
      let layout = context.layout
      let file = try NamedFiles.path(
        of: id, in: layout.spaces, suffix: StoreLayout.fileSuffix, context.files
      ).status
      guard let file else { return nil }
      let map = try NamedFiles.path(
        of: id, in: layout.worldMaps, suffix: StoreLayout.mapSuffix, context.files
      ).status
      return (file, map)
    }
  }

  /// Writes a space, unless somebody has changed it since it was read.
  ///
  /// - Parameter old: the space as it was read; nil for one that had no file.
  /// - Returns: the space as it is now; nil where it was changed meanwhile.
  func write(_ change: SpaceFileContents, to id: UUID, replacing old: LocalSpace?) throws
    -> LocalSpace?
  {
    try reaching {
      let record = record(of: id)
      return try record.lock.withLock {
        let now = try spaceStatus(id)
        guard now?.file == old?.status, now?.separateMap == old?.mapStatus || old == nil else {
          return nil
        }
        try context.spaces.write(change, to: id, replacing: old)
        return try context.spaces.loadHead(id)
      }
    }
  }

  /// The hash and the size of a space's world map; nil where it has none or an empty one.
  func mapDigest(of space: LocalSpace) throws -> (sha256: String, byteCount: Int)? {
    try reaching { try context.spaces.mapDigest(of: space) }
  }

  /// A space's world map as a file of its own to be uploaded.
  func mapFile(of space: LocalSpace, sha256: String, byteCount: Int) throws -> WorldMapFile {
    try reaching {
      let path = try newTransfer()
      let file = try context.files.open(path, .createNew)
      try context.spaces.forEachMapPiece(of: space) { piece in
        try context.files.writeAll(file, piece)
      }
      return WorldMapFile(
        path: path, sha256: sha256, byteCount: byteCount, isCompressed: space.isCompressed)
    }
  }

  /// A path for a file on its way; nothing is there yet.
  func newTransfer() throws -> FilePath {
    try reaching {
      try context.files.createDirectories(context.layout.transfers)
      return context.layout.transfers.appending(context.makeUUID().uuidString)
        .temporarySibling()
    }
  }

  func removeTransfer(_ path: FilePath) {
    // It may never have come to be; what is left is removed with the next pass.
    DiagnosticLog.sync.attempt("remove \(path)") { try context.files.removeFile(path) }
  }

  /// Removes what passes that died left on its way.
  func removeTransfers() {
    let folder = context.layout.transfers
    let entries =
      DiagnosticLog.sync.attempt("list \(folder)") { try context.files.entries(of: folder) } ?? []
    for entry in entries where !entry.isDirectory {
      DiagnosticLog.sync.attempt("remove \(entry.name)") {
        try context.files.removeFile(folder.appending(entry.name))
      }
    }
  }
}
