import Foundation
import Synchronization

// What other programs write into anchor files while a store is open. The original SDK gives a file
// its name when it is complete, so that the directory tells that something was written.
extension AnchorCatalog {
  /// So many files are read in one look: who waits for it wants an answer, and many are mostly the
  /// view of a log that another process has written to.
  private static let mostRead = 512

  /// The number of the next change that is found.
  var changesEnd: Int { memory.withLock { $0.changes.end } }

  /// Looks at all files where the directory is not as it was at the last look.
  func lookIfChanged() throws {
    // Whoever shares one look has no use for another.
    guard SharedLook.current == nil, let lookedAt = memory.withLock({ $0.lookedAt }) else { return }
    let status = try skipped.reading(layout.anchors.directory) {
      try files.status(at: layout.anchors.directory)
    }
    guard FileStamp(status ?? nil) != lookedAt else { return }
    let start = ContinuousClock.now
    guard memory.withLock({ $0.budget.allowsLook(at: start) }) else { return }
    _ = try lookAtAll(keeping: nil, readingAtMost: Self.mostRead)
    memory.withLock { $0.budget.spend(.now - start) }
  }

  /// The anchors whose files were found changed since a number, and the number of the next one; nil
  /// anchors where that was too long ago to tell.
  func changes(since number: Int) -> (anchors: Set<UUID>?, end: Int) {
    memory.withLock { memory in
      let end = memory.changes.end
      return (number == end ? [] : memory.changes.anchors(since: number), end)
    }
  }
}
