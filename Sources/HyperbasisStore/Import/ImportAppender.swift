package import Foundation
package import HyperbasisAnchorLog
import HyperbasisDiagnostics
package import HyperbasisHistory
import HyperbasisModels

/// Appends the events that an import has made, with their own ids, versions and instants, which may
/// lie in the past.
package struct ImportAppender: Sendable {
  let open: OpenSpaces

  /// Appends what `produce` hands out, a block at a time, all under the space's lock.
  ///
  /// Each block is appended whole or not at all; those before a failure stay. Nothing is kept in
  /// memory, however much there is.
  ///
  /// - Parameters:
  ///   - head: the state of the log that the events were made for.
  ///   - late: the anchors with events in the log that come after some of the new ones.
  ///   - departed: the anchors that end here, because they now live in another space.
  ///   - writesAnchorFiles: whether the anchor files are written as well. For that the log is read
  ///     whole; if it is too large for that, they are written when the space is next opened.
  ///   - produce: hands out the lines, and returns the anchors that it knows to be touched.
  /// - Throws: ``HBStorageError/conflict`` if somebody has written to the space since; then nothing is
  ///   written. Whatever `produce` throws.
  package func append(
    to spaceId: UUID, madeFor head: HBLogHead, late: Set<UUID>, departed: Set<UUID> = [],
    writesAnchorFiles: Bool = true,
    _ produce: (_ append: ([UInt8]) throws -> Void) throws -> Set<UUID>
  ) throws {
    try reachingFiles {
      let space = open[spaceId]
      try PlanExecutor(open: open).endInOtherSpaces(of: space)
      var anchors: Set<UUID> = []
      var size = 0
      try space.lock.withLock {
        let (isNew, end) = try space.withLogForAppending { log in
          for anchor in late { try space.reconcile(anchor, in: &log) }
          guard log.head == head else { throw HBStorageError.conflict }
          try space.requireOwn(log)
          // What anchor files imply is written first, as with every change.
          try space.writeImplied(
            of: log.pending.keys.sorted { UUIDBits($0) < UUIDBits($1) }, to: &log)
          return (log.identity == nil, log.size)
        }
        size = end
        for anchor in late { try open.context.anchors.outdate(anchor, of: spaceId) }
        // Which anchors the lines delete shows only once they are written.
        if writesAnchorFiles {
          try space.unfiledDeletions.note(deleted: [], purged: departed, from: size)
        }
        anchors = try space.appendUnread(isNew: isNew, produce)
        try giveUpFiles(of: departed, in: spaceId)
      }
      guard writesAnchorFiles else { return }
      // The events are written: anchor files that lag behind are rebuilt from the log.
      let (stale, hidden) =
        DiagnosticLog.store.attempt("find anchor files to write") {
          try space.withLog { log in
            (log.takeStale(), Set(log.index.hiddenAnchors(changedFrom: size)))
          }
        } ?? ([], [])
      open.anchorFiles.mark(anchors.union(stale).union(hidden).subtracting(departed), of: space)
      // Until then each look at a deleted anchor takes a look at the note.
      open.anchorFiles.writeAtOnce(hidden.subtracting(departed), of: space)
    }
  }

  /// Gives up the files of anchors to the space that they now live in: an anchor has one file, which
  /// names one space. Under the space's lock.
  private func giveUpFiles(of anchors: Set<UUID>, in spaceId: UUID) throws {
    for anchor in anchors {
      open.anchorFiles.unmark(anchor, of: spaceId)
      guard try open.context.anchors.owner(of: anchor) == spaceId else { continue }
      try open.context.anchors.remove(anchor)
    }
  }

  /// Returns the index and the head of a space's log; both are empty for a space without a log.
  package func log(of spaceId: UUID) throws -> (index: EventIndex, head: HBLogHead) {
    try reachingFiles {
      try open[spaceId].withLog(listing: nil, looksAnew: true) { ($0.index, $0.head) }
    }
  }
}
