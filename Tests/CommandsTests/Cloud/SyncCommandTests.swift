import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisExchange
import Synchronization
import TestSupport
import Testing

@testable import HyperbasisCommands

/// `hyperbasis sync` against a cloud in memory.
struct SyncCommandTests {
  private let cloud = FakeCloud(.migrated)
  private let here: Workbench
  private let there: Workbench

  init() throws {
    (here, there) = try Workbench.pair(with: cloud)
  }

  /// A server that was never reached is not described.
  @Test func aServerThatWasNeverReachedHasNoTier() async throws {
    let hook = here.hook
    here.hook = { _, _ throws(CloudFailure) in throw .unreachable("no route to host") }
    let outcome = await here.runApart("sync")
    #expect(outcome.status == 75 && !outcome.output.contains("server"), "\(outcome)")
    #expect(try await here.objectApart("sync")["tier"] is NSNull)
    #expect(try await here.objectApart("sync", "--status")["tier"] is NSNull)
    #expect(!(await here.runApart("sync", "--status").output.contains("server")))
    here.hook = hook
    #expect(try await here.objectApart("sync")["tier"] as? String == "migrated")
    // What is known remains known.
    here.hook = { _, _ throws(CloudFailure) in throw .unreachable("no route to host") }
    #expect(try await here.objectApart("sync")["tier"] as? String == "migrated")
  }

  @Test func twoStoresShareASpace() async throws {
    let sent = await here.runApart("sync")
    #expect(sent.status == 0 && sent.errors.isEmpty)
    #expect(
      sent.output.hasSuffix(
        "sending\nThe server keeps histories (migrated).\n"
          + "Received nothing, sent 6 events of 3 anchors and 1 space.\n"
          + "Everything is in sync.\n"))
    let received = await there.runApart("sync")
    #expect(received.output.contains("Received 6 events of 3 anchors and 1 space, sent nothing."))
    let list = there.run("show")
    #expect(list.output.contains("Buy oat milk") && list.output.contains("Lamp"))
    #expect(there.run("history", "2222").output.contains("by bob"))
    #expect(await there.runApart("sync").output.hasSuffix("Everything is in sync already.\n"))
  }

  @Test func `a store keeps some spaces of the cloud in step`() async throws {
    _ = await here.runApart("sync")
    _ = here.run("new", "Attic")
    _ = await here.runApart("sync")
    let list = await there.runApart("sync", "--list")
    #expect(list.status == 0 && list.output.contains("Attic") && list.output.contains("Kitchen"))
    #expect(there.run("unfollow", "--all").output == "No space is followed.\n")
    _ = await there.runApart("sync")
    #expect(there.run("spaces", "--json").output == "[]\n")
    let followed = await there.runApart("follow", "kitchen")
    #expect(followed.status == 0 && followed.output.hasPrefix("Followed: "), "\(followed)")
    _ = await there.runApart("sync")
    #expect(there.run("show").output.contains("Lamp"))
    #expect(!there.run("spaces").output.contains("Attic"))
    // Once, without following it.
    let once = await there.runApart("sync", "Attic")
    #expect(once.status == 0, "\(once)")
    #expect(there.run("spaces").output.contains("Attic"))
    for command in ["follow", "unfollow"] {
      let both = there.run(command, "--all", "kitchen")
      #expect(both.status == 64 && both.errors.contains("give --all or some spaces, not both"))
    }
    let rehearsed = there.run("unfollow", "--all", "--dry-run").output
    #expect(rehearsed == "No space is followed.\nNothing was written (--dry-run).\n")
    #expect(there.run("follow", "--all").output == "All spaces are followed.\n")
    #expect(there.run("sync", "--list", "Attic").status == 64)
  }

  @Test(arguments: CloudTier.allCases)
  func `a rehearsal tells what would be sent and received`(tier: CloudTier) async throws {
    let cloud = FakeCloud(tier)
    for bench in [here, there] { bench.connect(to: cloud) }
    // Only a server that keeps histories hears of an anchor that was deleted before the first sync.
    let rest = tier == .migrated ? "3 anchors, 6 events" : "2 anchors"
    let first = await here.runApart("sync", "--dry-run")
    #expect(first.status == 0 && first.errors.isEmpty, "\(first)")
    #expect(first.output.contains("the space, \(rest)"), "\(first)")
    #expect(first.output.contains("1 space; nothing was sent or taken in (--dry-run)."))
    #expect(cloud.now.spaces.isEmpty && cloud.now.rowsWritten == 0)
    _ = await here.runApart("sync")
    let nothing = await here.runApart("sync", "--dry-run")
    #expect(nothing.output == "Everything is in sync already.\n")
    let other = try await there.objectApart("sync", "--dry-run")
    let spaces = try #require(other["spaces"] as? [[String: Any]])
    let take = try #require(spaces.first?["take"] as? [String: Int])
    #expect(spaces.count == 1 && spaces.first?["here"] as? Bool == false)
    #expect(take["spaces"] == 1 && take["anchors"] == 2)
    #expect(take["events"] == (tier == .migrated ? 6 : 0))
    #expect(there.run("spaces", "--json").output == "[]\n")
  }

  /// The server counts the rows that were removed there, not those that would be removed here.
  @Test func `a rehearsal tells of no removals of what is not here`() async throws {
    _ = await here.runApart("sync")
    #expect(here.run("delete-space", "Kitchen", "--yes").status == 0)
    _ = await here.runApart("sync")
    #expect(
      await here.runApart("sync", "--dry-run").output == "Everything is in sync already.\n")
  }

  @Test func `a rehearsal tells that a forgotten space stays`() async throws {
    for bench in [here, there] { _ = await bench.runApart("sync") }
    _ = here.run("new", "Attic")
    for bench in [here, there] { _ = await bench.runApart("sync") }
    let id = try #require(UUID(uuidString: Kitchen.id))
    try cloud.change { state throws(CloudFailure) in try state.forget(id) }
    let rehearsal = await there.runApart("sync", "--dry-run")
    #expect(rehearsal.output.contains("stays here, and is not sent"), "\(rehearsal)")
    #expect(!rehearsal.output.contains("removal"))
    let synced = await there.runApart("sync")
    #expect(synced.status == 0 && synced.output.contains("for good"), "\(synced)")
    #expect(there.run("add", "Kitchen", "text=Sofa", "--position", "0,0,0").status == 0)
    let again = await there.runApart("sync", "--dry-run").output
    #expect(
      again.hasPrefix("Everything is in sync already.\n") && again.contains("for good"), "\(again)")
  }

  /// The second script must not be run before the first one.
  @Test func `a project without tables is told as one`() async throws {
    var table = HBCloudTable(name: "spaces", isRequired: true)
    table.presence = .missing
    var report = HBCloudReport(connection: .answered)
    report.tables = [table]
    try cloud.change { [report] in $0.report = report }
    here.hook = { call, _ throws(CloudFailure) in
      if call != .probe { throw .missing("table spaces", ServerResponse(status: 404)) }
    }
    for option in ["--list", "--dry-run"] {
      let outcome = await here.runApart("sync", option)
      #expect(
        outcome.status == 1 && outcome.errors.contains("lacks the table spaces"), "\(outcome)")
    }
  }

  @Test func `who follows no space is told so`() async throws {
    _ = await here.runApart("sync")
    #expect(here.run("unfollow", "--all").status == 0)
    for command in [["sync"], ["sync", "--dry-run"]] {
      let outcome = await here.runApart(command)
      #expect(outcome.status == 0 && outcome.output.contains("No space is followed"), "\(outcome)")
    }
  }

  /// "In sync" alone would suggest that the space is in the cloud.
  @Test func `what sync leaves out is told`() async throws {
    _ = await here.runApart("sync")
    #expect(here.run("unfollow", "--all").status == 0)
    #expect(here.run("follow", "Kitchen").status == 0)
    let made = here.run("new", "Hall")
    #expect(made.output.contains("It is not followed, so sync leaves it out; hyperbasis follow "))
    let told =
      "Hall is not followed, so sync leaves it out; hyperbasis follow SPACE changes that.\n"
    for command in [["sync"], ["sync", "--dry-run"]] {
      let outcome = await here.runApart(command)
      #expect(outcome.status == 0 && outcome.output.hasSuffix(told), "\(outcome)")
    }
    let status = await here.runApart("sync", "--status").output
    #expect(status.contains("left out    1 space here, not followed\n"), "\(status)")
    for report in [
      try await here.objectApart("sync"), try await here.objectApart("sync", "--status"),
    ] {
      #expect((report["unfollowed"] as? [String])?.count == 1, "\(report)")
    }
    #expect(here.run("follow", "--all").status == 0)
    #expect(await !here.runApart("sync").output.contains("left"))
    #expect(!here.run("new", "Shed").output.contains("is not followed, so"))
  }

  /// A mistyped store that is only read from is not created.
  @Test func `nothing is made by looking`() async throws {
    let files = { try FileManager.default.subpathsOfDirectory(atPath: self.here.directory.path) }
    let before = try files().filter { $0.contains("lock") }
    #expect(await here.runApart("sync", "--dry-run").status == 0)
    #expect(try files().filter { $0.contains("lock") } == before)
    let typo = here.directory.path + "-typo"
    let status = await here.runApart("sync", "--status", "--store", typo)
    #expect(status.status == 65 && status.errors.contains("there is no folder"), "\(status)")
    // A user who has a cloud and no store yet takes in what is there.
    #expect(status.errors.contains("hyperbasis sync --store \(typo), which takes in"), "\(status)")
  }

  @Test func `what nobody follows any more does not wait`() async throws {
    _ = await here.runApart("sync")
    #expect(here.run("add", "text=Sofa", "--position", "0,0,0").status == 0)
    #expect(await here.runApart("sync", "--status").output.contains("waiting     1 anchor\n"))
    #expect(here.run("unfollow", "Kitchen").status == 0)
    #expect(await here.runApart("sync", "--status").output.contains("waiting     nothing\n"))
  }

  @Test func `commands that are advised name the store`() async throws {
    for bench in [here, there] { _ = await bench.runApart("sync") }
    #expect(here.run("delete-space", "Kitchen", "--yes").status == 0)
    _ = await here.runApart("sync")
    let store = ["--store", there.directory.path]
    let doubted = await there.runApart(["sync"] + store)
    #expect(doubted.status == 1, "\(doubted)")
    let option = ShellText.line(store)
    #expect(doubted.errors.contains("hyperbasis sync --accept-deletions \(option)"), "\(doubted)")
    let accepted = await there.runApart(["sync", "--accept-deletions"] + store)
    #expect(accepted.output.contains("hyperbasis restore-space Kitchen \(option)"), "\(accepted)")
  }

  @Test(arguments: CloudTier.allCases)
  func `very many spaces come only when somebody says so`(tier: CloudTier) async throws {
    let cloud = FakeCloud(tier)
    for bench in [here, there] { bench.connect(to: cloud) }
    let count = CloudSession.mostNewSpaces + 1
    try cloud.change { state throws(CloudFailure) in
      let now = state.now
      let rows = (0..<count).map { number in
        SpaceRow(id: UUID(), name: "Space \(number)", createdAt: now, updatedAt: now)
      }
      _ = try state.write(spaces: rows.map { RowWrite($0, seen: nil) })
    }
    let refused = await there.runApart("sync")
    #expect(refused.status == 64 && refused.errors.contains("hyperbasis sync --yes"), "\(refused)")
    #expect(there.run("spaces", "--json").output == "[]\n")
    let told = await there.runApart("sync", "--json")
    #expect(
      told.status == 64 && told.output.contains("\(count) new spaces in the cloud"), "\(told)")
    // The time machine has two lines for it, with a blank at each side.
    let advice = try #require(try await there.objectApart("sync")["error"] as? String)
    #expect(TerminalText(advice).wrapped(to: 78).count == 2, "\(advice)")
    there.terminals = Terminals(input: true, output: true, error: true)
    there.answers = ["n"]
    let declined = await there.runApart("sync")
    #expect(declined.status == 64 && declined.output.contains("Take in \(count) spaces"))
    #expect(there.run("spaces", "--json").output == "[]\n")
    there.answers = ["y"]
    #expect(await there.runApart("sync").status == 0)
    #expect(await there.runApart("sync").status == 0)
    let listed = await there.runApart("sync", "--list", "--limit", "50", "--page", "5")
    #expect(listed.status == 0 && listed.output.contains("201 to 201 of 201 spaces"), "\(listed)")
  }

  /// A space that is not followed has nothing pending, since nothing of it will be sent.
  @Test func whatIsNotFollowedDoesNotWait() async throws {
    _ = await here.runApart("sync")
    #expect(here.run("unfollow", "Kitchen").status == 0)
    let added = here.run("add", "text=Sofa", "--position", "0,0,0")
    #expect(added.status == 0, "\(added)")
    #expect(!added.output.contains("waits for the cloud"), "\(added)")
    #expect(await here.runApart("sync", "--status").output.contains("waiting     nothing\n"))
  }

  @Test func aChangeIsQueuedAndSent() async throws {
    _ = await here.runApart("sync")
    let added = here.run("add", "text=Sofa", "--position", "0,0,0")
    #expect(added.status == 0 && added.errors.isEmpty)
    #expect(
      added.output.hasSuffix(
        "Wrote 1 event; hyperbasis undo takes it back.\n"
          + "1 change waits for the cloud; hyperbasis sync sends it.\n"))
    #expect(await here.runApart("sync", "--status").output.contains("waiting     1 anchor\n"))
    let outcome = await here.runApart("sync")
    #expect(outcome.output.contains("sent 1 event of 1 anchor."))
    #expect(await here.runApart("sync", "--status").output.contains("waiting     nothing\n"))
  }

  @Test func everyKindOfChangeIsQueued() throws {
    for words in [
      ["new", "Hall"], ["rename", "Hall", "Attic"], ["move", "2222", "--to", "1,0,0"],
      ["set", "4444", "a=b"], ["delete", "4444"], ["undo", "Kitchen"],
      ["rollback", "2222", "--to-version", "1"], ["delete-space", "Attic"],
    ] {
      let outcome = here.run(words)
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("for the cloud; hyperbasis sync sends"), "\(words)")
      #expect(here.run(words + ["--dry-run"]).output.contains("for the cloud") == false)
    }
    let pending = PendingCounts(HBLocalStore(baseDirectory: here.directory).loadPendingOperations())
    #expect(pending.text == "1 space, 1 deleted space, 2 anchors")
    let json = here.run("set", "2222", "x=1", "--json")
    #expect(!json.output.contains("cloud") && json.errors.isEmpty)
  }

  @Test func withoutACloudNothingIsQueued() throws {
    here.environment["SUPABASE_URL"] = nil
    here.environment["SUPABASE_ANON_KEY"] = nil
    #expect(!here.run("set", "2222", "x=1").output.contains("cloud"))
    #expect(HBLocalStore(baseDirectory: here.directory).loadPendingOperations().isEmpty)
  }

  @Test func brokenCredentialsHoldUpNoChange() throws {
    here.environment["SUPABASE_ANON_KEY"] = nil
    let outcome = here.run("set", "2222", "x=1")
    #expect(outcome.status == 0 && outcome.output.contains("Wrote 1 event"))
    #expect(outcome.errors.hasPrefix("hyperbasis: warning: saved here, but not yet for the cloud"))
    #expect(HBLocalStore(baseDirectory: here.directory).loadPendingOperations().count == 1)
  }

  // MARK: On every change

  @Test func aChangeIsSentAtOnceWhereThePersonWantsThat() async throws {
    try here.write("set sync on-save\n", to: ".config/hyperbasis/config")
    let outcome = await here.runApart("set", "2222", "x=1")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.hasSuffix("hyperbasis undo takes it back.\nSynced.\n"))
    #expect(cloud.now.events.count == 7)
  }

  @Test func anAbsentCloudFailsNoChange() async throws {
    try here.write("set sync on-save\n", to: ".config/hyperbasis/config")
    here.hook = { _, _ throws(CloudFailure) in throw .unreachable("no route to host") }
    let outcome = await here.runApart("set", "2222", "x=1")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasSuffix("hyperbasis undo takes it back.\n"))
    #expect(
      outcome.errors
        == "hyperbasis: warning: saved here, not synced: the cloud at https://project.example could "
        + "not be reached (no route to host). Try again when online; nothing that was saved here is "
        + "lost.\n")
    #expect(try here.log(of: Kitchen.id).contains(#""x":1"#))
  }
}
