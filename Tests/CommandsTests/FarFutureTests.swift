import Foundation
import Testing

@testable import HyperbasisCommands

/// A store whose newest event is at the very end of the last year that a log can express.
struct FarFutureTests {
  private static let end = "9999-12-31T23:59:59.999999Z"
  private let bench: Workbench

  init() throws {
    bench = try Kitchen.workbench()
    try bench.writeLog(
      Kitchen.lines + [
        Kitchen.line(
          7, Kitchen.lamp, "moved", "9999-12-31T23:59:59Z", 2,
          #","microseconds":999999,"transform":\#(Kitchen.transform("3", "0", "0"))"#),
        Kitchen.line(
          8, Kitchen.note, "moved", "9999-12-31T11:00:00Z", 3,
          #","microseconds":123457,"transform":\#(Kitchen.transform("4", "0", "0"))"#),
      ])
  }

  private func dates(_ anchors: Any?, _ key: String) -> [String] {
    (anchors as? [[String: Any]] ?? []).compactMap { $0[key] as? String }
  }

  @Test func datesAreThoseOfTheLog() throws {
    let expected = ["9999-12-31T11:00:00.123457Z", Self.end]
    #expect(dates(try bench.object("show")["anchors"], "updatedAt").sorted() == expected)
    let diff = try bench.object("diff", "--from", "2024-06-20", "--to", "end")
    let moved = (diff["moved"] as? [[String: Any]])?.compactMap { $0["anchor"] }
    #expect(dates(moved, "updatedAt").sorted() == expected)
    let back = try bench.object("diff", "--from", "end", "--to", "start")
    #expect(dates(back["removed"], "updatedAt") == [Self.end])
    #expect(dates(try bench.object("show", "--at", Self.end)["anchors"], "updatedAt").count == 2)
    let table = bench.run("show").output
    #expect(table.contains("9999-12-31 23:59:59.999999") && !table.contains("10000"), "\(table)")
  }

  @Test func whatCannotComeAfterIsRefused() throws {
    let before = try bench.log(of: Kitchen.id)
    for words in [
      ["move", Kitchen.lamp, "--to", "0,0,0"], ["set", Kitchen.lamp, "a=1"],
      ["delete", Kitchen.lamp], ["move", Kitchen.lamp, "--to", "0,0,0", "--dry-run"],
      ["undo", "--yes"],
    ] {
      let outcome = bench.run(words)
      #expect(outcome.status == 65, "\(words): \(outcome)")
      #expect(outcome.errors.contains("at the end of the year 9999"), "\(outcome)")
    }
    #expect(try bench.log(of: Kitchen.id) == before)
    #expect(bench.run("move", Kitchen.note, "--to", "0,0,0").status == 0)
    #expect(bench.run("restore", Kitchen.chair).status == 0)
    #expect(bench.run("verify").output.contains("bad-file") == false)
  }
}
