package import Foundation
import HyperbasisAnchorLog
package import HyperbasisModels
import Synchronization
import SystemPackage

/// The anchor files, which lie in one directory for all spaces: what each was when it was last
/// looked at, by this process or by one before it, so that an unchanged one is not read again.
package final class AnchorCatalog: Sendable {
  /// A file that was looked at.
  struct Entry: Sendable {
    /// Nil if the file has the usual name.
    var unusualPath: FilePath?
    /// Nil if the file could not be read, so that it is looked at every time.
    var stamp: FileStamp?
    /// Nil if the file is damaged, or its id is not the one in its name.
    var spaceId: UUID?
    /// A digest of what the log said about the anchor when the file said the same; 0 if that is not
    /// known.
    var agreement: UInt64 = 0
    /// Whether the file has so far been read only without comparing it with the log, so that its contents
    /// have yet to be taken in.
    var isUncompared = false
  }

  struct Memory {
    var entries: [UUID: Entry] = [:]
    /// How many entries differ from what is saved on disk.
    var unsaved = 0
    var isLoaded = false
    var digestKey = DigestKey.process
    /// What was found changed since the first look at all files.
    var changes = AnchorChanges()
    /// The directory's stamp when all files were last looked at; nil before the first look.
    var lookedAt: FileStamp?
    var budget = LookBudget(at: .now)
  }

  let layout: StoreLayout
  let files: any FileSystem
  let skipped: SkippedFiles
  let policy: IndexPolicy
  let memory = Mutex(Memory())

  init(
    layout: StoreLayout, files: any FileSystem, skipped: SkippedFiles, policy: IndexPolicy
  ) {
    self.layout = layout
    self.files = files
    self.skipped = skipped
    self.policy = policy
  }
}

// MARK: - One file

extension AnchorCatalog {
  /// Reads one anchor's file; nil if there is none or it cannot be read.
  package func load(_ id: UUID) throws -> HBAnchor? {
    let before = entry(id)
    let anchor = try loadToCompare(id)
    if let before, before.isUncompared || before.stamp != entry(id)?.stamp { noteUncompared(id) }
    return anchor
  }

  func noteUncompared(_ id: UUID) {
    memory.withLock { memory in
      guard memory.entries[id]?.isUncompared == false else { return }
      memory.entries[id]?.isUncompared = true
      memory.noteChange(id)
    }
  }

  /// Notes that files have been compared with the log as they were last read.
  func noteCompared(_ ids: some Sequence<UUID>) {
    memory.withLock { memory in
      for id in ids { memory.entries[id]?.isUncompared = false }
    }
  }

  /// Reads one anchor's file like ``load(_:)``, for a caller that compares it with the log.
  func loadToCompare(_ id: UUID) throws -> HBAnchor? {
    let directory = layout.anchors.directory
    guard let found = try skipped.reading(directory, { try layout.anchors.find(id, files) }),
      let status = found.status
    else {
      forget(id)
      return nil
    }
    return try read(id, found.path, status)
  }

  /// Reads one anchor's file for comparison with the log, if it has changed since it was last read or
  /// written or has not been compared since.
  func loadIfChanged(_ id: UUID) throws -> HBAnchor? {
    if let known = entry(id), !known.isUncompared, let stamp = known.stamp {
      let path = path(of: id, known)
      let status = try skipped.reading(path) { try files.status(at: path) } ?? nil
      if let status, FileStamp(status) == stamp { return nil }
    }
    return try loadToCompare(id)
  }

  /// Returns the space that an anchor's file names; nil if there is no file, or it is damaged.
  package func owner(of id: UUID) throws -> UUID? {
    try look(at: id)
    return entry(id)?.spaceId
  }

  /// Looks at one anchor's file without comparing it with the log.
  private func look(at id: UUID) throws {
    if try loadIfChanged(id) != nil { noteUncompared(id) }
  }

  /// Returns the space that an anchor's file named at the last look, without looking again.
  func knownOwner(of id: UUID) -> UUID? { entry(id)?.spaceId }

  /// Returns the path of an anchor's file that cannot be read; nil if it can, or there is none.
  func damagedFile(of id: UUID) throws -> FilePath? {
    try look(at: id)
    return entry(id).flatMap { $0.spaceId == nil ? path(of: id, $0) : nil }
  }

  func entry(_ id: UUID) -> Entry? { memory.withLock { $0.entries[id] } }

  private func path(of id: UUID, _ entry: Entry) -> FilePath {
    entry.unusualPath ?? layout.anchors.usualPath(of: id)
  }

  /// Reads a file and remembers it; nil if it cannot be read, which is remembered and reported as well.
  func read(_ id: UUID, _ path: FilePath, _ status: FileStatus) throws -> HBAnchor? {
    var entry = Entry(unusualPath: path == layout.anchors.usualPath(of: id) ? nil : path)
    let anchor = try skipped.reading(path) { () -> HBAnchor? in
      guard let data = try files.contents(of: path, atMost: FileLimit.anchor) else { return nil }
      entry.stamp = FileStamp(status)
      let anchor = try AnchorFile.decode(data)
      guard anchor.id == id else { throw AnchorFile.misnamed(anchor.id) }
      entry.spaceId = anchor.spaceId
      return anchor
    }
    memory.withLock { $0.set(id, entry) }
    return anchor ?? nil
  }
}

// MARK: - Writing

extension AnchorCatalog {
  /// Writes an anchor's file, under the name that it already has if there is one.
  ///
  /// - Parameter agreement: a digest of what the log says, if the file says the same.
  package func write(_ anchor: HBAnchor, agreement: UInt64 = 0) throws {
    do {
      try put(draft(anchor, agreement: agreement))
    } catch let error as FileError where error.code == .noSuchFileOrDirectory {
      try files.createDirectories(layout.anchors.directory, within: layout.base)
      try put(draft(anchor, agreement: agreement))
    }
  }

  /// Backdates an anchor's file, so that its state cannot be mistaken for a change that was made
  /// after the log's newest event: a late event changes what the log says about every moment after
  /// it, and the process may die before the file follows.
  ///
  /// Comes before the event is appended, and after the log has what only the file says.
  package func outdate(_ id: UUID, of space: UUID) throws {
    guard let anchor = try load(id), anchor.spaceId == space else { return }
    let longAgo = Date(timeIntervalSince1970: 0)
    try write(
      HBAnchor(
        id: id, spaceId: space, transform: anchor.transform, metadata: anchor.metadata,
        createdAt: anchor.createdAt, updatedAt: longAgo,
        deletedAt: anchor.deletedAt.map { _ in longAgo }))
  }

  /// Writes a new version of an anchor's file beside the current one. Creates no directory.
  func draft(_ anchor: HBAnchor, agreement: UInt64) throws -> AnchorFileDraft {
    let path = try layout.anchors.find(anchor.id, files).path
    let data = try AnchorFile.encode(anchor)
    return AnchorFileDraft(
      id: anchor.id, spaceId: anchor.spaceId, agreement: agreement,
      replacement: try FileReplacement(of: path, .view, files) { try files.writeAll($0, data) })
  }

  /// Puts a draft in place as the anchor's file.
  func put(_ draft: AnchorFileDraft) throws {
    try draft.replacement.put()
    let path = draft.replacement.path
    let entry = Entry(
      unusualPath: path == layout.anchors.usualPath(of: draft.id) ? nil : path,
      stamp: FileStamp(draft.replacement.status), spaceId: draft.spaceId,
      agreement: draft.agreement)
    memory.withLock { $0.set(draft.id, entry) }
  }

  func remove(_ id: UUID) throws {
    let found = try layout.anchors.find(id, files)
    if found.status != nil { try files.removeFile(found.path) }
    forget(id)
  }

  func forget(_ id: UUID) {
    memory.withLock { memory in
      if memory.entries[id] != nil { memory.set(id, nil) }
    }
  }

  /// Forgets everything, including what is saved on disk, so that every file is read again.
  func forgetAll() {
    memory.withLock { memory in
      memory.unsaved += memory.entries.count
      memory.entries.removeAll()
      memory.isLoaded = true
    }
  }
}

/// A new version of an anchor's file, written beside the current one.
struct AnchorFileDraft: Sendable {
  let id: UUID
  let spaceId: UUID
  let agreement: UInt64
  let replacement: FileReplacement
}

extension AnchorCatalog.Memory {
  /// Notes a change; not before the first look, as no open space can have seen an older state then.
  mutating func noteChange(_ id: UUID) {
    if lookedAt != nil { changes.append(id) }
  }

  mutating func set(_ id: UUID, _ entry: AnchorCatalog.Entry?) {
    entries[id] = entry
    unsaved += 1
  }
}
