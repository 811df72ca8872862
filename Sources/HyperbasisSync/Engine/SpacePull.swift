import Foundation
import HyperbasisModels
import HyperbasisStore

/// Reads all that a migrated server has of single spaces, beside the cursors: of spaces that are
/// followed since the cursors have passed them, or that somebody asks for.
///
/// What the cursors still have before them comes once more, which changes nothing.
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
    // Before the events, and looked at after them: who writes a row writes its events first.
    let anchors = try await pull.read(from: TableCursor(), nil) { cursor in
      try await session.ask { try await $0.anchors(of: id, after: cursor) }
    }
    try await receiveEvents(of: id)
    // Anchors that were removed for good left a tombstone behind the cursor.
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
    while true {
      let batch = try await pull.events(from: end, after: done) { cursor in
        try await session.ask { try await $0.events(of: id, after: cursor) }
      }
      try pull.receive(batch.events, of: id)
      if batch.isLast || batch.end == end { return }
      (end, done) = (batch.end, done + batch.events.count)
    }
  }

  /// That it is gone is only said by what the cursors have passed: it may merely be out of sight.
  private func lose(_ id: UUID) throws {
    session.ledger.base.passedOver.remove(id)
    // Nobody but this store has had it removed, as far as anybody here knows.
    if try session.takenBack().contains(id) {
      return try SpaceReceiver(session: session).receiveRemoval(of: id, at: nil)
    }
    if session.followed.contains(id), try session.store.catalog.holds(id) {
      session.ledger.base.mustReadAgain = true
    }
  }
}
