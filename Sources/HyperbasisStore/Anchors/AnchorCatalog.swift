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
    /// Nil under the usual name.
    var unusualPath: FilePath?
    /// nil: it could not be read, so it is looked at every time.
    var stamp: FileStamp?
    /// nil: the file is damaged, or its id is not the one in its name.
    var spaceId: UUID?
    /// Stands for what the log said of the anchor when the file said the same; 0 where that is not
    /// known.
    var agreement: UInt64 = 0
    /// Whether it was only looked at by those who do not compare it with the log: what it says is still
    /// to be taken in.
    var isUncompared = false
  }

  struct Memory {
    var entries: [UUID: Entry] = [:]
    /// How many entries are not on disk as they are here.
    var unsaved = 0
    var isLoaded = false
    var digestKey = DigestKey.process
    /// What was found changed since the first look at all files.
    var changes = AnchorChanges()
    /// By which the directory was known when all files were last looked at; nil before that.
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
  /// Reads one anchor's file; nil where there is none, or one that cannot be read.
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

  /// Files have been compared with the log as they were read last.
  func noteCompared(_ ids: some Sequence<UUID>) {
    memory.withLock { memory in
      for id in ids { memory.entries[id]?.isUncompared = false }
    }
  }

  /// The same for those who compare it with the log.
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

  /// Reads one anchor's file if it is not as it was when last read or written, to be compared with the
  /// log.
  func loadIfChanged(_ id: UUID) throws -> HBAnchor? {
    if let known = entry(id), !known.isUncompared, let stamp = known.stamp {
      let path = path(of: id, known)
      let status = try skipped.reading(path) { try files.status(at: path) } ?? nil
      if let status, FileStamp(status) == stamp { return nil }
    }
    return try loadToCompare(id)
  }

  /// The space that an anchor's file names; nil where there is no file, or a damaged one.
  package func owner(of id: UUID) throws -> UUID? {
    try look(at: id)
    return entry(id)?.spaceId
  }

  /// Looks at one anchor's file without comparing it with the log.
  private func look(at id: UUID) throws {
    if try loadIfChanged(id) != nil { noteUncompared(id) }
  }

  /// The same as of the last look at the file, without another one.
  func knownOwner(of id: UUID) -> UUID? { entry(id)?.spaceId }

  /// An anchor's file that cannot be read; nil where it can, or there is none.
  func damagedFile(of id: UUID) throws -> FilePath? {
    try look(at: id)
    return entry(id).flatMap { $0.spaceId == nil ? path(of: id, $0) : nil }
  }

  func entry(_ id: UUID) -> Entry? { memory.withLock { $0.entries[id] } }

  private func path(of id: UUID, _ entry: Entry) -> FilePath {
    entry.unusualPath ?? layout.anchors.usualPath(of: id)
  }

  /// Reads a file; nil for one that cannot be read, which is kept as such and remembered.
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
  /// Writes an anchor's file under the name that it has.
  ///
  /// - Parameter agreement: stands for what the log says, where the file says the same.
  package func write(_ anchor: HBAnchor, agreement: UInt64 = 0) throws {
    do {
      try put(draft(anchor, agreement: agreement))
    } catch let error as FileError where error.code == .noSuchFileOrDirectory {
      try files.createDirectories(layout.anchors.directory, within: layout.base)
      try put(draft(anchor, agreement: agreement))
    }
  }

  /// Dates an anchor's file back, so that its state cannot be taken for a change that was made
  /// behind the log's newest event: an event that comes late changes what the log says of every
  /// moment after it, and the process may die before the file follows.
  ///
  /// Before the event is appended, and after what the file says beyond the log.
  package func outdate(_ id: UUID, of space: UUID) throws {
    guard let anchor = try load(id), anchor.spaceId == space else { return }
    let longAgo = Date(timeIntervalSince1970: 0)
    try write(
      HBAnchor(
        id: id, spaceId: space, transform: anchor.transform, metadata: anchor.metadata,
        createdAt: anchor.createdAt, updatedAt: longAgo,
        deletedAt: anchor.deletedAt.map { _ in longAgo }))
  }

  /// Writes what is to be an anchor's file beside the one that is there. It creates no directory.
  func draft(_ anchor: HBAnchor, agreement: UInt64) throws -> AnchorFileDraft {
    let path = try layout.anchors.find(anchor.id, files).path
    let data = try AnchorFile.encode(anchor)
    return AnchorFileDraft(
      id: anchor.id, spaceId: anchor.spaceId, agreement: agreement,
      replacement: try FileReplacement(of: path, .view, files) { try files.writeAll($0, data) })
  }

  /// Makes a draft the anchor's file.
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

  /// Forgets all, also what is on disk: every file is read again.
  func forgetAll() {
    memory.withLock { memory in
      memory.unsaved += memory.entries.count
      memory.entries.removeAll()
      memory.isLoaded = true
    }
  }
}

/// What is to be an anchor's file, written beside it.
struct AnchorFileDraft: Sendable {
  let id: UUID
  let spaceId: UUID
  let agreement: UInt64
  let replacement: FileReplacement
}

extension AnchorCatalog.Memory {
  /// Before the first look no space is open that might have seen anything else.
  mutating func noteChange(_ id: UUID) {
    if lookedAt != nil { changes.append(id) }
  }

  mutating func set(_ id: UUID, _ entry: AnchorCatalog.Entry?) {
    entries[id] = entry
    unsaved += 1
  }
}
