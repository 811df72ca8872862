import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisExchange
import Synchronization
import TestSupport
import Testing

@testable import HyperbasisCommands

/// The forms of `hyperbasis sync`: its output on a terminal and as JSON, and its status.
struct SyncFormTests {
  private let cloud = FakeCloud(.migrated)
  private let here: Workbench
  private let there: Workbench

  init() throws {
    (here, there) = try Workbench.pair(with: cloud)
  }

  @Test func jsonTellsTheSame() async throws {
    let object = try await here.objectApart("sync")
    #expect(
      Set(object.keys) == [
        "url", "tier", "tierReason", "received", "sent", "pending", "unreadable", "unreadableRows",
        "refused", "refusals", "conflicts", "removed", "forgotten", "unfollowed",
        "lastSync", "error",
      ])
    let sent = object["sent"] as? [String: Int]
    #expect(sent == ["spaces": 1, "deletedSpaces": 0, "anchors": 3, "events": 6, "worldMaps": 0])
    #expect(object["pending"] as? Int == 0 && object["error"] is NSNull)
    let status = try await here.objectApart("sync", "--status")
    #expect(
      Set(status.keys) == [
        "configured", "problem", "url", "source", "signedIn", "tier", "tierReason", "lastSync",
        "pending", "refused", "refusals", "unreadable", "unreadableRows", "unfollowed",
        "forgotten", "leftAloneUntil", "error",
      ])
    #expect(status["configured"] as? Bool == true)
    #expect(status["lastSync"] as? String == "2024-06-20T12:00:00Z")
    #expect((status["pending"] as? [String: Int])?["total"] == 0)
  }

  @Test func onATerminalOneLineIsRewritten() async {
    here.terminals = Terminals(input: true, output: true, error: true, columns: 80)
    here.environment["NO_COLOR"] = "1"
    let output = await here.runApart("sync").output
    #expect(output.hasPrefix("\rconnecting\u{1B}[K"))
    #expect(output.contains("\rsending 6 of 6 rows\u{1B}[K"))
    #expect(
      output.contains("\r\u{1B}[KThe server keeps histories (migrated).\nReceived nothing, s"))
  }

  /// What existed before a cloud was configured is in no queue, but still pending.
  @Test func beforeTheFirstSyncEverythingWaits() async {
    let before = await here.runApart("sync", "--status").output
    #expect(before.contains("waiting     1 space, 2 anchors, for the first sync\n"), "\(before)")
    #expect(await there.runApart("sync", "--status").output.contains("waiting     nothing\n"))
  }

  /// Without an exchange of events: both stores take their ids from the same sequence, so two edits would
  /// be taken for one.
  @Test func whoseEditGaveWayIsTold() async throws {
    let cloud = FakeCloud(.plain)
    for bench in [here, there] { bench.connect(to: cloud) }
    for bench in [here, there] { #expect(await bench.runApart("sync").status == 0) }
    #expect(here.run("set", "2222", "text=Sofa", "--actor", "desk").status == 0)
    #expect(there.run("set", "2222", "text=Chair", "--actor", "tablet").status == 0)
    #expect(await there.runApart("sync").status == 0)
    let object = try await here.objectApart("sync")
    let conflicts = try #require(object["conflicts"] as? [[String: Any]])
    #expect(conflicts.first?["key"] as? String == "text", "\(conflicts)")
    let sides = [conflicts.first?["kept"], conflicts.first?["replaced"]].map {
      $0 as? [String: Any]
    }
    #expect(Set(sides.compactMap { $0?["value"] as? String }) == ["Sofa", "Chair"])
  }

  /// Of the rows that are refused for the same reason, one is enough to see why.
  @Test func refusedRowsAreGroupedByCause() async throws {
    _ = await here.runApart("sync")
    for number in 0..<15 { _ = here.run("set", "2222", "x=\(number)") }
    #expect(here.run("rename", "Kitchen", "Galley").status == 0)
    try cloud.change { $0.isReadOnly = true }
    let outcome = await here.runApart("sync")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("16 rows are refused by the cloud and stay here"))
    #expect(outcome.output.split(separator: "42501: new row").count == 1 + 2, "\(outcome)")
    // The reason is that no user is signed in.
    #expect(outcome.errors.contains("Sign in: set SUPABASE_ACCESS_TOKEN"), "\(outcome.errors)")
    let status = try await here.objectApart("sync", "--status")
    #expect((status["refused"] as? [Any])?.count == 16)
    let groups = try #require(status["refusals"] as? [[String: Any]])
    #expect(groups.compactMap { $0["count"] as? Int } == [15, 1])
    // Once the server allows it, they go through by themselves.
    try cloud.change { $0.isReadOnly = false }
    #expect(await here.runApart("sync").status == 0)
    #expect(cloud.now.events.count == 21)
  }

  @Test func theStatusAsksNobody() async {
    _ = await here.runApart("sync")
    cloud.resetCounts()
    let output = await here.runApart("sync", "--status").output
    #expect(
      output == """
        cloud       https://project.example, from the environment
        signed in   no, only the key is used
        server      the server keeps histories (migrated)
        last sync   2024-06-20 12:00:00 UTC, now
        waiting     nothing
        refused     nothing

        """)
    #expect(cloud.now.calls.isEmpty)
  }

  @Test(arguments: [
    ["--status", "--retry-quarantined"], ["--status", "--accept-deletions"],
    ["--retry-quarantined", "--accept-deletions"],
  ]) func whatContradictsItselfIsRefused(words: [String]) async {
    #expect(await here.runApart(["sync"] + words).status == 64)
  }
}
