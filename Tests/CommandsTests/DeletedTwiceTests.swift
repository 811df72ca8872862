import Foundation
import Hyperbasis
import Testing

@testable import HyperbasisCommands

/// A space that was deleted more than once comes back as it was at the chosen deletion.
struct DeletedTwiceTests {
  private let bench: Workbench

  init() throws {
    bench = try Kitchen.workbench()
    #expect(bench.run("delete-space", "Kitchen", "--yes").status == 0)
    try bench.writeLog(Array(Kitchen.lines.prefix(1)))
    bench.now = HBInstant(microseconds: bench.now.microseconds + 86_400_000_000)
    #expect(bench.run("delete-space", Kitchen.id, "--yes").status == 0)
  }

  @Test func bothAreListedWithTheirDates() {
    let list = bench.run("trash").output
    #expect(list.contains("2024-06-20 12:00:00") && list.contains("2024-06-21 12:00:00"), "\(list)")
  }

  @Test func theLatestComesBackAndTellsOfTheOther() {
    let dry = bench.run("restore-space", Kitchen.id, "--dry-run").output
    let choice =
      "as it was when it was deleted at 2024-06-21 12:00:00 UTC; "
      + "it was deleted 2 times, and --deleted-at DATE chooses another"
    #expect(dry.contains(choice), "\(dry)")
  }

  @Test func theEarlierOneIsChosenByItsDate() {
    let restored = bench.run(
      "restore-space", Kitchen.id, "--deleted-at", "2024-06-20T12:00Z", "--yes")
    #expect(restored.status == 0, "\(restored)")
    #expect(bench.run("show").output.contains("Lamp"))
    #expect(bench.run("trash").output.contains("exists again"))
  }

  @Test func aDateBeforeBothIsRefusedWithThoseThereAre() {
    let refused = bench.run("restore-space", Kitchen.id, "--deleted-at", "2024-06-01", "--yes")
    #expect(refused.status == 65)
    #expect(
      refused.errors.contains("deleted at 2024-06-20 12:00:00 UTC, 2024-06-21 12:00:00 UTC"),
      "\(refused)")
  }
}
