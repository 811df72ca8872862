import Foundation
import HyperbasisAnchorLog
import HyperbasisStore

/// Sends the events that the cloud does not have, also those of spaces that it has removed: history
/// outlives the rows.
@SyncActor
struct EventPush {
  let session: SyncSession

  func run() async throws {
    for id in try session.store.catalog.sortedIds() {
      try await session.attempt { try await push(eventsOf: id) }
    }
  }

  private func push(eventsOf space: UUID) async throws {
    if try isSent(space) { return }
    var outbox = try session.marker.outbox(of: space, mark: session.ledger.base.spaces[space]?.log)
    var refused = Set(session.ledger.base.quarantine.filter { $0.kind == .event }.map(\.id))
    var start = 0
    while start < outbox.count {
      let end = min(start + SyncLimits.rowsPerWrite, outbox.count)
      let items = try outbox.rows(start..<end).filter { !refused.contains($0.row.id) }
        .map { SentEvent(row: $0.row, span: $0.span) }
      try await Delivery.run(items[...], sharesSpace: true) { items in
        try await session.ask {
          try await $0.insert(events: items.map(\.row))
        }
      } refused: { item, failure in
        // A log may hold one id twice.
        guard refused.insert(item.row.id).inserted else { return }
        session.quarantine(.event, item.row.id, space, failure, item.row.id.uuidString)
      } done: { items in
        try outbox.markSent(items.map(\.span))
        for item in items { session.noteAccepted(.event, item.row.id) }
        session.sent.add(eventsOf: items.map(\.row.anchorId))
        session.ledger.base.spaces[space, default: SpaceBase()].log = outbox.mark
      }
      start = end
      try await session.report(.pushing, end, outbox.count)
      try session.ledger.save()
    }
    session.ledger.base.spaces[space, default: SpaceBase()].log = outbox.mark
  }

  /// Whether the cloud has a whole log, found without loading it.
  private func isSent(_ space: UUID) throws -> Bool {
    guard let mark = session.ledger.base.spaces[space]?.log, mark.sent.ranges.count == 1,
      mark.sent.covers(0..<(try session.store.events.logSize(of: space)))
    else { return false }
    return try session.marker.isValid(mark, of: space)
  }

  /// How many events the cloud does not have, refused ones included.
  func unsentEvents(of space: UUID) throws -> Int {
    if try isSent(space) { return 0 }
    return try session.marker.outbox(of: space, mark: session.ledger.base.spaces[space]?.log).count
  }
}

/// An event on its way, with where its line lies.
private struct SentEvent: Sendable {
  let row: AnchorEventRow
  let span: Range<Int>
}
