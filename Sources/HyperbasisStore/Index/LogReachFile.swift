import Foundation
import HyperbasisAnchorLog
import HyperbasisDiagnostics
import HyperbasisJSONText
import HyperbasisModels
import SystemPackage

/// The memory of how far a space's log reached, so that checking the store notices a log that has
/// become shorter, or is gone.
///
/// It is written after each change, and when the log is checked, indexed or opened for a while, always
/// under the space's lock. A log that is shorter than it was never replaces that memory by itself: what was there is kept beside it until
/// a repair accepts the loss. Whoever takes the log away, or makes it shorter, removes the memory
/// first: if that is interrupted, nothing is missed that was not lost.
struct LogReachFile: Sendable {
  let spaceId: UUID
  let context: StoreContext

  private var path: FilePath { context.layout.reach(of: spaceId) }
  private static let limit = 1 << 16
}

extension LogReachFile {
  /// Returns what is remembered; nil if there is nothing.
  func load() -> LogReachRecord? {
    // Disposable: a file that cannot be read counts as none.
    DiagnosticLog.store.attempt("read \(path.string)") { () -> LogReachRecord? in
      guard let data = try context.files.contents(of: path, atMost: Self.limit) else { return nil }
      return LogReachRecord(try JSONParser.parse([UInt8](data)))
    } ?? nil
  }

  /// Remembers how far the log reaches. Under the space's lock.
  ///
  /// - Parameters:
  ///   - size: how many bytes of it have been read.
  ///   - end: the instant of its last event.
  func note(size: Int, end: HBInstant?) {
    guard context.indexPolicy.isWritten else { return }
    DiagnosticLog.store.attempt("remember how far \(spaceId.uuidString) reaches") {
      guard let log = try context.openLog(of: spaceId) else { return }
      let known = load()
      if known?.reach.size == size, try known?.reach.isCovered(by: log) ?? false { return }
      let now = context.clock()
      var record = LogReachRecord(
        reach: try LogReach(log, size: size, end: end, seenAt: now), lost: known?.lost,
        noticedAt: known?.noticedAt)
      if let known, record.lost == nil, try !known.reach.isCovered(by: log) {
        (record.lost, record.noticedAt) = (known.reach, now)
      }
      try save(record)
    }
  }

  /// Accepts a log that has lost something as it is. Under the space's lock.
  func accept(size: Int, end: HBInstant?) throws {
    guard let known = load() else { return note(size: size, end: end) }
    // Not by its size alone: what a repair appended to the rest may have made it longer again.
    let isWhole = try context.openLog(of: spaceId).map { try known.reach.isCovered(by: $0) }
    guard known.lost != nil || isWhole != true else { return }
    forget()
    note(size: size, end: end)
  }

  /// Forgets a log that is about to become shorter on purpose, unless it has lost something before.
  func forgetUnlessLost() throws {
    if try loss() == nil { forget() }
  }

  /// Removes the file, as when the space is removed.
  func forget() {
    DiagnosticLog.store.attempt("remove \(path.string)") {
      guard try context.files.status(at: path) != nil else { return }
      try context.files.removeFile(path)
    }
  }

  private func save(_ record: LogReachRecord) throws {
    try context.files.createDirectories(context.layout.index, within: context.layout.base)
    try context.files.replace(path, with: JSONWriter.data(record.value), .view)
  }

  /// Returns what is remembered if the log lacks something that it had; nil if it has all of it.
  ///
  /// - Throws: if the log cannot be read, so that there is no way to know.
  func loss() throws -> LogReachRecord? {
    guard var record = load() else { return nil }
    let log = try context.openLog(of: spaceId)
    if record.lost != nil { return record }
    if let log, try record.reach.isCovered(by: log) { return nil }
    (record.lost, record.noticedAt) = (record.reach, context.clock())
    return record
  }
}

extension OpenSpace {
  /// Remembers how far the log reaches. Under the space's lock.
  func noteReach() throws {
    let memory = LogReachFile(spaceId: spaceId, context: context)
    try withLog { log in
      if log.home == nil { memory.note(size: log.size, end: log.end) }
    }
  }

  /// Remembers how far a log reaches that has just been read, which may be the last that this program
  /// does with the space.
  ///
  /// Nothing is written if that is known, if the log is another space's, if somebody else is writing,
  /// who remembers it then, or if the store is another user's, who could not use what this one creates
  /// in it.
  func noteReachIfFree(_ log: borrowing LoadedLog) {
    let memory = LogReachFile(spaceId: spaceId, context: context)
    guard context.indexPolicy.isWritten, let identity = log.identity,
      memory.load()?.reach.size != log.size, log.home == nil
    else { return }
    let (size, end) = (log.size, log.end)
    DiagnosticLog.store.attempt("remember how far \(spaceId.uuidString) reaches") {
      // Through a link, whose owner does not matter.
      let base = try context.files.status(at: context.layout.base.appending("."))
      guard base?.isForeign == false, let holder = try lock.acquireIfFree() else { return }
      try withExtendedLifetime(holder) {
        // A writer may have taken back its last lines since they were read.
        guard let now = try logPlace().status, now.isSameFile(as: identity), now.size == size else {
          return
        }
        memory.note(size: size, end: end)
      }
    }
  }
}

extension LoadedLog {
  /// The instant of the last event; those that only files imply are not in the log.
  fileprivate var end: HBInstant? {
    (0..<index.count).last { !index.isSynthetic($0) }.map { index.instant($0) }
  }
}
