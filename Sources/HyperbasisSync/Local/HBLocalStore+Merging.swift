package import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import HyperbasisStore

extension HBLocalStore {
  /// Takes in events that others wrote; a space that is not here is created.
  ///
  /// - Returns: where the lines of all of them lie in the log, and which were appended.
  func merge(_ rows: [AnchorEventRow], into spaceId: UUID) throws -> MergeResult {
    try merging(into: spaceId) { try $0.merge(rows) }
  }

  /// Takes in rows of anchors; a space that is not here is created.
  @discardableResult
  func apply(
    _ merges: [AnchorMerge], to spaceId: UUID, isLogShared: Bool
  ) throws -> MergeResult {
    try merging(into: spaceId) { try $0.apply(merges, isLogShared: isLogShared) }
  }

  private func merging(
    into spaceId: UUID, _ body: (OpenSpace) throws -> MergeResult
  ) throws -> MergeResult {
    try reaching {
      let record = record(of: spaceId)
      let result = try record.lock.withLock { try body(record) }
      let added = Set(result.added)
      guard !added.isEmpty else { return result }
      let (stale, stillHidden) = try record.withLog { log in
        (log.takeStale(), result.purged.filter { log.index.isHidden(anchor: $0) })
      }
      // A hidden anchor without a file has been purged, and stays so.
      view.mark(added.union(stale).subtracting(stillHidden), of: record)
      return result
    }
  }

  /// Writes, as events, what the files of a space's anchors say beyond its log.
  func settleFiles(of spaceId: UUID) throws {
    try reaching {
      let record = record(of: spaceId)
      let stale = try record.lock.withLock {
        let anchors = try record.withLog { log in
          (0..<log.index.slotCount).map { log.index.anchorId(ofSlot: $0) }
        }
        try record.settle(anchors)
        return try record.withLog { $0.takeStale() }
      }
      view.mark(stale, of: record)
    }
  }

  /// The anchors of a space as rows, hidden ones included, and how long its log is.
  func anchorRows(of spaceId: UUID) throws -> (rows: [AnchorRow], logSize: Int) {
    try reaching {
      let (index, size) = try record(of: spaceId).withLog { ($0.index, $0.size) }
      let newest = index.slotsInStoreOrder.map { index.newestOrdinal(ofSlot: Int($0)) }
      return (try index.anchors(after: newest).map(AnchorRow.init), size)
    }
  }

  /// How long a space's log is; 0 without one.
  func logSize(of spaceId: UUID) throws -> Int {
    try reaching { try context.log(of: spaceId).status?.size ?? 0 }
  }

  /// Whether anything names a space.
  package func holds(_ spaceId: UUID) throws -> Bool {
    try reaching {
      if try isOnDisk(spaceId) { return true }
      return try !context.anchors.anchorIds(of: spaceId).isEmpty
    }
  }
}

extension EventIndex {
  fileprivate func isHidden(anchor: UUID) -> Bool {
    slot(of: anchor).map { isHidden(newestOrdinal(ofSlot: $0)) } ?? false
  }
}

extension AnchorRow {
  init(_ anchor: HBAnchor) {
    self.init(
      id: anchor.id, spaceId: anchor.spaceId, transform: anchor.transform,
      metadata: anchor.metadata, createdAt: HBInstant(anchor.createdAt),
      updatedAt: HBInstant(anchor.updatedAt),
      deletedAt: anchor.deletedAt.map { HBInstant($0) })
  }
}
