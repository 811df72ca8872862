import Foundation
import HyperbasisHTTP
import HyperbasisSync

// Row security hides rows silently: a user who may see nothing reads an empty table.

extension SupabaseService {
  func inspectRowSecurity(_ tables: inout [HBCloudTable]) async throws(CloudFailure) {
    if let found = try await rowSecurity() {
      for index in tables.indices {
        guard let row = found[tables[index].name] else { continue }
        tables[index].rowSecurity =
          !row.isActive ? .off : row.policies > 0 ? .policies(row.policies) : .withoutPolicies
      }
      return
    }
    for index in tables.indices
    where tables[index].name == SpaceRow.table && tables[index].presence == .present {
      tables[index].rowSecurity = try await triedRowSecurity()
    }
  }

  /// Returns what the migration's function says; nil without it.
  private func rowSecurity() async throws(CloudFailure) -> [String: RowSecurityRow]? {
    let request = try client.request(.get, ["rest", "v1", "rpc", "sync_inspect"])
    do {
      let answer = try await client.send(request, TableRefusal.judge)
      let rows: RowReader.Reading<RowSecurityRow> = try RowReader.read(answer, of: "sync_inspect")
      return Dictionary(rows.rows.map { ($0.name, $0) }) { first, _ in first }
    } catch {
      switch error {
      case .missing, .rejected: return nil
      default: throw error
      }
    }
  }

  /// Tries to write a row without an id. PostgreSQL checks row security first and the table's constraints
  /// after that, so the way in which it refuses tells whether this user may write.
  private func triedRowSecurity() async throws(CloudFailure) -> HBCloudTable.RowSecurity {
    var request = try client.request(
      .post, ["rest", "v1", SpaceRow.table], TableQuery().columns(["id"]).items)
    request.headers["Prefer"] = "return=minimal"
    request.body = .json(Array(#"[{"id":null}]"#.utf8))
    do {
      _ = try await client.send(request, TableRefusal.judge)
      return .unknown
    } catch {
      guard case .rejected(let answer) = error else { throw error }
      switch answer.code {
      case "23502": return .allowsWrites
      case "42501": return .refusesWrites
      default: return .unknown
      }
    }
  }
}

private struct RowSecurityRow: WireRow {
  let name: String
  let isActive: Bool
  let policies: Int

  init(_ members: RowMembers) throws(RowFault) {
    name = try members.text("name") ?? ""
    isActive = try members.flag("row_security")
    policies = try members.integer("policies")
  }
}
