import Foundation
import TestSupport
import Testing

/// The orders of lists, on the command line and on screen, and what Tab adds to a filter.
struct SortTests {
  private static func store() throws -> ScratchStore {
    let store = try ScratchStore()
    #expect(try store.program.run("new", "Hall").status == 0)
    for (text, place) in [("Stool", "1,0,1"), ("Bench", "2,0,0"), ("Armchair", "0,0,3")] {
      #expect(
        try store.program.run("add", "text=\(text)", "--position", place).status == 0)
    }
    for (text, place) in [("Stool", "1,0,2"), ("Bench", "9,0,0"), ("Bench", "2,0,1")] {
      #expect(try store.program.run("move", text, "--to", place).status == 0)
    }
    return store
  }

  private static func labels(_ text: String) -> [String] {
    let names = ["Stool", "Bench", "Armchair"]
    return names.compactMap { name in text.firstRange(of: name).map { ($0.lowerBound, name) } }
      .sorted { $0.0 < $1.0 }.map(\.1)
  }

  @Test(arguments: [
    ("name", ["Armchair", "Bench", "Stool"]), ("changed", ["Bench", "Stool", "Armchair"]),
    ("events", ["Bench", "Stool", "Armchair"]), ("path", ["Bench", "Stool", "Armchair"]),
    ("distance", ["Stool", "Bench", "Armchair"]), ("alive", ["Stool", "Bench", "Armchair"]),
  ])
  func commandsSort(_ order: String, _ labels: [String]) throws {
    let store = try Self.store()
    let shown = try store.program.run("show", "--sort", order)
    #expect(shown.status == 0)
    #expect(Self.labels(shown.output) == labels)
    #expect(Self.labels(try store.program.run("show", "--sort", order, "--json").output) == labels)
    let unknown = try store.program.run("show", "--sort", "size")
    #expect(unknown.status == 64 && unknown.errors.contains("path"))
  }

  @Test func aDiffSorts() throws {
    let store = try Self.store()
    let usual = try store.program.run("diff").output
    let sorted = try store.program.run("diff", "--sort", "name").output
    #expect(Self.labels(sorted) == ["Armchair", "Bench", "Stool"])
    #expect(usual.contains("added") && sorted.contains("added"))
  }

  @Test func theScreenSortsAndTabCompletesAFilter() throws {
    let store = try Self.store()
    let terminal = try store.program.open(columns: 120, rows: 30)
    try terminal.wait(for: "3 anchors")
    terminal.send(";")
    try terminal.wait(for: ", by name")
    terminal.send(":sort changed\r")
    try terminal.wait(for: ", by changed")
    terminal.send("fte\t")
    try terminal.wait(for: "filter: text=")
    terminal.send("be\t")
    try terminal.wait(for: "filter: text=Bench")
    terminal.send("\r")
    try terminal.wait(for: "1 of 3 anchors at this date")
  }
}
