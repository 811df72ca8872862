package import Foundation
import HyperbasisModels
package import SystemPackage

/// How sure a replaced file must be.
package enum ReplacementStrength: Sendable {
  /// After a power cut the file is the old one or the new one.
  case durable
  /// After the death of the process it is; for files that can be rebuilt.
  case view
}

/// A file that is written and is yet to take the name of the one that it replaces.
struct FileReplacement: Sendable {
  let path: FilePath
  private let temporary: FilePath
  private let strength: ReplacementStrength
  private let files: any FileSystem
  /// What is known of the new file; its name is no part of that.
  let status: FileStatus

  /// Writes the new file beside the old one.
  ///
  /// - Parameter write: puts the bytes into the file that it is given.
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

  /// Gives the new file its name, and takes the old one away with it.
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
    // What is left has an end that no reader picks up.
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

  /// Replaces a file as a whole by what `write` puts into the one that it is given.
  package func replace(
    _ path: FilePath, _ strength: ReplacementStrength, _ write: (OpenFile) throws -> Void
  ) throws {
    try FileReplacement(of: path, strength, self, write).put()
  }
}

extension FilePath {
  /// The end of the names of temporary files: never `.json` or `.jsonl`, which readers pick up.
  package static let temporarySuffix = ".hbtmp"

  /// A name beside this one that nobody else uses.
  package func temporarySibling() -> FilePath {
    FilePath("\(string).\(UUID.random().text)\(FilePath.temporarySuffix)")
  }
}
