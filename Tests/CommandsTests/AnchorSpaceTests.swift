import Foundation
import Testing

@testable import HyperbasisCommands

/// An anchor with the same name as one in another space is selected together with its space.
struct AnchorSpaceTests {
  private let bench: Workbench

  init() throws {
    bench = try Kitchen.workbench()
    #expect(bench.run("new", "Hall").status == 0)
    #expect(bench.run("add", "Hall", "--position", "1,0,1", "text=Lamp").status == 0)
  }

  @Test(arguments: [
    ["history"], ["blame"], ["move", "--to", "2,0,2", "--dry-run"], ["set", "a=1", "--dry-run"],
    ["delete", "--dry-run"],
  ])
  func aSpaceTellsWhichIsMeant(_ command: [String]) {
    let words = [command[0], "Lamp"] + command.dropFirst()
    let ambiguous = bench.run(words)
    #expect(ambiguous.status == 65 && ambiguous.errors.contains("Hall"), "\(ambiguous)")
    // A longer part of the label would not tell them apart.
    #expect(
      ambiguous.errors.contains("Give the id of the one you mean. Or name its space with --space."))
    for space in ["Hall", "Kitchen"] {
      let outcome = bench.run(words + ["--space", space])
      #expect(outcome.status == 0, "\(outcome)")
    }
    #expect(bench.run(words + ["--space", "Attic"]).status == 65)
  }

  @Test func itIsLookedForInThatSpaceAlone() {
    #expect(bench.run("history", Kitchen.note, "--space", "Hall").status == 65)
    #expect(bench.run("delete", "Lamp", "--space", "Hall").status == 0)
    #expect(bench.run("restore", "Lamp", "--space", "Hall").status == 0)
    #expect(bench.run("show", "Kitchen").output.contains("Lamp"))
  }

  /// `log` takes a space without an option.
  @Test func theAdviceFitsTheCommand() throws {
    let ambiguous = bench.run("log", "--anchor", "Lamp")
    #expect(ambiguous.status == 65)
    #expect(
      ambiguous.errors.contains(
        "Or name its space: hyperbasis log SPACE --anchor Lamp"), "\(ambiguous)")
    #expect(bench.run("log", "Hall", "--anchor", "Lamp").status == 0)
  }

  /// One id in the logs of two spaces, in one of them without a label.
  @Test func theBeginningOfAnIdStandsForTheSameAnchorAsTheWhole() throws {
    let elsewhere = UUID()
    try bench.writeLog(
      [
        """
        {"id":"\(UUID().uuidString)","anchorId":"\(Kitchen.note)","spaceId":"\(elsewhere.uuidString)",\
        "type":"created","timestamp":"2024-01-16T00:00:00Z","version":1,\
        "transform":[1,0,0,0,0,1,0,0,0,0,1,0,9,9,9,1],"metadata":{}}
        """
      ], space: elsewhere.uuidString)
    let whole = bench.run("history", Kitchen.note)
    #expect(whole.status == 0, "\(whole)")
    #expect(bench.run("history", String(Kitchen.note.prefix(8))).output == whole.output)
  }
}
