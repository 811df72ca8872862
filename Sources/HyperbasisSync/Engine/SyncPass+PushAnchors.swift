import Foundation
import HyperbasisAnchorLog
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisStore

extension SyncPass {
  func pushAnchors() async throws {
    for id in try store.spaceIds().sorted(by: { UUIDBits($0) < UUIDBits($1) }) {
      try await attempt { try await pushAnchors(of: id) }
    }
  }

  private func pushAnchors(of space: UUID) async throws {
    // Without its space an anchor has no place there.
    guard base.spaces[space]?.row != nil, base.removals[space] == nil else { return }
    let (dirty, logSize) = try dirtyAnchors(of: space)
    let sendable = dirty.filter { !isQuarantined(.anchor, $0.id, $0.contentDigest) }
    var agreed = sendable.count == dirty.count
    var done = 0
    for chunk in sendable.chunks(of: SyncLimits.rowsPerWrite) {
      try await deliver(chunk) { rows in
        if try await !self.send(Array(rows), of: space) { agreed = false }
      } refused: { row, failure in
        agreed = false
        self.refuse(row, of: space, failure)
      }
      done += chunk.count
      await report(.pushing, done, sendable.count)
    }
    if agreed { base.spaces[space]?.agreedLogSize = logSize }
  }

  private func refuse(_ row: AnchorRow, of space: UUID, _ failure: CloudFailure) {
    if case .missingParent = failure {
      // The space has just been deleted, or is refused itself: what is pulled next says so.
      needsAnotherRound = true
    } else {
      quarantine(.anchor, row.id, space, failure, row.contentDigest)
    }
  }

  /// The anchors of a space that differ from what the cloud has.
  func dirtyAnchors(of space: UUID) throws -> (rows: [AnchorRow], logSize: Int) {
    let size = try store.logSize(of: space)
    if let known = base.spaces[space], known.row != nil, known.agreedLogSize == size {
      return ([], size)
    }
    let (rows, logSize) = try store.anchorRows(of: space)
    let bases = anchors(of: space).rows
    let dirty = rows.filter { row in
      // Of what nobody has ever seen nobody needs to learn that it is gone.
      guard let known = bases[row.id] else { return row.deletedAt == nil }
      return !known.hasSameContent(as: row)
    }
    return (dirty, logSize)
  }

  /// - Returns: whether the cloud now has all of them.
  private func send(_ rows: [AnchorRow], of space: UUID) async throws -> Bool {
    let known = anchors(of: space).rows
    let writes = rows.map { row in
      RowWrite(dated(row, after: known[row.id]), mayInsert: known[row.id] == nil)
    }
    let stored = try await cloud.write(anchors: writes, tier: base.tier)
    var bases = anchors(of: space)
    var overtaken: [AnchorRow] = []
    var isWhole = true
    for row in rows {
      guard let winner = stored[row.id] else {
        (needsAnotherRound, isWhole) = (true, false)
        continue
      }
      if winner.hasSameContent(as: row) {
        bases.rows[row.id] = winner
        sent.anchors.insert(row.id)
      } else {
        overtaken.append(winner)
      }
    }
    try setAnchors(bases, of: space)
    guard !overtaken.isEmpty else { return isWhole }
    needsAnotherRound = true
    // Where logs are exchanged the winner's events are on their way, and are to come first.
    if base.tier == .plain { try take(overtaken, of: space) }
    return false
  }

  /// A row as it is sent: what was seen is older than what follows from it, whatever the clocks
  /// say. A migrated server lets the later of two rows of one instant win by itself.
  private func dated(_ row: AnchorRow, after seen: AnchorRow?) -> AnchorRow {
    guard let seen else { return row }
    let step: Int64 = base.tier == .plain ? 1 : 0
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
