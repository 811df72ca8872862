import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import HyperbasisStore

/// Brings what others wrote into the logs of spaces, just as local changes get there: as whole lines,
/// appended under the space's lock.
struct CloudMerger: Sendable {
  let open: OpenSpaces
}

extension CloudMerger {
  /// Appends the events that are not in the log yet, with their own ids, instants and versions; a
  /// space that is not here is created.
  ///
  /// - Parameters:
  ///   - mark: which lines the cloud was known to have.
  ///   - isShortened: whether the log has lost lines, so that nothing can be told yet of what the files of
  ///     the anchors say beyond it.
  /// - Returns: the ranges of the lines of all of them, including those that were there before.
  func merge(
    _ events: [IncomingEvent], into spaceId: UUID, after mark: LogMark? = nil,
    isShortened: Bool = false
  ) throws -> MergeResult {
    try merging(into: spaceId) { space in
      let anchors = Array(Set(events.map(\.anchorId)))
      if !isShortened { try settle(anchors, of: space) }
      return try space.withLogForAppending { log in
        var result = MergeResult()
        var deleted = DeletedAnchors(of: space, in: open)
        result.purged = try anchors.filter { try deleted.isPurged($0, in: log.index) }
        try append(events, to: &log, of: space, &result)
        return result
      }
    } looking: { index, result in
      let added = Set(result.addedEvents.map { UUIDBits($0) })
      let arrivals = Arrivals(events, added: added, mark: mark)
      let slots = Set(result.added).compactMap { index.slot(of: $0) }.sorted()
      let conflicts = try slots.flatMap { try index.conflicts(ofSlot: $0, arrivals) }
      result.conflicts += conflicts.map(addressed)
    }
  }

  private func append(
    _ events: [IncomingEvent], to log: inout LoadedLog, of space: OpenSpace,
    _ result: inout MergeResult
  ) throws {
    let known = log.index.ordinals(ofEvents: events.map(\.id))
    var lines: [UInt8] = []
    lines.reserveCapacity(events.reduce(0) { $0 + ($1.line?.count ?? 0) })
    var late: Set<UUID> = []
    var deleted: Set<UUID> = []
    var seen = Set<UUID>()
    for event in events where event.spaceId == space.spaceId && seen.insert(event.id).inserted {
      if let ordinal = known[event.id] {
        if let range = log.index.lineRange(ordinal) {
          result.spans.append(range.lowerBound..<min(range.upperBound + 1, log.size))
        }
        continue
      }
      if log.index.hasGivenWay(eventWith: UUIDBits(event.id)) { continue }
      guard let line = event.line else { continue }
      lines += line
      result.added.append(event.anchorId)
      result.addedEvents.append(event.id)
      if event.isDeletion { deleted.insert(event.anchorId) }
      if log.index.isLate(event.instant, of: event.anchorId) { late.insert(event.anchorId) }
    }
    guard !lines.isEmpty else { return }
    for anchor in late { try open.context.anchors.outdate(anchor, of: space.spaceId) }
    try noteDeletion(of: deleted, amid: result.added, in: log, space)
    try space.append(lines, to: &log)
    let end = try space.logPlace().status?.size ?? 0
    result.spans.append(end - lines.count..<end)
  }

  /// Appends what rows of the cloud change in their anchors; a space that is not here is created.
  ///
  /// - Parameter isLogShared: whether logs are exchanged as well, so that a row that is not newer than
  ///   the log is usually outdated.
  @discardableResult
  func apply(
    _ merges: [AnchorMerge], to spaceId: UUID, isLogShared: Bool
  ) throws -> MergeResult {
    try merging(into: spaceId) { space in
      try settle(merges.map(\.row.id), of: space)
      var result = MergeResult()
      result.purged = try space.withLog { log in
        var deleted = DeletedAnchors(of: space, in: open)
        return try merges.map(\.row.id).filter { try deleted.isPurged($0, in: log.index) }
      }
      let placed = try append(merges, to: space, isLogShared: isLogShared, &result)
      _ = try append(placed, to: space, isLogShared: isLogShared, &result)
      return result
    }
  }

  /// - Returns: those that placed an anchor before what is here of it, and must be merged again into the
  ///   result.
  private func append(
    _ merges: [AnchorMerge], to space: OpenSpace, isLogShared: Bool, _ result: inout MergeResult
  ) throws -> [AnchorMerge] {
    if merges.isEmpty { return [] }
    return try space.withLogForAppending { log in
      let index = log.index
      var lines: [UInt8] = []
      var late: Set<UUID> = []
      var deleted: Set<UUID> = []
      var placed: [AnchorMerge] = []
      for merge in merges {
        let events = try merge.events(in: index, isLogShared: isLogShared)
        if events.precedeOthers { placed.append(merge) }
        for line in events.lines(of: merge.row) {
          let event = line.event
          lines += try event.line(extras: line.extras)
          result.added.append(event.anchorId)
          if event.type == .deleted { deleted.insert(event.anchorId) }
          if index.isLate(HBInstant(event.timestamp), of: event.anchorId) {
            late.insert(event.anchorId)
          }
        }
        result.conflicts += events.conflicts.map(addressed)
      }
      for anchor in late { try open.context.anchors.outdate(anchor, of: space.spaceId) }
      guard !lines.isEmpty else { return placed }
      try noteDeletion(of: deleted, amid: result.added, in: log, space)
      try space.append(lines, to: &log)
      return placed
    }
  }

  private func noteDeletion(
    of deleted: Set<UUID>, amid concerned: [UUID], in log: borrowing LoadedLog,
    _ space: OpenSpace
  ) throws {
    var anchors = DeletedAnchors(of: space, in: open)
    try anchors.noteDeletion(of: deleted, amid: concerned, in: log)
  }

  private func addressed(_ conflict: EditConflict) -> EditConflict {
    conflict.addressed(to: open.context.actor)
  }

  /// - Parameters:
  ///   - body: called under the space's lock.
  ///   - look: called with the resulting log, if something was appended.
  func merging(
    into spaceId: UUID, _ body: (OpenSpace) throws -> MergeResult,
    looking look: (EventIndex, inout MergeResult) throws -> Void = { _, _ in }
  ) throws -> MergeResult {
    try reachingFiles {
      let space = open[spaceId]
      var result = try space.lock.withLock { try body(space) }
      let added = Set(result.added)
      guard !added.isEmpty else { return result }
      let (stale, hidden) = try space.withLog { log in
        try look(log.index, &result)
        return (log.takeStale(), added.filter { log.index.isHidden(anchor: $0) })
      }
      // A hidden anchor without a file has been purged, and stays so.
      let stillPurged = hidden.intersection(result.purged)
      open.anchorFiles.mark(added.union(stale).subtracting(stillPurged), of: space)
      // The other hidden ones must not count as purged if this process ends now.
      open.anchorFiles.writeAtOnce(try hidden.subtracting(stillPurged).filter(hasNoFile), of: space)
      return result
    }
  }

  private func hasNoFile(_ anchor: UUID) throws -> Bool {
    try open.context.anchors.owner(of: anchor) == nil
  }
}

// MARK: - This store's own changes

extension CloudMerger {
  /// Writes, as events, what the files of a space's anchors say beyond its log.
  func settleFiles(of spaceId: UUID) throws {
    try reachingFiles {
      let space = open[spaceId]
      try PlanExecutor(open: open).endInOtherSpaces(of: space)
      let stale = try space.lock.withLock {
        let anchors = try space.withLog { log in
          (0..<log.index.slotCount).map { log.index.anchorId(ofSlot: $0) }
        }
        try settle(anchors, of: space)
        return try space.withLog { $0.takeStale() }
      }
      open.anchorFiles.mark(stale, of: space)
    }
  }

  /// Writes what the files of anchors say beyond the log, before something newer hides it. The caller
  /// must hold the space's lock.
  private func settle(_ anchors: [UUID], of space: OpenSpace) throws {
    try space.withLogForAppending { log in
      for id in anchors { try space.reconcile(id, in: &log) }
      try space.writeImplied(of: anchors, to: &log)
    }
  }

  /// Returns the anchors of a space as rows, hidden ones included, and how long its log is.
  func anchorRows(of spaceId: UUID) throws -> (rows: [AnchorRow], logSize: Int) {
    try reachingFiles {
      let (index, size) = try open[spaceId].withLog { ($0.index, $0.size) }
      let newest = index.slotsInStoreOrder.map { index.newestOrdinal(ofSlot: Int($0)) }
      return (try index.anchors(after: newest).map(AnchorRow.init), size)
    }
  }
}

extension CloudMerger {
  /// Returns the anchors of a space whose files say something that is not in the log yet.
  func anchorsAhead(of spaceId: UUID) throws -> Set<UUID> {
    Set(try impliedEvents(of: spaceId).keys)
  }

  /// Returns how many events the file of each anchor of a space implies that are not in the log yet.
  func impliedEvents(of spaceId: UUID) throws -> [UUID: Int] {
    try reachingFiles {
      let index = try open[spaceId].withLog { $0.index }
      return (0..<index.count).filter(index.isSynthetic).reduce(into: [:]) { counts, ordinal in
        counts[index.anchorId(ofSlot: index.slot(ordinal)), default: 0] += 1
      }
    }
  }
}

/// What a merge did to a log.
struct MergeResult {
  /// The ranges of the lines that the cloud has.
  var spans: [Range<Int>] = []
  /// The anchors of the events that were appended, once for each event.
  var added: [UUID] = []
  /// The events that came from the cloud and were appended.
  var addedEvents: [UUID] = []
  /// What was changed here and elsewhere at the same time.
  var conflicts: [EditConflict] = []
  /// Anchors that had been purged.
  var purged: [UUID] = []
}

extension EventIndex {
  /// Returns the ordinals of the events with these ids, in one pass over the column of ids.
  func ordinals(ofEvents ids: [UUID]) -> [UUID: Int] {
    let wanted = Set(ids.lazy.map { UUIDBits($0) }.filter { columns.mayContain($0) })
    guard !wanted.isEmpty else { return [:] }
    var result: [UUID: Int] = [:]
    withIds { known in
      for (ordinal, id) in known.enumerated() where wanted.contains(id) {
        result[id.uuid] = ordinal
      }
    }
    return result
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
