import Foundation
import Testing

@testable import HyperbasisCommands

/// The advice that a command gives about a change is correct, and a named anchor is the one it acts on.
struct WayBackTests {
  private func kitchenAndHall() throws -> Workbench {
    let bench = try Workbench()
    #expect(bench.run("new", "K").status == 0)
    #expect(bench.run("add", "K", "--position", "0,0,0", "text=A").status == 0)
    return bench
  }

  @Test func theWayBackNamesTheSpaceWhereThereAreSeveral() throws {
    let bench = try kitchenAndHall()
    #expect(bench.run("new", "Front Hall").status == 0)
    let added = bench.run("add", "Front Hall", "--position", "0,0,0", "text=B")
    #expect(added.output.hasSuffix("hyperbasis undo 'Front Hall' takes it back.\n"), "\(added)")
    let undone = bench.run("undo", "Front Hall")
    #expect(undone.output.hasSuffix("hyperbasis redo 'Front Hall' brings it back.\n"), "\(undone)")
  }

  /// An older operation that is redone individually is not the next one for undo.
  @Test func theWayBackOfAnOlderOperationIsItsId() throws {
    let bench = try kitchenAndHall()
    let set = try bench.object("set", "A", "x=1", "--json")
    let id = try #require(set["operation"] as? String)
    #expect(bench.run("move", "A", "--to", "1,0,0").status == 0)
    #expect(bench.run("undo", "--operation", id).status == 0)
    let redone = bench.run("redo")
    // Ids in tests begin alike, so that it is given in full.
    let command = "undo --operation \(id)"
    #expect(redone.output.contains("hyperbasis \(command) takes it back"), "\(redone)")
    let undone = bench.run(command.split(separator: " ").map(String.init))
    #expect(undone.output.contains("Undo the edit of A"), "\(undone)")
  }

  /// Another device's clock is ahead: a plain undo would take its operation.
  @Test func theWayBackBeforeAnEventOfTheFuture() throws {
    let bench = try kitchenAndHall()
    let log = try bench.log(of: bench.onlySpace())
    let line = log.split(separator: "\n")[0]
    let others = [
      (#/"id":"[^"]*"/#, #""id":"77777777-0000-4000-8000-000000000001""#),
      (#/"anchorId":"[^"]*"/#, #""anchorId":"77777777-0000-4000-8000-000000000002""#),
      (#/"operation":"[^"]*"/#, #""operation":"77777777-0000-4000-8000-000000000003""#),
      (#/"timestamp":"[^"]*"/#, #""timestamp":"2044-01-01T00:00:00Z""#),
    ]
    let ahead = others.reduce(String(line)) { $0.replacing($1.0, with: $1.1) }
    try bench.write(log + ahead + "\n", to: "events/\(bench.onlySpace())/events.jsonl")
    let added = bench.run("add", "K", "--position", "0,0,0", "text=mine")
    #expect(added.output.contains("hyperbasis undo --operation "), "\(added)")
    // Redo stops before what is dated after the undos, and both commands say so.
    let reason = "the creation of A, 2044-01-01 00:00:00 UTC, comes after the undo"
    let undone = bench.run("undo", "--count", "3", "--yes")
    #expect(
      undone.output.hasSuffix(
        "hyperbasis redo cannot bring them all back, because \(reason); "
          + "hyperbasis rollback returns to an earlier state.\n"),
      "\(undone)")
    let redone = bench.run("redo", "--count", "3", "--yes")
    #expect(
      redone.output.hasSuffix(
        "There was only 1 to redo, not 3: 2 more stay undone, because \(reason).\n"), "\(redone)")
  }

  /// Run as it stands, the command would otherwise change the store that the environment names.
  @Test func theWayBackNamesTheStoreThatAnOptionNamed() throws {
    let bench = try kitchenAndHall()
    let other = try Workbench()
    #expect(other.run("new", "Lab").status == 0)
    let store = ["--store", other.directory.path]
    let option = "--store \(other.directory.path)"
    let added = bench.run(["add", "--position", "0,0,0"] + store)
    #expect(added.output.contains("hyperbasis undo \(option) takes it back"), "\(added)")
    let undone = bench.run(["undo"] + store)
    #expect(undone.output.contains("hyperbasis redo \(option) brings it back"), "\(undone)")
    let deleted = bench.run(["delete-space", "Lab", "--yes"] + store)
    #expect(deleted.output.contains("hyperbasis restore-space Lab \(option) brings"), "\(deleted)")
    let none = bench.run(["spaces"] + store)
    #expect(none.output.contains("hyperbasis trash \(option) lists it"), "\(none)")
    let third = try Workbench()
    let empty = third.directory.path
    let nothing = bench.run("spaces", "--store", empty)
    #expect(nothing.output.contains("hyperbasis new NAME --store \(empty)"), "\(nothing)")
    // And nothing happened in the store that the environment names.
    #expect(bench.run("undo", "--dry-run").output.contains("Undo the creation of A"))
  }

  @Test func whatWasPutBackByHandIsSaidToBe() throws {
    let bench = try kitchenAndHall()
    #expect(bench.run("set", "A", "x=1").status == 0)
    let set = try bench.object("set", "A", "x=2", "--json")
    #expect(bench.run("set", "A", "x=1").status == 0)
    let id = try #require(set["operation"] as? String)
    let undone = bench.run("undo", "--operation", id)
    #expect(undone.status == 1)
    #expect(undone.errors.contains("what it changed has been put back since"), "\(undone)")
  }

  /// An app saves what is there already: nothing has been put back.
  @Test func whatChangedNothingIsSaidToHaveChangedNothing() throws {
    let bench = try Kitchen.workbench()
    let again = Kitchen.line(
      7, Kitchen.note, "updated", "2024-06-19T09:00:00Z", 3,
      #","metadata":{"type":"sticky_note","text":"Buy oat milk"}"#)
    try bench.writeLog(Kitchen.lines + [again])
    let undone = bench.run("undo", "--operation", "AAAAAAAA-0000-4000-8000-000000000007")
    #expect(undone.status == 1)
    #expect(undone.errors.contains(" changed nothing, so there is nothing to undo"), "\(undone)")
    #expect(!undone.errors.contains("put back"))
  }

  /// Each piece of advice leads to the goal, not to the next piece.
  @Test func anUndoIsTakenBackByARedoAndARedoByAnUndo() throws {
    let bench = try kitchenAndHall()
    #expect(bench.run("new", "Front Hall").status == 0)
    let set = try #require(try bench.object("set", "A", "x=1")["operation"] as? String)
    let undo = try #require(try bench.object("undo", "K")["operation"] as? String)
    let onUndo = bench.run("undo", "K", "--operation", undo)
    #expect(onUndo.errors.hasSuffix("of \(set); hyperbasis redo K does it again\n"), "\(onUndo)")
    let redo = try #require(try bench.object("redo", "K")["operation"] as? String)
    let onRedo = bench.run("undo", "K", "--operation", redo)
    let advice = "of \(set); hyperbasis undo K --operation \(set) takes that out\n"
    #expect(onRedo.errors.hasSuffix(advice), "\(onRedo)")
    #expect(bench.run("undo", "K", "--operation", set).status == 0)
    #expect(bench.run("move", "A", "--to", "1,0,0").status == 0)
    let late = bench.run("undo", "K", "--operation", undo)
    #expect(late.errors.contains("hyperbasis redo K cannot redo it"), "\(late)")
    let rollback = try #require(late.errors.firstMatch(of: #/hyperbasis (rollback \S+ --at \S+)/#))
    let words = rollback.1.split(separator: " ").map(String.init)
    #expect(bench.run(words + ["--dry-run"]).status == 0)
  }

  @Test func aDeletedSpaceIsBroughtBackByTheWholeCommand() throws {
    let bench = try kitchenAndHall()
    #expect(bench.run("new", "Front Hall").status == 0)
    let hall = bench.run("delete-space", "Front Hall")
    #expect(hall.output.hasSuffix("hyperbasis restore-space 'Front Hall' brings it back.\n"))
    let first = try bench.onlySpace()
    #expect(bench.run("delete-space", "K").output.contains("hyperbasis restore-space K brings"))
    #expect(bench.run("new", "K").status == 0)
    let deleted = bench.run("delete-space", "K").output
    // Two spaces of that name are in the trash.
    let command = try #require(deleted.firstMatch(of: #/hyperbasis restore-space (\S+) brings/#))
    #expect(UUID(uuidString: String(command.1)) != nil && String(command.1) != first)
    #expect(bench.run("restore-space", String(command.1)).status == 0)
  }

  @Test func aKeyUnsetTwiceIsUnset() throws {
    let bench = try kitchenAndHall()
    #expect(bench.run("set", "A", "x=1").status == 0)
    #expect(bench.run("set", "A", "--unset", "x", "--unset", "x").status == 0)
  }

  @Test func noneOfTheOperationsIsNotNone() throws {
    let bench = try kitchenAndHall()
    #expect(bench.run("operations", "--limit", "0").output.isEmpty)
  }

  /// A script that deletes twice must not delete something else.
  @Test func aDeletedAnchorIsMeantBeforeOneWhoseLabelContainsItsOwn() throws {
    let bench = try Workbench()
    #expect(bench.run("new", "K").status == 0)
    for label in ["Lamp", "Lampshade"] {
      #expect(bench.run("add", "K", "--position", "0,0,0", "text=\(label)").status == 0)
    }
    #expect(bench.run("delete", "Lamp").status == 0)
    let again = bench.run("delete", "Lamp")
    #expect(again.status == 0)
    #expect(again.output == "Nothing to change: it is already deleted.\n")
    #expect((try bench.object("delete", "Lamp")["events"] as? [Any])?.isEmpty == true)
    #expect(bench.run("add", "K", "--position", "1,0,0", "text=Lamp").status == 0)
    let restored = bench.run("restore", "Lamp")
    #expect(restored.output.contains("restored"), "\(restored)")
    #expect(bench.run("restore", "Lampshade").output == "Nothing to change: it is not deleted.\n")
    #expect(bench.run("show", "K").output.contains("3 anchors"))
  }
}
