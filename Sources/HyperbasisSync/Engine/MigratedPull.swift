import Foundation
import HyperbasisAnchorLog
import HyperbasisStore

/// Reads what is new on a migrated server.
///
/// It numbers rows in the order in which they were committed: whoever has read up to a number has
/// missed nothing. A cursor is recorded once what came before it is in the store.
@SyncActor
struct MigratedPull {
  let session: SyncSession

  /// Anchors are read before events and looked at after them: who writes a row writes its events
  /// first, so that the events of every row that was read are here by then.
  func run() async throws {
    if session.ledger.base.mustReadAgain {
      session.ledger.base.cursors = SyncCursors()
      session.ledger.base.mustReadAgain = false
    }
    let spaces = try await read(from: session.ledger.base.cursors.spaces) { end in
      try await session.ask { try await $0.spaces(after: end) }
    }
    let tombstones = try await read(from: session.ledger.base.cursors.tombstones) { end in
      try await session.ask { try await $0.tombstones(after: end) }
    }
    receive(spaces.rows, tombstones.rows.filter { $0.kind == .space })
    session.ledger.base.cursors.spaces = spaces.end
    let anchors = try await read(from: session.ledger.base.cursors.anchors) { end in
      try await session.ask { try await $0.anchors(after: end) }
    }
    try await pullEvents()
    receive(anchors.rows, tombstones.rows.filter { $0.kind == .anchor })
    session.ledger.base.cursors.tombstones = tombstones.end
    session.ledger.base.cursors.anchors = anchors.end
    try session.ledger.save()
  }

  private func read<Row: Sendable>(
    from start: Int64, _ page: (Int64) async throws -> CloudPage<Row, Int64>
  ) async throws -> (rows: [Row], end: Int64) {
    var rows: [Row] = []
    var end = start
    while true {
      let next = try await page(end)
      rows += next.rows
      session.note(unreadable: next.unreadable)
      if !next.rows.isEmpty { try await session.report(.pulling, rows.count, nil) }
      guard let position = next.end else { return (rows, end) }
      end = position
      if next.isLast { return (rows, end) }
    }
  }

  /// Of a row and a tombstone of one space the later one says how it ended.
  private func receive(_ rows: [SpaceRow], _ tombstones: [Tombstone]) {
    let receiver = SpaceReceiver(session: session)
    var last: [UUID: Int64] = [:]
    for row in rows { last[row.id] = max(last[row.id] ?? 0, row.sequence ?? 0) }
    for tombstone in tombstones where tombstone.sequence > last[tombstone.id] ?? 0 {
      last[tombstone.id] = tombstone.sequence
      session.attemptReceiving {
        try receiver.receiveRemoval(of: tombstone.id, at: tombstone.deletedAt)
      }
    }
    for row in rows where row.sequence == last[row.id] {
      session.attemptReceiving { try receiver.receive(row) }
    }
  }
}

// MARK: - Events

extension MigratedPull {
  /// Several pages are taken in at once: each time that something is, the files of its anchors are
  /// looked at.
  private func pullEvents() async throws {
    var done = 0
    var isLast = false
    while !isLast {
      var rows: [AnchorEventRow] = []
      var end = session.ledger.base.cursors.events
      while !isLast, rows.count < SyncLimits.eventsPerMerge {
        let page = try await session.ask {
          try await $0.events(after: end)
        }
        session.note(unreadable: page.unreadable)
        rows += page.rows
        try await session.report(.pulling, done + rows.count, nil)
        end = page.end ?? end
        isLast = page.isLast || page.end == nil
      }
      for (space, rows) in Dictionary(grouping: rows, by: \.spaceId) {
        session.attemptReceiving { try receive(rows, of: space) }
      }
      guard end != session.ledger.base.cursors.events else { return }
      session.ledger.base.cursors.events = end
      try session.ledger.save()
      done += rows.count
    }
  }

  private func receive(_ rows: [AnchorEventRow], of space: UUID) throws {
    guard try session.isWanted(space) else { return }
    let result = try session.merger.merge(rows, into: space)
    session.received.add(eventsOf: result.added)
    session.conflicts += result.conflicts
    var known = session.ledger.base.spaces[space] ?? SpaceBase()
    known.log = try session.marker.extend(known.log, by: result.spans, of: space)
    known.agreedLogSize = nil
    session.ledger.base.spaces[space] = known
  }
}

// MARK: - Anchors

extension MigratedPull {
  private func receive(_ rows: [AnchorRow], _ tombstones: [Tombstone]) {
    let receiver = AnchorReceiver(session: session)
    var last: [UUID: AnchorRow] = [:]
    for row in rows { last[row.id] = row }
    for tombstone in tombstones {
      if let row = last[tombstone.id] {
        guard row.sequence ?? 0 < tombstone.sequence else { continue }
        last[tombstone.id] = nil
      }
      session.attemptReceiving { try bury(tombstone) }
    }
    let spaces = Dictionary(grouping: last.values, by: \.spaceId)
    for (space, rows) in spaces {
      session.attemptReceiving {
        try receiver.receive(rows.sorted { UUIDBits($0.id) < UUIDBits($1.id) }, of: space)
      }
    }
  }

  /// An anchor whose row was removed is hidden, unless it was written later.
  private func bury(_ tombstone: Tombstone) throws {
    guard let space = tombstone.spaceId ?? space(ofAnchor: tombstone.id),
      try session.isWanted(space),
      try session.store.catalog.holds(space)
    else { return }
    var bases = session.ledger.anchors(of: space)
    bases.rows[tombstone.id] = nil
    let local = try session.merger.anchorRows(of: space).rows.first { $0.id == tombstone.id }
    if let local, local.deletedAt == nil {
      var deleted = local
      deleted.updatedAt = tombstone.deletedAt
      deleted.deletedAt = tombstone.deletedAt
      let merges = [AnchorMerge(row: deleted, base: local, isGone: true)]
      session.received.add(
        eventsOf: try session.merger.apply(merges, to: space, isLogShared: true).added)
    }
    try session.ledger.setAnchors(bases, of: space)
    session.ledger.base.spaces[space]?.agreedLogSize = nil
  }

  private func space(ofAnchor id: UUID) -> UUID? {
    session.ledger.base.spaces.keys.first { session.ledger.anchors(of: $0).rows[id] != nil }
  }
}
