import Foundation
import HyperbasisAnchorLog
import HyperbasisDiagnostics
import SystemPackage

/// The index of a space on disk, from which its log opens without being read.
///
/// It is disposable. If it is missing, damaged, or belongs to another log, the log is read without an
/// error; if damage is found only when a part of it is used, that part then comes from the log. It is
/// only ever replaced as a whole, so that readers need no lock, and one that has it mapped keeps the
/// file that it has.
struct SpaceIndexFile: Sendable {
  let spaceId: UUID
  let layout: StoreLayout
  let files: any FileSystem
  let policy: IndexPolicy

  var path: FilePath { layout.index(of: spaceId) }
}

// MARK: - Reading

extension SpaceIndexFile {
  /// Returns a reader from a log's index if that fits the log as it is now; nil if there is none.
  func load(_ log: LogBytes, _ status: FileStatus) -> LogReader? {
    guard policy.isRead else { return nil }
    do {
      guard let memory = try memory() else { return nil }
      return try ImageReader(memory).reader(
        spaceId: spaceId, log: LogTag(status), source: log, giveUpFile: giveUp)
    } catch {
      DiagnosticLog.store.note("the index of \(spaceId.uuidString) is not used: \(error)")
      return nil
    }
  }

  /// Gives up the file after a part that had not been looked at turned out to be damaged.
  private func giveUp() {
    DiagnosticLog.store.note("the index of \(spaceId.uuidString) is damaged")
    // Somebody may have replaced it meanwhile: then a sound one is removed, and made again.
    if policy.isWritten { remove() }
  }

  /// Returns the file in memory; nil if there is none that may be used.
  private func memory() throws -> IndexMemory? {
    guard try files.status(at: path) != nil else { return nil }
    let file = try files.open(path, .read)
    let status = try files.status(of: file)
    // An index that does not fit into memory is left alone: reading the log reports the problem.
    guard status.isPrivate, status.size > 0, AddressSpace.hasRoom(for: status.size * 5 / 4) else {
      return nil
    }
    return try files.map(file, count: status.size) ?? read(file, status.size)
  }

  private func read(_ file: OpenFile, _ size: Int) throws -> IndexMemory? {
    let memory = IndexMemory(byteCount: size)
    let source = LogBytes(file: file, files: files)
    return try source.readFully(at: 0, into: memory.bytes) ? memory : nil
  }
}

// MARK: - Writing

extension SpaceIndexFile {
  /// Writes what a reader has read, if that is worth it and the whole log.
  ///
  /// - Parameter indexed: how many of the events came from the index.
  /// - Returns: the same from the file that was written, so that what was read need not stay in
  ///   memory that only this process has; nil if no file was written.
  func save(_ reader: LogReader, of log: LogBytes, indexed: Int) -> LogReader? {
    guard policy.wants(events: reader.index.count, indexed: indexed) else { return nil }
    let status = DiagnosticLog.store.attempt("write the index of \(spaceId.uuidString)") {
      () -> FileStatus? in
      let status = try files.status(of: log.file)
      // Somebody is writing, or the last line is still incomplete: left for another time.
      guard status.size == reader.endOffset else { return nil }
      try write(ImageWriter(reader, tag: LogTag(status)))
      return status
    }
    guard let status = status ?? nil, let written = load(log, status),
      written.endOffset == reader.endOffset
    else { return nil }
    return written
  }

  private func write(_ image: ImageWriter) throws {
    try files.createDirectories(layout.index, within: layout.base)
    removeLeftovers()
    let temporary = path.temporarySibling()
    do {
      let file = try files.open(temporary, .appendNew)
      var end = 0
      let size = try image.write { bytes, offset in
        // The room for what the log appends is left as a hole, which takes no space on most disks.
        if offset > end { try files.truncate(file, to: offset) }
        try files.writeAll(file, bytes)
        end = offset + bytes.count
      }
      if size > end { try files.truncate(file, to: size) }
      try files.rename(temporary, to: path)
    } catch {
      // The failure is what matters; a leftover is removed with the next index.
      do { try files.removeFile(temporary) } catch {}
      throw error
    }
  }

  /// Removes what dead writers left behind; one that is still writing keeps its file open, and only
  /// has to try again.
  private func removeLeftovers() {
    let directory = path.removingLastComponent()
    // What cannot be listed or removed does no harm but take up space.
    let entries = (try? files.entries(of: directory)) ?? []
    for entry in entries where entry.name.hasSuffix(FilePath.temporarySuffix) {
      guard entry.name.hasPrefix(spaceId.uuidString) else { continue }
      try? files.removeFile(directory.appending(entry.name))
    }
  }

  /// Removes the index, if there is one.
  func remove() {
    DiagnosticLog.store.attempt("remove the index of \(spaceId.uuidString)") {
      guard try files.status(at: path) != nil else { return }
      try files.removeFile(path)
    }
  }
}

extension FileStatus {
  /// Whether the file is this user's, and nobody else may write to it: numbers from others cannot be
  /// trusted.
  var isPrivate: Bool { owner == geteuid() && permissions & 0o022 == 0 }
}

extension LogTag {
  init(_ status: FileStatus) {
    self.init(inode: status.inode, modified: status.modified, size: status.size)
  }
}
