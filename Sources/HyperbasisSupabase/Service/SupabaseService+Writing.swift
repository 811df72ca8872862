import Foundation
import HyperbasisModels
import HyperbasisSync

extension SupabaseService {
  /// A migrated server compares dates by itself. One request for all rows that may be created;
  /// those that may not be are changed one by one, since an insert would create them.
  func write(
    spaces writes: [RowWrite<SpaceRow>], tier: CloudTier
  ) async throws(CloudFailure) -> [UUID: SpaceRow] {
    guard tier == .migrated else { return try await writePlain(writes) }
    let new = writes.filter(\.mayInsert).map(\.row)
    var result = new.isEmpty ? [:] : byId(try await tables.insert(new, tier, .merge).rows)
    let known = writes.filter { !$0.mayInsert }.map(\.row)
    for row in try await updated(known, tier, onlyOlder: false) { result[row.id] = row }
    let rest = known.map(\.id).filter { result[$0] == nil }
    if !rest.isEmpty { try await checkGone(rest, "a space may be read but not changed") }
    return result
  }

  /// On a migrated server an anchor that is gone has a tombstone, which refuses what is older.
  func write(
    anchors writes: [RowWrite<AnchorRow>], tier: CloudTier
  ) async throws(CloudFailure) -> [UUID: AnchorRow] {
    guard tier == .migrated else { return try await writePlain(writes) }
    guard !writes.isEmpty else { return [:] }
    return byId(try await tables.insert(writes.map(\.row), tier, .merge).rows)
  }

  func insert(events: [AnchorEventRow]) async throws(CloudFailure) -> [Int64] {
    guard !events.isEmpty else { return [] }
    return try await tables.insertNumbered(events)
  }
}

// MARK: - Plain servers

extension SupabaseService {
  /// "Insert, or update where mine is later" has no single request: insert what is not there;
  /// change the rest where it is older; read what was not changed. Somebody may delete or create
  /// a row in between, hence the rounds.
  private func writePlain<Row: WritableRow & DatedRow>(
    _ writes: [RowWrite<Row>]
  ) async throws(CloudFailure) -> [UUID: Row] {
    var result: [UUID: Row] = [:]
    var rest = writes
    for _ in 0..<3 where !rest.isEmpty {
      let new = rest.filter(\.mayInsert).map(\.row)
      if !new.isEmpty {
        for row in try await tables.insert(new, .plain, .ignore).rows { result[row.id] = row }
      }
      rest.removeAll { result[$0.row.id] != nil }
      for row in try await updated(rest.map(\.row), .plain, onlyOlder: true) {
        result[row.id] = row
      }
      rest.removeAll { result[$0.row.id] != nil }
      rest = try await settled(rest, &result)
    }
    // Older, and neither inserted nor changed: a rule that lets it be seen and not be changed.
    guard rest.isEmpty else {
      throw .rejected(
        ServerAnswer(status: 403, message: "a row may be read but not changed"))
    }
    return result
  }

  /// Reads what was not written, and gives what is to be tried again.
  private func settled<Row: WritableRow & DatedRow>(
    _ writes: [RowWrite<Row>], _ result: inout [UUID: Row]
  ) async throws(CloudFailure) -> [RowWrite<Row>] {
    guard !writes.isEmpty else { return [] }
    let found: CloudRows<Row> = try await rows(writes.map(\.row.id), Row.columns(.plain))
    let stored = byId(found.rows)
    let unreadable = Set(found.unreadable.compactMap(\.id))
    var again: [RowWrite<Row>] = []
    for write in writes {
      if let row = stored[write.row.id] {
        if row.updatedAt >= write.row.updatedAt {
          result[row.id] = row
        } else {
          again.append(write)
        }
      } else if write.mayInsert, !unreadable.contains(write.row.id) {
        again.append(write)
      }
    }
    return again
  }

  /// Changes rows one by one, some at once.
  private func updated<Row: WritableRow & DatedRow>(
    _ rows: [Row], _ tier: CloudTier, onlyOlder: Bool
  ) async throws(CloudFailure) -> [Row] {
    var result: [Row] = []
    for part in rows.chunks(of: 6) {
      let outcome = await withTaskGroup { group -> Result<[Row], CloudFailure> in
        for row in part {
          group.addTask { () -> Result<Row?, CloudFailure> in
            do throws(CloudFailure) {
              let instant = onlyOlder ? row.updatedAt : nil
              return .success(try await tables.update(row, tier, before: instant))
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

/// A row of which the later one wins.
protocol DatedRow: Sendable {
  var updatedAt: HBInstant { get }
}

extension SpaceRow: DatedRow {}
extension AnchorRow: DatedRow {}

// MARK: - Deleting

extension SupabaseService {
  func delete(spaces ids: [UUID]) async throws(CloudFailure) {
    for part in ids.chunks(of: SyncLimits.idsPerRequest) {
      let gone = Set(try await tables.delete(SpaceRow.table, ids: Array(part)))
      let rest = part.filter { !gone.contains($0) }
      if !rest.isEmpty { try await checkGone(rest, "a space may be read but not deleted") }
    }
    for id in ids { try await maps.removeAll(of: id) }
  }

  /// A row that may be seen and not be written stays as it is without a word.
  private func checkGone(_ ids: [UUID], _ complaint: String) async throws(CloudFailure) {
    let (reading, _) = try await tables.read(
      SpaceRow.table, TableQuery().select(["id"]).among(ids), as: RowId.self)
    guard reading.count == 0 else {
      throw .rejected(ServerAnswer(status: 403, message: complaint))
    }
  }
}
