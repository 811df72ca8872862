package import Foundation
import HyperbasisAnchorLog
import HyperbasisDiagnostics
import HyperbasisModels
import Synchronization
import SystemPackage

/// Keeps the anchor files up to date with the log, at most a second behind it.
package final class AnchorFileWriter: Sendable {
  private struct Dirty {
    var anchors: [UUID: (space: OpenSpace, anchors: Set<UUID>)] = [:]
    /// Anchors whose files are being written, by space.
    var beingWritten: [UUID: Set<UUID>] = [:]
    /// Anchors that were deleted before they had a file, by space, until these files are seen to.
    var unfiled: [UUID: Set<UUID>] = [:]
    var isScheduled = false
  }

  private let context: StoreContext
  private let dirty = Mutex(Dirty())
  /// Held while files are written, so that a flush waits for one that is already under way.
  private let writing = NSLock()
  /// Most of the second that the files may be behind; the rest is left for writing them.
  private static let delay: TimeInterval = 0.75

  init(context: StoreContext) {
    self.context = context
  }

  /// Marks anchors whose files must be written.
  package func mark(_ anchors: some Sequence<UUID>, of space: OpenSpace) {
    let isFirst = dirty.withLock { dirty in
      dirty.anchors[space.spaceId, default: (space, [])].anchors.formUnion(anchors)
      defer { dirty.isScheduled = true }
      return !dirty.isScheduled
    }
    if isFirst { schedule() }
  }

  /// Whether an anchor's file has yet to be written, or is being written right now.
  package func isDirty(_ anchor: UUID, of space: UUID) -> Bool {
    dirty.withLock { dirty in
      dirty.anchors[space]?.anchors.contains(anchor) ?? false
        || dirty.beingWritten[space]?.contains(anchor) ?? false
    }
  }

  /// Unmarks an anchor whose file is to be removed, or left as it is.
  func unmark(_ anchor: UUID, of space: UUID) {
    dirty.withLock { dirty in
      dirty.anchors[space]?.anchors.remove(anchor)
      dirty.beingWritten[space]?.remove(anchor)
    }
  }

  /// Forgets what was to be written for a space that is being removed.
  func drop(_ space: UUID) {
    dirty.withLock { dirty in
      dirty.anchors[space] = nil
      dirty.beingWritten[space] = nil
      dirty.unfiled[space] = nil
    }
  }

  /// Writes at once the files of marked anchors that were deleted before they had one: without a file
  /// they would count as purged if this process ended now. What fails stays marked.
  ///
  /// A caller that must not wait for the space's lock leaves this to ``writeUnfiled(of:)``.
  package func writeAtOnce(_ anchors: Set<UUID>, of space: OpenSpace) {
    guard !anchors.isEmpty else { return }
    dirty.withLock { $0.unfiled[space.spaceId, default: []].formUnion(anchors) }
    if StoreLock.mayWait { writeUnfiled(of: space) }
  }

  /// Whether a caller that must not wait has left files that should be written at once.
  package func hasUnfiled(of space: UUID) -> Bool {
    dirty.withLock { $0.unfiled[space] != nil }
  }

  /// Writes the files that ``writeAtOnce(_:of:)`` left.
  package func writeUnfiled(of space: OpenSpace) {
    writing.lock()
    defer { writing.unlock() }
    let (unfiled, wanted) = dirty.withLock { dirty -> (Set<UUID>, Set<UUID>) in
      let unfiled = dirty.unfiled[space.spaceId] ?? []
      // Anchors that a flush has written since, or that were purged, need nothing more.
      return (unfiled, unfiled.intersection(dirty.anchors[space.spaceId]?.anchors ?? []))
    }
    let unwritten = wanted.isEmpty ? [] : attemptToWrite(wanted, of: space)
    dirty.withLock { dirty in
      dirty.anchors[space.spaceId]?.anchors.subtract(wanted.subtracting(unwritten))
      // What failed is left to the next flush.
      dirty.unfiled[space.spaceId]?.subtract(unfiled)
      if dirty.unfiled[space.spaceId]?.isEmpty == true { dirty.unfiled[space.spaceId] = nil }
    }
  }

  /// - Returns: the anchors whose files could not be written.
  private func attemptToWrite(_ anchors: Set<UUID>, of space: OpenSpace) -> Set<UUID> {
    var unwritten = anchors
    DiagnosticLog.store.attempt("write the files of deleted anchors") {
      // The change is made: how long it may still wait must not decide about its files.
      try StoreLock.$deadline.withValue(nil) { try write(&unwritten, of: space) }
    }
    return unwritten
  }

  /// Writes the files of all marked anchors; those that fail stay marked.
  func flush() throws {
    writing.lock()
    defer { writing.unlock() }
    let turn = dirty.withLock { $0.anchors.isEmpty } ? nil : takeTurn()
    // Including what was marked while this process waited for its turn.
    try withExtendedLifetime(turn) { try writeMarked() }
  }

  private func writeMarked() throws {
    let work = dirty.withLock { dirty in
      let marked = dirty.anchors
      // A caller that deleted an anchor without a file waits until this flush has written one.
      dirty = Dirty(
        beingWritten: marked.mapValues { $0.anchors }, unfiled: dirty.unfiled)
      return marked
    }
    var failure: (any Error)?
    for (_, entry) in work {
      var unwritten = entry.anchors
      do {
        try write(&unwritten, of: entry.space)
      } catch HBStorageError.notFound {
        // The space was deleted meanwhile: there is no log left for the files to follow.
      } catch {
        failure = failure ?? error
        mark(unwritten, of: entry.space)
      }
      dirty.withLock { $0.beingWritten[entry.space.spaceId] = nil }
    }
    context.anchors.saveIfWorth()
    if let failure { throw failure }
  }

  private func schedule() {
    // A thread of its own, because a flush waits for the locks of spaces. A Dispatch timer takes
    // file handles, and traps if none are left.
    let thread = Thread { [weak self] in
      Thread.sleep(forTimeInterval: Self.delay)
      // A failure leaves the marks for the next attempt. The files are only a view: what this flush
      // misses is in the log, and in the next flush.
      DiagnosticLog.store.attempt("write anchor files") { try self?.flush() }
    }
    thread.stackSize = 1 << 20
    thread.qualityOfService = .utility
    thread.start()
  }
}

// MARK: - Writing

extension AnchorFileWriter {
  /// How many files are written before other writers get their turn.
  private static let batch = 256
  /// How long the lock is free between two batches, in seconds. Waiters only poll it: if it were
  /// taken again at once, they would almost never find it free, and a change would be refused for
  /// the sake of files that can wait.
  private static let pause: TimeInterval = 0.001

  /// How long to wait for other processes that are writing files, in seconds.
  private static let patience: TimeInterval = 0.3
  private static let retry: TimeInterval = 0.002

  /// Waits for the other processes that write anchor files: they all contend for the same directory,
  /// and would otherwise wait for it while holding the lock of a space.
  ///
  /// - Returns: the lock file to hold while the turn lasts; nil if that takes too long or fails. Files
  ///   may be written without it.
  private func takeTurn() -> OpenFile? {
    let end = Date(timeIntervalSinceNow: Self.patience)
    do {
      let file = try context.files.open(context.layout.anchorLock, .lock)
      while try !context.files.tryLock(file) {
        guard Date() < end else { return nil }
        Thread.sleep(forTimeInterval: Self.retry)
      }
      return file
    } catch {
      return nil
    }
  }

  /// Writes the files of anchors as they are now in the log.
  ///
  /// A file that cannot be written does not keep the others from being written.
  ///
  /// - Parameter unwritten: the anchors; afterwards, those whose files were not written.
  private func write(_ unwritten: inout Set<UUID>, of space: OpenSpace) throws {
    try requireLog(of: space)
    var rest = unwritten.sorted()[...]
    var failure: (any Error)?
    while !rest.isEmpty {
      var batch = try AnchorFileBatch(Array(rest.prefix(Self.batch)), of: space)
      rest = rest.dropFirst(Self.batch)
      defer { batch.discard() }
      try requireLog(of: space)
      try space.withLock {
        // Anchors are purged only under the lock.
        batch.keep { isDirty($0, of: space.spaceId) }
        try space.withCopy { try batch.put() }
      }
      unwritten.subtract(batch.done)
      failure = failure ?? batch.failure
      if !rest.isEmpty { Thread.sleep(forTimeInterval: Self.pause) }
    }
    try space.withLock {
      try space.noteReach()
      try space.settleUnfiledDeletions()
    }
    if let failure { throw failure }
  }

  /// Keeps a store that was removed from coming back as an empty folder with a lock in it.
  private func requireLog(of space: OpenSpace) throws {
    guard try space.logPlace().status != nil else {
      throw HBStorageError.notFound(type: "space", id: space.spaceId)
    }
  }
}
