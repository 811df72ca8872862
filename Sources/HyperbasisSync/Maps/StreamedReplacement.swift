import Foundation
import HyperbasisStore
import SystemPackage

/// Replaces a file as a whole, as ``FileSystem/replace(_:with:_:)`` does, by bytes that come piece
/// by piece.
struct StreamedReplacement {
  private let file: OpenFile
  private let files: any FileSystem

  /// Calls `body` to write the new file; readers see it when it is whole, or never.
  static func write(
    to path: FilePath, files: any FileSystem, _ body: (StreamedReplacement) throws -> Void
  ) throws {
    let temporary = path.temporarySibling()
    do {
      let file = try files.open(temporary, .createNew)
      try body(StreamedReplacement(file: file, files: files))
      try files.synchronize(file)
      try files.rename(temporary, to: path)
    } catch {
      // The failure is what matters; what is left has an end that no reader picks up.
      do { try files.removeFile(temporary) } catch {}
      throw error
    }
    try files.synchronizeDirectory(path.removingLastComponent())
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    try files.writeAll(file, bytes)
  }

  func append(_ data: Data) throws(FileError) {
    try files.writeAll(file, data)
  }
}
