import Foundation
import HyperbasisSync

// Pages are divided by keys that never change. A page that is shorter than the limit proves nothing,
// since a server silently cuts it at a limit of its own; a list ends with an empty page, or when a count
// of all rows says so.

extension SupabaseService {
  func spaceManifest(
    after id: UUID?
  ) async throws(CloudFailure) -> CloudPage<ManifestEntry, UUID> {
    try await manifest(of: SpaceRow.table, TableQuery().select(["id", "updated_at"]), after: id)
  }

  func anchorManifest(
    of spaces: [UUID]?, after id: UUID?
  ) async throws(CloudFailure) -> CloudPage<ManifestEntry, UUID> {
    let all = TableQuery().select(["id", "space_id", "updated_at", "deleted_at"])
    let query = spaces.map { all.among($0, in: "space_id") } ?? all
    return try await manifest(of: AnchorRow.table, query, after: id)
  }

  private func manifest(
    of table: String, _ query: TableQuery, after id: UUID?
  ) async throws(CloudFailure) -> CloudPage<ManifestEntry, UUID> {
    let query = query.behind("id", id?.wireText).order("id").limit(rowsPerPage)
    // Counted once, so that a list of one page takes one request.
    let (reading, total) = try await tables.read(
      table, query, countsAll: id == nil, as: ManifestEntry.self)
    let end = try position(of: reading) { $0.optionalId("id") }
    return CloudPage(
      rows: reading.rows, unreadable: reading.unreadable, end: end,
      isLast: reading.count == 0 || reading.count == total)
  }

  func spaces(ids: [UUID]) async throws(CloudFailure) -> CloudRows<SpaceRow> {
    try await rows(ids, SpaceRow.columns(.plain))
  }

  func anchors(ids: [UUID]) async throws(CloudFailure) -> CloudRows<AnchorRow> {
    try await rows(ids, AnchorRow.columns(.plain))
  }

  func hasEvents(upTo sequence: Int64) async throws(CloudFailure) -> Bool {
    let query = TableQuery().select(["id"]).upTo("sync_seq", String(sequence)).limit(1)
    let (reading, _) = try await tables.read(AnchorEventRow.table, query, as: RowId.self)
    return reading.count > 0
  }

  func spaces(ofEvents ids: [UUID]) async throws(CloudFailure) -> [UUID: UUID] {
    let found: CloudRows<EventPlace> = try await rows(
      ids, ["id", "space_id"], of: AnchorEventRow.table)
    return Dictionary(found.rows.map { ($0.id, $0.spaceId) }) { first, _ in first }
  }

  /// Reads rows with as many requests as it takes, since the server's limit applies here as well.
  func rows<Row: WritableRow>(
    _ ids: [UUID], _ columns: [String]
  ) async throws(CloudFailure) -> CloudRows<Row> {
    try await rows(ids, columns, of: Row.table)
  }

  private func rows<Row: WireRow>(
    _ ids: [UUID], _ columns: [String], of table: String
  ) async throws(CloudFailure) -> CloudRows<Row> {
    var result = CloudRows<Row>(rows: [])
    for part in ids.chunks(of: SyncLimits.idsPerRequest) {
      var last: UUID?
      while true {
        let query = TableQuery().select(columns).among(Array(part))
          .behind("id", last?.wireText).order("id")
        let (reading, total) = try await tables.read(
          table, query, countsAll: last == nil, as: Row.self)
        result.rows += reading.rows
        result.unreadable += reading.unreadable
        if reading.count == 0 || reading.count == total { break }
        last = try position(of: reading) { $0.optionalId("id") }
      }
    }
    return result
  }

  func position<Row, Position>(
    of reading: RowReader.Reading<Row>, _ key: (RowMembers) -> Position?
  ) throws(CloudFailure) -> Position? {
    guard reading.count > 0 else { return nil }
    guard let position = reading.last.flatMap(key) else {
      throw .unexpectedAnswer(ServerResponse(status: 200, message: "a row has no key"))
    }
    return position
  }
}

// MARK: - By sequence

extension SupabaseService {
  func spaces(after cursor: TableCursor) async throws(CloudFailure) -> CloudPage<SpaceRow, Int64> {
    try await page(of: SpaceRow.table, SpaceRow.columns(.migrated) + ["sync_seq"], after: cursor)
  }

  func anchors(after cursor: TableCursor) async throws(CloudFailure) -> CloudPage<AnchorRow, Int64>
  {
    try await page(
      of: AnchorRow.table, AnchorRow.columns(.migrated) + ["sync_seq"], after: cursor)
  }

  func events(
    after cursor: TableCursor
  ) async throws(CloudFailure) -> CloudPage<AnchorEventRow, Int64> {
    try await page(
      of: AnchorEventRow.table, AnchorEventRow.columns(.migrated) + ["sync_seq"], after: cursor)
  }

  func tombstones(
    after cursor: TableCursor
  ) async throws(CloudFailure) -> CloudPage<Tombstone, Int64> {
    try await page(of: Tombstone.table, Tombstone.columns, after: cursor)
  }

  func anchors(
    of space: UUID, after cursor: TableCursor
  ) async throws(CloudFailure) -> CloudPage<AnchorRow, Int64> {
    try await page(
      of: AnchorRow.table, AnchorRow.columns(.migrated) + ["sync_seq"], space: space,
      after: cursor)
  }

  func events(
    of space: UUID, after cursor: TableCursor
  ) async throws(CloudFailure) -> CloudPage<AnchorEventRow, Int64> {
    try await page(
      of: AnchorEventRow.table, AnchorEventRow.columns(.migrated) + ["sync_seq"], space: space,
      after: cursor)
  }

  private func page<Row: WireRow>(
    of table: String, _ columns: [String], space: UUID? = nil, after cursor: TableCursor
  ) async throws(CloudFailure) -> CloudPage<Row, Int64> {
    let query = TableQuery().select(columns).equal("space_id", space)
      .behind("sync_seq", cursor.read > 0 ? String(cursor.read) : nil)
      .outside("sync_seq", cursor.known).order("sync_seq").limit(rowsPerPage)
    let (reading, _) = try await tables.read(table, query, as: Row.self)
    let end = try position(of: reading) { $0.sequence() }
    return CloudPage(
      rows: reading.rows, unreadable: reading.unreadable, end: end, isLast: reading.count == 0)
  }
}

/// The key of an event, and the space that it is in.
private struct EventPlace: WireRow {
  let id: UUID
  let spaceId: UUID

  init(_ members: RowMembers) throws(RowFault) {
    (id, spaceId) = (try members.id("id"), try members.id("space_id"))
  }
}
