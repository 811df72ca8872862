import Testing

@testable import HyperbasisCommands

/// An anchor none of whose events carries a transform: it has a history but no state.
struct WithoutPlaceTests {
  private static let ghost = "66666666-0000-4000-8000-000000000001"
  private static let edit = "AAAAAAAA-0000-4000-8000-000000000008"
  private let bench: Workbench

  init() throws {
    bench = try Kitchen.workbench()
    try bench.writeLog(
      Kitchen.lines + [
        Kitchen.line(7, Self.ghost, "deleted", "2024-06-19T09:00:00Z", 1),
        Kitchen.line(
          8, Self.ghost, "updated", "2024-06-19T10:00:00Z", 2, #","metadata":{"text":"key"}"#),
      ])
  }

  @Test(arguments: [["delete"], ["restore"], ["set", "x=1"]])
  func whatItTakesAPlaceForSaysHowItGetsOne(words: [String]) {
    let refused = bench.run([words[0], Self.ghost] + words.dropFirst())
    #expect(refused.status == 65)
    #expect(
      refused.errors.hasSuffix(
        "anchor \(Self.ghost) has no place: none of its events carries a transform; hyperbasis move "
          + "\(Self.ghost) --to X,Y,Z gives it one\n"), "\(refused)")
  }

  @Test func aMoveGivesItOne() throws {
    #expect(bench.run("move", Self.ghost, "--to", "1,2,3").status == 0)
    let anchor = try bench.anchor(Self.ghost)
    #expect((anchor?["transform"] as? [Double])?.suffix(4) == [1, 2, 3, 1])
    #expect((anchor?["metadata"] as? [String: Any])?["text"] as? String == "key")
    #expect(bench.run("set", Self.ghost, "x=1").status == 0)
  }

  @Test func itsEventsSayWhatTheyWrote() {
    let lines = bench.run("history", Self.ghost).output.split(separator: "\n")
    #expect(lines.contains { $0.hasSuffix("no place yet") }, "\(lines)")
    #expect(bench.run("blame", Self.ghost).output.contains(" · without a place · "))
    #expect(lines.contains { $0.contains("no place yet, ") && $0.contains("text") }, "\(lines)")
  }

  @Test func anUndoDoesNotSayThatItWroteWhatWasThere() {
    let undone = bench.run("undo", "--operation", Self.edit)
    #expect(undone.status == 1)
    #expect(undone.errors.hasSuffix("nothing to undo: its anchor has no place yet\n"), "\(undone)")
  }
}
