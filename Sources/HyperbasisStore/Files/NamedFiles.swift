package import Foundation
import HyperbasisModels
package import SystemPackage

/// A kind of file: in one directory, named after ids in upper or lower case.
package struct NamedFileKind: Equatable, Sendable {
  package let directory: FilePath
  /// The suffix of the names; empty for directories.
  let suffix: String

  /// Returns where the file of an id lies unless its name is in lower case.
  func usualPath(of id: UUID) -> FilePath { directory.appending(id.text + suffix) }

  /// Finds the path of an id without listing the directory: the upper-case name, or else the
  /// lower-case one; if neither exists, the one to create.
  package func find(
    _ id: UUID, _ files: any FileSystem
  ) throws(FileError) -> (path: FilePath, status: FileStatus?) {
    let upper = directory.appending(id.text + suffix)
    if let status = try files.status(at: upper) { return (upper, status) }
    let lower = directory.appending(id.text.lowercased() + suffix)
    if let status = try files.status(at: lower) { return (lower, status) }
    return (upper, nil)
  }

  /// Returns all files, by id; empty if the directory cannot be listed, which is noted in `skipped`.
  func paths(_ files: any FileSystem, _ skipped: SkippedFiles) throws -> [UUID: FilePath] {
    try listing(files, skipped)?.paths ?? [:]
  }

  /// Lists the directory; nil if it cannot be listed. That, and names of something other than a file
  /// or folder of this kind, is noted in `skipped`.
  func listing(_ files: any FileSystem, _ skipped: SkippedFiles) throws -> NamedFiles? {
    let named = try skipped.reading(directory) { try NamedFiles(self, files) }
    for misfit in named?.misfits ?? [] { skipped.add(misfit.path, misfit.reason) }
    return named
  }
}

/// A listing of the files of one kind.
struct NamedFiles {
  /// By id; of names that differ only in case the upper-case one, or else the first in byte order.
  private(set) var paths: [UUID: FilePath] = [:]
  /// Names that lost out to another one of the same id.
  private(set) var doubles: [FilePath] = []
  /// Names with the right suffix that contain no id.
  private(set) var strangers: [FilePath] = []
  /// Proper names of something other than a file or folder of this kind.
  private(set) var misfits: [Misfit] = []

  struct Misfit {
    let id: UUID
    let path: FilePath
    let kind: FileKind
    let expected: FileKind

    var reason: String { "it is \(kind.rawValue) where \(expected.rawValue) belongs" }
  }

  init(_ kind: NamedFileKind, _ files: any FileSystem) throws(FileError) {
    let expected: FileKind = kind.suffix.isEmpty ? .directory : .regular
    // Upper case sorts first in byte order.
    for entry in try files.entries(of: kind.directory) where entry.name.hasSuffix(kind.suffix) {
      let path = kind.directory.appending(entry.name)
      guard let id = UUID(fileName: entry.name, suffix: kind.suffix) else {
        if entry.kind == expected { strangers.append(path) }
        continue
      }
      if entry.kind != expected {
        misfits.append(Misfit(id: id, path: path, kind: entry.kind, expected: expected))
      } else if paths[id] == nil {
        paths[id] = path
      } else {
        doubles.append(path)
      }
    }
  }
}
