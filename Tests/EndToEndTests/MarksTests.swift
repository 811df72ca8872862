import Foundation
import TestSupport
import Testing

/// What the marks of changes say, through the program.
struct MarksTests {
  private let store: ScratchStore
  private let lamp: String

  /// A lamp that was moved.
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

  /// What switches the colour of a word on.
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
    try terminal.wait(for: "~ Lamp restored 2.00 m")
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
}
