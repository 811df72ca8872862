import Foundation
import HyperbasisAnchorLog

// A migrated server numbers rows in the order in which they were committed: whoever has read up to
// a number has missed nothing. A cursor is noted once what came before it is in the store.

extension SyncPass {
  /// Anchors are read before events and looked at after them: who writes a row writes its events
  /// first, so that the events of every row that was read are here by then.
  func pullMigrated() async throws {
    if base.mustReadAgain {
      base.cursors = SyncCursors()
      base.mustReadAgain = false
    }
    let spaces = try await read(from: base.cursors.spaces) {
      try await self.cloud.spaces(after: $0)
    }
    let tombstones = try await read(from: base.cursors.tombstones) {
      try await self.cloud.tombstones(after: $0)
    }
    take(spaces.rows, tombstones.rows.filter { $0.kind == .space })
    base.cursors.spaces = spaces.end
    let anchors = try await read(from: base.cursors.anchors) {
      try await self.cloud.anchors(after: $0)
    }
    try await pullEvents()
    take(anchors.rows, tombstones.rows.filter { $0.kind == .anchor })
    base.cursors.tombstones = tombstones.end
    base.cursors.anchors = anchors.end
    try save()
  }

  private func read<Row: Sendable>(
    from start: Int64, _ page: (Int64) async throws -> CloudPage<Row, Int64>
  ) async throws -> (rows: [Row], end: Int64) {
    var rows: [Row] = []
    var end = start
    while true {
      let next = try await page(end)
      rows += next.rows
      note(unreadable: next.unreadable)
      if !next.rows.isEmpty { await report(.pulling, rows.count, nil) }
      guard let position = next.end else { return (rows, end) }
      end = position
      if next.isLast { return (rows, end) }
    }
  }

  /// Of a row and a tombstone of one space the later one says how it ended.
  private func take(_ rows: [SpaceRow], _ tombstones: [Tombstone]) {
    var last: [UUID: Int64] = [:]
    for row in rows { last[row.id] = max(last[row.id] ?? 0, row.sequence ?? 0) }
    for tombstone in tombstones where tombstone.sequence > last[tombstone.id] ?? 0 {
      last[tombstone.id] = tombstone.sequence
      attemptTaking { try takeRemoval(of: tombstone.id, at: tombstone.deletedAt) }
    }
    for row in rows where row.sequence == last[row.id] {
      attemptTaking { try take(row) }
    }
  }
}

// MARK: - Events

extension SyncPass {
  /// Several pages are taken in at once: each time that something is, the files of its anchors are
  /// looked at.
  private func pullEvents() async throws {
    var done = 0
    var isLast = false
    while !isLast {
      var rows: [AnchorEventRow] = []
      var end = base.cursors.events
      while !isLast, rows.count < SyncLimits.eventsPerMerge {
        let page = try await cloud.events(after: end)
        note(unreadable: page.unreadable)
        rows += page.rows
        await report(.pulling, done + rows.count, nil)
        end = page.end ?? end
        isLast = page.isLast || page.end == nil
      }
      for (space, rows) in Dictionary(grouping: rows, by: \.spaceId) {
        attemptTaking { try take(rows, of: space) }
      }
      guard end != base.cursors.events else { return }
      base.cursors.events = end
      try save()
      done += rows.count
    }
  }

  private func take(_ rows: [AnchorEventRow], of space: UUID) throws {
    guard try isWanted(space) else { return }
    let result = try store.merge(rows, into: space)
    received.add(eventsOf: result.added)
    var known = base.spaces[space] ?? SpaceBase()
    known.log = try store.extend(known.log, by: result.spans, of: space)
    known.agreedLogSize = nil
    base.spaces[space] = known
  }
}

// MARK: - Anchors

extension SyncPass {
  private func take(_ rows: [AnchorRow], _ tombstones: [Tombstone]) {
    var last: [UUID: AnchorRow] = [:]
    for row in rows { last[row.id] = row }
    for tombstone in tombstones {
      if let row = last[tombstone.id] {
        guard row.sequence ?? 0 < tombstone.sequence else { continue }
        last[tombstone.id] = nil
      }
      attemptTaking { try bury(tombstone) }
    }
    let spaces = Dictionary(grouping: last.values, by: \.spaceId)
    for (space, rows) in spaces {
      attemptTaking { try take(rows.sorted { UUIDBits($0.id) < UUIDBits($1.id) }, of: space) }
    }
  }

  /// An anchor whose row was removed is hidden, unless it was written later.
  private func bury(_ tombstone: Tombstone) throws {
    guard let space = tombstone.spaceId ?? space(ofAnchor: tombstone.id), try isWanted(space),
      try store.holds(space)
    else { return }
    var bases = anchors(of: space)
    bases.rows[tombstone.id] = nil
    let local = try store.anchorRows(of: space).rows.first { $0.id == tombstone.id }
    if let local, local.deletedAt == nil {
      var deleted = local
      deleted.updatedAt = tombstone.deletedAt
      deleted.deletedAt = tombstone.deletedAt
      let merges = [AnchorMerge(row: deleted, base: local)]
      received.add(eventsOf: try store.apply(merges, to: space, isLogShared: true).added)
    }
    try setAnchors(bases, of: space)
    base.spaces[space]?.agreedLogSize = nil
  }

  private func space(ofAnchor id: UUID) -> UUID? {
    base.spaces.keys.first { anchors(of: $0).rows[id] != nil }
  }
}
