package import Foundation
package import HyperbasisAnchorLog
import HyperbasisDiagnostics
package import HyperbasisHistory
import HyperbasisModels

/// Appends events that an import made, with their own ids, versions and instants: the one way by
/// which events of the past get into a log.
package struct ImportAppender: Sendable {
  let open: OpenSpaces

  /// Appends what `produce` hands out, a block at a time, all under the space's lock.
  ///
  /// Each block is appended whole or not at all; those before a failure stay. Nothing is kept in
  /// memory, however much there is.
  ///
  /// - Parameters:
  ///   - head: the state of the log that the events were made for.
  ///   - late: the anchors that have events there which come after some of the new ones.
  ///   - departed: the anchors that end here, for they live in another space now.
  ///   - writesAnchorFiles: whether the files of anchors follow. For that the log is read whole; where
  ///     it is too large for that, they follow when somebody opens the space.
  ///   - produce: hands out the lines, and gives the anchors that it knows to be touched.
  /// - Throws: ``HBStorageError/conflict`` when somebody wrote to the space since; then nothing is
  ///   written. What `produce` throws.
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
          // What files imply goes first, as with every change.
          try space.writeImplied(
            of: log.pending.keys.sorted { UUIDBits($0) < UUIDBits($1) }, to: &log)
          return (log.identity == nil, log.size)
        }
        size = end
        for anchor in late { try open.context.anchors.outdate(anchor, of: spaceId) }
        anchors = try space.appendUnread(isNew: isNew, produce)
        try giveUpFiles(of: departed, in: spaceId)
      }
      guard writesAnchorFiles else { return }
      // The events are written: anchor files that stay behind are rebuilt from the log.
      let (stale, hidden) =
        DiagnosticLog.store.attempt("find anchor files to write") {
          try space.withLog { log in
            (log.takeStale(), Set(log.index.hiddenAnchors(changedFrom: size)))
          }
        } ?? ([], [])
      open.anchorFiles.mark(anchors.union(stale).union(hidden).subtracting(departed), of: space)
      // An anchor that is deleted and has no file would count as purged if this process ended now.
      open.anchorFiles.writeAtOnce(hidden.subtracting(departed), of: space)
    }
  }

  /// Leaves the files of anchors to the space that they live in: an anchor has one file, and that names
  /// one space. Under the space's lock.
  private func giveUpFiles(of anchors: Set<UUID>, in spaceId: UUID) throws {
    for anchor in anchors {
      open.anchorFiles.unmark(anchor, of: spaceId)
      guard try open.context.anchors.owner(of: anchor) == spaceId else { continue }
      try open.context.anchors.remove(anchor)
    }
  }

  /// The state of a space's log, with its index; empty for a space without a log.
  package func log(of spaceId: UUID) throws -> (index: EventIndex, head: HBLogHead) {
    try reachingFiles {
      try open[spaceId].withLog(listing: nil, looksAnew: true) { ($0.index, $0.head) }
    }
  }
}
