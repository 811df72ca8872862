import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisStore

/// Sends anchors that differ from what the cloud has.
@SyncActor
final class AnchorPush {
  private let session: SyncSession
  /// The rows to be sent next, of any spaces.
  private var batch: [AnchorRow] = []
  private var batchIds: Set<UUID> = []
  /// The size of the log of each space that was looked at, as long as the cloud takes all of its anchors.
  private var agreed: [UUID: Int] = [:]
  private var done = 0
  private var total = 0

  init(session: SyncSession) {
    self.session = session
  }

  func run() async throws {
    for id in try session.activeSpaces() {
      try await session.attempt { try await push(anchorsOf: id) }
    }
    try await deliver()
    for (space, logSize) in agreed { session.ledger.base.spaces[space]?.agreedLogSize = logSize }
  }

  /// Writes events for rows that have none with their date; to be called before events are sent, since
  /// anyone who sees a row should see its events.
  func dateRows() async throws {
    for id in try session.activeSpaces() {
      try await session.attempt {
        if isWelcome(id) { _ = try datedAnchors(of: id) }
      }
    }
  }

  /// Whether the cloud takes anchors of a space: it does not without the space itself.
  private func isWelcome(_ space: UUID) -> Bool {
    session.ledger.base.spaces[space]?.row != nil && session.ledger.base.removals[space] == nil
      && !session.doubted.contains(space)
  }

  private func datedAnchors(of space: UUID) throws -> (rows: [AnchorRow], logSize: Int) {
    let dirty = try dirtyAnchors(of: space)
    let known = session.ledger.anchors(of: space).rows
    guard !dirty.rows.isEmpty,
      try session.merger.date(
        dirty.rows, after: known, of: space, on: session.ledger.base.tier)
    else { return dirty }
    return try dirtyAnchors(of: space)
  }

  private func push(anchorsOf space: UUID) async throws {
    guard isWelcome(space) else { return }
    let (dirty, logSize) =
      try session.ledger.base.tier == .plain ? datedAnchors(of: space) : dirtyAnchors(of: space)
    let waiting = dirty.isEmpty ? [:] : try anchorsWaiting(in: space)
    session.beginTrials(
      of: .anchor, in: space, among: dirty.map(\.id), sparing: Set(waiting.keys))
    let sendable = dirty.filter { row in
      waiting[row.id] == nil && !session.isQuarantined(.anchor, row.id, row.contentDigest)
    }
    // Rows that wait only for refused events are sent once those are.
    if dirty.contains(where: { waiting[$0.id] == .sendable }) { session.needsAnotherRound = true }
    if sendable.count == dirty.count { agreed[space] = logSize }
    total += sendable.count
    for row in sendable {
      // Two spaces may have an anchor with the same id, which no statement takes twice.
      if batch.count == SyncLimits.rowsPerWrite || batchIds.contains(row.id) { try await deliver() }
      batch.append(row)
      batchIds.insert(row.id)
    }
  }

  /// Returns the anchors with events that are still to be sent. Their rows must not be sent before these:
  /// anyone who sees a row should see its events, and a pass may end between the two. Such a row is not
  /// refused itself, and is not reported in addition to the events that are.
  private func anchorsWaiting(in space: UUID) throws -> [UUID: EventOutbox.Wait] {
    guard session.ledger.base.tier == .migrated else { return [:] }
    return try session.unsentEvents(of: space)?
      .anchorsWaiting(refused: session.refusedEvents(of: space)) ?? [:]
  }

  private func deliver() async throws {
    let rows = batch
    (batch, batchIds) = ([], [])
    try await Delivery.run(rows[...], in: \.spaceId) { rows in
      try await send(Array(rows))
    } refused: { row, failure in
      agreed[row.spaceId] = nil
      refuse(row, failure)
    }
    done += rows.count
    if !rows.isEmpty { try await session.report(.pushing, done, total) }
  }

  private func refuse(_ row: AnchorRow, _ failure: CloudFailure) {
    if case .missingParent = failure {
      // The space has just been deleted, or is refused itself: the next pull will tell.
      session.needsAnotherRound = true
    } else {
      session.quarantine(.anchor, row.id, row.spaceId, failure, row.contentDigest)
    }
  }

  /// Returns the anchors of a space that differ from what the cloud has.
  func dirtyAnchors(of space: UUID) throws -> (rows: [AnchorRow], logSize: Int) {
    let size = try session.store.events.logSize(of: space)
    if let known = session.ledger.base.spaces[space], known.row != nil, known.agreedLogSize == size
    {
      return ([], size)
    }
    if try SpacePush(session: session).isLeftToOthers(space) { return ([], size) }
    let (rows, logSize) = try session.merger.anchorRows(of: space)
    let bases = session.ledger.anchors(of: space).rows
    let dirty = rows.filter { row in
      // If nobody else has ever seen an anchor, nobody needs to learn that it is gone.
      guard let known = bases[row.id] else { return row.deletedAt == nil }
      return !known.hasSameContent(as: row)
    }
    return (dirty, logSize)
  }

  private func send(_ rows: [AnchorRow]) async throws {
    let writes = rows.map { row in
      let known = session.ledger.anchors(of: row.spaceId).rows[row.id]
      var row = row
      row.updatedAt = row.updatedAt(after: known, on: session.ledger.base.tier)
      return RowWrite(row, seen: known?.updatedAt)
    }
    let stored = try await session.ask {
      try await $0.write(anchors: writes, tier: session.ledger.base.tier)
    }
    for (space, rows) in Dictionary(grouping: rows, by: \.spaceId) {
      try await session.attempt { try settle(rows, stored, of: space) }
    }
    // Only once they are in the base: a row that is not recorded there must still be read.
    let own = writes.compactMap { write in
      stored[write.row.id].flatMap { $0.isAsSent(write.row) ? $0.sequence : nil }
    }
    session.ledger.base.cursors.anchors.noteOwn(own)
  }

  /// Records what the cloud now has of what was sent.
  private func settle(_ rows: [AnchorRow], _ stored: [UUID: AnchorRow], of space: UUID) throws {
    var bases = session.ledger.anchors(of: space)
    var overtaken: [AnchorRow] = []
    for row in rows {
      guard let winner = stored[row.id] else {
        session.needsAnotherRound = true
        agreed[space] = nil
        continue
      }
      if winner.hasSameContent(as: row) {
        bases.rows[row.id] = winner
        session.sent.anchors.insert(row.id)
        session.noteAccepted(.anchor, row.id)
      } else {
        overtaken.append(winner)
      }
    }
    try session.ledger.setAnchors(bases, of: space)
    guard !overtaken.isEmpty else { return }
    session.needsAnotherRound = true
    agreed[space] = nil
    // Where logs are exchanged, the winner's events are on their way, and must come first.
    if session.ledger.base.tier == .plain {
      try AnchorReceiver(session: session).receive(overtaken, of: space)
    }
  }
}

extension AnchorRow {
  /// Whether the server holds exactly what it was sent.
  fileprivate func isAsSent(_ row: AnchorRow) -> Bool {
    spaceId == row.spaceId && updatedAt == row.updatedAt && hasSameContent(as: row)
  }

  /// A hash that shows whether what was refused has changed since.
  fileprivate var contentDigest: String {
    let value = AnyCodableValue.array([
      .array(transform.map { .double(Double($0)) }), .dictionary(metadata),
      .bool(deletedAt != nil),
    ])
    // Transforms are finite here, so this cannot fail.
    let text = (try? JSONWriter.encode(value)) ?? []
    return String(SHA256.hexDigest(of: text).prefix(32))
  }
}
