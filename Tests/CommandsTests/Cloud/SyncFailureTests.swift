import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisExchange
import Synchronization
import TestSupport
import Testing

@testable import HyperbasisCommands

/// What `hyperbasis sync` says when the cloud fails, or refuses rows.
struct SyncFailureTests {
  private let cloud = FakeCloud(.migrated)
  private let here: Workbench
  private let there: Workbench

  init() throws {
    (here, there) = try Workbench.pair(with: cloud)
  }

  static let failures: [(CloudFailure, Int32, String)] = [
    (
      .unreachable("no route"), 75,
      "cloud at https://project.example could not be reached (no route)"
    ),
    (.busy(ServerResponse(status: 503), retryAfter: nil), 75, "status 503. Try"),
    (.busy(ServerResponse(status: 503), retryAfter: 1), 75, "status 503. Try"),
    (
      .busy(ServerResponse(status: 503), retryAfter: 44.5), 75,
      "status 503: it asked to be left alone, which it is until 2024-06-20T12:00:45Z. Try"
    ),
    (
      .busy(ServerResponse(status: 503), retryAfter: 61), 75,
      "status 503: it asked to be left alone, which it is until 2024-06-20T12:01:01Z. Try"
    ),
    (
      .busy(ServerResponse(status: 429, message: "slow down"), retryAfter: 86_400), 75,
      "slow down; it asked to be left alone, which it is until 2024-06-21T12:00:00Z. Try"
    ),
    (.unexpectedAnswer(ServerResponse(status: 200)), 75, "other than the cloud"),
    (
      .unauthorized(ServerResponse(status: 401)), 65,
      "or the token, from the environment; run hyperbasis"
    ),
    (.missing("table spaces", ServerResponse(status: 404)), 1, "names the script to run"),
  ]

  @Test(arguments: failures) func eachFailureHasItsCode(
    failure: CloudFailure, status: Int32, message: String
  ) async throws {
    here.hook = { _, _ throws(CloudFailure) in throw failure }
    _ = here.run("set", "2222", "x=1")
    let outcome = await here.runApart("sync")
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.errors.count { $0.isNewline } == 1)
    #expect(outcome.output.contains("changes wait for the cloud."))
    let object = try await here.objectApart("sync")
    #expect((object["error"] as? String)?.contains(message) == true)
    // The next process knows it, too.
    let status = await here.runApart("sync", "--status").output
    #expect(status.contains("last error  "))
  }

  @Test func rowsThatCannotBeReadAreToldOfLaterToo() async throws {
    let cloud = FakeCloud(.migrated)
    here.connect(to: cloud)
    try cloud.change {
      $0.unreadable = [UnreadableRow(id: UUID(), reason: "anchors: a number is too large")]
    }
    #expect(await here.runApart("sync").status == 1)
    #expect(
      await here.runApart("sync", "--status").output.contains(
        "unreadable  1 row of the cloud"))
    let status = try await here.objectApart("sync", "--status")
    #expect(status["unreadable"] as? Int == 1)
    try cloud.change { $0.unreadable = [] }
  }

  @Test func refusedRowsAreListedWithTheirReason() async throws {
    _ = here.run("set", "2222", #"text="poison\u0000""#)
    let outcome = await here.runApart("sync")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("2 rows are refused by the cloud and stay here"))
    #expect(!outcome.errors.contains("SUPABASE_ACCESS_TOKEN"))
    #expect(outcome.output.contains("22P05: unsupported Unicode escape sequence"))
    #expect(outcome.output.contains("Kitchen"))
    #expect(outcome.errors.contains("tried again with each sync"))
    let status = try await here.objectApart("sync", "--status")
    let refused = try #require(status["refused"] as? [[String: Any]])
    #expect(Set(refused.compactMap { $0["kind"] as? String }) == ["anchor", "event"])
    #expect(Set(refused[0].keys) == ["kind", "id", "spaceId", "reason", "since"])
    // A refused row blocks nothing else.
    #expect(cloud.now.anchors.count == 1)
    #expect(await here.runApart("sync").status == 1)
    #expect(await here.runApart("sync", "--retry-quarantined").status == 1)
    // Once corrected here, it goes through by itself.
    _ = here.run("set", "2222", "text=fine")
    #expect(await here.runApart("sync").output.contains("1 row is refused"))
  }

  @Test(arguments: CloudTier.allCases)
  func whatVanishedIsAskedAbout(tier: CloudTier) async throws {
    let cloud = FakeCloud(tier)
    for bench in [here, there] { bench.connect(to: cloud) }
    _ = await here.runApart("sync")
    try cloud.change { state throws(CloudFailure) in
      try state.delete(spaces: Array(state.spaces.keys))
    }
    let outcome = await here.runApart("sync")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("hyperbasis sync --accept-deletions does that; with --dry-run"))
    #expect(here.run("show").status == 0)
    let listed = await here.runApart("sync", "--accept-deletions", "--dry-run")
    #expect(listed.status == 0 && listed.output.hasPrefix("1 row would be deleted here"))
    #expect(listed.output.contains("Kitchen") && here.run("show").status == 0)
    let object = try await here.objectApart("sync", "--accept-deletions", "--dry-run")
    #expect(object["dryRun"] as? Bool == true && (object["deletions"] as? [Any])?.count == 1)
    let accepted = await here.runApart("sync", "--accept-deletions")
    #expect(accepted.status == 0)
    #expect(accepted.output.contains("Received 1 deleted space, sent nothing."))
    #expect(here.run("spaces", "--json").output == "[]\n")
  }
}
