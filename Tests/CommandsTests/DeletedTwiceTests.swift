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

  @Test func `of two deletions within one second one is chosen by its folder`() throws {
    try bench.writeLog(Array(Kitchen.lines.prefix(2)))
    #expect(bench.run("delete-space", Kitchen.id, "--yes").status == 0)
    func folders() throws -> [String] {
      let list = try bench.json("trash") as? [[String: Any]] ?? []
      return list.compactMap { $0["folder"] as? String }
        .map { URL(filePath: $0).lastPathComponent }
    }
    let older = "\(Kitchen.id).20240621T120000Z"
    #expect(try folders().contains(older))
    #expect(bench.run("restore-space", Kitchen.id, "--deleted-at", older, "--yes").status == 0)
    #expect(try !folders().contains(older))
    #expect(try folders().count == 2)
    #expect(try bench.log(of: Kitchen.id).hasPrefix(Kitchen.lines[0]))
  }
}
