import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisCommands

/// A space that another device has had the cloud forget: it stays here, and is never called synced.
struct ForgottenSpaceTests {
  private let cloud = FakeCloud(.migrated)
  private let here: Workbench
  private let there: Workbench

  init() async throws {
    (here, there) = try Workbench.pair(with: cloud)
    _ = here.run("new", "Attic")
    for bench in [here, there] { _ = await bench.runApart("sync") }
    let id = try #require(UUID(uuidString: Kitchen.id))
    try cloud.change { state throws(CloudFailure) in try state.forget(id) }
    _ = await there.runApart("sync")
  }

  @Test func `nothing of it waits`() async throws {
    for words in [
      ["set", "2222", "x=1"], ["move", "2222", "--to", "1,0,0"], ["rename", "Kitchen", "Galley"],
      ["delete-space", "Galley", "--yes"], ["restore-space", "Galley", "--yes"],
    ] {
      let outcome = there.run(words)
      #expect(outcome.status == 0 && !outcome.output.contains("for the cloud"), "\(outcome)")
    }
    #expect(there.run("rename", "Attic", "Loft").output.contains("1 change waits for the cloud"))
    #expect(await there.runApart("sync", "--status").output.contains("waiting     1 space\n"))
  }

  @Test func `it is told that it is left out`() async throws {
    let told =
      "1 space was deleted from the cloud for good; what is here stays and is not sent:\n"
      + "  Kitchen\nhyperbasis forget SPACE --bring-back takes that back.\n"
    for command in [["sync"], ["sync", "--dry-run"]] {
      let outcome = await there.runApart(command)
      #expect(outcome.status == 0 && outcome.output.contains(told), "\(outcome)")
    }
    let status = await there.runApart("sync", "--status").output
    #expect(
      status.contains("left out    1 space here, deleted from the cloud for good\n"), "\(status)")
    for report in [
      try await there.objectApart("sync"), try await there.objectApart("sync", "--status"),
    ] {
      #expect(report["forgotten"] as? [String] == [Kitchen.id.uppercased()], "\(report)")
    }
    let alone = await there.runApart("sync", "Kitchen")
    #expect(alone.status == 1)
    #expect(alone.errors.contains("Kitchen was deleted from the cloud for good"), "\(alone)")
    #expect(!alone.output.contains("Kitchen is in sync"), "\(alone)")
  }
}
