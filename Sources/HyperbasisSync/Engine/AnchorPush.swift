import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisStore

/// Sends anchors that differ from what the cloud has.
@SyncActor
struct AnchorPush {
  let session: SyncSession

  func run() async throws {
    for id in try session.store.catalog.sortedIds() {
      try await session.attempt { try await push(anchorsOf: id) }
    }
  }

  private func push(anchorsOf space: UUID) async throws {
    // Without its space an anchor has no place there.
    guard session.ledger.base.spaces[space]?.row != nil, session.ledger.base.removals[space] == nil
    else {
      return
    }
    var (dirty, logSize) = try dirtyAnchors(of: space)
    let known = session.ledger.anchors(of: space).rows
    if session.ledger.base.tier == .plain, !dirty.isEmpty,
      try session.merger.date(dirty, after: known, of: space)
    {
      (dirty, logSize) = try dirtyAnchors(of: space)
    }
    let sendable = dirty.filter { !session.isQuarantined(.anchor, $0.id, $0.contentDigest) }
    var agreed = sendable.count == dirty.count
    var done = 0
    for chunk in sendable.chunks(of: SyncLimits.rowsPerWrite) {
      try await Delivery.run(chunk) { rows in
        if try await !send(Array(rows), of: space) { agreed = false }
      } refused: { row, failure in
        agreed = false
        refuse(row, of: space, failure)
      }
      done += chunk.count
      try await session.report(.pushing, done, sendable.count)
    }
    if agreed { session.ledger.base.spaces[space]?.agreedLogSize = logSize }
  }

  private func refuse(_ row: AnchorRow, of space: UUID, _ failure: CloudFailure) {
    if case .missingParent = failure {
      // The space has just been deleted, or is refused itself: what is pulled next says so.
      session.needsAnotherRound = true
    } else {
      session.quarantine(.anchor, row.id, space, failure, row.contentDigest)
    }
  }

  /// The anchors of a space that differ from what the cloud has.
  func dirtyAnchors(of space: UUID) throws -> (rows: [AnchorRow], logSize: Int) {
    let size = try session.store.events.logSize(of: space)
    if let known = session.ledger.base.spaces[space], known.row != nil, known.agreedLogSize == size
    {
      return ([], size)
    }
    let (rows, logSize) = try session.merger.anchorRows(of: space)
    let bases = session.ledger.anchors(of: space).rows
    let dirty = rows.filter { row in
      // Of what nobody has ever seen nobody needs to learn that it is gone.
      guard let known = bases[row.id] else { return row.deletedAt == nil }
      return !known.hasSameContent(as: row)
    }
    return (dirty, logSize)
  }

  /// - Returns: whether the cloud now has all of them.
  private func send(_ rows: [AnchorRow], of space: UUID) async throws -> Bool {
    let known = session.ledger.anchors(of: space).rows
    let writes = rows.map { row in
      RowWrite(dated(row, after: known[row.id]), mayInsert: known[row.id] == nil)
    }
    let stored = try await session.ask {
      try await $0.write(anchors: writes, tier: session.ledger.base.tier)
    }
    var bases = session.ledger.anchors(of: space)
    var overtaken: [AnchorRow] = []
    var isWhole = true
    for row in rows {
      guard let winner = stored[row.id] else {
        (session.needsAnotherRound, isWhole) = (true, false)
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
    guard !overtaken.isEmpty else { return isWhole }
    session.needsAnotherRound = true
    // Where logs are exchanged the winner's events are on their way, and are to come first.
    if session.ledger.base.tier == .plain {
      try AnchorReceiver(session: session).receive(overtaken, of: space)
    }
    return false
  }

  /// A row as it is sent: what was seen is older than what follows from it, whatever the clocks
  /// say. A migrated server lets the later of two rows of one instant win by itself.
  private func dated(_ row: AnchorRow, after seen: AnchorRow?) -> AnchorRow {
    guard let seen else { return row }
    let step: Int64 = session.ledger.base.tier == .plain ? 1 : 0
    var row = row
    row.updatedAt = max(row.updatedAt, seen.updatedAt.advanced(byMicroseconds: step))
    return row
  }
}

extension AnchorRow {
  /// Tells whether what was refused has changed since.
  fileprivate var contentDigest: String {
    let value = AnyCodableValue.array([
      .array(transform.map { .double(Double($0)) }), .dictionary(metadata),
      .bool(deletedAt != nil),
    ])
    // Transforms are finite here, so that this cannot fail.
    let text = (try? JSONWriter.encode(value)) ?? []
    return String(SHA256.hexDigest(of: text).prefix(32))
  }
}
