package import Foundation
package import SystemPackage

/// The files of one kind in a directory, found by the ids in their names in any case.
package struct NamedFiles {
  /// By id; where names differ only in case, the upper-case one, else the first in byte order.
  private(set) var paths: [UUID: FilePath] = [:]
  /// Names that lost against another one of the same id.
  private(set) var doubles: [FilePath] = []
  /// Names with the right end that hold no id.
  private(set) var strangers: [FilePath] = []

  /// - Parameter suffix: the end of the names; empty for directories.
  init(
    in directory: FilePath, suffix: String, _ files: some FileSystem
  ) throws(FileError) {
    // Upper case sorts first in byte order.
    for entry in try files.entries(of: directory)
    where entry.name.hasSuffix(suffix) && entry.isDirectory == suffix.isEmpty {
      let path = directory.appending(entry.name)
      if let id = UUID(fileName: entry.name, suffix: suffix) {
        if paths[id] == nil { paths[id] = path } else { doubles.append(path) }
      } else {
        strangers.append(path)
      }
    }
  }

  /// The path of an id without listing the directory: the upper-case name, else the lower-case
  /// one; where neither exists, the one to create.
  package static func path(
    of id: UUID, in directory: FilePath, suffix: String, _ files: some FileSystem
  ) throws(FileError) -> (path: FilePath, status: FileStatus?) {
    let upper = directory.appending(id.uuidString + suffix)
    if let status = try files.status(at: upper) { return (upper, status) }
    let lower = directory.appending(id.uuidString.lowercased() + suffix)
    if let status = try files.status(at: lower) { return (lower, status) }
    return (upper, nil)
  }
}
