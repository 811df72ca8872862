import Foundation
import SupabaseTestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Checks that the stand-in is available to the tests of the client, and does what they ask of it.
@Suite(.requiresSupabase)
struct SupabaseServerTests {
  private let space = "550e8400-e29b-41d4-a716-446655440000"

  private func request(
    _ method: String, _ address: String, of project: SupabaseProject, body: String? = nil
  ) async throws -> (status: Int, text: String) {
    let url = try #require(URL(string: "\(project.url)\(address)"))
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    request.setValue(project.anonymousKey, forHTTPHeaderField: "apikey")
    request.setValue(
      "resolution=merge-duplicates, return=representation", forHTTPHeaderField: "Prefer")
    let (data, response) = try await URLSession.shared.data(for: request)
    let status = try #require((response as? HTTPURLResponse)?.statusCode)
    return (status, String(decoding: data, as: UTF8.self))
  }

  private func save(_ name: String, at: String, in project: SupabaseProject) async throws
    -> (status: Int, text: String)
  {
    try await request(
      "POST", "/rest/v1/spaces?columns=id,name,updated_at&select=name", of: project,
      body: #"[{"id":"\#(space)","name":"\#(name)","updated_at":"\#(at)"}]"#)
  }

  @Test func `a row goes through the server and is seen in the database`() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      let first = try await save("new", at: "2024-05-02T00:00:00.000001Z", in: project)
      #expect(first.status == 201)
      let stale = try await save("old", at: "2024-05-01T00:00:00Z", in: project)
      #expect(stale.status == 200)
      #expect(stale.text == #"[{"name":"new"}]"#)
      #expect(try project.sql("select name from spaces") == "new")

      struct Row: Decodable, Equatable {
        var name: String
        var number: Int
      }
      let rows: [Row] = try project.rows("select name, sync_seq as number from spaces")
      #expect(rows.map(\.name) == ["new"])

      let journal = try await project.journal()
      #expect(journal.counts == ["POST spaces": 2])
      #expect(journal.violations.isEmpty)
    }
  }

  @Test func `projects know nothing of each other`() async throws {
    try await SupabaseServer.withProject(.seed) { one in
      try await SupabaseServer.withProject(.seed) { other in
        _ = try await save("here", at: "2024-05-01T00:00:00Z", in: one)
        #expect(try one.sql("select count(*) from spaces") == "1")
        #expect(try other.sql("select count(*) from spaces") == "0")
      }
    }
  }

  @Test(arguments: [(SupabaseFault.Moment.beforeCommit, "0"), (.afterCommit, "1")])
  func `a connection breaks off around the commit`(
    moment: SupabaseFault.Moment, stored: String
  ) async throws {
    try await SupabaseServer.withProject(.seed) { project in
      try await project.arm(SupabaseFault { $0.drop = moment })
      await #expect(throws: URLError.self) {
        _ = try await save("lost?", at: "2024-05-01T00:00:00Z", in: project)
      }
      #expect(try project.sql("select count(*) from spaces") == stored)
      // Not repeated silently by the client's library.
      #expect(try await project.journal().counts == ["POST spaces": 1])
      #expect(try await save("again", at: "2024-05-02T00:00:00Z", in: project).status < 300)
    }
  }

  @Test func `a status and its time to wait come for as long as they are armed`() async throws {
    try await SupabaseServer.withProject(.seed) { project in
      let fault = SupabaseFault {
        $0.status = 503
        $0.retryAfter = "2"
        $0.times = nil
      }
      try await project.arm(fault)
      for _ in 0..<3 {
        #expect(try await request("GET", "/rest/v1/spaces", of: project).status == 503)
      }
      try await project.disarm()
      #expect(try await request("GET", "/rest/v1/spaces", of: project).status == 200)
    }
  }

  @Test func `tokens expire by the clock of the project`() async throws {
    try await SupabaseServer.withProject(.secured) { project in
      let token = try await project.token(for: UUID())
      func status() async throws -> Int {
        let url = try #require(URL(string: "\(project.url)/rest/v1/spaces"))
        var request = URLRequest(url: url)
        request.setValue(project.publishableKey, forHTTPHeaderField: "apikey")
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let (_, response) = try await URLSession.shared.data(for: request)
        return try #require((response as? HTTPURLResponse)?.statusCode)
      }
      #expect(try await status() == 200)
      try await project.setClock(offset: 3700)
      #expect(try await status() == 401)
    }
  }
}
