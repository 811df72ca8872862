import Foundation
import TestSupport
import Testing

/// A change that is in the log is never reported as a failure, after which a user would repeat it.
struct SavedChangeTests {
  private let store: ScratchStore

  init() throws {
    store = try ScratchStore()
    #expect(try store.program.run("new", "Hall").status == 0)
    #expect(try store.program.run("add", "text=Lamp", "--position", "1,0,1").status == 0)
  }

  /// Changes of one anchor, each of which appends lines to the log.
  private static let changes: [String] = [
    "add text=Sofa --position 2,0,0", "move Lamp --to 3,0,0", "set Lamp color=red", "delete Lamp",
    "rollback Lamp --to-version 1", "undo",
  ]

  /// Where the output goes: to a full device, to a pipe without a reader, nowhere.
  private static let outputs = ["> /dev/full", ">&\"$gone\"", ">&-"]

  private func run(_ words: String, _ output: String) throws -> BuiltProgram.Outcome {
    try store.program.shell(
      """
      exec {gone}> >(exec true); wait $!
      "$HB" \(words) \(output)
      """)
  }

  @Test(arguments: changes, outputs)
  func anOutputThatCannotBeWrittenIsAWarning(words: String, output: String) throws {
    #expect(try store.program.run("move", "Lamp", "--to", "0,0,0").status == 0)
    let before = try store.logLines().count
    let outcome = try run(words, output)
    #expect(outcome.status == 0)
    #expect(outcome.errors.hasPrefix("hyperbasis: warning: the change is saved, but "))
    #expect(outcome.errors.count { $0.isNewline } == 1)
    #expect(try store.logLines().count == before + 1)
    #expect(try store.program.run("verify").status == 0)
  }

  @Test(arguments: outputs, ["", "--json"])
  func soItIsForSpacesBookmarksAndImports(output: String, format: String) throws {
    let table = store.directory.appending(path: "table.csv")
    try Data("id,x,y,z\na,1,2,3\n".utf8).write(to: table)
    for words in [
      "new Shed", "rename Shed Barn", "bookmarks Hall --add note", "delete-space Hall --yes",
      "restore-space Hall --yes",
    ] {
      let outcome = try run("\(words) \(format)", output)
      #expect(outcome.status == 0, "\(words): \(outcome.errors)")
      #expect(outcome.errors.hasPrefix("hyperbasis: warning: the change is saved, but "))
    }
    #expect(try store.program.run("spaces").output.contains("Barn"))
    #expect(try store.program.run("trash").output.contains("trash is empty"))
    #expect(try store.program.run("bookmarks").output.contains("note"))
    // What it would write is printed before it is written, or not at all.
    let outcome = try run("import \(table.path) --space New --yes \(format)", output)
    let isSaved = try store.program.run("spaces").output.contains("New")
    #expect((outcome.status == 0) == isSaved, "\(outcome.errors)")
  }

  @Test(arguments: outputs) func toReadIsToFailThen(output: String) throws {
    guard !output.contains("gone") else { return }
    #expect(try run("show", output).status == 73)
    #expect(try run("add --dry-run --position 0,0,0", output).status == 73)
  }

  @Test func anchorFilesThatCannotBeWrittenAreAWarning() throws {
    let anchors = store.directory.appending(path: "anchors")
    try FileManager.default.removeItem(at: anchors)
    try Data("in the way".utf8).write(to: anchors)
    let outcome = try store.program.run("add", "text=Sofa", "--position", "2,0,0")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Wrote 1 event"))
    #expect(outcome.errors.contains("warning: the change is saved, but "))
    #expect(try store.logLines().count == 2)
    try FileManager.default.removeItem(at: anchors)
    #expect(try store.program.run("show").output.contains("Sofa"))
    #expect(try store.program.run("verify").status == 0)
  }

  /// If a process is started without an output, the next file it opens takes its place.
  @Test func nothingIsPrintedIntoALog() throws {
    let line = "\"$HB\" add text=Sofa --position 2,0,0 >&- 2>&- <&-; echo $?"
    #expect(try store.program.shell(line).output == "0\n")
    #expect(try store.logLines().count == 2)
    #expect(try store.program.run("verify").status == 0)
  }
}
