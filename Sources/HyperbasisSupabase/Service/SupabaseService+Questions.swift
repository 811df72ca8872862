import Foundation
import HyperbasisHTTP
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisSync

extension SupabaseService: CloudQuestions {
  func findSpaces(_ term: String?) async throws(CloudFailure) -> [FoundSpace] {
    do {
      let answer = try await ask("find_spaces") { $0.member("term", term) }
      return try RowReader.read(answer, of: "find_spaces").rows
    } catch {
      // A plain server is asked for all of its spaces, which is no more than syncing does there.
      guard case .missing = error else { throw error }
      return try await plainSpaces()
    }
  }

  func states(
    of space: UUID, at instants: [HBInstant]
  ) async throws(CloudFailure) -> PartialHistory {
    let answer = try await ask("state_events") { writer in
      writer.column("space", space)
      writer.key("instants")
      writer.beginArray()
      for instant in instants { writer.string(instant.wireBound) }
      writer.endArray()
    }
    return try HistoryResponse.read(answer, of: space)
  }

  func log(
    of space: UUID, _ question: LogQuestion
  ) async throws(CloudFailure) -> PartialHistory {
    let answer = try await ask("log_events") { writer in
      writer.column("space", space)
      writer.member("most", question.limit)
      writer.member("is_reversed", question.isReversed)
      if let anchor = question.anchor { writer.column("anchor", anchor) }
      if let from = question.from { writer.member("start_at", from.wireBound) }
      if let to = question.to { writer.member("end_at", to.wireBound) }
      guard !question.types.isEmpty else { return }
      writer.key("types")
      writer.beginArray()
      for type in question.types.map(\.rawValue).sorted() { writer.string(type) }
      writer.endArray()
    }
    return try HistoryResponse.read(answer, of: space)
  }

  func latestRows(of space: UUID) async throws(CloudFailure) -> CloudRows<AnchorRow> {
    try await all(AnchorRow.table, AnchorRow.columns(.plain)) { $0.equal("space_id", space) }
  }

  private func plainSpaces() async throws(CloudFailure) -> [FoundSpace] {
    let found: CloudRows<SpaceRow> = try await all(SpaceRow.table, SpaceRow.columns(.plain)) { $0 }
    return found.rows.map { FoundSpace(id: $0.id, name: $0.name, hasHistory: false) }
  }

  /// Reads all rows that a filter lets through, page by page.
  func all<Row: WritableRow>(
    _ table: String, _ columns: [String], where filter: (TableQuery) -> TableQuery
  ) async throws(CloudFailure) -> CloudRows<Row> {
    var result = CloudRows<Row>(rows: [])
    var last: UUID?
    while true {
      let query = filter(TableQuery().select(columns)).behind("id", last?.wireText).order("id")
        .limit(rowsPerPage)
      let (reading, total) = try await tables.read(
        table, query, countsAll: last == nil, as: Row.self)
      result.rows += reading.rows
      result.unreadable += reading.unreadable
      if reading.count == 0 || reading.count == total { return result }
      last = reading.last.flatMap { $0.optionalId("id") }
      guard last != nil else {
        throw .unexpectedAnswer(ServerResponse(status: 200, message: "a row has no key"))
      }
    }
  }
}

// MARK: - Calling functions

extension SupabaseService {
  /// Calls a function of the migration with named values.
  func ask(
    _ function: String, _ write: (inout JSONWriter) -> Void
  ) async throws(CloudFailure) -> HTTPResponse {
    var writer = JSONWriter()
    writer.beginObject()
    write(&writer)
    writer.endObject()
    var request = try client.request(.post, ["rest", "v1", "rpc", function])
    request.headers["Accept"] = "application/json"
    request.body = .json(writer.bytes)
    return try await client.send(request, TableRefusal.judge)
  }
}

extension HBInstant {
  /// The instant as a bound; one that cannot be written as a date lies before or after everything.
  fileprivate var wireBound: String {
    if self < WireInstant.range.lowerBound { return "-infinity" }
    return WireInstant.range.contains(self) ? rfc3339Text : "infinity"
  }
}
