/// What was requested of a project since it was made or the journal was cleared.
package struct SupabaseJournal: Decodable, Sendable {
  package struct Request: Decodable, Sendable {
    package var method: String
    package var path: String
    package var query: String
    package var prefer: String
    /// Nil if the connection was broken.
    package var status: Int?
  }

  /// By method and resource, such as `GET anchors`, `POST rpc/state_at`, `POST object/world-maps`.
  package var counts: [String: Int]
  /// The latest ten thousand requests, oldest first.
  package var requests: [Request]
  /// What a careful client avoids although the server tolerates it: unescaped characters in a query,
  /// UUIDs in upper case, inserts that do not name their columns. Should be empty.
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

  /// Waits until at least `count` requests were answered since the journal began, or patience runs out.
  ///
  /// - Parameter resource: as in ``SupabaseJournal/counts``; nil for all.
  /// - Returns: how many there were.
  @discardableResult
  package func wait(
    forRequests count: Int, to resource: String? = nil, patience: Duration
  ) async throws -> Int {
    let found: Count = try await server.ask(
      "POST", path("arrivals"),
      Arrivals(resource: resource, count: count, patience: patience / .seconds(1)))
    return found.count
  }

  /// Waits until this many more requests were answered, or patience runs out.
  package func wait(forMoreRequests count: Int, patience: Duration) async throws {
    let now = try await wait(forRequests: 0, patience: .zero)
    try await wait(forRequests: now + count, patience: patience)
  }
}
