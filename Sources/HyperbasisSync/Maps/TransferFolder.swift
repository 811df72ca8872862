import Foundation
import HyperbasisCompression
import HyperbasisDiagnostics
import HyperbasisStore
import SystemPackage

/// Where world maps stand on their way from or to the cloud, each as a file of its own.
struct TransferFolder: Sendable {
  let context: StoreContext

  private var maps: WorldMapReader { WorldMapReader(files: context.files) }
}

extension TransferFolder {
  /// A path for a file on its way; nothing is there yet.
  func newPath() throws -> FilePath {
    try reachingFiles {
      try context.files.createDirectories(context.layout.transfers)
      return context.layout.transfers.appending(context.makeUUID().uuidString)
        .temporarySibling()
    }
  }

  /// A space's world map as a file of its own to be uploaded.
  func mapFile(of space: LocalSpace, sha256: String, byteCount: Int) throws -> WorldMapFile {
    try reachingFiles {
      let path = try newPath()
      let file = try context.files.open(path, .createNew)
      try maps.forEachPiece(of: space) { try context.files.writeAll(file, $0) }
      return WorldMapFile(
        path: path, sha256: sha256, byteCount: byteCount, isCompressed: space.isCompressed)
    }
  }

  /// The hash and the size of a file.
  func digest(of path: FilePath) throws -> (sha256: String, byteCount: Int) {
    try reachingFiles { try maps.digest(of: path) }
  }

  /// Whether a map of which nobody says how it is packed is DEFLATE: an archive is known by its
  /// first bytes, and what is packed can be unpacked to its end.
  func isPacked(_ path: FilePath) throws -> Bool {
    let data = try Data(contentsOf: URL(fileURLWithPath: path.string), options: .alwaysMapped)
    if data.starts(with: Data("bplist".utf8)) { return false }
    // Whether it can be unpacked is the question.
    return (try? HBCompression.decompressedSize(of: data)) != nil
  }

  func remove(_ path: FilePath) {
    // It may never have come to be; what is left is removed with the next pass.
    DiagnosticLog.sync.attempt("remove \(path)") { try context.files.removeFile(path) }
  }

  /// Removes what passes that died left on its way.
  func removeAll() {
    let folder = context.layout.transfers
    let entries =
      DiagnosticLog.sync.attempt("list \(folder)") { try context.files.entries(of: folder) } ?? []
    for entry in entries where !entry.isDirectory { remove(folder.appending(entry.name)) }
  }
}
