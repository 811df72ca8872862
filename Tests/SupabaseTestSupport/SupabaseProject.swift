package import Foundation

/// A project of the stand-in: a database of its own, the addresses and keys that a client needs,
/// and everything that a test may do behind the client's back.
package struct SupabaseProject: Sendable {
  struct Addresses: Decodable {
    var name: String
    var url: URL
    var anonymousKey: String
    var serviceKey: String
    var publishableKey: String
    var secretKey: String
    var database: String
  }

  let server: SupabaseServer
  let addresses: Addresses

  /// The URL of the project that a client is given.
  package var url: URL { addresses.url }

  /// The long-lived token of the older form.
  package var anonymousKey: String { addresses.anonymousKey }

  /// The opaque key of the newer form, which is not a token.
  package var publishableKey: String { addresses.publishableKey }

  /// The key that bypasses row security.
  package var serviceKey: String { addresses.serviceKey }

  /// The address of the database, for the superuser.
  package var database: String { addresses.database }

  func path(_ part: String) -> String { "projects/\(addresses.name)/\(part)" }
}

// MARK: - The server's side

extension SupabaseProject {
  /// Returns a token as a user gets it by signing in.
  ///
  /// - Parameter lifetime: in seconds, by the clock of the project.
  package func token(for user: UUID, lifetime: Int = 3600) async throws -> String {
    struct Wanted: Encodable {
      var user: String
      var lifetime: Int
    }
    let answer: [String: String] = try await server.ask(
      "POST", path("tokens"), Wanted(user: user.uuidString.lowercased(), lifetime: lifetime))
    return answer["token"] ?? ""
  }

  /// Sets the clock by which tokens, links and resumable uploads expire, in seconds from now.
  package func setClock(offset: Double) async throws {
    try await server.tell("PUT", path("clock"), ["offset": offset])
  }

  /// Sets the most rows that a read returns; further ones are cut off silently.
  package func setMaxRows(_ count: Int) async throws {
    try await server.tell("PATCH", path("settings"), ["max_rows": count])
  }

  /// Sets the largest object that Storage accepts, in bytes.
  package func setFileSizeLimit(_ bytes: Int) async throws {
    try await server.tell("PATCH", path("settings"), ["file_size_limit": bytes])
  }

  /// Makes the server see tables and columns that were changed since it last looked.
  package func reloadSchema() async throws {
    try await server.tell("POST", path("reload"))
  }
}
