import Foundation
import HyperbasisModels
import HyperbasisStore

/// Reads all that a migrated server has of single spaces, independently of the cursors: of spaces that
/// were followed after the cursors had passed them, or that are asked for.
///
/// What the cursors have not reached yet comes once more later, which changes nothing.
@SyncActor
struct SpacePull {
  let session: SyncSession

  func run(_ ids: some Sequence<UUID>) async throws {
    for id in ids.sorted() {
      try await session.attempt(receiving: id) { try await pull(id) }
    }
    try session.ledger.save()
  }

  private func pull(_ id: UUID) async throws {
    let rows = try await session.ask { try await $0.spaces(ids: [id]) }
    session.note(unreadable: rows.unreadable)
    guard let row = rows.rows.first(where: { $0.id == id }) else { return try lose(id) }
    try session.welcome(id)
    try SpaceReceiver(session: session).receive(row)
    let pull = MigratedPull(session: session)
    // Read before the events and applied after them: a writer sends the events of a row before the row.
    let anchors = try await pull.read(from: TableCursor(), nil) { cursor in
      try await session.ask { try await $0.anchors(of: id, after: cursor) }
    }
    try await receiveEvents(of: id)
    // Anchors that were removed for good left a tombstone that the cursor has passed.
    let found = Set(anchors.rows.map(\.id))
    if session.followed.contains(id),
      session.ledger.anchors(of: id).rows.keys.contains(where: { !found.contains($0) })
    {
      session.ledger.base.mustReadAgain = true
    }
    try AnchorReceiver(session: session).receive(
      anchors.rows.sorted { $0.id < $1.id }, of: id)
    if !session.deletions.contains(id) { session.ledger.base.passedOver.remove(id) }
  }

  private func receiveEvents(of id: UUID) async throws {
    let pull = MigratedPull(session: session)
    var end = TableCursor()
    var done = 0
    var found: [Range<Int>] = []
    while true {
      let batch = try await pull.events(from: end, after: done) { cursor in
        try await session.ask { try await $0.events(of: id, after: cursor) }
      }
      found += try pull.receive(batch.events, of: id)
      if batch.isLast || batch.end == end { break }
      (end, done) = (batch.end, done + batch.events.count)
    }
    try noteLost(of: id, found)
  }

  /// Has events sent again that the cloud was known to have and that were not among those read: it has
  /// lost them.
  ///
  /// - Parameter found: the lines of the events that it has.
  private func noteLost(of id: UUID, _ found: [Range<Int>]) throws {
    guard try session.isWanted(id), let known = session.ledger.base.spaces[id]?.log,
      let mark = try session.marker.extend(nil, by: found, of: id)
    else { return }
    let lacking = try session.marker.outbox(of: id, mark: mark).count
    guard try lacking > session.marker.outbox(of: id, mark: known).count else { return }
    session.ledger.base.spaces[id]?.log = mark
    session.ledger.base.spaces[id]?.agreedLogSize = nil
  }

  /// Handles a space without a row. Only what the cursors have passed tells whether it is gone: it may
  /// merely be out of sight.
  private func lose(_ id: UUID) throws {
    session.ledger.base.passedOver.remove(id)
    // As far as is known here, only this store has had it removed.
    if try session.takenBack().contains(id) {
      return try SpaceReceiver(session: session).receiveRemoval(of: id, at: nil)
    }
    if session.followed.contains(id), try session.store.catalog.holds(id) {
      session.ledger.base.mustReadAgain = true
    }
  }
}
