import Foundation
import TestSupport
import Testing

/// The marks of changes, as the program shows them.
struct MarksTests {
  private let store: ScratchStore
  private let lamp: String

  /// Creates a lamp that was moved.
  init() throws {
    store = try ScratchStore()
    #expect(try store.program.run("new", "Hall").status == 0)
    #expect(try store.program.run("add", "text=Lamp", "--position", "1,0,1").status == 0)
    let line = try #require(try store.logLines().first)
    let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    lamp = try #require(event?["anchorId"] as? String)
    #expect(try store.program.run("move", lamp, "--to", "1,0,3").status == 0)
  }

  private func rollBack() throws -> BuiltProgram.Outcome {
    try store.program.run("rollback", lamp, "--to-version", "1", "--color", "always")
  }

  /// Returns the sequence that switches on the colour of a word.
  private func color(of word: String, in output: String) -> Substring? {
    let line = output.split(separator: "\n").first { $0.contains(word) }
    return line.flatMap {
      $0.firstRange(of: word).map { range in line?[..<range.lowerBound] ?? "" }
    }
    .flatMap { before in before.lastIndex(of: "\u{1B}").map { before[$0...] } }
  }

  @Test func aRollBackThatMovesIsMarkedAsAMove() throws {
    #expect(try rollBack().status == 0)
    for words in [["log", "Hall"], ["history", lamp]] {
      let output = try store.program.run(words + ["--color", "always"]).output
      let restored = color(of: "restored", in: output)
      #expect(restored != nil && restored == color(of: "moved", in: output), "\(output)")
      #expect(restored != color(of: "created", in: output))
    }
    let terminal = try store.program.open(columns: 100, rows: 30)
    try terminal.wait(for: "last: 1 moved")
    terminal.send("3")
    try terminal.wait(for: "~ v3 Lamp restored 2.00 m")
  }

  @Test func theFirstComparisonIsOfAAndB() throws {
    let terminal = try store.program.open(columns: 100, rows: 30)
    try terminal.wait(for: "1 anchor")
    terminal.press(.home)
    terminal.send("a")
    terminal.press(.end)
    terminal.send("bd")
    try terminal.wait(for: "A to B: 1 moved")
    terminal.send("d")
    try terminal.wait(for: "what the last events did")
    terminal.send("1s")
    try terminal.wait(for: "A beside B")
    try terminal.wait(for: "A to B: 1 moved")
  }

  @Test func altWithALetterWritesNothing() throws {
    let terminal = try store.program.open(columns: 100, rows: 30)
    try terminal.wait(for: "? help")
    let lines = try store.logLines()
    for key in ["u", "U", "R", "S", "A", "D", "M", "E", "W", "X", "\u{12}"] {
      terminal.send("\u{1B}\(key)")
      try terminal.wait(for: "\(key == "\u{12}" ? "^Alt-R" : "Alt-\(key)") does nothing here")
    }
    #expect(!terminal.screen.contains("DRAFT"))
    #expect(try store.logLines() == lines)
  }

  @Test func aPlanIsPaintedByWhatItDoes() throws {
    let plan = try rollBack().output
    let log = try store.program.run("log", "Hall", "--color", "always").output
    let painted = color(of: "restored", in: plan)
    #expect(painted != nil && painted == color(of: "moved", in: log), "\(plan)")
  }

  /// Two in the same cell, moved together: at their position, at their former one, and side by side.
  @Test func anchorsThatShareACellAreCountedInComparisons() throws {
    for text in ["text=Cup", "text=Saucer"] {
      let added = try store.program.run("add", "Hall", text, "--position", "3,0,1", "--json")
      #expect(added.status == 0)
    }
    let between = String(format: "@%.6f", Date().timeIntervalSince1970)
    let anchors = try store.program.run("show", "Hall", "--json").output
    let shown = try JSONSerialization.jsonObject(with: Data(anchors.utf8)) as? [String: Any]
    for anchor in shown?["anchors"] as? [[String: Any]] ?? [] {
      let id = try #require(anchor["id"] as? String)
      guard id.uppercased() != lamp.uppercased() else { continue }
      #expect(try store.program.run("move", id, "--to", "1.5,0,2").status == 0)
    }
    let plot = try store.program.run("plot", "Hall", "--from", between, "--to", "end")
    let picture = plot.output.split(separator: "\n").dropFirst(2).dropLast()
    #expect(picture.joined().filter { $0 == "2" }.count == 2, "\(plot.output)")
  }
}
