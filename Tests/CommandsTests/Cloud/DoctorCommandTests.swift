import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisCommands

/// `hyperbasis doctor`: its findings, and its exit code.
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
            connection     ok     responds
            key            ok     accepted, not signed in
            tier           ok     migrated: state and history
            table spaces   ok     row security with 4 policies
            table anchors  ok     row security with 4 policies
            bucket         ok     present
            clock          ok     same as here
            row limit      ok     1000 rows in one answer; more are fetched in parts
            store          ok     5 files, 6 events, no problems
            waiting        ok     1 space, 2 anchors, for the first sync

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
      "table anchors  problem  missing", "tier           warning  plain: only the latest state",
      "clock          warning  3600 seconds behind the one here",
      "problem: The table anchors is missing.", "schema.sql", "bucket.sql", "migration.sql",
      "Not ready to sync. The scripts are in Resources/supabase",
    ] { #expect(outcome.output.contains(line), "\(line)\n\(outcome.output)") }
  }

  @Test func warningsDoNotFailIt() async throws {
    try report { $0.tables[0].rowSecurity = .off }
    let outcome = await bench.runApart("doctor")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("table spaces   warning  open to everyone with the key"))
  }

  /// What several tables have in common is reported once.
  @Test func oneWarningNamesAllItsTables() async throws {
    try report { report in
      for name in ["anchor_events", "tombstones"] {
        var table = HBCloudTable(name: name, isRequired: false)
        table.presence = .present
        report.tables.append(table)
      }
      for index in report.tables.indices { report.tables[index].rowSecurity = .off }
    }
    let open = await bench.runApart("doctor")
    #expect(
      open.output.hasSuffix(
        """

        warning: Anyone who has the key can read, change and delete everything in spaces, anchors, \
        anchor_events and tombstones.
          Sign users in and run row-security.sql, unless this is only a test project.

        hyperbasis sync can run.

        """), "\(open.output)")
    try report { report in
      for index in report.tables.indices { report.tables[index].presence = .missing }
    }
    let missing = await bench.runApart("doctor")
    #expect(missing.output.contains("problem: The tables spaces and anchors are missing.\n"))
    #expect(missing.output.split(separator: "problem: ").count == 2, "\(missing.output)")
  }

  /// A different problem stays a separate finding.
  @Test func findingsThatDifferAreNotJoined() async throws {
    try report { report in
      report.tables[0].rowSecurity = .off
      report.tables[1].presence = .unreadable("permission denied")
    }
    let outcome = await bench.runApart("doctor")
    #expect(outcome.output.contains("change and delete everything in spaces.\n"))
    #expect(outcome.output.contains("The table anchors cannot be read: permission denied.\n"))
  }

  /// A limit shows only if there are more rows; if there are not, there is nothing to act on.
  @Test func aRowLimitThatDoesNotShowIsLeftOut() async throws {
    try report { $0.rowLimit = nil }
    let outcome = await bench.runApart("doctor")
    #expect(outcome.status == 0)
    #expect(!outcome.output.contains("row limit") && !outcome.output.contains("unknown"))
    #expect(try await bench.objectApart("doctor")["rowLimit"] is NSNull)
  }

  /// The server does answer a few questions; a pass does not begin before the time is up.
  @Test func whoIsToWaitIsToldUntilWhen() async throws {
    try report { _ in }
    bench.hook = { _, _ throws(CloudFailure) in
      throw .busy(ServerResponse(status: 503), retryAfter: 600)
    }
    #expect(await bench.runApart("sync").status == 75)
    bench.hook = { _, _ throws(CloudFailure) in }
    let outcome = await bench.runApart("doctor")
    #expect(outcome.status == 0)
    #expect(
      outcome.output.contains("left alone. hyperbasis sync can run after 20"), "\(outcome)")
    #expect(try await bench.objectApart("doctor")["leftAloneUntil"] is String)
    let status = await bench.runApart("sync", "--status").output
    #expect(status.contains("busy        the server asked to be left alone until 20"), "\(status)")
    #expect(await bench.runApart("sync", "--list").status == 75)
  }

  /// Beyond the key nothing is known, and "unknown" for each item would add nothing.
  @Test func aRefusedKeyIsAllThatIsTold() async throws {
    try report { report in
      report = HBCloudReport(connection: .answered, url: report.url)
      report.credentials = .refused("Invalid API key")
    }
    let outcome = await bench.runApart("doctor")
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        CHECK        STATE    FOUND
        credentials  ok       https://project.example, from the environment
        connection   ok       responds
        key          problem  refused: Invalid API key
        store        ok       5 files, 6 events, no problems
        waiting      ok       1 space, 2 anchors, for the first sync

        problem: The key or the token is refused: Invalid API key.
          Take the key from the project's settings; for a user's token, sign in again.

        Not ready to sync.

        """)
  }

  @Test func whatThisUserMayNotDoIsTold() async throws {
    try report { report in
      report.tables[0].deniedActions = [.delete]
      report.tables[1].deniedActions = [.insert, .update]
    }
    let outcome = await bench.runApart("doctor")
    #expect(outcome.status == 1)
    for line in [
      "table spaces   warning  no right to delete",
      "table anchors  problem  no right to insert, update",
      "problem: This user has no right to insert or update rows of anchors.",
      "warning: This user has no right to delete rows of spaces.",
    ] { #expect(outcome.output.contains(line), "\(line)\n\(outcome.output)") }
  }

  @Test func theSecretKeyIsNoUsersToken() async throws {
    try report { $0.usesSecretToken = true }
    let outcome = await bench.runApart("doctor")
    #expect(
      outcome.output.contains("key            warning  accepted; the token is the secret key"))
    #expect(!outcome.output.contains("not signed in"))
  }

  /// The steps of the README check a new machine before its first sync.
  @Test func aStoreThatIsNotThereYetIsNoObstacle() async throws {
    try report { _ in }
    let outcome = await bench.runApart("doctor", "--store", "/nowhere/at/all")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(
      outcome.output.contains("store          note   not there yet; the first sync creates it"))
  }

  /// A store with histories does not go on without them.
  @Test func aPartOfTheMigrationIsAProblemForWhoHasHistories() async throws {
    func breakMigration(_ report: inout HBCloudReport) {
      report.tier = .plain
      var table = HBCloudTable(name: "tombstones", isRequired: false)
      table.presence = .missing
      report.tables.append(table)
    }
    try report(breakMigration)
    let new = await bench.runApart("doctor")
    #expect(new.status == 0 && new.output.contains("warning: The cloud has only a part"), "\(new)")
    try cloud.change { $0.report = nil }
    #expect(await bench.runApart("sync").status == 0)
    try report(breakMigration)
    let outcome = await bench.runApart("doctor")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("problem: The cloud has only a part of the migration"))
  }

  /// A plain project works; what it lacks is described by the script that adds it.
  @Test func aPlainProjectIsToldWhatTheMigrationAdds() async throws {
    try report { report in
      report.tier = .plain
      report.tables[0].missingColumns = ["deleted_at", "sync_seq"]
      report.tables.append(HBCloudTable(name: "tombstones", isRequired: false))
      report.tables[2].presence = .missing
    }
    let output = await bench.runApart("doctor").output
    for line in [
      "table spaces      note     present; migration.sql adds deleted_at, sync_seq",
      "table tombstones  note     missing; migration.sql creates it",
    ] { #expect(output.contains(line), "\(output)") }
  }

  @Test func anEmptyProjectHasNoTier() async throws {
    try report { report in
      report.tier = nil
      for index in report.tables.indices { report.tables[index].presence = .missing }
    }
    let output = await bench.runApart("doctor").output
    #expect(output.contains("tier           problem  none: tables are missing"), "\(output)")
  }

  /// With row security and no user signed in: how to sign in is explained with the advice.
  @Test func signingInIsExplained() async throws {
    try report { $0.tables[0].rowSecurity = .withoutPolicies }
    let outcome = await bench.runApart("doctor")
    #expect(outcome.output.contains("table spaces   problem  no policy lets this user in"))
    #expect(outcome.output.contains("To sign in, set SUPABASE_ACCESS_TOKEN to the token of a user"))
    bench.environment["SUPABASE_ACCESS_TOKEN"] = "token"
    #expect(!(await bench.runApart("doctor")).output.contains("To sign in, set"))
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
    #expect(outcome.output.contains("keeps every byte"))
    let store = bench.directory.path
    let named = await bench.runApart("doctor", "--store", store)
    let words = named.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains("hyperbasis verify --store \(store) shows where"), "\(words)")
  }

  @Test func `no repair is promised for what none can mend`() async throws {
    try report { _ in }
    let logs = bench.directory.appending(path: "events")
    let elsewhere = bench.directory.appending(path: "elsewhere")
    try FileManager.default.moveItem(at: logs, to: elsewhere)
    try FileManager.default.createSymbolicLink(at: logs, withDestinationURL: elsewhere)
    let outcome = await bench.runApart("doctor")
    let words = outcome.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains("problem: The store is damaged."))
    #expect(words.contains("and what to do: a repair does not help."), "\(words)")
  }

  @Test func json() async throws {
    try report { $0.tables[0].rowSecurity = .withoutPolicies }
    let object = try await bench.objectApart("doctor")
    #expect(
      Set(object.keys) == [
        "usable", "url", "source", "connection", "key", "user", "tier", "tables", "team",
        "bucket", "clockSkew", "rowLimit", "leftAloneUntil", "store", "pending", "findings",
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
        for failure in [nil, CloudFailure.unauthorized(ServerResponse(status: 401))] {
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
