import Foundation
import HyperbasisModels
import Synchronization
import SystemPackage

/// Writes to the log of one space, under the space's lock: keeps the log open, and knows what it has
/// written that is not on the disk yet.
final class LogAppender: Sendable {
  private let spaceId: UUID
  private let context: StoreContext
  /// The log opened for appending, and the identity of the file.
  private let opened = Mutex<(log: OpenFile, identity: FileStatus)?>(nil)
  /// What was appended and is not on the disk yet.
  private let appended = Mutex<Unsynchronized?>(nil)

  /// What was appended and may still be taken back.
  struct Unsynchronized {
    let log: OpenFile
    let range: Range<Int>
    /// The directories that may have gained an entry with it; empty if this process has flushed them.
    let changedDirectories: [FilePath]
    /// Whether the log was not there before.
    let isNew: Bool
  }

  init(spaceId: UUID, context: StoreContext) {
    self.spaceId = spaceId
    self.context = context
  }
}

// MARK: - Appending

extension LogAppender {
  /// Appends lines to the log, which are durable after ``synchronize()``.
  ///
  /// - Parameters:
  ///   - place: where the log lies, as it was found under the lock.
  ///   - isNew: whether there may be no log yet.
  /// - Returns: where in the log the new bytes lie.
  func append(_ lines: [UInt8], to place: LogPlace, isNew: Bool) throws -> Range<Int> {
    let writer = LogFile(path: place.path, files: context.files)
    let (file, changedDirectories) = try open(writer, place.status, isNew: isNew)
    do {
      let range = try writer.append(lines, to: file)
      guard context.durability == .disk else { return range }
      appended.withLock {
        $0 = Unsynchronized(
          log: file, range: range, changedDirectories: changedDirectories,
          isNew: place.status == nil)
      }
      return range
    } catch {
      close()
      throw HBStorageError.fileSystemError(underlying: error)
    }
  }

  /// Appends what `produce` hands out, and returns when it is as durable as the store promises.
  func appendUnread<Result>(
    to place: LogPlace, isNew: Bool,
    _ produce: (_ append: ([UInt8]) throws -> Void) throws -> Result
  ) throws -> Result {
    let writer = LogFile(path: place.path, files: context.files)
    var opened: (log: OpenFile, changedDirectories: [FilePath])?
    let result = try produce { lines in
      let file = try opened ?? open(writer, place.status, isNew: isNew)
      opened = file
      do {
        _ = try writer.append(lines, to: file.log)
      } catch {
        throw HBStorageError.fileSystemError(underlying: error)
      }
    }
    guard context.durability == .disk, let opened else { return result }
    do {
      try synchronize(opened.log, opened.changedDirectories)
    } catch {
      throw HBStorageError.fileSystemError(underlying: error)
    }
    return result
  }
}

// MARK: - On the disk

extension LogAppender {
  /// What was appended and is not on the disk yet.
  var unsynchronized: Unsynchronized? { appended.withLock { $0 } }

  /// Whether anything was appended that is not on the disk yet.
  var hasUnsynchronized: Bool { appended.withLock { $0 != nil } }

  func forgetUnsynchronized() {
    appended.withLock { $0 = nil }
  }

  /// Flushes what was appended; if that fails, takes it back.
  ///
  /// After a failed flush the kernel may have dropped what it could not write: what is read back
  /// through this handle would prove nothing, so it is closed.
  func synchronize() throws {
    guard let unsynchronized else { return }
    do {
      try context.flushes.measure {
        try synchronize(unsynchronized.log, unsynchronized.changedDirectories)
      }
    } catch {
      LogFile(path: unsynchronized.log.path, files: context.files)
        .takeBack(unsynchronized.range, of: unsynchronized.log)
      close()
      throw HBStorageError.fileSystemError(underlying: error)
    }
  }

  private func synchronize(_ log: OpenFile, _ directories: [FilePath]) throws(FileError) {
    try context.files.synchronize(log)
    for directory in directories { try context.files.synchronizeDirectory(directory) }
  }
}

// MARK: - The open file

extension LogAppender {
  func close() {
    opened.withLock { $0 = nil }
  }

  /// Closes the log unless it is being used right now.
  func closeIfUnused() {
    _ = opened.withLockIfAvailable { $0 = nil }
  }

  private func open(
    _ writer: LogFile, _ status: FileStatus?, isNew: Bool
  ) throws -> (log: OpenFile, changedDirectories: [FilePath]) {
    guard let status else {
      guard isNew else { throw HBStorageError.notFound(type: "space", id: spaceId) }
      let created = try writer.create()
      try keep(created)
      return (created, writer.directories)
    }
    // Whatever happens to its name, an open file stays the same one.
    if let (file, identity) = opened.withLock({ $0 }), identity.isSameFile(as: status) {
      return (file, [])
    }
    let file = try context.files.open(writer.path, .append)
    try keep(file)
    // The process that created the log may have promised less, or died before it was flushed.
    return (file, writer.directories)
  }

  private func keep(_ log: OpenFile) throws(FileError) {
    let identity =
      if let known = log.statusAtOpening { known } else { try context.files.status(of: log) }
    opened.withLock { $0 = (log, identity) }
  }
}
