import Foundation
import HyperbasisHTTP
import HyperbasisModels
import HyperbasisSync

/// The tables of a project, behind PostgREST.
struct TableClient: Sendable {
  let client: CloudClient

  func read<Row: WireRow>(
    _ table: String, _ query: TableQuery, countsAll: Bool = false, as _: Row.Type = Row.self
  ) async throws(CloudFailure) -> (rows: RowReader.Reading<Row>, total: Int?) {
    var request = try client.request(.get, ["rest", "v1", table], query.items)
    request.headers["Accept"] = "application/json"
    if countsAll { request.headers["Prefer"] = "count=exact" }
    let answer = try await client.send(request, TableRefusal.judge)
    return (try RowReader.read(answer, of: table), answer.total)
  }

  /// Inserts rows; the resolution decides about those whose ids exist already.
  func insert<Row: WritableRow>(
    _ rows: [Row], _ tier: CloudTier, _ resolution: Resolution, returnsRows: Bool = true
  ) async throws(CloudFailure) -> RowReader.Reading<Row> {
    let columns = Row.columns(tier)
    var query = TableQuery().columns(columns)
    if returnsRows { query = query.select(columns + Row.numbering(tier)) }
    var request = try client.request(.post, ["rest", "v1", Row.table], query.items)
    request.headers["Prefer"] =
      "resolution=\(resolution.rawValue), return=\(returnsRows ? "representation" : "minimal")"
    request.body = .json(try Row.body(rows, tier))
    let answer = try await client.send(request, TableRefusal.judge)
    guard returnsRows else { return RowReader.Reading() }
    return try RowReader.read(answer, of: Row.table)
  }

  /// Inserts rows that do not exist, and returns the numbers of those by id.
  func insertNumbered<Row: WritableRow>(
    _ rows: [Row]
  ) async throws(CloudFailure) -> [UUID: Int64] {
    let query = TableQuery().columns(Row.columns(.migrated)).select(["id", "sync_seq"])
    var request = try client.request(.post, ["rest", "v1", Row.table], query.items)
    request.headers["Prefer"] =
      "resolution=\(Resolution.ignore.rawValue), return=representation"
    request.body = .json(try Row.body(rows, .migrated))
    let answer = try await client.send(request, TableRefusal.judge)
    let inserted = try RowReader.read(answer, of: Row.table, as: RowNumber.self).rows
    return Dictionary(inserted.map { ($0.id, $0.number) }) { first, _ in first }
  }

  enum Resolution: String {
    case merge = "merge-duplicates"
    case ignore = "ignore-duplicates"
  }

  /// Changes a row that exists, and returns it as it is then; nil if the filter matched none.
  ///
  /// - Parameter seen: the date that the row must have to be changed. The server locks the row before it
  ///   compares, so that of several writers who have seen the same row only one gets through.
  func update<Row: WritableRow>(
    _ row: Row, _ tier: CloudTier, seen: HBInstant
  ) async throws(CloudFailure) -> Row? {
    let columns = Row.columns(tier)
    let query = TableQuery().equal("id", row.id).equal("updated_at", seen)
      .columns(columns).select(columns + Row.numbering(tier))
    var request = try client.request(.patch, ["rest", "v1", Row.table], query.items)
    request.headers["Prefer"] = "return=representation"
    request.body = .json(try row.body(tier))
    let answer = try await client.send(request, TableRefusal.judge)
    let rows: RowReader.Reading<Row> = try RowReader.read(answer, of: Row.table)
    return rows.rows.first
  }

  /// Removes rows, and returns the ids of those that existed.
  func delete(_ table: String, ids: [UUID]) async throws(CloudFailure) -> [UUID] {
    let query = TableQuery().among(ids).select(["id"])
    var request = try client.request(.delete, ["rest", "v1", table], query.items)
    request.headers["Prefer"] = "return=representation"
    let answer = try await client.send(request, TableRefusal.judge)
    let rows: RowReader.Reading<RowId> = try RowReader.read(answer, of: table)
    return rows.rows.map(\.id)
  }
}

/// The key and the number of a row, and nothing else of it.
private struct RowNumber: WireRow {
  let id: UUID
  let number: Int64

  init(_ members: RowMembers) throws(RowFault) {
    id = try members.id("id")
    guard let number = members.sequence() else { throw RowFault(reason: "its sync_seq is missing") }
    self.number = number
  }
}

/// The key of a row, and nothing else of it.
struct RowId: WireRow {
  let id: UUID

  init(_ members: RowMembers) throws(RowFault) {
    id = try members.id("id")
  }
}
