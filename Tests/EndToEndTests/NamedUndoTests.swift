import Foundation
import Testing

/// `undo --operation` in the built program.
struct NamedUndoTests {
  private let store: ScratchStore
  private var program: BuiltProgram { store.program }

  init() throws {
    store = try ScratchStore()
    #expect(try store.program.run("new", "Hall").status == 0)
    #expect(try store.program.run("add", "Hall", "text=Lamp", "--position", "1,0,1").status == 0)
  }

  private func json(_ words: String...) throws -> Any {
    let outcome = try program.run(words + ["--json"])
    return try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
  }

  /// Returns the id of the newest operation.
  private func newest() throws -> String {
    let list = try #require(try json("operations") as? [[String: Any]])
    return try #require(list.first?["operation"] as? String)
  }

  @Test func anOlderOperationIsTakenOut() throws {
    #expect(try program.run("move", "Lamp", "--to", "5,0,1").status == 0)
    let move = try newest()
    #expect(try program.run("set", "Lamp", "color=red").status == 0)
    let bytes = try Data(contentsOf: store.log())
    let dry = try program.run("undo", "--operation", String(move.prefix(8)), "--dry-run")
    #expect(dry.status == 0 && dry.output.contains("Nothing was written"))
    #expect(dry.output.contains("Undo the move of Lamp"))
    #expect(try Data(contentsOf: store.log()) == bytes)

    let undo = try program.run("undo", "Hall", "--operation", String(move.prefix(8)))
    #expect(undo.status == 0 && undo.errors.isEmpty && undo.output.contains("hyperbasis redo"))
    let shown = try program.run("show").output
    #expect(shown.contains("1.00") && !shown.contains("5.00"))
    #expect(try program.run("blame", "Lamp").output.contains("red"))
    let listed = try #require(try json("operations") as? [[String: Any]])
    #expect(listed.first { $0["operation"] as? String == move }?["undone"] as? Bool == true)
    #expect(listed.first?["kind"] as? String == "undo")
    #expect(try program.run("redo").status == 0)
    #expect(try program.run("show").output.contains("5.00"))
    #expect(try program.run("blame", "Lamp").output.contains("red"))
  }

  @Test func whatWasChangedSinceIsToldAndLeft() throws {
    #expect(try program.run("set", "Lamp", "color=red", "size=1").status == 0)
    let edit = try newest()
    #expect(try program.run("set", "Lamp", "color=blue").status == 0)
    let undo = try program.run("undo", "--operation", edit)
    #expect(undo.status == 0)
    #expect(
      undo.errors == "hyperbasis: warning: Lamp: color has changed since and stays as it is\n")
    let blame = try program.run("blame", "Lamp").output
    #expect(blame.contains("blue") && !blame.contains("size"))

    // A second time there is nothing to undo; and what has changed entirely is not undone at all.
    let again = try program.run("undo", "--operation", edit)
    #expect(again.status == 1 && again.errors.contains("already undone"))
    #expect(try program.run("move", "Lamp", "--to", "5,0,1").status == 0)
    let move = try newest()
    #expect(try program.run("move", "Lamp", "--to", "6,0,1").status == 0)
    let lines = try store.logLines().count
    let none = try program.run("undo", "--operation", move, "--json")
    #expect(none.status == 1 && none.errors.contains("the place has changed since"))
    let object = try JSONSerialization.jsonObject(with: Data(none.output.utf8)) as? [String: Any]
    #expect((object?["events"] as? [Any])?.isEmpty == true)
    #expect((object?["conflicts"] as? [Any])?.count == 1)
    #expect(try store.logLines().count == lines)
  }

  @Test func mistakesAreToldWithWhatToDo() throws {
    #expect(try program.run("undo", "--operation", "no-id").status == 65)
    let unknown = try program.run("undo", "--operation", "ABCDABCD")
    #expect(unknown.status == 65 && unknown.errors.contains("hyperbasis operations"))
    #expect(try program.run("undo", "--operation", "ABCD", "--count", "2").status == 64)
    #expect(try program.run("undo").status == 0)
    let own = try program.run("undo", "--operation", try newest())
    #expect(own.status == 1 && own.errors.contains("itself"))
  }

  @Test func severalAnchorsNeedYes() throws {
    #expect(try program.run("add", "Hall", "text=Chair", "--position", "2,0,1").status == 0)
    #expect(
      try program.run("rollback", "--space", "Hall", "--at", "start", "--yes").status == 0)
    #expect(try program.run("undo").status == 0)
  }
}
