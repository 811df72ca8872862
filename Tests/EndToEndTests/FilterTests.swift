import Foundation
import TestSupport
import Testing

/// Filters with comparisons, at the prompt and on the command line.
struct FilterTests {
  private static func store() throws -> ScratchStore {
    let store = try ScratchStore()
    #expect(try store.program.run("new", "Hall").status == 0)
    for (text, priority, place) in [
      ("Coffee table", "1", "1,0,1"), ("Lamp", "3", "2,1.5,0"), ("Chair", "2.5", "0,0,3"),
    ] {
      let added = try store.program.run(
        "add", "text=\(text)", "priority=\(priority)", "--position", place)
      #expect(added.status == 0)
    }
    #expect(try store.program.run("move", "Chair", "--to", "0,0,4").status == 0)
    return store
  }

  private static func labels(_ store: ScratchStore, _ filter: String) throws -> Set<String> {
    let shown = try store.program.run("show", "--where", filter)
    #expect(shown.status == 0, "\(shown.errors)")
    return Set(["Coffee table", "Lamp", "Chair"].filter { shown.output.contains($0) })
  }

  @Test func aCommandPrintsWhatTheFilterLetsThrough() throws {
    let store = try Self.store()
    #expect(try Self.labels(store, "priority>2") == ["Lamp", "Chair"])
    #expect(try Self.labels(store, "priority!=3 y<1m") == ["Coffee table", "Chair"])
    #expect(try Self.labels(store, "text=\"coffee table\"") == ["Coffee table"])
    #expect(try Self.labels(store, "moved>50cm") == ["Chair"])
    #expect(try Self.labels(store, "alive>1d") == [])
    #expect(try Self.labels(store, "after:-1h") == ["Coffee table", "Lamp", "Chair"])

    let log = try store.program.run("log", "--where", "moved>50cm", "--json")
    #expect(log.output.contains("\"moved\"") && !log.output.contains("\"created\""))
    #expect(try store.program.run("log", "--where", "x>0", "--raw").status == 64)
    let diff = try store.program.run("diff", "--where", "lamp").output
    #expect(diff.contains("Lamp") && !diff.contains("Chair"))
    let stats = try store.program.run("stats", "--where", "kind:moved").output
    #expect(stats.contains("1 event") && stats.contains("Chair") && !stats.contains("Lamp"))
    let plot = try store.program.run("plot", "--where", "lamp", "--json").output
    #expect(plot.components(separatedBy: "\"column\"").count == 2)
  }

  @Test func aRefusedFilterEndsWith64AndTheWordsOfThePrompt() throws {
    let store = try Self.store()
    let words = "\"far\" is not a length in mm, cm, m or km; give for example moved>50cm"
    for command in ["show", "log", "diff", "plot", "stats"] {
      let refused = try store.program.run(command, "--where", "moved>far")
      #expect(refused.status == 64)
      #expect(refused.errors.contains(words), "\(command): \(refused.errors)")
    }
    let terminal = try store.program.open(columns: 110, rows: 30)
    try terminal.wait(for: "3 anchors")
    terminal.send("fmoved>far\r")
    try terminal.wait(for: words)
    for _ in 0..<3 { terminal.press(.backspace) }
    terminal.send("50cm\r")
    try terminal.wait(for: "1 of 3 anchors at this date")
  }
}
