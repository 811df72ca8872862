import Foundation
import TestSupport
import Testing

/// How lengths, times and plans are worded, as a user sees them.
struct WordingTests {
  private let store: ScratchStore

  init() throws {
    store = try ScratchStore()
    #expect(try store.program.run("new", "Hall").status == 0)
  }

  private func run(_ words: String...) throws -> String {
    let outcome = try store.program.run(words)
    #expect(outcome.status == 0, "\(words): \(outcome.errors)")
    return outcome.output
  }

  /// Adds an anchor, and returns the beginning of its id.
  private func add(_ label: String) throws -> String {
    _ = try run("add", "Hall", "--position", "0,0,0", "type=model", "modelName=\(label)")
    let line = try run("show").split(separator: "\n").first { $0.contains(" \(label) ") }
    return String(try #require(line?.split(separator: " ").first))
  }

  /// Returns the instants of all events.
  private func instants() throws -> [String] {
    let events = try JSONSerialization.jsonObject(with: Data(run("log", "--json").utf8))
    return (events as? [[String: Any]] ?? []).compactMap { $0["timestamp"] as? String }
  }

  @Test func aListHasOneUnit() throws {
    let (mug, lamp) = (try add("mug"), try add("lamp"))
    let before = try #require(try instants().last)
    _ = try run("move", lamp, "--to", "0.014,0,0")
    #expect(try run("history", lamp).contains("  moved 1.4 cm by"))
    #expect(try run("log").contains("lamp: moved 1.4 cm by"))
    _ = try run("move", mug, "--to", "1.42,0,0")
    for words in [
      ["log"], ["diff", "--from", before],
      ["rollback", "--space", "Hall", "--at", before, "--dry-run"],
    ] {
      let outcome = try store.program.run(words)
      #expect(outcome.output.contains("moved 0.014 m"), "\(outcome)")
      #expect(outcome.output.contains("moved 1.42 m"), "\(outcome)")
    }

    let terminal = try store.program.open(columns: 120, rows: 32)
    try terminal.wait(for: "? help")
    terminal.send("3")
    try terminal.wait(for: "0.014 m")
    #expect(terminal.screen.contains("1.42 m") && !terminal.screen.contains("1.4 cm"))
    terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func anUndoNamesTheRollBackAndItsDate() throws {
    let (mug, lamp) = (try add("mug"), try add("lamp"))
    _ = try run("move", mug, "--to", "1,0,0")
    _ = try run("move", lamp, "--to", "2,0,0")
    let first = try #require(try instants().first)
    let terminal = try store.program.open(columns: 120, rows: 32)
    try terminal.wait(for: "? help")
    terminal.press(.home)
    try terminal.wait(for: "PAST")
    terminal.send("S")
    try terminal.wait(for: "y does it")
    #expect(terminal.screen.contains("\(first.prefix(10))"))
    terminal.send("y")
    try terminal.wait(for: "2 anchors changed")
    terminal.send("u")
    try terminal.wait(for: "Undo the rollback to")
    #expect(terminal.screen.contains("\(first.prefix(10))") && !terminal.screen.contains("mixed"))
    terminal.send("nq")
    #expect(try terminal.waitForExit() == .exited(0))
    // Another process does not know the date.
    #expect(try run("undo", "--dry-run").hasPrefix("Undo the rollback of 2 anchors by tester, "))
  }

  @Test func aTimeAloneIsOnTheDayOfTheEnd() throws {
    _ = try add("mug")
    let last = try #require(try run("log").split(separator: "\n").last)
    let shown = try run("show", "--at", "00:00")
    #expect(shown.contains(" · \(last.prefix(10)) 00:00:00 UTC · "))
    let outcome = try store.program.run("show", "--at", "noon")
    #expect(outcome.status == 64)
    for form in ["end-1d", "start+2h", "12:03"] { #expect(outcome.errors.contains(form)) }
  }
}
