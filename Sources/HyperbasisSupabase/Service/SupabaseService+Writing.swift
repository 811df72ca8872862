import Foundation
import HyperbasisModels
import HyperbasisSync

extension SupabaseService {
  func write(
    spaces writes: [RowWrite<SpaceRow>], tier: CloudTier
  ) async throws(CloudFailure) -> [UUID: SpaceRow] {
    try await writeUnlessChanged(writes, tier)
  }

  /// On a migrated server the later row of an anchor wins by itself, so that one request is enough for
  /// all; and one that is gone has a tombstone, which refuses what is older.
  func write(
    anchors writes: [RowWrite<AnchorRow>], tier: CloudTier
  ) async throws(CloudFailure) -> [UUID: AnchorRow] {
    guard tier == .migrated else { return try await writeUnlessChanged(writes, tier) }
    guard !writes.isEmpty else { return [:] }
    return byId(try await tables.insert(writes.map(\.row), tier, .merge).rows)
  }

  func insert(events: [AnchorEventRow]) async throws(CloudFailure) -> [UUID: Int64] {
    guard !events.isEmpty else { return [:] }
    return try await tables.insertNumbered(events)
  }
}

// MARK: - Conditional writes

extension SupabaseService {
  /// Inserts rows, or updates those that were seen. No single request does that: this inserts what does
  /// not exist, changes the rest if it has the date that was seen, and reads what was not written. A row
  /// may be deleted or created in between, hence the rounds.
  private func writeUnlessChanged<Row: WritableRow & DatedRow>(
    _ writes: [RowWrite<Row>], _ tier: CloudTier
  ) async throws(CloudFailure) -> [UUID: Row] {
    var result: [UUID: Row] = [:]
    var rest = writes
    for round in 0..<(tier == .plain ? 3 : 2) where !rest.isEmpty {
      let new = rest.filter(\.mayInsert).map(\.row)
      if !new.isEmpty {
        // What is neither inserted nor found is hidden, and then refused here, or kept deleted.
        let resolution: TableClient.Resolution =
          tier == .migrated && round > 0 ? .merge : .ignore
        for row in try await tables.insert(new, tier, resolution).rows { result[row.id] = row }
      }
      for row in try await updated(rest, tier) { result[row.id] = row }
      rest.removeAll { result[$0.row.id] != nil }
      rest = try await settled(rest, tier, &result)
    }
    // A policy lets the rows be seen but not changed. Those that are kept deleted are left out.
    guard rest.allSatisfy({ tier == .migrated && $0.mayInsert }) else {
      throw .rejected(
        ServerResponse(status: 403, message: "a row may be read but not changed"))
    }
    return result
  }

  /// Reads what was not written, and returns what should be tried again.
  private func settled<Row: WritableRow & DatedRow>(
    _ writes: [RowWrite<Row>], _ tier: CloudTier, _ result: inout [UUID: Row]
  ) async throws(CloudFailure) -> [RowWrite<Row>] {
    guard !writes.isEmpty else { return [] }
    let found: CloudRows<Row> = try await rows(
      writes.map(\.row.id), Row.columns(tier) + Row.numbering(tier))
    let stored = byId(found.rows)
    let unreadable = Set(found.unreadable.compactMap(\.id))
    var again: [RowWrite<Row>] = []
    for write in writes {
      if let row = stored[write.row.id] {
        if write.seen == row.updatedAt { again.append(write) } else { result[row.id] = row }
      } else if write.mayInsert, !unreadable.contains(write.row.id) {
        again.append(write)
      }
    }
    return again
  }

  /// Changes rows that were seen, one by one, several at a time.
  private func updated<Row: WritableRow & DatedRow>(
    _ writes: [RowWrite<Row>], _ tier: CloudTier
  ) async throws(CloudFailure) -> [Row] {
    let changes = writes.compactMap { write in write.seen.map { (row: write.row, seen: $0) } }
    var result: [Row] = []
    for part in changes.chunks(of: 6) {
      let outcome = await withTaskGroup { group -> Result<[Row], CloudFailure> in
        for (row, seen) in part {
          group.addTask { () -> Result<Row?, CloudFailure> in
            do throws(CloudFailure) {
              return .success(try await tables.update(row, tier, seen: seen))
            } catch {
              return .failure(error)
            }
          }
        }
        var found: [Row] = []
        var failure: CloudFailure?
        for await one in group {
          switch one {
          case .success(let row): if let row { found.append(row) }
          case .failure(let error): failure = failure ?? error
          }
        }
        return failure.map { .failure($0) } ?? .success(found)
      }
      result += try outcome.get()
    }
    return result
  }

  private func byId<Row: WritableRow>(_ rows: [Row]) -> [UUID: Row] {
    Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
  }
}

/// A row with the date when it was written.
protocol DatedRow: Sendable {
  var updatedAt: HBInstant { get }
}

extension SpaceRow: DatedRow {}
extension AnchorRow: DatedRow {}

// MARK: - Deleting

extension SupabaseService {
  func delete(spaces ids: [UUID]) async throws(CloudFailure) -> Set<UUID> {
    var removed: Set<UUID> = []
    for part in ids.chunks(of: SyncLimits.idsPerRequest) {
      let gone = Set(try await tables.delete(SpaceRow.table, ids: Array(part)))
      removed.formUnion(gone)
      let rest = part.filter { !gone.contains($0) }
      if !rest.isEmpty { try await checkGone(rest, "a space may be read but not deleted") }
    }
    for id in ids { try await maps.removeAll(of: id) }
    return removed
  }

  /// Checks that rows are gone: one that may be seen but not written silently stays as it is.
  private func checkGone(_ ids: [UUID], _ complaint: String) async throws(CloudFailure) {
    let (reading, _) = try await tables.read(
      SpaceRow.table, TableQuery().select(["id"]).among(ids), as: RowId.self)
    guard reading.count == 0 else {
      throw .rejected(ServerResponse(status: 403, message: complaint))
    }
  }
}
