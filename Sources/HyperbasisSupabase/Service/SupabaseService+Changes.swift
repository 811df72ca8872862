import Foundation
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisSync

// What is new in all tables with one request, by a function of the migration. What does not fit into
// one response is read table by table from there on.

extension SupabaseService {
  func changes(after cursors: SyncCursors) async throws(CloudFailure) -> CloudChanges? {
    var request = try client.request(.post, ["rest", "v1", "rpc", "changes_since"])
    request.headers["Accept"] = "application/json"
    let limit = min(rowsPerPage, SyncLimits.rowsPerPage)
    request.body = .json(try Self.question(cursors, limit))
    let answer: HTTPAnswer
    do {
      answer = try await client.send(request, TableRefusal.judge)
    } catch {
      switch error {
      // A server from before, or one that does not let this user call it: its tables tell as well.
      case .missing, .rejected: return nil
      default: throw error
      }
    }
    guard let parts = JSONElements.split(answer.body), parts.count >= 4 else {
      throw .unexpectedAnswer(
        ServerAnswer(status: answer.status, message: "the response is not a list of changes"))
    }
    let bodies = parts.map { Array(answer.body[$0]) }
    return CloudChanges(
      spaces: try page(bodies[0], SpaceRow.table, limit) { $0.sequence() },
      tombstones: try page(bodies[1], Tombstone.table, limit) { $0.sequence() },
      anchors: try page(bodies[2], AnchorRow.table, limit) { $0.sequence() },
      events: try page(bodies[3], AnchorEventRow.table, limit) { $0.sequence() })
  }

  /// The server's limit of rows does not cut what a function gives: a short page is the last one.
  private func page<Row: WireRow>(
    _ body: [UInt8], _ table: String, _ limit: Int, _ key: (RowMembers) -> Int64?
  ) throws(CloudFailure) -> CloudPage<Row, Int64> {
    let reading = try RowReader.read(body, of: table, status: 200, as: Row.self)
    return CloudPage(
      rows: reading.rows, unreadable: reading.unreadable, end: try position(of: reading, key),
      isLast: reading.count < limit)
  }

  private static func question(
    _ cursors: SyncCursors, _ limit: Int
  ) throws(CloudFailure) -> [UInt8] {
    func json(_ cursor: TableCursor) -> AnyCodableValue {
      let known = cursor.known.map { range in
        AnyCodableValue.array([.int(Int(range.lowerBound)), .int(Int(range.upperBound))])
      }
      return ["read": .int(Int(cursor.read)), "known": .array(known)]
    }
    let question: AnyCodableValue = [
      "cursors": [
        "spaces": json(cursors.spaces), "anchors": json(cursors.anchors),
        "events": json(cursors.events), "tombstones": json(cursors.tombstones),
      ],
      "page": .int(limit),
    ]
    do {
      return try JSONWriter.encode(question)
    } catch {
      throw .rejected(ServerAnswer(status: 400, message: error.localizedDescription))
    }
  }
}
