import Foundation
import Testing

/// Each command on each store in a process of its own: none traps, and the output of `--json` is JSON.
@Suite(.enabled(if: !ScratchStore.names.isEmpty, "HYPERBASIS_TEST_STORES names no stores"))
struct EveryCommandTests {
  private static let looks: [[String]] = [
    ["show"], ["show", "--deleted", "--at", "50%"], ["show", "--at", "start"],
    ["log", "--limit", "40"], ["log", "--reverse", "--type", "moved", "--limit", "3"],
    ["diff"], ["diff", "--from", "25%", "--to", "75%", "--min-move", "0.05", "--align"],
    ["diff", "--from", "end", "--to", "start"], ["operations"], ["stats"],
    ["plot", "--width", "40", "--height", "12"], ["plot", "--from", "start", "--to", "end"],
  ]

  /// Undone and redone: the state comes back each time, as new events.
  private static let changes: [[String]] = [
    ["rollback", "--at", "50%", "--yes", "--space"], ["undo", "--yes"], ["redo", "--yes"],
    ["undo", "--yes"], ["redo", "--yes", "--dry-run"],
  ]

  @Test(arguments: ScratchStore.names) func everyLook(name: String) throws {
    let store = try #require(try ScratchStore(copyOf: name))
    for space in try spaces(of: store) {
      for words in Self.looks {
        let arguments = [words[0], space] + words.dropFirst()
        let text = try store.program.run(arguments)
        #expect(text.status == 0, "\(arguments): \(text.errors)")
        try expectJSON(try store.program.run(arguments + ["--json"]), arguments)
      }
      try expectJSON(try store.program.run("verify", "--json"), ["verify"])
    }
  }

  @Test(arguments: ScratchStore.names) func everyWayBack(name: String) throws {
    let store = try #require(try ScratchStore(copyOf: name))
    for space in try spaces(of: store) {
      for words in Self.changes {
        let arguments = words + [space, "--json"]
        try expectJSON(try store.program.run(arguments), arguments)
      }
    }
    #expect([0, 10].contains(try store.program.run("verify").status))
  }

  private func spaces(of store: ScratchStore) throws -> [String] {
    let outcome = try store.program.run("spaces", "--json")
    let list = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let ids = (list as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
    #expect(!ids.isEmpty)
    return ids
  }

  private func expectJSON(
    _ outcome: BuiltProgram.Outcome, _ arguments: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let isDone = outcome.status == 0 || (outcome.status == 1 && arguments[0].hasSuffix("do"))
    let told = "\(arguments): \(outcome.status), \(outcome.errors)"
    #expect(isDone, "\(told)", sourceLocation: sourceLocation)
    guard outcome.status == 0 else { return }
    #expect(
      throws: Never.self, "\(told)", sourceLocation: sourceLocation,
      performing: { try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) })
  }
}
