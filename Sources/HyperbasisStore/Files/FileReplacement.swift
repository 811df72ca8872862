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
    let temporary = path.temporarySibling()
    do {
      let file = try open(temporary, .createNew)
      try write(file)
      if strength == .durable { try synchronize(file) }
      try rename(temporary, to: path)
    } catch {
      // The failure is what matters. What is left has an end that no reader picks up.
      do { try removeFile(temporary) } catch {}
      throw error
    }
    if strength == .durable { try synchronizeDirectory(path.removingLastComponent()) }
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
