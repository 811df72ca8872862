package import Foundation
package import SystemPackage

/// The files of one kind: in one directory, named after ids in any case.
package struct NamedFileKind: Equatable, Sendable {
  package let directory: FilePath
  /// The end of the names; empty for directories.
  let suffix: String

  /// The path of an id without listing the directory: the upper-case name, else the lower-case
  /// one; where neither exists, the one to create.
  package func find(
    _ id: UUID, _ files: any FileSystem
  ) throws(FileError) -> (path: FilePath, status: FileStatus?) {
    let upper = directory.appending(id.uuidString + suffix)
    if let status = try files.status(at: upper) { return (upper, status) }
    let lower = directory.appending(id.uuidString.lowercased() + suffix)
    if let status = try files.status(at: lower) { return (lower, status) }
    return (upper, nil)
  }

  /// All of them, by id.
  func paths(_ files: any FileSystem) throws(FileError) -> [UUID: FilePath] {
    try NamedFiles(self, files).paths
  }
}

/// What a listing of the files of one kind gives.
struct NamedFiles {
  /// By id; where names differ only in case, the upper-case one, else the first in byte order.
  private(set) var paths: [UUID: FilePath] = [:]
  /// Names that lost against another one of the same id.
  private(set) var doubles: [FilePath] = []
  /// Names with the right end that hold no id.
  private(set) var strangers: [FilePath] = []

  init(_ kind: NamedFileKind, _ files: any FileSystem) throws(FileError) {
    // Upper case sorts first in byte order.
    for entry in try files.entries(of: kind.directory)
    where entry.name.hasSuffix(kind.suffix) && entry.isDirectory == kind.suffix.isEmpty {
      let path = kind.directory.appending(entry.name)
      if let id = UUID(fileName: entry.name, suffix: kind.suffix) {
        if paths[id] == nil { paths[id] = path } else { doubles.append(path) }
      } else {
        strangers.append(path)
      }
    }
  }
}
