import Foundation
import Synchronization

// Notices what other programs write into anchor files while a store is open: files that are created,
// removed or renamed into place change the directory. One that is written in place, as the original
// SDK does, is noticed only when it is looked at itself.
extension AnchorCatalog {
  /// The most files that are read in one look: the caller is waiting for an answer, and when many have
  /// changed, most only follow a log that another process has written to.
  private static let mostRead = 512

  /// The number of the next change that is found.
  var changesEnd: Int { memory.withLock { $0.changes.end } }

  /// Looks at all files if the directory has changed since the last look.
  func lookIfChanged() throws {
    // A task that shares one look has no use for another.
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

  /// Returns the anchors whose files were found changed since a given change, and the number of the next
  /// change; `anchors` is nil if that was too long ago to know.
  func changes(since number: Int) -> (anchors: Set<UUID>?, end: Int) {
    memory.withLock { memory in
      let end = memory.changes.end
      return (number == end ? [] : memory.changes.anchors(since: number), end)
    }
  }
}
