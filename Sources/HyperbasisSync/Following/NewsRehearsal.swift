import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels
import HyperbasisStore

/// Finds what of the news of a migrated server is not here already. The server counts all behind the
/// cursors, and a part of that may have come in apart from them: with a space that was asked for, or was
/// sent from here.
@SyncActor
struct NewsRehearsal {
  let session: SyncSession

  /// With more news than this, the server's counts must do: a rehearsal is not to take as long as a pass.
  static let mostRows = 10_000

  typealias Coming = PassRehearsal.Coming
}

extension NewsRehearsal {
  /// Counts only what spaces that are here lack.
  func withoutKnown(
    _ found: [Coming], of counts: [SpaceChangeCount], after cursors: SyncCursors
  ) async throws -> [Coming] {
    let rows = counts.reduce(0) { $0 + $1.count.events + $1.count.anchors + $1.count.spaces }
    guard (1...Self.mostRows).contains(rows), try found.contains(where: { try isHere($0.id) })
    else {
      return found
    }
    let pull = MigratedPull(session: session)
    let spaces = try await pull.read(from: cursors.spaces, nil) { end in
      try await session.ask { try await $0.spaces(after: end) }
    }
    let anchors = try await pull.read(from: cursors.anchors, nil) { end in
      try await session.ask { try await $0.anchors(after: end) }
    }
    let events = try await pull.read(from: cursors.events, nil) { end in
      try await session.ask { try await $0.events(after: end) }
    }
    let (rowsOf, eventsOf) = (
      Dictionary(grouping: anchors.rows, by: \.spaceId),
      Dictionary(grouping: events.rows, by: \.spaceId)
    )
    return try found.compactMap { coming in
      guard try isHere(coming.id), let takes = coming.takes, takes.removals == 0 || takes.events > 0
      else { return coming }
      let row = spaces.rows.last { $0.id == coming.id && $0.deletedAt == nil }
      var rest = try lacking(eventsOf[coming.id] ?? [], rowsOf[coming.id] ?? [], in: coming.id)
      rest.removals = takes.removals
      rest.spaces = try row.map { try isNews($0) } ?? false ? 1 : 0
      var coming = coming
      coming.takes = rest
      return coming
    }
  }

  /// Compares a space that was passed over, or is asked for, with all that the cloud has of it.
  func whole(_ id: UUID) async throws -> Coming {
    guard try isHere(id),
      let row = try await session.ask({ try await $0.spaces(ids: [id]) }).rows.first(where: {
        $0.id == id && $0.deletedAt == nil
      })
    else { return Coming(id, nil, nil) }
    let pull = MigratedPull(session: session)
    let anchors = try await pull.read(from: TableCursor(), nil) { end in
      try await session.ask { try await $0.anchors(of: id, after: end) }
    }
    let events = try await pull.read(from: TableCursor(), nil) { end in
      try await session.ask { try await $0.events(of: id, after: end) }
    }
    var coming = Coming(id, row.name, try lacking(events.rows, anchors.rows, in: id))
    var sends = try unsent(of: id, besides: Set(events.rows.map(\.id)))
    if let head = try session.heads.load(id), try differs(head, from: row) {
      if head.updatedAt > row.updatedAt { sends.spaces = 1 } else { coming.takes?.spaces = 1 }
      if try session.digest(of: head, SpaceBase()) != nil, row.map == nil { sends.worldMaps = 1 }
    }
    coming.sends = sends
    return coming
  }

  /// Returns how much of some events and rows of a space is not here.
  private func lacking(
    _ events: [AnchorEventRow], _ rows: [AnchorRow], in space: UUID
  ) throws -> TrafficCount {
    let index = try session.store.open[space].withLog { $0.index }
    let known = index.ordinals(ofEvents: events.map(\.id))
    let new = events.filter { known[$0.id] == nil }
    let bases = session.ledger.anchors(of: space).rows
    let here = Dictionary(try session.merger.anchorRows(of: space).rows.map { ($0.id, $0) }) {
      first, _ in first
    }
    let changed = rows.filter { row in
      ![bases[row.id], here[row.id]].contains { $0?.hasSameContent(as: row) ?? false }
        // A row that is not later than the log is outdated.
        && here[row.id].map { $0.updatedAt < row.updatedAt } ?? (row.deletedAt == nil)
    }
    return TrafficCount(
      anchors: Set(new.map(\.anchorId) + changed.map(\.id)).count, events: new.count)
  }

  /// Returns how much of a space's log is not among some events.
  private func unsent(of space: UUID, besides known: Set<UUID>) throws -> TrafficCount {
    let outbox = try session.marker.outbox(of: space, mark: nil)
    let rows = try outbox.rows(0..<outbox.count).map(\.row).filter { !known.contains($0.id) }
    let implied = try session.merger.impliedEvents(of: space)
    return TrafficCount(
      anchors: Set(rows.map(\.anchorId)).union(implied.keys).count,
      events: rows.count + implied.values.reduce(0, +))
  }

  /// Whether a row of a space says something that is neither here nor known.
  private func isNews(_ row: SpaceRow) throws -> Bool {
    if let known = session.ledger.base.spaces[row.id]?.row { return !known.hasSameContent(as: row) }
    return try session.heads.load(row.id).map { try differs($0, from: row) } ?? true
  }

  private func differs(_ head: LocalSpace, from row: SpaceRow) throws -> Bool {
    let map = try session.digest(of: head, SpaceBase())?.sha256
    return head.name != row.name
      || row.map.map { $0.sha256 != nil && $0.sha256 != map } ?? (map != nil)
  }

  private func isHere(_ space: UUID) throws -> Bool { try session.store.catalog.holds(space) }
}
