import Foundation
import HyperbasisCompression
import HyperbasisDiagnostics
import HyperbasisStore
import SystemPackage

/// The folder of world maps on their way from or to the cloud, each in a file of its own.
struct TransferFolder: Sendable {
  let context: StoreContext

  private var maps: WorldMapReader { WorldMapReader(files: context.files) }
}

extension TransferFolder {
  /// Returns a path for a file on its way; nothing exists there yet.
  func newPath() throws -> FilePath {
    try reachingFiles {
      try context.files.createDirectories(context.layout.transfers)
      return context.layout.transfers.appending(context.makeUUID().uuidString)
        .temporarySibling()
    }
  }

  /// Writes a space's world map to a file of its own, to be uploaded.
  func mapFile(of space: LocalSpace, sha256: String, byteCount: Int) throws -> WorldMapFile {
    try reachingFiles {
      let path = try newPath()
      let file = try context.files.open(path, .createNew)
      try maps.forEachPiece(of: space) { try context.files.writeAll(file, $0) }
      return WorldMapFile(
        path: path, sha256: sha256, byteCount: byteCount, isCompressed: space.isCompressed)
    }
  }

  /// Returns the hash and the size of a file.
  func digest(of path: FilePath) throws -> (sha256: String, byteCount: Int) {
    try reachingFiles { try maps.digest(of: path) }
  }

  /// Whether a map of unknown packing is DEFLATE: an archive is recognized by its first bytes, and packed
  /// data can be unpacked to its end.
  func isPacked(_ path: FilePath) throws -> Bool {
    let data = try Data(contentsOf: URL(fileURLWithPath: path.string), options: .alwaysMapped)
    if data.starts(with: Data("bplist".utf8)) { return false }
    // An error only means that it is not packed.
    return (try? HBCompression.decompressedSize(of: data)) != nil
  }

  func remove(_ path: FilePath) {
    // The file may never have been created; one that is left over is removed by the next pass.
    DiagnosticLog.sync.attempt("remove \(path)") { try context.files.removeFile(path) }
  }

  /// Removes the files that interrupted passes left behind.
  func removeAll() {
    let folder = context.layout.transfers
    let entries =
      DiagnosticLog.sync.attempt("list \(folder)") { try context.files.entries(of: folder) } ?? []
    for entry in entries where !entry.isDirectory { remove(folder.appending(entry.name)) }
  }
}
