import Foundation
import Synchronization
import SystemPackage

/// One space of an open store: its log in memory, kept up with the file, and its lock.
final class SpaceRecord: Sendable {
  let spaceId: UUID
  let context: StoreContext
  let lock: SpaceLock
  private let loaded = Mutex<LoadedLog?>(nil)
  /// The log opened for appending; used under the space's lock alone.
  private let appender = Mutex<OpenFile?>(nil)

  init(spaceId: UUID, context: StoreContext) {
    self.spaceId = spaceId
    self.context = context
    lock = SpaceLock(spaceId: spaceId, layout: context.layout, files: context.files)
  }

  /// Calls `body` with the log as it is on disk now.
  ///
  /// - Throws: ``HBStorageError/notFound(type:id:)`` when the log was there and is gone.
  func withLog<Result>(_ body: (inout LoadedLog) throws -> Result) throws -> Result {
    try loaded.withLock { loaded in
      do {
        try refresh(&loaded)
      } catch {
        loaded = nil
        throw error
      }
      guard var log = loaded.take() else {
        throw HBStorageError.eventLogCorrupted(spaceId: spaceId)
      }
      // Not `consume log`: in a deferred statement the compiler (6.3) lets go of the log twice.
      defer { loaded = log.mustReload ? nil : log }
      return try body(&log)
    }
  }

  /// Drops what is in memory; the next use reads the log again.
  func forget() {
    loaded.withLock { $0 = nil }
    appender.withLock { $0 = nil }
  }
}

// MARK: - Keeping up with the file

extension SpaceRecord {
  private func refresh(_ loaded: inout LoadedLog?) throws {
    let (path, status) = try context.log(of: spaceId)
    // Only what is compared is copied out: a second reference to the index would make the append
    // copy it.
    guard let known = loaded.map({ (identity: $0.identity, end: $0.end) }) else {
      loaded = try load(path, status)
      return
    }
    guard let status else {
      if known.identity != nil { throw HBStorageError.notFound(type: "space", id: spaceId) }
      return
    }
    guard let identity = known.identity, identity.isSameFile(as: status), status.size >= known.end
    else {
      loaded = try load(path, status)
      return
    }
    guard status.size > known.end else { return }
    try loaded?.extend(to: status.size)
    // Events that a file implied may no longer hold once the log says more about its anchor.
    if loaded?.isOvertaken == true { loaded = try load(path, status) }
  }

  private func load(_ path: FilePath, _ status: FileStatus?) throws -> LoadedLog {
    var log: LoadedLog
    if status != nil {
      let file = try context.files.open(path, .read)
      log = try LoadedLog(
        spaceId: spaceId, source: LogBytes(file: file, files: context.files),
        name: context.layout.relative(path))
      log.identity = try context.files.status(of: file)
    } else {
      log = LoadedLog(spaceId: spaceId)
    }
    for anchor in try context.anchors.loadAll(of: spaceId).sorted(by: Self.byId) {
      log.take(anchor)
    }
    return log
  }

  private static func byId(_ left: HBAnchor, _ right: HBAnchor) -> Bool {
    left.id.uuidString < right.id.uuidString
  }
}

// MARK: - Appending

extension SpaceRecord {
  /// Appends lines to the log and takes them into memory. Under the space's lock.
  func append(_ lines: [UInt8], to log: inout LoadedLog) throws {
    let (path, status) = try context.log(of: spaceId)
    let writer = LogFile(path: path, files: context.files, durability: context.durability)
    let file = try openForAppending(writer, status, isNew: log.identity == nil)
    do {
      _ = try writer.append(lines, to: file)
    } catch {
      // After a failed flush the kernel may have dropped what it could not write: what is read
      // back through this handle proves nothing.
      appender.withLock { $0 = nil }
      throw HBStorageError.fileSystemError(underlying: error)
    }
  }

  private func openForAppending(
    _ writer: LogFile, _ status: FileStatus?, isNew: Bool
  ) throws -> OpenFile {
    guard let status else {
      guard isNew else { throw HBStorageError.notFound(type: "space", id: spaceId) }
      let file = try writer.create()
      appender.withLock { $0 = file }
      return file
    }
    if let file = appender.withLock({ $0 }),
      try context.files.status(of: file).isSameFile(as: status)
    {
      return file
    }
    let file = try context.files.open(writer.path, .append)
    appender.withLock { $0 = file }
    return file
  }
}
