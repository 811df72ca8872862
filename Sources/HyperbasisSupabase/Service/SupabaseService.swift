import Foundation
import HyperbasisModels
import HyperbasisStore
package import HyperbasisSync
import SystemPackage

/// A Supabase project as a cloud: PostgREST for rows, Storage for world maps.
struct SupabaseService: CloudService {
  let client: CloudClient
  let tables: TableClient
  let maps: MapClient
  /// How many rows are asked for at once.
  let rowsPerPage: Int

  var meter: TransferMeter? { client.meter }

  init(
    address: CloudAddress, key: String, accessToken: HBAccessTokenProvider? = nil,
    files: any FileSystem = LiveFileSystem(), rowsPerPage: Int = SyncLimits.rowsPerPage,
    retry: RequestRetry = RequestRetry(),
    clock: @escaping @Sendable () -> HBInstant = { HBInstant(Date()) }
  ) {
    let credentials = RequestAuthorization(key: ProjectKey(key), provider: accessToken)
    client = CloudClient(
      address: address, credentials: credentials, transport: SystemTransport.make(files: files),
      retry: retry, clock: clock)
    tables = TableClient(client: client)
    maps = MapClient(client: client, files: files)
    self.rowsPerPage = rowsPerPage
  }

  func identity() async throws(CloudFailure) -> CloudIdentity {
    guard client.address.isValid else { throw .invalidAddress(client.address.text) }
    let token = try await client.credentials.reload()
    let user = token.flatMap { AccessTokenClaims($0)?.subject }
    return CloudIdentity(url: client.address.text, user: user)
  }
}

// MARK: - What the server offers

extension SupabaseService {
  func probe(knownAs known: CloudTier?) async throws(CloudFailure) -> CloudProbe {
    do {
      for table in SupabaseTable.names {
        try await look(at: table, SupabaseTable.columns(table))
      }
      return CloudProbe(.migrated)
    } catch {
      guard case .missing(let name, _) = error else { throw error }
      if known == .migrated, try await hasPartOfMigration() { throw error }
      if known != .plain { try await requirePlainTables() }
      return CloudProbe(.plain, reason: name)
    }
  }

  /// Whether a part of the migration is there. A store that has synced with histories waits then for the
  /// rest, since others may still write histories; it does not go on without them.
  private func hasPartOfMigration() async throws(CloudFailure) -> Bool {
    for table in [SpaceRow.table, AnchorRow.table, Tombstone.table] {
      do {
        try await look(at: table, ["sync_seq"])
        return true
      } catch {
        guard case .missing = error else { throw error }
      }
    }
    return false
  }

  /// Requires the tables without which nothing can be synced; the error says what is missing.
  private func requirePlainTables() async throws(CloudFailure) {
    for table in [SpaceRow.table, AnchorRow.table] {
      try await look(at: table, SupabaseTable.plainColumns(table))
    }
  }

  /// Asks for columns, but for no row.
  private func look(at table: String, _ columns: [String]) async throws(CloudFailure) {
    let query = TableQuery().select(columns).limit(0)
    _ = try await tables.read(table, query, as: RowId.self)
  }
}

// MARK: - A backend's service

extension HBStorageConfig {
  /// Creates the service behind the configuration; nil if there is none.
  package func makeCloud() -> (any CloudService)? {
    guard case .supabase(let url, let key) = backend else { return nil }
    let address = CloudAddress(url) ?? CloudAddress(invalid: url)
    return SupabaseService(address: address, key: key, accessToken: accessToken)
  }
}
