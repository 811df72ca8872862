import Foundation
import TestSupport
import Testing

/// Four years of fires in a small terminal: viewed, compared, rolled back, undone.
@Suite(
  .enabled(
    if: ScratchStore.source("wildfires") != nil, "HYPERBASIS_TEST_STORES has no wildfires"))
struct WildfiresTests {
  private let store: ScratchStore
  private let terminal: PseudoTerminal

  init() throws {
    store = try #require(try ScratchStore(copyOf: "wildfires"))
    terminal = try store.program.open()
    try terminal.wait(for: "12 anchors")
    try terminal.wait(for: "? help")
  }

  private func type(date: String) throws {
    terminal.send("t")
    terminal.send(date)
    terminal.press(.enter)
    try terminal.wait(for: date)
  }

  @Test func allFiresThatBurnAreVisible() throws {
    // On a smaller screen two of them share a cell, and a digit counts them.
    terminal.resize(columns: 110, rows: 40)
    let names = [
      "Post", "Hernandez", "Rocky", "West", "Hesperia", "Point", "Hidden", "Tuscany", "Sites",
      "Douglas", "Aero", "Spring",
    ]
    for name in names { try terminal.wait(for: "• \(name) Fire") }
    try terminal.wait(until: "the plan shows 12 fires") { screen in
      // Without the edges, which hold the legend.
      let rows = screen.lines.filter { $0.hasPrefix("│") }
      let plan = rows.map { line in line.dropFirst().prefix { $0 != "│" } }
      return plan.joined().count { $0 == "•" } == 12
    }
  }

  @Test func scrubbingAndStepping() throws {
    terminal.press(.left)
    try terminal.wait(for: "PAST 2024-05")
    terminal.press(.end)
    try terminal.wait(for: "12 anchors")
    terminal.send("[")
    try terminal.wait(for: "PAST 2024-06-19 04:13:05 UTC")
    terminal.send("[]]")
    try terminal.wait(for: "2024-06-19 05:12:49 UTC")
    terminal.press(.home)
    try terminal.wait(for: "2020-10-08 17:43:41 UTC")
    for _ in 0..<40 { terminal.press(.right) }
    try terminal.wait(for: "PAST 2023-04-11")
    #expect(try store.logLines().count == 5413)
  }

  @Test func differenceOfTwoDates() throws {
    let words = ["--from", "2022-08-01", "--to", "2022-09-15"]
    let diff = try store.program.run("diff", words[0], words[1], words[2], words[3])
    #expect(diff.output.contains("\n13 added, 6 removed, 1 updated"))
    try type(date: "2022-08-01")
    terminal.send("a")
    try type(date: "2022-09-15")
    terminal.send("bd")
    try terminal.wait(for: "13 added, 6 removed")
    try terminal.wait(for: "+ Mosquito")
    try terminal.wait(for: "× Washburn")
    try terminal.wait(for: "A═B")
  }

  @Test func historyRollbackAndUndo() throws {
    terminal.send("1jj3")
    try terminal.wait(for: "Hernandez Fire: 14 events")
    try terminal.wait(for: "~ v5  14.3 km")
    terminal.send("jj")
    terminal.press(.enter)
    try terminal.wait(for: "PAST 2024-06-18 02:50:00 UTC")
    terminal.send("R")
    try terminal.wait(for: "u undoes it")
    try terminal.wait(for: "v15 restored")
    let written = try store.logLines()
    #expect(written.count == 5414)
    #expect(written.last?.contains(#""type":"restored""#) == true)
    #expect(written.last?.contains(#""contained":45"#) == true)
    #expect(written.last?.contains(#""actorId":"tester""#) == true)
    terminal.send("u")
    try terminal.wait(for: "undid")
    try terminal.wait(for: "≈ v16")
    let undone = try store.logLines()
    #expect(undone.count == 5415)
    #expect(undone.last?.contains(#""undoes":"#) == true)
    let history = try store.program.run("history", "99234B51", "--json")
    #expect(history.output.contains(#""contained":80"#))
    let state = try store.program.run("show", "--json")
    let before = try store.program.run("show", "--at", "2024-06-19T05:12:49Z", "--json")
    #expect(Self.metadata(state.output) == Self.metadata(before.output))
  }

  @Test func aSpaceIsRolledBackAfterAQuestion() throws {
    terminal.send("[")
    try terminal.wait(for: "PAST")
    terminal.send("S")
    // The title alone is also shown while the plan is being worked out.
    // Enter alone cancels.
    try terminal.wait(for: "about to write")
    terminal.press(.enter)
    try terminal.wait(for: "nothing was written")
    #expect(try store.logLines().count == 5413)
    terminal.send("S")
    try terminal.wait(for: "about to write")
    terminal.send("y")
    try terminal.wait(for: "(2 anchors changed)")
    #expect(try store.logLines().count == 5415)
  }

  @Test func whatOthersWriteShows() throws {
    let added = try store.program.run("add", "text=New Fire", "--position", "0,0,0")
    #expect(added.status == 0)
    try terminal.wait(for: "13 anchors", timeout: .seconds(5))
    try terminal.wait(for: "New Fire")
  }

  @Test func quittingGivesTheTerminalBack() throws {
    terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(!terminal.screen.isAlternate && terminal.screen.isCursorVisible)
    #expect(terminal.isCooked)
    #expect(terminal.screen.unknown == [])
    #expect(try store.logLines().count == 5413)
  }

  private static func metadata(_ output: String) -> [NSDictionary] {
    let object = try? JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    let anchors = object?["anchors"] as? [[String: Any]] ?? []
    return anchors.compactMap { $0["metadata"] as? NSDictionary }
  }
}
