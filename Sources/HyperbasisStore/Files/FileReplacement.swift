package import Foundation
import HyperbasisModels
package import SystemPackage

/// What the replacement of a file must survive.
package enum ReplacementStrength: Sendable {
  /// After a power cut the file is the old one or the new one.
  case durable
  /// That holds only if the process dies, not after a power cut; for files that can be rebuilt.
  case view
}

/// A file that has been written and has yet to take the name of the one that it replaces.
struct FileReplacement: Sendable {
  let path: FilePath
  private let temporary: FilePath
  private let strength: ReplacementStrength
  private let files: any FileSystem
  /// The status of the new file, which does not depend on its name.
  let status: FileStatus

  /// Writes the new file beside the old one.
  ///
  /// - Parameter write: writes the bytes to the file that it is given.
  init(
    of path: FilePath, _ strength: ReplacementStrength, _ files: any FileSystem,
    _ write: (OpenFile) throws -> Void
  ) throws {
    (self.path, self.strength, self.files) = (path, strength, files)
    temporary = path.temporarySibling()
    do {
      let file = try files.open(temporary, .createNew)
      try write(file)
      if strength == .durable { try files.synchronize(file) }
      status = try files.status(of: file)
    } catch {
      Self.remove(temporary, files)
      throw error
    }
  }

  /// Renames the new file into place, which removes the old one.
  func put() throws {
    do {
      try files.rename(temporary, to: path)
    } catch {
      discard()
      throw error
    }
    if strength == .durable { try files.synchronizeDirectory(path.removingLastComponent()) }
  }

  /// Leaves the old file as it is.
  func discard() { Self.remove(temporary, files) }

  private static func remove(_ temporary: FilePath, _ files: any FileSystem) {
    // A leftover has a suffix that no reader picks up.
    do { try files.removeFile(temporary) } catch {}
  }
}

extension FileSystem {
  /// Replaces a file as a whole: readers see the old bytes or the new ones, never a mixture.
  package func replace(
    _ path: FilePath, with data: Data, _ strength: ReplacementStrength
  ) throws {
    try replace(path, strength) { try writeAll($0, data) }
  }

  /// Replaces a file as a whole with what `write` writes to the file that it is given.
  package func replace(
    _ path: FilePath, _ strength: ReplacementStrength, _ write: (OpenFile) throws -> Void
  ) throws {
    try FileReplacement(of: path, strength, self, write).put()
  }
}

extension FilePath {
  /// The suffix of temporary files: never `.json` or `.jsonl`, which readers pick up.
  package static let temporarySuffix = ".hbtmp"

  /// Returns a unique path in the same directory.
  package func temporarySibling() -> FilePath {
    FilePath("\(string).\(UUID.random().text)\(FilePath.temporarySuffix)")
  }
}
