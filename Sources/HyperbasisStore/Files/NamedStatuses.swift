import Foundation
import SystemPackage

/// The files of one kind with their statuses, from one look at their directory.
struct NamedStatuses {
  struct Named {
    let id: UUID
    /// Nil for the usual name, the id in upper case.
    let unusualPath: FilePath?
    let status: FileStatus
  }

  /// One for each id.
  private(set) var files: [Named] = []
  /// Proper names of something other than a file.
  private(set) var misfits: [NamedFiles.Misfit] = []

  init(_ kind: NamedFileKind, _ files: any FileSystem) throws(FileError) {
    var unusual: [String: (id: UUID, status: FileStatus)] = [:]
    let entries = try files.statuses(in: kind.directory)
    let ids = entries.concurrentMap { UUID(fileName: $0.name, suffix: kind.suffix) }
    self.files.reserveCapacity(entries.count)
    for (entry, id) in zip(entries, ids) {
      guard let id else { continue }
      if entry.status.kind != .regular {
        misfits.append(
          NamedFiles.Misfit(
            id: id, path: kind.directory.appending(entry.name), kind: entry.status.kind,
            expected: .regular))
      } else if entry.name.isUpperCase {
        self.files.append(Named(id: id, unusualPath: nil, status: entry.status))
      } else {
        unusual[entry.name] = (id, entry.status)
      }
    }
    if !unusual.isEmpty { add(unusual, kind) }
  }

  /// Adds unusual names: of those that differ only in case the upper-case one counts, or else the
  /// first in byte order.
  private mutating func add(
    _ unusual: [String: (id: UUID, status: FileStatus)], _ kind: NamedFileKind
  ) {
    var known = Set(files.map(\.id))
    for (name, file) in unusual.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
    where known.insert(file.id).inserted {
      files.append(
        Named(
          id: file.id, unusualPath: kind.directory.appending(name), status: file.status))
    }
  }
}

extension String {
  /// Whether the hexadecimal digits of a name's id are in upper case.
  fileprivate var isUpperCase: Bool {
    utf8.prefix(36).allSatisfy { $0 < UInt8(ascii: "a") }
  }
}
