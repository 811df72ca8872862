import Foundation
import HyperbasisHTTP
import HyperbasisSync

/// The tables of both tiers and the columns that syncing uses.
enum SupabaseTable {
  static let names = [
    SpaceRow.table, AnchorRow.table, AnchorEventRow.table, Tombstone.table,
  ]

  /// Returns the columns that every server must have.
  static func plainColumns(_ table: String) -> [String] {
    switch table {
    case SpaceRow.table: SpaceRow.columns(.plain)
    case AnchorRow.table: AnchorRow.columns(.plain)
    default: []
    }
  }

  static func columns(_ table: String) -> [String] {
    switch table {
    case SpaceRow.table: SpaceRow.columns(.migrated) + ["sync_seq"]
    case AnchorRow.table: AnchorRow.columns(.migrated) + ["sync_seq"]
    case AnchorEventRow.table: AnchorEventRow.columns(.migrated) + ["sync_seq"]
    default: Tombstone.columns
    }
  }
}

extension SupabaseService {
  func inspectedTables() async throws(CloudFailure) -> [HBCloudTable] {
    var tables: [HBCloudTable] = []
    for name in SupabaseTable.names {
      let isRequired = !SupabaseTable.plainColumns(name).isEmpty
      var table = HBCloudTable(name: name, isRequired: isRequired)
      try await inspect(&table)
      tables.append(table)
    }
    return tables
  }

  private func inspect(_ table: inout HBCloudTable) async throws(CloudFailure) {
    let columns = SupabaseTable.columns(table.name)
    do {
      guard try await has(table.name, columns) else {
        // The server names one missing column at a time.
        table.presence = .present
        for column in columns where try await !has(table.name, [column]) {
          table.missingColumns.append(column)
        }
        return
      }
      table.presence = .present
    } catch {
      switch error {
      case .missing: table.presence = .missing
      case .rejected(let answer):
        table.presence = .unreadable(answer.text ?? "status \(answer.status)")
      default: throw error
      }
    }
  }

  /// Whether a table has all of these columns.
  ///
  /// - Throws: ``CloudFailure/missing(_:_:)`` if there is no table.
  private func has(_ table: String, _ columns: [String]) async throws(CloudFailure) -> Bool {
    do {
      _ = try await tables.read(table, TableQuery().select(columns).limit(0), as: RowId.self)
      return true
    } catch {
      guard case .missing(_, let answer) = error,
        answer.code == "42703" || answer.code == "PGRST204"
      else { throw error }
      return false
    }
  }
}
