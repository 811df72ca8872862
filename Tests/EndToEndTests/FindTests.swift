import Foundation
import TestSupport
import Testing

/// Deleted anchors can still be found, by the command and by its key.
@Suite(.enabled(if: !ScratchStore.names.isEmpty, "HYPERBASIS_TEST_STORES names no stores"))
struct FindTests {
  @Test func theLargestFireIsFound() throws {
    let store = try #require(try ScratchStore(copyOf: "wildfires"))
    let found = try store.program.run("find", "Dixie")
    #expect(found.status == 0)
    #expect(found.output.contains("Dixie Fire") && found.output.contains("2021-"))
    let none = try store.program.run("find", "no such fire")
    #expect(none.status == 0 && none.output.contains("Nothing matches"))

    let terminal = try store.program.open(columns: 100, rows: 30)
    try terminal.wait(for: "? help")
    terminal.send("/dixie\r")
    try terminal.wait(for: "Enter goes there")
    terminal.press(.enter)
    try terminal.wait(for: "PAST 2021-")
    #expect(terminal.screen.contains("Dixie"))
  }

  @Test func anAnchorIsNamedByItsLabel() throws {
    let store = try ScratchStore()
    #expect(try store.program.run("new", "Hall").status == 0)
    for text in ["Lamp", "Table lamp", "Chair"] {
      let added = try store.program.run("add", "text=\(text)", "--position", "1,0,1")
      #expect(added.status == 0)
    }
    #expect(try store.program.run("move", "lamp", "--to", "2,0,2").status == 0)
    #expect(try store.program.run("history", "chai").output.contains("moved") == false)
    #expect(try store.program.run("history", "Lamp").output.contains("moved"))
    let several = try store.program.run("history", "la")
    #expect(several.status == 65)
    #expect(several.errors.contains("Lamp") && several.errors.contains("Table lamp"))
    let none = try store.program.run("delete", "Lampe")
    #expect(none.status == 65 && none.errors.contains("Did you mean"))
    #expect(try store.program.run("delete", "chair").status == 0)
    #expect(try store.program.run("restore", "chair").status == 0)
  }

  @Test func whoChangedAPartIsTold() throws {
    let store = try ScratchStore()
    #expect(try store.program.run("new", "Hall").status == 0)
    #expect(
      try store.program.run("add", "text=Lamp", "color=red", "--position", "1,0,1").status == 0)
    #expect(try store.program.run("set", "Lamp", "color=blue", "--actor", "mara").status == 0)
    #expect(try store.program.run("move", "Lamp", "--to", "2,0,2", "--actor", "jonas").status == 0)
    let lines = try store.program.run("blame", "Lamp").output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("(place)") && $0.contains("jonas") })
    #expect(lines.contains { $0.hasPrefix("color") && $0.contains("blue") && $0.contains("mara") })
    #expect(lines.contains { $0.hasPrefix("text") && $0.contains("tester") })
    #expect(try store.program.run("blame", "Lamp", "--at", "start").output.contains("red"))
    let terminal = try store.program.open(columns: 120, rows: 40)
    try terminal.wait(for: "1 anchor")
    terminal.press(.down)
    terminal.send("4")
    try terminal.wait(for: "by mara")
    try terminal.wait(for: "by jonas")
  }
}
