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
    /// nil: it could not be read, so it is looked at every time.
    let status: FileStatus?
    /// nil: the file is damaged, or its id is not the one in its name.
    let spaceId: UUID?
  }

  private let layout: StoreLayout
  private let files: any FileSystem
  private let skipped: SkippedFiles
  private let entries = Mutex<[UUID: Entry]>([:])

  init(layout: StoreLayout, files: any FileSystem, skipped: SkippedFiles) {
    self.layout = layout
    self.files = files
    self.skipped = skipped
  }

  /// Reads one anchor's file; nil where there is none, or one that cannot be read.
  package func load(_ id: UUID) throws -> HBAnchor? {
    let directory = layout.anchors.directory
    guard let found = try skipped.reading(directory, { try layout.anchors.find(id, files) }),
      let status = found.status
    else {
      entries.withLock { $0[id] = nil }
      return nil
    }
    return try read(id, found.path, status)
  }

  /// Reads one anchor's file if it is not as it was when last read or written.
  func loadIfChanged(_ id: UUID) throws -> HBAnchor? {
    let known = entries.withLock { $0[id] }
    if let known, let status = known.status,
      try skipped.reading(known.path, { try files.status(at: known.path) }) == status
    {
      return nil
    }
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
        if let space = entry.spaceId, let status = entry.status {
          result[space, default: 0] += status.size
        }
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

  /// The anchors whose files could not even be read at the last look.
  func unreadableIds() -> Set<UUID> {
    entries.withLock { Set($0.filter { $0.value.status == nil }.keys) }
  }

  /// Looks at every file, and reads those that are new, changed or of a wanted space.
  private func revisit(_ isWanted: (UUID) -> Bool) throws -> [HBAnchor] {
    let listing = try layout.anchors.listing(files, skipped)
    let named = listing?.paths ?? [:]
    let misfits = listing?.misfits ?? []
    let known = entries.withLock { entries in
      entries = entries.filter { named[$0.key] != nil }
      for misfit in misfits where named[misfit.id] == nil {
        entries[misfit.id] = Entry(path: misfit.path, status: nil, spaceId: nil)
      }
      return entries
    }
    return try named.compactMap { id, path in
      try skipped.reading(path) { try revisit(id, path, known[id], isWanted) } ?? nil
    }
  }

  private func revisit(
    _ id: UUID, _ path: FilePath, _ entry: Entry?, _ isWanted: (UUID) -> Bool
  ) throws -> HBAnchor? {
    guard let status = try files.status(at: path) else { return nil }
    let isKnown = entry?.spaceId.map { !isWanted($0) } ?? (entry != nil)
    if isKnown, status == entry?.status { return nil }
    guard let anchor = try read(id, path, status), isWanted(anchor.spaceId) else { return nil }
    return anchor
  }

  /// Reads a file; nil for one that cannot be read, which is kept as such and remembered.
  private func read(_ id: UUID, _ path: FilePath, _ status: FileStatus) throws -> HBAnchor? {
    var entry = Entry(path: path, status: nil, spaceId: nil)
    let anchor = try skipped.reading(path) { () -> HBAnchor? in
      guard let data = try files.contents(of: path, atMost: FileLimit.anchor) else { return nil }
      entry = Entry(path: path, status: status, spaceId: nil)
      let anchor = try AnchorFile.decode(data)
      guard anchor.id == id else { throw AnchorFile.misnamed(anchor.id) }
      entry = Entry(path: path, status: status, spaceId: anchor.spaceId)
      return anchor
    }
    entries.withLock { $0[id] = entry }
    return anchor ?? nil
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
