import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisCommands

/// What `hyperbasis sync` says of spaces that were deleted, here or elsewhere.
struct DeletedSpaceTests {
  private let cloud = FakeCloud(.migrated)
  private let here: Workbench
  private let there: Workbench

  /// Two stores that share two spaces.
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
        "Old lab was deleted elsewhere, with changes of yours that nobody else had; "
          + "hyperbasis restore-space 'Old lab' brings it back.\nEverything is in sync.\n"),
      "\(outcome)")
    #expect(await there.runApart("sync").output.hasSuffix("Everything is in sync already.\n"))
    #expect(there.run("restore-space", "Old lab", "--yes").status == 0)
  }

  @Test func programsAreToldOfItToo() async throws {
    _ = here.run("delete-space", "Old lab", "--yes")
    _ = await here.runApart("sync")
    let removed = try await there.objectApart("sync")["removed"] as? [[String: Any]]
    #expect(removed?.count == 1 && removed?.first?["name"] as? String == "Old lab")
    #expect(removed?.first?["heldOwnWork"] as? Bool == false)
  }
}
