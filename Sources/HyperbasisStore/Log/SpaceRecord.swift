package import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import Synchronization
package import SystemPackage

/// One space of an open store: its log in memory, kept up with the file, and its lock.
package final class SpaceRecord: Sendable {
  package let spaceId: UUID
  package let context: StoreContext
  package let lock: StoreLock
  private let memory = Mutex<Memory?>(nil)
  /// Where its log lies unless its folder's name is in lower case; joining paths costs more than
  /// looking at a file.
  private let usualLog: FilePath
  /// The space's name, as long as its file is the one that it was read from.
  private let named = Mutex<(status: FileStatus, name: String?)?>(nil)
  /// The log opened for appending; used under the space's lock alone.
  private let appender = Mutex<OpenFile?>(nil)

  /// A reference, so that the log is changed where it is: a copy of the index, however short-lived,
  /// would make its next append copy what it shares.
  private final class Memory {
    var log: LoadedLog

    init(_ log: LoadedLog) {
      self.log = log
    }
  }

  init(spaceId: UUID, context: StoreContext) {
    self.spaceId = spaceId
    self.context = context
    usualLog = context.layout.events.appending(spaceId.uuidString)
      .appending(StoreLayout.logName)
    lock = StoreLock(
      spaceId: spaceId, layout: context.layout, files: context.files,
      patience: context.lockPatience)
  }

  /// Calls `body` with the log as it is on disk now.
  ///
  /// - Throws: ``HBStorageError/notFound(type:id:)`` when the log was there and is gone.
  package func withLog<Result>(_ body: (inout LoadedLog) throws -> Result) throws -> Result {
    try memory.withLock { memory in
      let current: Memory
      do {
        current = try refreshed(memory)
      } catch {
        memory = nil
        throw error
      }
      memory = current
      defer { if current.log.mustReload { memory = nil } }
      return try body(&current.log)
    }
  }

  /// What the space's file calls it; nil outside where it has none that can be read.
  func name() throws -> String?? {
    let status = try NamedFiles.path(
      of: spaceId, in: context.layout.spaces, suffix: StoreLayout.fileSuffix, context.files
    ).status
    guard let status else { return nil }
    if let known = named.withLock({ $0 }), known.status == status { return .some(known.name) }
    // With its world map the file may be large: it is not to be read at every look.
    guard let file = try? context.spaces.load(spaceId)?.file else { return nil }
    named.withLock { $0 = (status, file.name) }
    return .some(file.name)
  }

  /// Where the log lies, and what is known of it; nil status where there is none.
  package func logStatus() throws(FileError) -> (path: FilePath, status: FileStatus?) {
    if let status = try context.files.status(at: usualLog) { return (usualLog, status) }
    return try context.log(of: spaceId)
  }

  /// Drops what is in memory; the next use reads the log again.
  func forget() {
    memory.withLock { $0 = nil }
    appender.withLock { $0 = nil }
  }
}

// MARK: - Keeping up with the file

extension SpaceRecord {
  private func refreshed(_ memory: Memory?) throws -> Memory {
    let (path, status) = try logStatus()
    guard let memory else { return Memory(try load(path, status)) }
    guard let status else {
      guard memory.log.identity == nil else {
        throw HBStorageError.notFound(type: "space", id: spaceId)
      }
      return memory
    }
    guard let identity = memory.log.identity, identity.isSameFile(as: status),
      status.size >= memory.log.size
    else { return Memory(try load(path, status)) }
    guard status.size > memory.log.size else { return memory }
    try memory.log.extend(to: status.size)
    return memory.log.isOvertaken ? Memory(try load(path, status)) : memory
  }

  private func load(_ path: FilePath, _ status: FileStatus?) throws -> LoadedLog {
    var log = LoadedLog(spaceId: spaceId)
    if status != nil {
      let file = try context.files.open(path, .read)
      log = try LoadedLog(spaceId: spaceId, source: LogBytes(file: file, files: context.files))
    }
    let anchors = try context.anchors.loadAll(of: spaceId)
    // In one order on every machine, since the events that files imply follow from it.
    try log.take(anchors.sorted { UUIDBits($0.id) < UUIDBits($1.id) }, areAll: true)
    return log
  }
}

// MARK: - Appending

extension SpaceRecord {
  /// Appends lines to the log and takes them into memory. Under the space's lock.
  package func append(_ lines: [UInt8], to log: inout LoadedLog) throws {
    let (path, status) = try logStatus()
    let writer = LogFile(path: path, files: context.files, durability: context.durability)
    let file = try openForAppending(writer, status, isNew: log.identity == nil)
    do {
      try writer.append(lines, to: file)
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
