import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisCommands

/// `hyperbasis doctor`: what it finds, and the code with which it ends.
struct DoctorCommandTests {
  private let cloud = FakeCloud(.migrated)
  private let bench: Workbench

  init() throws {
    bench = try Kitchen.workbench()
    bench.connect(to: cloud)
  }

  private func report(_ change: (inout HBCloudReport) -> Void) throws {
    var report = HBCloudReport(connection: .answered, url: "https://project.example")
    report.credentials = .accepted
    report.tier = .migrated
    report.tables = ["spaces", "anchors"].map { name in
      var table = HBCloudTable(name: name, isRequired: true)
      table.presence = .present
      table.rowSecurity = .policies(4)
      return table
    }
    report.bucket = .present
    report.clockSkew = 0.4
    report.rowLimit = 1000
    change(&report)
    try cloud.change { [report] in $0.report = report }
  }

  @Test func whatWorksIsTold() async throws {
    try report { _ in }
    #expect(
      await bench.runApart("doctor")
        == .init(
          status: 0,
          output: """
            CHECK          STATE  FOUND
            credentials    ok     https://project.example, from the environment
            connection     ok     answers
            key            ok     accepted, not signed in
            tier           ok     migrated: state and history
            table spaces   ok     row security with 4 policies
            table anchors  ok     row security with 4 policies
            bucket         ok     present
            clock          ok     as here
            row limit      ok     1000 rows at once
            store          ok     5 files, 6 events, no problem
            waiting        ok     nothing

            hyperbasis sync can run.

            """, errors: ""))
  }

  @Test func whatHasToBeDoneIsTold() async throws {
    try report { report in
      report.tier = .plain
      report.tables[1].presence = .missing
      report.bucket = .missing
      report.clockSkew = -3600
    }
    let outcome = await bench.runApart("doctor")
    #expect(outcome.status == 1)
    for line in [
      "table anchors  problem  missing", "tier           warning  plain: the latest state alone",
      "clock          warning  3600 seconds behind the one here",
      "problem: The table anchors is missing.", "schema.sql", "bucket.sql", "migration.sql",
      "Not ready to sync. The scripts are in Resources/supabase",
    ] { #expect(outcome.output.contains(line), "\(line)\n\(outcome.output)") }
  }

  @Test func warningsDoNotFailIt() async throws {
    try report { $0.tables[0].rowSecurity = .off }
    let outcome = await bench.runApart("doctor")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("table spaces   warning  open to everybody with the key"))
  }

  @Test func aCloudThatDoesNotAnswer() async throws {
    bench.hook = { _, _ throws(CloudFailure) in throw .unreachable("no route to host") }
    let outcome = await bench.runApart("doctor")
    #expect(outcome.status == 75)
    #expect(outcome.output.contains("connection   problem  no route to host"))
    #expect(outcome.output.contains("everything works here, and changes wait."))
  }

  @Test func noCredentials() async throws {
    bench.environment["SUPABASE_URL"] = nil
    let half = await bench.runApart("doctor")
    #expect(half.status == 1 && half.output.contains("credentials  problem  not usable"))
    #expect(half.output.contains("SUPABASE_ANON_KEY is given without SUPABASE_URL; give both."))
    bench.environment["SUPABASE_ANON_KEY"] = nil
    let none = await bench.runApart("doctor")
    #expect(none.status == 1 && none.output.contains("credentials  problem  none"))
    #expect(none.output.contains("Set SUPABASE_URL and SUPABASE_ANON_KEY"))
  }

  @Test func aDamagedStore() async throws {
    try report { _ in }
    try bench.writeLog(Kitchen.lines + ["{damage", Kitchen.lines[0]])
    let outcome = await bench.runApart("doctor")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("problem: The store is damaged."))
  }

  @Test func json() async throws {
    try report { $0.tables[0].rowSecurity = .withoutPolicies }
    let object = try await bench.objectApart("doctor")
    #expect(
      Set(object.keys) == [
        "usable", "url", "source", "connection", "key", "user", "tier", "tables", "bucket",
        "clockSkew", "rowLimit", "store", "pending", "findings",
      ])
    #expect(object["usable"] as? Bool == false)
    #expect(object["connection"] as? String == "answered")
    let table = try #require((object["tables"] as? [[String: Any]])?.first)
    #expect(table["rowSecurity"] as? String == "withoutPolicies")
    let finding = try #require((object["findings"] as? [[String: Any]])?.first)
    #expect(finding["severity"] as? String == "problem" && finding["advice"] is String)
  }

  @Test func noOutputHasAKey() async throws {
    bench.environment["SUPABASE_ACCESS_TOKEN"] = "token_SECRET"
    for words in [["doctor"], ["sync"], ["sync", "--status"], ["set", "2222", "x=1"], ["verify"]] {
      for form in [[], ["--json"]] {
        for failure in [nil, CloudFailure.unauthorized(ServerAnswer(status: 401))] {
          bench.hook = { _, _ throws(CloudFailure) in if let failure { throw failure } }
          let outcome = await bench.runApart(words + form)
          #expect(!(outcome.output + outcome.errors).contains("SECRET"), "\(words)")
        }
      }
    }
    for (path, data) in try bench.contents() {
      #expect(!String(decoding: data, as: UTF8.self).contains("SECRET"), "\(path)")
    }
  }
}
