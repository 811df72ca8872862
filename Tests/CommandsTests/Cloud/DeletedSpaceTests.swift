import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisCommands

/// What `hyperbasis sync` reports about spaces that were deleted, here or elsewhere.
struct DeletedSpaceTests {
  private let cloud = FakeCloud(.migrated)
  private let here: Workbench
  private let there: Workbench

  /// Creates two stores that share two spaces.
  init() async throws {
    here = try Kitchen.workbench()
    there = try Workbench()
    for bench in [here, there] { bench.connect(to: cloud) }
    _ = here.run("new", "Old lab")
    for bench in [here, there] { _ = await bench.runApart("sync") }
  }

  @Test func workInASpaceThatWasDeletedElsewhereIsTold() async throws {
    _ = here.run("delete-space", "Old lab", "--yes")
    _ = await here.runApart("sync")
    _ = there.run("add", "Old lab", "text=Chair", "--position", "0,0,0")
    let outcome = await there.runApart("sync")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(
      outcome.output.contains(
        "Old lab was deleted elsewhere, with changes that only you had; "
          + "hyperbasis restore-space 'Old lab' brings it back.\nEverything is in sync.\n"),
      "\(outcome)")
    #expect(await there.runApart("sync").output.hasSuffix("Everything is in sync already.\n"))
    #expect(there.run("restore-space", "Old lab", "--yes").status == 0)
  }

  /// What the cloud refused of it is not tried again: it is in the trash.
  @Test func whatWasRefusedOfASpaceThatIsGoneIsNotReported() async throws {
    let id = try #require(cloud.now.spaces.values.first { $0.name == "Old lab" }?.id)
    _ = here.run("delete-space", "Old lab", "--yes")
    _ = await here.runApart("sync")
    _ = there.run("add", "Old lab", "text=Chair", "--position", "0,0,0")
    try cloud.change { $0.deniedSpaces = [id] }
    let outcome = await there.runApart("sync")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(outcome.output.contains("with changes that only you had"), "\(outcome)")
    #expect(!outcome.output.contains("refused"), "\(outcome)")
  }

  @Test func aSpaceThatIsNamedTwiceIsNamedOnce() async throws {
    let outcome = await there.runApart("sync", "Kitchen", "kitchen")
    #expect(outcome.output.contains("Kitchen is in sync already."), "\(outcome)")
  }

  @Test func programsAreToldOfItToo() async throws {
    _ = here.run("delete-space", "Old lab", "--yes")
    _ = await here.runApart("sync")
    let removed = try await there.objectApart("sync")["removed"] as? [[String: Any]]
    #expect(removed?.count == 1 && removed?.first?["name"] as? String == "Old lab")
    #expect(removed?.first?["heldOwnWork"] as? Bool == false)
  }

  @Test func whoDeletesASpaceIsToldWhatThatMeansForOthers() async throws {
    let all = "The next sync deletes it in the cloud as well, for everybody who syncs it.\n"
    let rehearsed = here.run("delete-space", "Old lab", "--dry-run")
    #expect(rehearsed.output.hasSuffix(all), "\(rehearsed)")
    let deleted = here.run("delete-space", "Old lab", "--yes")
    #expect(deleted.output.contains(all), "\(deleted)")
    there.environment["SUPABASE_ACCESS_TOKEN"] = "token"
    let shared = there.run("delete-space", "Old lab", "--dry-run").output
    #expect(shared.contains("of a space that is shared, only an owner may"), "\(shared)")
    there.environment["SUPABASE_ACCESS_TOKEN"] = nil
    _ = there.run("unfollow", "Kitchen")
    let copy = there.run("delete-space", "Kitchen", "--dry-run").output
    #expect(copy.contains("only this copy goes, and what the cloud has of it stays."), "\(copy)")
    let alone = try Kitchen.workbench().run("delete-space", "Kitchen", "--dry-run").output
    #expect(!alone.contains("cloud"), "\(alone)")
  }

  /// A deletion that was taken back before any sync leaves nothing to report.
  @Test func whatIsTakenBackInTimeDoesNotWait() async throws {
    _ = here.run("delete-space", "Old lab", "--yes")
    let deleted = await here.runApart("sync", "--status")
    #expect(deleted.output.contains("waiting     1 deleted space\n"), "\(deleted)")
    let restored = here.run("restore-space", "Old lab", "--yes")
    #expect(restored.status == 0 && !restored.output.contains("for the cloud"), "\(restored)")
    #expect(await here.runApart("sync", "--status").output.contains("waiting     nothing\n"))
    #expect(await here.runApart("sync", "--dry-run").output == "Everything is in sync already.\n")
    #expect(await here.runApart("sync").status == 0)
  }

  /// Makes the cloud refuse all deletions of spaces.
  private func refuseDeletions() {
    here.hook = { call, moment throws(CloudFailure) in
      guard call == .deleteSpaces, moment == .before else { return }
      throw .rejected(ServerResponse(status: 403, code: "42501", message: "not the owner"))
    }
  }

  @Test func aRefusedDeletionIsToldWithWhatEndsIt() async throws {
    let command = "hyperbasis restore-space 'Old lab'"
    refuseDeletions()
    _ = here.run("delete-space", "Old lab", "--yes")
    for _ in 0..<2 {
      let outcome = await here.runApart("sync")
      #expect(outcome.status == 1 && outcome.output.contains(command), "\(outcome)")
      #expect(outcome.output.contains("1 row is refused by the cloud"), "\(outcome)")
      let status = await here.runApart("sync", "--status")
      #expect(status.output.contains("refused     1 row\n"), "\(status)")
      #expect(status.output.contains(command), "\(status)")
    }
    let report = try await here.objectApart("sync")
    let refused = try #require(report["refused"] as? [[String: Any]])
    #expect(refused.map { $0["kind"] as? String } == ["deletion"])
    #expect((report["error"] as? String)?.contains("hyperbasis restore-space") ?? false)
    let doctor = await here.runApart("doctor")
    #expect(doctor.output.contains("1 row, see hyperbasis sync --status"), "\(doctor)")
    let rehearsal = await here.runApart("sync", "--dry-run")
    #expect(rehearsal.output.contains("Old lab") && rehearsal.output.contains("1 removal"))
    #expect(!rehearsal.output.contains("not here yet"), "\(rehearsal)")
    #expect(here.run("restore-space", "Old lab", "--yes").status == 0)
    let ended = await here.runApart("sync")
    #expect(ended.status == 0 && ended.errors.isEmpty, "\(ended)")
    #expect(await here.runApart("sync", "--status").output.contains("refused     nothing\n"))
  }
}
