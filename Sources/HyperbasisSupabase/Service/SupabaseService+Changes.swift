import Foundation
import HyperbasisHTTP
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisSync

// Reads what is new in all tables with one request, by a function of the migration. What does not fit
// into one response is read table by table from there on.

extension SupabaseService {
  func changes(after cursors: SyncCursors) async throws(CloudFailure) -> CloudChanges? {
    var request = try client.request(.post, ["rest", "v1", "rpc", "changes_since"])
    request.headers["Accept"] = "application/json"
    let limit = min(rowsPerPage, SyncLimits.rowsPerPage)
    request.body = .json(try Self.question(cursors, limit))
    let answer: HTTPResponse
    do {
      answer = try await client.send(request, TableRefusal.judge)
    } catch {
      switch error {
      // The server is older, or does not let this user call the function: its tables tell the same.
      case .missing, .rejected: return nil
      default: throw error
      }
    }
    guard let parts = JSONParts.split(answer.body), parts.count >= 4 else {
      throw .unexpectedAnswer(
        ServerResponse(status: answer.status, message: "the response is not a list of changes"))
    }
    let bodies = parts.map { Array(answer.body[$0]) }
    return CloudChanges(
      spaces: try page(bodies[0], SpaceRow.table, limit) { $0.sequence() },
      tombstones: try page(bodies[1], Tombstone.table, limit) { $0.sequence() },
      anchors: try page(bodies[2], AnchorRow.table, limit) { $0.sequence() },
      events: try page(bodies[3], AnchorEventRow.table, limit) { $0.sequence() })
  }

  /// Reads a page of one table. The server's limit of rows does not cut what this function returns: a
  /// short page is the last one.
  private func page<Row: WireRow>(
    _ body: [UInt8], _ table: String, _ limit: Int, _ key: (RowMembers) -> Int64?
  ) throws(CloudFailure) -> CloudPage<Row, Int64> {
    let reading = try RowReader.read(body, of: table, status: 200, as: Row.self)
    return CloudPage(
      rows: reading.rows, unreadable: reading.unreadable, end: try position(of: reading, key),
      isLast: reading.count < limit)
  }

  private static func question(
    _ cursors: SyncCursors, _ limit: Int?
  ) throws(CloudFailure) -> [UInt8] {
    func json(_ cursor: TableCursor) -> AnyCodableValue {
      let known = cursor.known.map { range in
        AnyCodableValue.array([.int(Int(range.lowerBound)), .int(Int(range.upperBound))])
      }
      return ["read": .int(Int(cursor.read)), "known": .array(known)]
    }
    var question: [String: AnyCodableValue] = [
      "cursors": [
        "spaces": json(cursors.spaces), "anchors": json(cursors.anchors),
        "events": json(cursors.events), "tombstones": json(cursors.tombstones),
      ]
    ]
    if let limit { question["page"] = .int(limit) }
    do {
      return try JSONWriter.encode(.dictionary(question))
    } catch {
      throw .rejected(ServerResponse(status: 400, message: error.localizedDescription))
    }
  }
}

// MARK: - Summaries

extension SupabaseService {
  func changeCounts(
    after cursors: SyncCursors
  ) async throws(CloudFailure) -> [SpaceChangeCount]? {
    var request = try client.request(.post, ["rest", "v1", "rpc", "changes_by_space"])
    request.headers["Accept"] = "application/json"
    request.body = .json(try Self.question(cursors, nil))
    return try await rows(of: request, "changes_by_space")
  }

  func listedSpaces(
    _ most: Int, skipping skipped: Int
  ) async throws(CloudFailure) -> ListedCloudSpaces? {
    var spaces: [ListedSpaceRow] = []
    // The server's limit of rows cuts what this function returns; if a page takes too long, ask for
    // fewer.
    var size = min(most, SyncLimits.idsPerRequest)
    while spaces.count < most {
      var writer = JSONWriter()
      writer.beginObject()
      writer.member("most", min(size, most - spaces.count))
      writer.member("skip", skipped + spaces.count)
      writer.endObject()
      var request = try client.request(.post, ["rest", "v1", "rpc", "list_spaces"])
      request.headers["Accept"] = "application/json"
      request.body = .json(writer.bytes)
      do {
        guard let rows: [ListedSpaceRow] = try await rows(of: request, "list_spaces") else {
          return nil
        }
        guard !rows.isEmpty else { break }
        spaces += rows
      } catch {
        guard case .busy(let said, _) = error, said.code == "57014", size > 1 else { throw error }
        size /= 4
      }
    }
    return ListedCloudSpaces(
      spaces: spaces.map(\.space), total: spaces.last?.total ?? skipped)
  }

  /// Returns nil if the server does not have the function.
  private func rows<Row: WireRow>(
    of request: HTTPRequest, _ function: String
  ) async throws(CloudFailure) -> [Row]? {
    do {
      let answer = try await client.send(request, TableRefusal.judge)
      return try RowReader.read(answer, of: function, as: Row.self).rows
    } catch {
      guard case .missing = error else { throw error }
      return nil
    }
  }
}

/// A row of `list_spaces`.
private struct ListedSpaceRow: WireRow {
  let space: CloudSpace
  let total: Int

  init(_ members: RowMembers) throws(RowFault) {
    var space = CloudSpace(
      id: try members.id("id"), name: try members.text("name"),
      changedAt: try members.instant("changed_at"), actor: try members.text("actor_id"))
    space.anchors = try members.integer("anchors")
    space.events = try members.integer("events")
    space.bytes = try members.integer("bytes")
    space.mapBytes = members.sequence("world_map_size").map { Int($0) }
    self.space = space
    total = try members.integer("total")
  }
}

extension SpaceChangeCount: WireRow {
  init(_ members: RowMembers) throws(RowFault) {
    self.init(
      id: try members.id("id"), name: try members.text("name"),
      count: TrafficCount(
        spaces: try members.integer("spaces"), anchors: try members.integer("anchors"),
        events: try members.integer("events"), removals: try members.integer("removals")))
  }
}
