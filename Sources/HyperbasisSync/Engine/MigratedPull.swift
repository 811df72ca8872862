import Foundation
import HyperbasisAnchorLog
import HyperbasisStore

/// Reads what is new on a migrated server.
///
/// The server numbers rows in the order in which they were committed, so a client that has read up to a
/// number has missed nothing. A cursor is recorded once everything before it is in the store.
@SyncActor
struct MigratedPull {
  let session: SyncSession

  /// Reads anchors before events, and applies them after those: a writer sends the events of a row before
  /// the row, so the events of every row that was read are here by then.
  func run() async throws {
    if let spaces = session.options.spaces {
      return try await SpacePull(session: session).run(spaces)
    }
    try await JoinedSpaces(session: session).find()
    // Spaces followed, joined or brought back after the cursors had passed them.
    let missed = session.missedSpaces
    if !missed.isEmpty { try await SpacePull(session: session).run(missed) }
    if session.ledger.base.mustReadAgain {
      session.ledger.base.cursors = SyncCursors()
      session.ledger.base.mustReadAgain = false
      session.forgetUnreadable()
      session.forgetGaps()
    }
    let seen = try await visibleSpaces()
    let lost = try await spacesWithLostHistory(among: seen)
    if !lost.isEmpty { try await SpacePull(session: session).run(lost) }
    var news = try await readNews()
    noteHiddenSpaces(seen: seen, removed: news.removedSpaces)
    // A disappearance that is not believed is read again with every pass, until it is, or is accepted.
    let isBelieved = session.believes(disappearance(in: news))
    // What this store has had removed itself is not in doubt.
    if !isBelieved { news.dropRemovals(except: Set(try session.takenBack())) }
    receive(news.spaces.rows, news.tombstones.rows.filter { $0.kind != .anchor })
    if isBelieved { session.ledger.base.cursors.spaces = news.spaces.end }
    // What came in must not count as made here if the process dies before the rest is in.
    try session.ledger.save()
    // Before rows tell what has become of it: without the events that the cursors have passed, changes
    // would seem to have been made without one.
    let returned = session.returned
    session.returned = []
    if !returned.isEmpty { try await SpacePull(session: session).run(returned) }
    try await pullEvents(news.events)
    receive(news.anchors.rows, news.tombstones.rows.filter { $0.kind == .anchor })
    if isBelieved { session.ledger.base.cursors.tombstones = news.tombstones.end }
    session.ledger.base.cursors.anchors = news.anchors.end
    try session.ledger.save()
  }

  private func readNews() async throws -> MigratedNews {
    let cursors = session.ledger.base.cursors
    let first = try await changes(after: cursors)
    let spaces = try await read(from: cursors.spaces, first?.spaces) { end in
      try await session.ask { try await $0.spaces(after: end) }
    }
    try session.checkNewSpaces(spaces.rows.filter { $0.deletedAt == nil }.map(\.id))
    session.noteReadable(spaces.rows.map(\.id), in: "spaces")
    let tombstones = try await read(from: cursors.tombstones, first?.tombstones) { end in
      try await session.ask { try await $0.tombstones(after: end) }
    }
    for tombstone in tombstones.rows {
      session.noteReadable([tombstone.id], in: "\(tombstone.kind.rawValue)s")
    }
    let anchors = try await read(from: cursors.anchors, first?.anchors) { end in
      try await session.ask { try await $0.anchors(after: end) }
    }
    session.noteReadable(anchors.rows.map(\.id), in: "anchors")
    return MigratedNews(
      spaces: spaces, tombstones: tombstones, anchors: anchors, events: first?.events)
  }

  /// Returns what is new in all tables, if the server can tell it all at once.
  private func changes(after cursors: SyncCursors) async throws -> CloudChanges? {
    if session.ledger.base.lacksChanges == true { return nil }
    let changes = try await session.ask { try await $0.changes(after: cursors) }
    if changes == nil { session.ledger.base.lacksChanges = true }
    return changes
  }

  /// - Parameter first: the first page, if it has been read already.
  func read<Row: Sendable>(
    from start: TableCursor, _ first: CloudPage<Row, Int64>?,
    _ page: (TableCursor) async throws -> CloudPage<Row, Int64>
  ) async throws -> (rows: [Row], end: TableCursor) {
    var rows: [Row] = []
    var end = start
    var first = first
    while true {
      let next: CloudPage<Row, Int64>
      if let known = first { next = known } else { next = try await page(end) }
      first = nil
      rows += next.rows
      session.note(unreadable: next.unreadable)
      if !next.rows.isEmpty { try await session.report(.pulling, rows.count, nil) }
      if let position = next.end { end.advance(to: position) }
      if next.isLast || next.end == nil {
        end.finish()
        return (rows, end)
      }
    }
  }

  /// Applies rows and tombstones of spaces; of those of one space, the last one counts.
  private func receive(_ rows: [SpaceRow], _ tombstones: [Tombstone]) {
    let receiver = SpaceReceiver(session: session)
    var last: [UUID: Int64] = [:]
    for row in rows { last[row.id] = max(last[row.id] ?? 0, row.sequence ?? 0) }
    for tombstone in tombstones where tombstone.sequence > last[tombstone.id] ?? 0 {
      last[tombstone.id] = tombstone.sequence
      session.attemptReceiving(of: tombstone.spaceId ?? tombstone.id) {
        try receiver.receive(tombstone)
      }
    }
    for row in rows where row.sequence == last[row.id] {
      session.attemptReceiving(of: row.id) { try receiver.receive(row) }
    }
  }
}

// MARK: - What is gone

/// What is new on a migrated server; of the events, the first page.
private struct MigratedNews {
  var spaces: (rows: [SpaceRow], end: TableCursor)
  var tombstones: (rows: [Tombstone], end: TableCursor)
  var anchors: (rows: [AnchorRow], end: TableCursor)
  /// The first page, if it came with the rest.
  var events: CloudPage<AnchorEventRow, Int64>?

  mutating func dropRemovals(except own: Set<UUID>) {
    spaces.rows.removeAll { $0.deletedAt != nil && !own.contains($0.id) }
    tombstones.rows.removeAll { !own.contains($0.id) }
  }

  /// The spaces that are reported as removed, for good or not.
  var removedSpaces: Set<UUID> {
    spaceEndings.removed.union(tombstones.rows.filter { $0.kind != .anchor }.map(\.id))
  }

  /// The spaces that were removed last, and those that were written last.
  var spaceEndings: (removed: Set<UUID>, written: Set<UUID>) {
    var last: [UUID: (sequence: Int64, isRemoved: Bool)] = [:]
    func note(_ id: UUID, _ sequence: Int64, isRemoved: Bool) {
      if sequence >= last[id]?.sequence ?? 0 { last[id] = (sequence, isRemoved) }
    }
    for row in spaces.rows { note(row.id, row.sequence ?? 0, isRemoved: row.deletedAt != nil) }
    for tombstone in tombstones.rows where tombstone.kind == .space {
      note(tombstone.id, tombstone.sequence, isRemoved: true)
    }
    let (removed, written) = (last.filter(\.value.isRemoved), last.filter { !$0.value.isRemoved })
    return (Set(removed.keys), Set(written.keys))
  }

  /// The anchors whose rows were removed and not written later.
  var removedAnchors: Set<UUID> {
    var last: [UUID: Int64] = [:]
    for row in anchors.rows { last[row.id] = max(last[row.id] ?? 0, row.sequence ?? 0) }
    let removed = tombstones.rows.filter { tombstone in
      tombstone.kind == .anchor && tombstone.sequence > last[tombstone.id] ?? 0
    }
    return Set(removed.map(\.id))
  }
}

extension MigratedPull {
  /// Finds out what is gone, and changes nothing.
  func findVanished() async throws -> Disappearance {
    disappearance(in: try await readNews())
  }

  /// Returns what is gone. A tombstone says that a row was removed, but not that this was intended: one
  /// statement with a wrong condition, or none, leaves a tombstone for every row.
  private func disappearance(in news: MigratedNews) -> Disappearance {
    let known = session.knownSpaces
    let (removedSpaces, writtenSpaces) = news.spaceEndings
    let removedAnchors = news.removedAnchors
    // Nothing is gone, so there is no need to count how much there was.
    if removedAnchors.isEmpty, removedSpaces.isEmpty {
      return Disappearance(knownSpaces: known.count)
    }
    var result = Disappearance(knownSpaces: known.count)
    result.spaces = known.filter { removedSpaces.contains($0) }
    result.leavesNothing =
      !known.isEmpty && result.spaces.count == known.count
      && writtenSpaces.isEmpty
    for space in known where !removedSpaces.contains(space) {
      let rows = session.ledger.anchors(of: space).rows.values
      result.knownAnchors += rows.count
      if !removedAnchors.isEmpty {
        result.anchors += rows.filter { removedAnchors.contains($0.id) }
      }
    }
    return result
  }
}

// MARK: - Events

extension MigratedPull {
  private func pullEvents(_ first: CloudPage<AnchorEventRow, Int64>?) async throws {
    var done = 0
    var first = first
    while true {
      let start = session.ledger.base.cursors.events
      let batch = try await events(from: start, first, after: done) { end in
        try await session.ask { try await $0.events(after: end) }
      }
      first = nil
      for (space, events) in Dictionary(grouping: batch.events, by: \.spaceId) {
        session.attemptReceiving(of: space) { try receive(events, of: space) }
      }
      guard batch.end != start else { return }
      session.ledger.base.cursors.events = batch.end
      try session.ledger.save()
      done += batch.events.count
      if batch.isLast { return }
    }
  }

  /// Reads several pages of events, to be taken in at once: each time that something is, the files of its
  /// anchors have to be checked.
  ///
  /// - Parameters:
  ///   - first: the first page, if it has been read already.
  ///   - done: how many were read before.
  func events(
    from start: TableCursor, _ first: CloudPage<AnchorEventRow, Int64>? = nil, after done: Int,
    _ page: (TableCursor) async throws -> CloudPage<AnchorEventRow, Int64>
  ) async throws -> EventBatch {
    var batch = EventBatch(end: start)
    var first = first
    while !batch.isLast, batch.events.count < session.options.eventsPerMerge {
      let next: CloudPage<AnchorEventRow, Int64>
      if let known = first { next = known } else { next = try await page(batch.end) }
      first = nil
      session.note(unreadable: next.unreadable)
      session.noteReadable(next.rows.map(\.id), in: "anchor_events")
      batch.events += next.rows.map(IncomingEvent.init)
      try await session.report(.pulling, done + batch.events.count, nil)
      if let position = next.end { batch.end.advance(to: position) }
      batch.isLast = next.isLast || next.end == nil
      if batch.isLast { batch.end.finish() }
    }
    return batch
  }

  /// - Returns: the lines of the events in the log.
  @discardableResult
  func receive(_ events: [IncomingEvent], of space: UUID) throws -> [Range<Int>] {
    guard try session.isWanted(space) else {
      try session.noteUnseen(events, of: space)
      return []
    }
    var known = session.ledger.base.spaces[space] ?? SpaceBase()
    let result = try session.merger.merge(
      events, into: space, after: known.log,
      isShortened: session.ledger.base.shortenedLogs.contains(space))
    session.received.add(eventsOf: result.added)
    session.conflicts += result.conflicts
    known.log = try session.marker.extend(known.log, by: result.spans, of: space)
    known.agreedLogSize = nil
    session.ledger.base.spaces[space] = known
    return result.spans
  }
}

/// Events on their way into logs.
struct EventBatch {
  var events: [IncomingEvent] = []
  /// How far they were read.
  var end: TableCursor
  var isLast = false
}

// MARK: - Anchors

extension MigratedPull {
  private func receive(_ rows: [AnchorRow], _ tombstones: [Tombstone]) {
    let receiver = AnchorReceiver(session: session)
    var last: [UUID: AnchorRow] = [:]
    for row in rows { last[row.id] = row }
    var buried: [UUID: [Tombstone]] = [:]
    for tombstone in tombstones {
      if let row = last[tombstone.id] {
        guard row.sequence ?? 0 < tombstone.sequence else { continue }
        last[tombstone.id] = nil
      }
      guard let space = tombstone.spaceId ?? space(ofAnchor: tombstone.id) else { continue }
      buried[space, default: []].append(tombstone)
    }
    for (space, tombstones) in buried {
      session.attemptReceiving(of: space) {
        try AnchorBurial(session: session, space: space).bury(tombstones)
      }
    }
    let spaces = Dictionary(grouping: last.values, by: \.spaceId)
    for (space, rows) in spaces {
      session.attemptReceiving(of: space) {
        try receiver.receive(rows.sorted { UUIDBits($0.id) < UUIDBits($1.id) }, of: space)
      }
    }
  }

  private func space(ofAnchor id: UUID) -> UUID? {
    session.ledger.base.spaces.ids.first { session.ledger.anchors(of: $0).rows[id] != nil }
  }
}
