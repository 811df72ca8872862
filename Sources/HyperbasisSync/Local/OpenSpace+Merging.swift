import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import HyperbasisStore

// What others wrote comes in as what is written here does: as whole lines, appended under the
// space's lock.

extension OpenSpace {
  /// Appends the events that are not in the log yet, with their own ids, instants and versions.
  /// Under the space's lock.
  ///
  /// - Returns: where the lines of all of them lie, those that were there before included.
  func merge(_ rows: [AnchorEventRow]) throws -> MergeResult {
    let anchors = Array(Set(rows.map(\.anchorId)))
    try settle(anchors)
    return try withLogForAppending { log in
      var result = MergeResult()
      let known = log.index.ordinals(ofEvents: rows.map(\.id))
      let size = log.size
      result.purged = try anchors.filter { try isPurged($0, in: log.index) }
      var lines: [UInt8] = []
      var late: Set<UUID> = []
      var seen = Set<UUID>()
      for row in rows where row.spaceId == spaceId && seen.insert(row.id).inserted {
        if let ordinal = known[row.id] {
          if let range = log.index.lineRange(ordinal) {
            result.spans.append(range.lowerBound..<min(range.upperBound + 1, size))
          }
          continue
        }
        // A row that does not fit into a line has been reported as unreadable.
        guard let line = try? row.line() else { continue }
        lines += line
        result.added.append(row.anchorId)
        if log.index.isLate(row) { late.insert(row.anchorId) }
      }
      guard !lines.isEmpty else { return result }
      for anchor in late { try context.anchors.outdate(anchor, of: spaceId) }
      try append(lines, to: &log)
      let end = try logStatus().status?.size ?? 0
      result.spans.append(end - lines.count..<end)
      return result
    }
  }

  /// Appends what rows of the cloud make of their anchors. Under the space's lock.
  ///
  /// - Parameter isLogShared: whether logs are exchanged as well, so that a row that is not newer
  ///   than the log is merely behind it.
  func apply(_ merges: [AnchorMerge], isLogShared: Bool) throws -> MergeResult {
    try settle(merges.map(\.row.id))
    return try withLogForAppending { log in
      var result = MergeResult()
      let index = log.index
      result.purged = try merges.map(\.row.id).filter { try isPurged($0, in: index) }
      var lines: [UInt8] = []
      for merge in merges {
        if isLogShared, let slot = index.slot(of: merge.row.id),
          merge.row.updatedAt <= index.instant(index.newestOrdinal(ofSlot: slot))
        {
          continue
        }
        let events = try merge.events(in: index, naming: isLogShared ? .ofEvent : .ofRow)
        for event in events {
          lines += try event.line()
          result.added.append(event.anchorId)
        }
      }
      if !lines.isEmpty { try append(lines, to: &log) }
      return result
    }
  }

  /// Writes what the files of anchors say beyond the log, before something newer hides it.
  func settle(_ anchors: [UUID]) throws {
    try withLogForAppending { log in
      for id in anchors { try reconcile(id, in: &log) }
      try writeImplied(of: anchors, to: &log)
    }
  }

  /// A hidden anchor without a file, and none that is still to be written.
  private func isPurged(_ anchor: UUID, in index: EventIndex) throws -> Bool {
    guard let slot = index.slot(of: anchor), index.isHidden(index.newestOrdinal(ofSlot: slot))
    else { return false }
    return try context.anchors.owner(of: anchor) == nil
  }
}

/// What a merge did to a log.
struct MergeResult {
  /// Where the lines lie that the cloud has.
  var spans: [Range<Int>] = []
  /// The anchors of the events that were appended, once for each.
  var added: [UUID] = []
  /// Anchors that had been purged.
  var purged: [UUID] = []
}

extension EventIndex {
  /// Where events are that have these ids; in one walk over the column of ids.
  func ordinals(ofEvents ids: [UUID]) -> [UUID: Int] {
    let wanted = Set(ids.lazy.map { UUIDBits($0) }.filter { columns.mayContain($0) })
    guard !wanted.isEmpty else { return [:] }
    var result: [UUID: Int] = [:]
    for ordinal in 0..<count where wanted.contains(columns.ids[ordinal]) {
      result[columns.ids[ordinal].uuid] = ordinal
    }
    return result
  }

  /// Whether an event comes before others of its anchor that are here already.
  fileprivate func isLate(_ row: AnchorEventRow) -> Bool {
    guard let slot = slot(of: row.anchorId) else { return false }
    return row.instant <= instant(newestOrdinal(ofSlot: slot))
  }
}

extension AnchorCatalog {
  /// Dates an anchor's file back, so that its state cannot be taken for a change that was made
  /// behind the log's newest event: an event that comes late changes what the log says of every
  /// moment after it, and the process may die before the file follows.
  fileprivate func outdate(_ id: UUID, of space: UUID) throws {
    guard let anchor = try load(id), anchor.spaceId == space else { return }
    let longAgo = Date(timeIntervalSince1970: 0)
    try write(
      HBAnchor(
        id: id, spaceId: space, transform: anchor.transform, metadata: anchor.metadata,
        createdAt: anchor.createdAt, updatedAt: longAgo,
        deletedAt: anchor.deletedAt.map { _ in longAgo }))
  }
}
