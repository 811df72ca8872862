import Foundation
import HyperbasisAnchorLog
import HyperbasisStore

/// Sends the events that the cloud does not have, including those of spaces that it has removed: history
/// outlives the rows.
@SyncActor
final class EventPush {
  private let session: SyncSession
  /// The events to be sent next, of any spaces.
  private var batch: [SentEvent] = []
  /// The logs with events that are on their way or still to be sent.
  private var outboxes: [UUID: EventOutbox] = [:]
  private var refused: Set<UUID> = []
  /// The events that the cloud took and did not have before.
  private var inserted: Set<UUID> = []
  /// The events that the cloud holds in another space than the one here.
  private var misplaced: Set<UUID> = []
  /// The space whose log the next events come from.
  private var current: UUID?
  private var done = 0
  private var total = 0

  init(session: SyncSession) {
    self.session = session
  }

  func run() async throws {
    for id in try session.activeSpaces() {
      try await session.attempt { try await push(eventsOf: id) }
    }
    current = nil
    try await deliver()
  }

  private func push(eventsOf space: UUID) async throws {
    if session.isForgotten(space) || session.isDeniedEntry(space) { return }
    guard let unsent = try session.unsentEvents(of: space) else { return }
    let outbox = sendable(unsent, of: space)
    guard outbox.count > 0 else {
      session.ledger.base.spaces[space, default: SpaceBase()].log = outbox.mark
      return
    }
    outboxes[space] = outbox
    current = space
    total += outbox.count
    var start = 0
    while start < outbox.count {
      let end = min(start + SyncLimits.rowsPerWrite - batch.count, outbox.count)
      batch += try outbox.rows(start..<end)
        .map { SentEvent(space: space, row: $0.row, span: $0.span) }
      done += end - start
      start = end
      if batch.count == SyncLimits.rowsPerWrite { try await deliver() }
    }
  }

  /// Returns what to send of an outbox: one event for each cause of refusal, and those that are not
  /// refused.
  private func sendable(_ outbox: EventOutbox, of space: UUID) -> EventOutbox {
    if session.refusedEvents(of: space).isEmpty { return outbox }
    session.beginTrials(of: .event, in: space, among: outbox.eventIds)
    return outbox.leavingOut(session.refusedEvents(of: space))
  }

  /// Sends the batch, and notes what the cloud has afterwards.
  private func deliver() async throws {
    let events = batch
    batch = []
    try await Delivery.run(events[...], in: \.space) { events in
      let numbers = try await session.ask { try await $0.insert(events: events.map(\.row)) }
      session.noteOwnEvents(numbers: Array(numbers.values))
      inserted.formUnion(numbers.keys)
      try await findMisplaced(events.map(\.row).filter { numbers[$0.id] == nil })
    } refused: { event, failure in
      refuse(event, failure)
    } done: { events in
      try settle(events)
    }
    for space in outboxes.keys { note(space) }
    outboxes = outboxes.filter { $0.key == current }
    guard !events.isEmpty else { return }
    try await session.report(.pushing, done, total)
    try session.ledger.save()
  }

  private func refuse(_ event: SentEvent, _ failure: CloudFailure) {
    let id = event.row.id
    // A log may hold one id twice.
    guard refused.insert(id).inserted else { return }
    session.quarantine(.event, id, event.space, failure, id.uuidString)
  }

  /// Records what the cloud has of events that it did not refuse.
  private func settle(_ events: ArraySlice<SentEvent>) throws {
    for event in events where misplaced.contains(event.row.id) { refuse(event, .heldElsewhere) }
    let taken = events.filter { !misplaced.contains($0.row.id) }
    for (space, events) in Dictionary(grouping: taken, by: \.space) {
      try outboxes[space]?.markSent(events.map(\.span))
      note(space)
    }
    for event in taken { session.noteAccepted(.event, event.row.id) }
    session.sent.add(
      eventsOf: taken.map(\.row).filter { inserted.contains($0.id) }.map(\.anchorId))
  }

  /// Finds which events that the cloud did not take it holds in another space. An id belongs to one event
  /// there, while one file that was imported into two spaces gives the same ids in both.
  private func findMisplaced(_ events: [AnchorEventRow]) async throws {
    var hidden: [AnchorEventRow] = []
    for part in events.chunks(of: SyncLimits.idsPerRequest) {
      let places = try await session.ask { try await $0.spaces(ofEvents: part.map(\.id)) }
      for event in part {
        switch places[event.id] {
        case event.spaceId: break
        case nil: hidden.append(event)
        default: misplaced.insert(event.id)
        }
      }
    }
    guard !hidden.isEmpty else { return }
    // A space without a row was removed or forgotten meanwhile, and what is sent of it is dropped. One that
    // is there would show its events: they are those of somebody else's space.
    let spaces = Array(Set(hidden.map(\.spaceId)))
    let seen = Set(try await session.ask { try await $0.spaces(ids: spaces) }.rows.map(\.id))
    misplaced.formUnion(hidden.filter { seen.contains($0.spaceId) }.map(\.id))
  }

  private func note(_ space: UUID) {
    guard let mark = outboxes[space]?.mark else { return }
    session.ledger.base.spaces[space, default: SpaceBase()].log = mark
  }

  /// Returns how many events the cloud does not have, refused ones included.
  func unsentEvents(of space: UUID) throws -> Int {
    if session.isForgotten(space) { return 0 }
    return try session.unsentEvents(of: space)?.count ?? 0
  }
}

extension SyncSession {
  /// Returns the events of a space that the cloud does not have; nil if it has the whole log, which is
  /// found out without loading it.
  func unsentEvents(of space: UUID) throws -> EventOutbox? {
    let mark = ledger.base.spaces[space]?.log
    if let mark, mark.sent.ranges.count == 1,
      mark.sent.covers(0..<(try store.events.logSize(of: space))),
      try marker.isValid(mark, of: space)
    {
      return nil
    }
    return try marker.outbox(of: space, mark: mark)
  }
}

/// An event to be sent, with the range of its line.
private struct SentEvent: Sendable {
  let space: UUID
  let row: AnchorEventRow
  let span: Range<Int>
}
