import Foundation

extension SupabaseServer {
  /// What has been run in the database of a project.
  package enum Tier: String, CaseIterable, Sendable {
    /// Nothing yet.
    case empty
    /// The two tables of `schema.sql`, and the bucket, open to everybody.
    case seed
    /// The same, and `migration.sql`.
    case migrated
    /// The same, and `row-security.sql`: for signed-in users only, each with spaces of their own.
    case secured
    /// Instead of that, `teams.sql`: spaces that several users share.
    case teams
  }

  /// Runs the body with a fresh project, and removes the project afterwards. Projects are independent of
  /// each other, so tests may run in parallel.
  package static func withProject<Value>(
    _ tier: Tier, _ body: (SupabaseProject) async throws -> sending Value
  ) async throws -> sending Value {
    let server = try running()
    let addresses: SupabaseProject.Addresses = try await server.ask(
      "POST", "projects", ["tier": tier.rawValue])
    let project = SupabaseProject(server: server, addresses: addresses)
    do {
      let value = try await body(project)
      try await server.tell("DELETE", "projects/\(addresses.name)")
      return value
    } catch {
      try? await server.tell("DELETE", "projects/\(addresses.name)")
      throw error
    }
  }
}
