/// What was asked of a project since it was made or the journal was cleared.
package struct SupabaseJournal: Decodable, Sendable {
  package struct Request: Decodable, Sendable {
    package var method: String
    package var path: String
    package var query: String
    package var prefer: String
    /// Nil where the connection was broken off.
    package var status: Int?
  }

  /// By method and resource, such as `GET anchors`, `POST rpc/state_at`, `POST object/world-maps`.
  package var counts: [String: Int]
  /// The latest ten thousand, oldest first.
  package var requests: [Request]
  /// What a careful client avoids although the server forgives it: characters in a query that are
  /// not escaped, UUIDs in upper case, inserts that do not name their columns. Expect it empty.
  package var violations: [String]
}

extension SupabaseProject {
  package func journal() async throws -> SupabaseJournal {
    try await server.ask("GET", path("journal"))
  }

  package func clearJournal() async throws {
    try await server.tell("DELETE", path("journal"))
  }

  private struct Arrivals: Encodable {
    let resource: String?
    let count: Int
    let patience: Double
  }

  private struct Count: Decodable {
    let count: Int
  }

  /// Waits until so many requests were answered since the journal began, or the patience is over.
  ///
  /// - Parameter resource: as in ``SupabaseJournal/counts``; nil for all.
  /// - Returns: how many there are.
  @discardableResult
  package func wait(
    forRequests count: Int, to resource: String? = nil, patience: Duration
  ) async throws -> Int {
    let found: Count = try await server.ask(
      "POST", path("arrivals"),
      Arrivals(resource: resource, count: count, patience: patience / .seconds(1)))
    return found.count
  }

  /// Waits until some requests more were answered, or the patience is over.
  package func wait(forMoreRequests count: Int, patience: Duration) async throws {
    let now = try await wait(forRequests: 0, patience: .zero)
    try await wait(forRequests: now + count, patience: patience)
  }
}
