package import Foundation
package import HyperbasisModels
import Synchronization
import SystemPackage

/// The anchor files, which lie in one directory for all spaces: what each was when it was last
/// looked at, so that an unchanged one is not read again.
package final class AnchorCatalog: Sendable {
  /// A file that was read.
  struct Entry: Sendable {
    let path: FilePath
    let status: FileStatus
    /// nil: the file is damaged, or its id is not the one in its name.
    let spaceId: UUID?
  }

  private let layout: StoreLayout
  private let files: any FileSystem
  private let entries = Mutex<[UUID: Entry]>([:])

  init(layout: StoreLayout, files: any FileSystem) {
    self.layout = layout
    self.files = files
  }

  /// Reads one anchor's file; nil where there is none, or a damaged one.
  package func load(_ id: UUID) throws -> HBAnchor? {
    let found = try layout.anchors.find(id, files)
    guard let status = found.status else {
      entries.withLock { $0[id] = nil }
      return nil
    }
    return try read(id, found.path, status)
  }

  /// Reads one anchor's file if it is not as it was when last read or written.
  func loadIfChanged(_ id: UUID) throws -> HBAnchor? {
    let known = entries.withLock { $0[id] }
    if let known, try files.status(at: known.path) == known.status { return nil }
    return try load(id)
  }

  /// All anchors of a space, from their files; files of other spaces are read only when changed.
  func loadAll(of space: UUID) throws -> [HBAnchor] {
    try revisit { $0 == space }
  }

  /// The ids of all spaces that anchor files name.
  func spaceIds() throws -> Set<UUID> { Set(try bytesBySpace().keys) }

  /// The anchors whose files name a space.
  package func anchorIds(of space: UUID) throws -> Set<UUID> {
    _ = try revisit { _ in false }
    return entries.withLock { Set($0.filter { $0.value.spaceId == space }.keys) }
  }

  /// What the files of each space's anchors take on disk.
  func bytesBySpace() throws -> [UUID: Int] {
    _ = try revisit { _ in false }
    return entries.withLock { entries in
      entries.values.reduce(into: [:]) { result, entry in
        if let space = entry.spaceId { result[space, default: 0] += entry.status.size }
      }
    }
  }

  /// The space that an anchor's file names; nil where there is no file, or a damaged one.
  package func owner(of id: UUID) throws -> UUID? {
    _ = try loadIfChanged(id)
    return entries.withLock { $0[id]?.spaceId }
  }

  /// The same as of the last look at the file, without another one.
  func knownOwner(of id: UUID) -> UUID? { entries.withLock { $0[id]?.spaceId } }

  /// An anchor's file that cannot be read; nil where it can, or there is none.
  func damagedFile(of id: UUID) throws -> FilePath? {
    _ = try loadIfChanged(id)
    return entries.withLock { entries in
      entries[id].flatMap { $0.spaceId == nil ? $0.path : nil }
    }
  }

  /// Looks at every file, and reads those that are new, changed or of a wanted space.
  private func revisit(_ isWanted: (UUID) -> Bool) throws -> [HBAnchor] {
    let named = try layout.anchors.paths(files)
    let known = entries.withLock { entries in
      entries = entries.filter { named[$0.key] != nil }
      return entries
    }
    var result: [HBAnchor] = []
    for (id, path) in named {
      let entry = known[id]
      let isKnown = entry?.spaceId.map { !isWanted($0) } ?? (entry != nil)
      if isKnown, try files.status(at: path) == entry?.status { continue }
      guard let status = try files.status(at: path) else { continue }
      if let anchor = try read(id, path, status), isWanted(anchor.spaceId) {
        result.append(anchor)
      }
    }
    return result
  }

  private func read(_ id: UUID, _ path: FilePath, _ status: FileStatus) throws -> HBAnchor? {
    guard let data = try files.contents(of: path) else { return nil }
    // A damaged file is kept as one; verifying the store reports it.
    let anchor = try? AnchorFile.decode(data)
    let isSound = anchor?.id == id
    entries.withLock {
      $0[id] = Entry(path: path, status: status, spaceId: isSound ? anchor?.spaceId : nil)
    }
    return isSound ? anchor : nil
  }
}

// MARK: - Writing

extension AnchorCatalog {
  /// Writes an anchor's file under the name that it has.
  package func write(_ anchor: HBAnchor) throws {
    let found = try layout.anchors.find(anchor.id, files)
    let data = try AnchorFile.encode(anchor)
    do {
      try files.replace(found.path, with: data, .view)
    } catch let error as FileError where error.code == .noSuchFileOrDirectory {
      try files.createDirectories(layout.anchors.directory)
      try files.replace(found.path, with: data, .view)
    }
    let status = try files.status(at: found.path)
    entries.withLock {
      $0[anchor.id] = status.map {
        Entry(path: found.path, status: $0, spaceId: anchor.spaceId)
      }
    }
  }

  func remove(_ id: UUID) throws {
    let found = try layout.anchors.find(id, files)
    if found.status != nil { try files.removeFile(found.path) }
    entries.withLock { $0[id] = nil }
  }

  func forget(_ id: UUID) {
    entries.withLock { $0[id] = nil }
  }

  func forgetAll() {
    entries.withLock { $0.removeAll() }
  }
}
