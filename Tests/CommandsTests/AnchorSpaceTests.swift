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
}
