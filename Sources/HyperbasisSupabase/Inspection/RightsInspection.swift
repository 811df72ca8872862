import Foundation
import HyperbasisHTTP
import HyperbasisStore
import HyperbasisSync

// Rights are granted for whole tables, and PostgreSQL checks them before it looks for a row: requests that
// concern no row tell whether they are granted, and write nothing.

extension SupabaseService {
  /// Finds out what this user has no right to do.
  func inspectRights(_ tables: inout [HBCloudTable]) async throws(CloudFailure) {
    for index in tables.indices where tables[index].presence == .present {
      for action in Self.actions(in: tables[index].name)
      where try await isDenied(action, in: tables[index].name) {
        tables[index].deniedActions.append(action)
      }
    }
  }

  /// Returns what syncing does in a table.
  private static func actions(in table: String) -> [HBCloudTable.Action] {
    switch table {
    case SpaceRow.table: [.insert, .update, .delete]
    case AnchorRow.table: [.insert, .update]
    case AnchorEventRow.table: [.insert]
    default: []
    }
  }

  private func isDenied(
    _ action: HBCloudTable.Action, in table: String
  ) async throws(CloudFailure) -> Bool {
    do {
      _ = try await client.send(try request(action, table), TableRefusal.judge)
      return false
    } catch {
      switch error {
      case .rejected(let answer): return answer.code == "42501"
      case .missing, .missingParent: return false
      default: throw error
      }
    }
  }

  private func request(
    _ action: HBCloudTable.Action, _ table: String
  ) throws(CloudFailure) -> HTTPRequest {
    let path = ["rest", "v1", table]
    let nobody = TableQuery().equal("id", UUID.random())
    var request: HTTPRequest
    switch action {
    case .insert:
      request = try client.request(.post, path, TableQuery().columns(["id"]).items)
      request.body = .json(Array("[]".utf8))
    case .update:
      request = try client.request(.patch, path, nobody.items)
      request.body = .json(Array(#"{"created_at":"2000-01-01T00:00:00Z"}"#.utf8))
    case .delete: request = try client.request(.delete, path, nobody.items)
    }
    request.headers["Prefer"] = "return=minimal"
    return request
  }
}
