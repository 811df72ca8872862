package import Foundation
import HyperbasisAnchorLog
import HyperbasisDiagnostics
import HyperbasisModels
import Synchronization
import SystemPackage

/// Keeps the anchor files up with the log, at most a second behind it.
package final class AnchorFileWriter: Sendable {
  private struct Dirty {
    var anchors: [UUID: (space: OpenSpace, anchors: Set<UUID>)] = [:]
    var isScheduled = false
  }

  private let context: StoreContext
  private let dirty = Mutex(Dirty())
  /// Held while files are written, so that whoever flushes waits for a flush under way.
  private let writing = NSLock()
  /// Half of the second that the files may be behind.
  private static let delay: TimeInterval = 0.5

  init(context: StoreContext) {
    self.context = context
  }

  /// Anchors whose files are to be written.
  package func mark(_ anchors: some Sequence<UUID>, of space: OpenSpace) {
    let isFirst = dirty.withLock { dirty in
      dirty.anchors[space.spaceId, default: (space, [])].anchors.formUnion(anchors)
      defer { dirty.isScheduled = true }
      return !dirty.isScheduled
    }
    if isFirst { schedule() }
  }

  /// Whether an anchor's file is still to be written.
  func isDirty(_ anchor: UUID, of space: UUID) -> Bool {
    dirty.withLock { $0.anchors[space]?.anchors.contains(anchor) ?? false }
  }

  /// An anchor whose file is to go, or stay, as it is.
  func unmark(_ anchor: UUID, of space: UUID) {
    dirty.withLock { _ = $0.anchors[space]?.anchors.remove(anchor) }
  }

  /// Forgets what was to be written for a space that goes away.
  func drop(_ space: UUID) {
    dirty.withLock { _ = $0.anchors.removeValue(forKey: space) }
  }

  /// Writes all of them; those that fail stay marked.
  func flush() throws {
    writing.lock()
    defer { writing.unlock() }
    let work = dirty.withLock { dirty in
      defer { dirty = Dirty() }
      return dirty.anchors
    }
    var failure: (any Error)?
    for (_, entry) in work {
      var unwritten = entry.anchors
      do {
        try write(&unwritten, of: entry.space)
      } catch HBStorageError.notFound {
        // The space was deleted meanwhile: there is nothing to view.
      } catch {
        failure = failure ?? error
        mark(unwritten, of: entry.space)
      }
    }
    context.anchors.saveIfWorth()
    if let failure { throw failure }
  }

  private func schedule() {
    // A thread of its own, for to flush is to wait for the locks of spaces. A timer of Dispatch
    // takes file handles, and traps where none is left.
    let thread = Thread { [weak self] in
      Thread.sleep(forTimeInterval: Self.delay)
      // A failure leaves the marks, and with them the next attempt.
      // The files are a view: the next flush, or the log itself, has what this one lacks.
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
  /// How long the lock is free between two batches, in seconds. Whoever waits for it looks every
  /// hundredth of a second: taken again at once, it would hardly ever be seen free, and a change
  /// would be refused for the sake of files that can wait.
  private static let pause: TimeInterval = 0.001

  /// Writes the files of anchors as they are now in the log.
  ///
  /// One that cannot be written keeps no other from it.
  ///
  /// - Parameter unwritten: the anchors; those are left whose files were not written.
  private func write(_ unwritten: inout Set<UUID>, of space: OpenSpace) throws {
    // A store that somebody has removed is not to come back as an empty folder with a lock in it.
    guard try space.logStatus().status != nil else {
      throw HBStorageError.notFound(type: "space", id: space.spaceId)
    }
    var rest = unwritten.sorted { $0.uuidString < $1.uuidString }[...]
    var failure: (any Error)?
    while !rest.isEmpty {
      let batch = rest.prefix(Self.batch)
      rest = rest.dropFirst(Self.batch)
      try space.withLock {
        // A copy, so that readers need not wait for the files.
        let index = try space.withLog { log in
          for id in batch { try space.reconcile(id, in: &log) }
          return log.index
        }
        for id in batch {
          do {
            try write(id, from: index)
            unwritten.remove(id)
          } catch  where SkippedFiles.concernsOneFile(error) {
            failure = failure ?? error
          }
        }
      }
      if !rest.isEmpty { Thread.sleep(forTimeInterval: Self.pause) }
    }
    try space.withLock { try space.noteReach() }
    if let failure { throw failure }
  }

  private func write(_ id: UUID, from index: EventIndex) throws {
    guard let slot = index.slot(of: id) else { return }
    let newest = index.newestOrdinal(ofSlot: slot)
    // What a file alone says is not to be overwritten by its own reading.
    guard !index.isSynthetic(newest), let anchor = try index.anchor(after: newest) else { return }
    if let damaged = try context.anchors.damagedFile(of: id) {
      try keep(damaged)
    } else if let owner = try context.anchors.owner(of: id), owner != index.spaceId {
      // An id that two spaces share: the file belongs to the one that it names.
      return
    }
    try context.anchors.write(anchor, agreement: index.latestDigest(ofSlot: slot))
  }

  /// Moves a file that cannot be read out of the way of the one that takes its place.
  private func keep(_ damaged: FilePath) throws {
    let problem = HBStoreProblem(
      file: context.layout.relative(damaged), kind: .badFile,
      action: "moved away when the file was rebuilt from the log")
    _ = try Quarantine(context: context).take(damaged, problem)
  }
}
