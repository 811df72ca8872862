import Foundation
import Hyperbasis
import Testing

@testable import HyperbasisCommands

struct ChangeCommandTests {
  private let bench: Workbench

  init() throws { bench = try Kitchen.workbench() }

  private var lineCount: Int {
    get throws { try bench.log(of: Kitchen.id).split(separator: "\n").count }
  }

  private func anchor(_ id: String, _ words: String...) throws -> [String: Any]? {
    let outcome = bench.run(["show", "--deleted", "--json"] + words)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let anchors = (object as? [String: Any])?["anchors"] as? [[String: Any]]
    return anchors?.first { $0["id"] as? String == id }
  }

  // MARK: One change each

  @Test func add() throws {
    let outcome = bench.run(
      "add", "Kitchen", "--position", "-3.1,0,2", "--yaw", "90", "text=Sofa", "n=1", "on=true",
      "gone=null", "quoted=\"1\"", "list=[1]", "equal=a=b", "empty=")
    #expect(
      outcome
        == .init(
          status: 0,
          output: """
            Add an anchor: 1 event on 1 anchor
              created   AB000000  Sofa: at -3.10, 0.00, 2.00
            Wrote 1 event; hyperbasis undo takes it back.

            """, errors: ""))
    let added = try #require(try anchor("AB000000-0000-4000-8000-000000000001"))
    let expected: NSDictionary = [
      "text": "Sofa", "n": 1, "on": true, "gone": NSNull(), "quoted": "1", "list": [1],
      "equal": "a=b", "empty": "",
    ]
    #expect(added["metadata"] as? NSDictionary == expected)
    #expect(
      added["transform"] as? [Double]
        == [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, -3.1, 0, 2, 1].map { $0 == -3.1 ? -3.1 : $0 })
    #expect(added["createdAt"] as? String == "2024-06-20T12:00:00Z")
    let line = try #require(try bench.log(of: Kitchen.id).split(separator: "\n").last)
    #expect(line.contains(#""actorId":"tester@here""#))
  }

  @Test func theSpaceMayBeLeftOut() throws {
    #expect(bench.run("add", "a=b", "--position", "0,0,0").status == 0)
    #expect(try lineCount == 7)
  }

  @Test func theActorIsNamed() throws {
    bench.environment["HYPERBASIS_ACTOR"] = "zoë"
    #expect(bench.run("delete", "4444").status == 0)
    #expect(bench.run("undo", "--actor", "eve").output.contains("by zoë"))
    let lines = try bench.log(of: Kitchen.id).split(separator: "\n").suffix(2)
    #expect(lines.first?.contains(#""actorId":"zoë""#) == true)
    #expect(lines.last?.contains(#""actorId":"eve""#) == true)
  }

  @Test func moveKeepsRotationUnlessToldOtherwise() throws {
    #expect(bench.run("add", "k=1", "--position", "0,0,0", "--yaw", "90").status == 0)
    let id = "AB000000-0000-4000-8000-000000000001"
    #expect(bench.run("move", "AB00", "--to", "-3.1,0,2").status == 0)
    var transform = try anchor(id)?["transform"] as? [Double] ?? []
    #expect(transform.prefix(3) == [0, 0, -1])
    #expect(transform.suffix(4) == [-3.1, 0, 2, 1])
    #expect(bench.run("move", id, "--to", "1,2,3", "--yaw", "0").status == 0)
    transform = try anchor(id)?["transform"] as? [Double] ?? []
    #expect(transform == [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1])
  }

  @Test func set() throws {
    #expect(bench.run("set", "2222", "size=2", "--unset", "type").status == 0)
    let metadata = try anchor(Kitchen.note)?["metadata"] as? NSDictionary
    #expect(metadata == ["text": "Buy oat milk", "size": 2])
  }

  @Test func anUpdateNamesItsKeysAndNoChecksumTravels() throws {
    let words = ["2222", "size=2", "--unset", "type"]
    let planned = try bench.object(["set", "--dry-run"] + words)
    let written = try bench.object(["set"] + words)
    for change in [planned, written] {
      let event = try #require((change["events"] as? [[String: Any]])?.first)
      #expect(event["changed"] as? [String] == ["size", "type"])
      #expect(event["check"] == nil)
    }
    let line = try #require(try bench.log(of: Kitchen.id).split(separator: "\n").last)
    #expect(line.contains(/,"changed":\["size","type"\],"check":"[0-9a-f]{8}"\}$/))
    let logged = bench.run("log", "Kitchen", "--type", "updated", "--json").output
    #expect(logged.contains(#""changed""#) && !logged.contains(#""check""#))
    #expect(bench.run("verify").status == 0)
  }

  @Test func nothingToChangeWritesNothing() throws {
    let before = try bench.contents()
    for words in [
      ["move", "2222", "--to", "0.5,1.2,-2"], ["set", "4444", "text=Lamp"],
      ["rollback", "4444", "--at", "now"], ["rollback", "--space", "Kitchen", "--at", "end"],
      ["rename", "Kitchen", "Kitchen"], ["purge", "--before", "start"],
    ] {
      let outcome = bench.run(words)
      #expect(outcome == .init(status: 0, output: "Nothing to change.\n", errors: ""))
    }
    for (words, reason) in [
      (["restore", "4444"], "it is not deleted"), (["delete", "3333"], "it is deleted already"),
    ] {
      let outcome = bench.run(words)
      #expect(outcome == .init(status: 0, output: "Nothing to change: \(reason).\n", errors: ""))
    }
    let object = try bench.object("set", "4444", "text=Lamp")
    #expect(object["operation"] is NSNull)
    #expect((object["events"] as? [Any])?.isEmpty == true)
    #expect(try bench.contents().filter { !$0.key.hasPrefix(".hyperbasis") } == before)
  }

  @Test func deleteAndRestore() throws {
    #expect(bench.run("delete", "4444").status == 0)
    #expect(try anchor(Kitchen.lamp)?["deletedAt"] as? String == "2024-06-20T12:00:00Z")
    #expect(bench.run("restore", "4444").status == 0)
    #expect(try anchor(Kitchen.lamp)?["deletedAt"] is NSNull)
    #expect(bench.run("restore", "3333").output.contains("restored"))
  }

  /// What changes in an anchor that nobody sees is said, and that it stays hidden.
  @Test func aChangeOfADeletedAnchorShowsWhatItIs() {
    let deleted = ", still deleted (hyperbasis restore 33333333 brings it back)\n"
    let moved = bench.run("move", "3333", "--to", "1,0,4").output
    #expect(moved.contains("  moved     33333333  chair: moved 1.00 m" + deleted), "\(moved)")
    let set = bench.run("set", "3333", "size=2").output
    #expect(set.contains("  updated   33333333  chair: +size: 2" + deleted), "\(set)")
    #expect(bench.run("delete", "4444").output.contains("  deleted   44444444  Lamp\n"))
  }

  // MARK: Plans

  @Test(arguments: [
    ["add", "a=b", "--position", "0,0,0"], ["move", "2222", "--to", "9,9,9"],
    ["set", "2222", "a=b"], ["delete", "2222"], ["restore", "3333"],
    ["rollback", "2222", "--to-version", "1"], ["rollback", "--space", "Kitchen", "--at", "start"],
    ["undo"], ["undo", "--count", "3"], ["new", "Hall"], ["rename", "Kitchen", "Hall"],
    ["delete-space", "Kitchen"], ["purge", "--before", "now"],
  ])
  func aDryRunWritesNothing(_ words: [String]) throws {
    let before = try bench.contents()
    let outcome = bench.run(words + ["--dry-run"])
    #expect(outcome.status == 0)
    #expect(outcome.output.hasSuffix("(--dry-run).\n"))
    let object = bench.run(words + ["--dry-run", "--json"])
    #expect(object.output.contains(#""dryRun": true"#))
    #expect(try bench.contents().filter { !$0.key.hasPrefix(".hyperbasis") } == before)
  }

  @Test func severalAnchorsNeedYes() throws {
    let words = ["rollback", "--space", "Kitchen", "--at", "2024-06-18"]
    let refused = bench.run(words)
    #expect(
      refused
        == .init(
          status: 64, output: "",
          errors: "hyperbasis: this changes 3 anchors; add --yes to do it, or --dry-run to see the "
            + "plan\n"))
    #expect(try lineCount == 6)
    #expect(bench.run(words + ["--yes"]).status == 0)
    #expect(try lineCount == 9)
  }

  @Test(arguments: [("y", 0), ("YES ", 0), ("n", 64), ("", 64), ("yep", 64)] as [(String, Int32)])
  func asksOnATerminal(_ answer: String, _ status: Int32) throws {
    bench.terminals = Terminals(input: true, output: true, error: true, columns: 80)
    bench.environment["NO_COLOR"] = "1"
    bench.answers = [answer]
    let outcome = bench.run("rollback", "--space", "Kitchen", "--at", "2024-06-18")
    #expect(outcome.status == status)
    #expect(outcome.output.contains("Change 3 anchors? [y/N] "))
    #expect(outcome.output.contains("  deleted   44444444  Lamp\n"))
    #expect(outcome.errors == (status == 0 ? "" : "hyperbasis: declined, nothing was written\n"))
    #expect(try lineCount == (status == 0 ? 9 : 6))
  }

  @Test func theQuestionStaysOutOfJSON() throws {
    bench.terminals = Terminals(input: true, output: false, error: true)
    bench.answers = ["y"]
    let outcome = bench.run("rollback", "--space", "Kitchen", "--at", "2024-06-18", "--json")
    #expect(outcome.errors.contains("[y/N]"))
    #expect(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) is [String: Any])
  }

  /// Each kind of change asks for what it does.
  @Test func theQuestionNamesTheChange() throws {
    bench.terminals = Terminals(input: true, output: true, error: true, columns: 80)
    bench.environment["NO_COLOR"] = "1"
    func question(_ words: String..., answer: String = "n") -> String {
      bench.answers = [answer]
      let outcome = bench.run(words)
      #expect(outcome.status == (answer == "y" ? 0 : 64), "\(words): \(outcome)")
      return outcome.output
    }
    let store = try Workbench()
    let file = store.directory.appending(path: "table.csv").path
    try store.write("id,t,x,y,z\na,2024-01-01,1,2,3\nb,2024-01-01,1,2,3\n", to: "table.csv")
    #expect(question("import", file).hasSuffix("Import 2 anchors? [y/N] "))
    #expect(bench.run("delete", "4444").status == 0)
    bench.now = bench.now.advanced(byMicroseconds: 1_000_000)
    #expect(question("purge", "--before", "now").hasSuffix("Remove 2 files? [y/N] "))
    let contents = "1 anchor, 2 deleted ones and 7 events"
    let trash = "Move the space with \(contents) to the trash? [y/N] "
    #expect(question("delete-space", "Kitchen").hasSuffix(trash))
    #expect(question("delete-space", "Kitchen", answer: "y").contains(trash))
    #expect(
      question("restore-space", "Kitchen").hasSuffix(
        "Bring the space back with \(contents)? [y/N] "))
    bench.terminals = Terminals(input: false, output: false, error: false)
    #expect(
      bench.run("restore-space", "Kitchen").errors
        == "hyperbasis: this brings a space back with \(contents); add --yes to do it, or "
        + "--dry-run to see the plan\n")
  }

  // MARK: Rollback, undo, redo

  @Test func rollbackToVersionEventAndDate() throws {
    #expect(bench.run("rollback", "2222", "--to-version", "1").status == 0)
    #expect(
      (try anchor(Kitchen.note)?["metadata"] as? [String: Any])?["text"] as? String
        == "Buy milk")
    #expect(
      bench.run("rollback", "2222", "--to-event", "AAAAAAAA-0000-4000-8000-000000000003").status
        == 0)
    #expect(
      (try anchor(Kitchen.note)?["metadata"] as? [String: Any])?["text"] as? String
        == "Buy oat milk")
    #expect(bench.run("rollback", "3333", "--at", "2024-06-18").status == 0)
    let chair = try anchor(Kitchen.chair)
    #expect(chair?["deletedAt"] is NSNull)
    #expect((chair?["transform"] as? [Double])?.suffix(4) == [2, 0, 1, 1])
  }

  @Test func rollbackOfTheSpaceGivesTheStateOfThen() throws {
    let then = try bench.object("show", "--at", "2024-06-18T12:00:00Z")
    #expect(
      bench.run("rollback", "--space", "Kitchen", "--at", "2024-06-18T12:00:00Z", "--yes").status
        == 0)
    let now = try bench.object("show")
    func places(_ state: [String: Any]) -> [[NSObject]] {
      (state["anchors"] as? [[String: NSObject]] ?? []).map { anchor in
        ["id", "transform", "metadata"].compactMap { anchor[$0] }
      }
    }
    #expect(places(then) == places(now))
    #expect(places(now).count == 2)
  }

  @Test func undoWalksBackAndRedoForward() throws {
    #expect(bench.run("undo").output.contains("Undo the creation of Lamp, 2024-06-19 08:00:01 UTC"))
    #expect(bench.run("undo").output.contains("Undo the deletion of chair"))
    #expect(try anchor(Kitchen.chair)?["deletedAt"] is NSNull)
    let redone = bench.run("redo", "--count", "5", "--yes")
    #expect(redone.status == 0)
    #expect(redone.output.hasSuffix("There were only 2 to redo, not 5.\n"))
    #expect(bench.run("redo").status == 1)
    #expect(bench.run("undo").status == 0)
    #expect(
      bench.run("redo", "--count", "5", "--yes").output
        .hasSuffix("There was only 1 to redo, not 5.\n"))
    let undone = try bench.object("undo", "--count", "2", "--yes")
    #expect(
      (undone["events"] as? [[String: Any]])?.compactMap { $0["undoes"] as? String }
        == ["AAAAAAAA-0000-4000-8000-000000000006", "AAAAAAAA-0000-4000-8000-000000000005"])
    let operations = try bench.json("operations") as? [[String: Any]] ?? []
    #expect(operations.filter { $0["undone"] as? Bool == true }.count == 2)
    #expect(operations.first?["kind"] as? String == "undo")
  }

  @Test func whatIsUndoneAlreadyIsAdvisedByWhatARedoDoes() throws {
    let note = "BBBBBBBB-0000-4000-8000-000000000001"
    #expect(bench.run("undo", "--operation", note).status == 0)
    let again = { self.bench.run("undo", "--operation", note).errors }
    let undone = "is already undone, so that what it did is gone; hyperbasis redo "
    #expect(again().contains(undone + "does it again\n"))
    #expect(bench.run("set", Kitchen.note, "x=1").status == 0)
    #expect(bench.run("redo").status == 1)
    let advice =
      "does not do it again, for other operations followed; hyperbasis rollback "
      + "\(Kitchen.note) --at 2024-06-18T09:30:00Z brings its anchor to its state of then\n"
    #expect(again().contains(undone + advice), "\(again())")
  }

  @Test func undoAndRedoNameAnOperationAlike() throws {
    #expect(bench.run("set", Kitchen.lamp, "text=Torch").status == 0)
    #expect(bench.run("undo").output.contains("Undo the edit of Torch"))
    #expect(bench.run("redo").output.contains("Redo the edit of Torch"))
  }

  @Test func whatWasNeverPlacedIsNotDeletedAndNotMissing() throws {
    let ghost = "55555555-0000-4000-8000-000000000001"
    let line = Kitchen.line(
      9, ghost, "updated", "2024-06-19T09:00:00Z", 1, #","metadata":{"text":"Ghost"}"#)
    try bench.writeLog(Kitchen.lines + [line])
    #expect(bench.run("history", ghost).output.contains(" · 1 version · without a place\n"))
    let outcome = bench.run("set", ghost, "a=1")
    #expect(outcome.status == 65, "\(outcome)")
    #expect(outcome.errors.contains("Choose a version that has a place, or save it with one"))
  }

  @Test func blankActorsAreNotNamed() throws {
    #expect(bench.run("move", Kitchen.lamp, "--to", "0,0,0", "--actor", " ").status == 0)
    let history = bench.run("history", Kitchen.lamp).output
    #expect(!history.contains(" by "), "\(history)")
    #expect(bench.run("undo", "--dry-run").output.contains("Undo the move of Lamp, 2024"))
  }

  @Test func aSpaceIsDeletedAndRestoredWithTheSameCounts() throws {
    let contents = "with 2 anchors, 1 deleted one and 6 events"
    #expect(bench.run("delete-space", "Kitchen", "--dry-run").output.contains(contents))
    #expect(bench.run("delete-space", "Kitchen", "--yes").status == 0)
    #expect(bench.run("restore-space", "Kitchen", "--dry-run").output.contains(contents))
  }

  /// The advice after several undone operations does what it says.
  @Test func theAdviceBringsAllBack() throws {
    let before = try bench.json("show", "--deleted") as? NSDictionary
    let undone = bench.run("undo", "--count", "2", "--yes")
    #expect(
      undone.output.hasSuffix(
        "Wrote 2 events; hyperbasis redo --count 2 brings them back.\n"), "\(undone)")
    let redone = bench.run("redo", "--count", "2", "--yes")
    #expect(
      redone.output.hasSuffix(
        "Wrote 2 events; hyperbasis undo --count 2 takes them back.\n"), "\(redone)")
    func places(_ state: NSDictionary?) -> [[NSObject]] {
      (state?["anchors"] as? [[String: NSObject]] ?? []).map { anchor in
        ["id", "transform", "metadata"].compactMap { anchor[$0] }
      }
    }
    #expect(places(try bench.json("show", "--deleted") as? NSDictionary) == places(before))
    #expect(
      bench.run("undo", "--yes").output.hasSuffix("hyperbasis redo brings it back.\n"))
  }

  @Test func aDryRunSaysHowManyThereAre() {
    #expect(
      bench.run("undo", "--count", "9", "--dry-run").output.hasSuffix(
        "There were only 6 to undo, not 9.\nNothing was written (--dry-run).\n"))
  }

  @Test func aRehearsalCopiesNoFiles() throws {
    bench.temporaryDirectory = URL(fileURLWithPath: "/dev/null/no folder can be here")
    #expect(bench.run("undo", "--count", "3", "--dry-run").status == 0)
  }

  /// Folders of other writers may be in lower case.
  @Test func severalUndosOfALogInALowerCaseFolder() throws {
    let bench = try Workbench()
    let folder = "events/\(Kitchen.id.lowercased())/events.jsonl"
    try bench.write(Kitchen.lines.map { $0 + "\n" }.joined(), to: folder)
    func undone(_ change: [String: Any]) -> [String] {
      (change["events"] as? [[String: Any]])?.compactMap { $0["undoes"] as? String } ?? []
    }
    let targets = [
      "AAAAAAAA-0000-4000-8000-000000000006", "AAAAAAAA-0000-4000-8000-000000000005",
      "AAAAAAAA-0000-4000-8000-000000000004",
    ]
    let shown = try bench.object("undo", "--count", "3", "--dry-run")
    #expect(undone(shown) == targets)
    let written = try bench.object("undo", "--count", "3", "--yes")
    #expect(undone(written) == targets)
  }

  /// What a dry run of several says is what the run then does, anchor by anchor.
  @Test func severalUndosDoWhatTheirDryRunShowed() throws {
    func anchors(_ change: [String: Any]) -> [[NSObject]] {
      (change["anchors"] as? [[String: NSObject]] ?? []).map { anchor in
        ["id", "transform", "metadata"].compactMap { anchor[$0] }
      }
    }
    let before = try bench.contents()
    let shown = try bench.object("undo", "--count", "4", "--dry-run")
    #expect(try bench.contents() == before)
    let written = try bench.object("undo", "--count", "4", "--yes")
    #expect(anchors(shown) == anchors(written))
    #expect(anchors(shown).count == 3)
    let redone = try bench.object("redo", "--count", "9", "--yes")
    #expect((redone["events"] as? [Any])?.count == 4)
  }

  // MARK: Spaces

  @Test func spacesAreMadeRenamedAndDeleted() throws {
    #expect(bench.run("new", "Hall", "--json").output.contains(#""name":"Hall""#))
    #expect(bench.run("rename", "hall", "Corridor").status == 0)
    #expect(bench.run("add", "Corridor", "--position", "1,1,1").status == 0)
    #expect(bench.run("delete-space", "corridor").status == 0)
    #expect(bench.run("show", "corridor").status == 65)
    let refused = bench.run("delete-space", "Kitchen")
    #expect(refused.status == 64)
    #expect(bench.run("delete-space", "Kitchen", "--yes").status == 0)
    #expect(try bench.json("spaces") as? [NSDictionary] == [])
    #expect(try bench.contents().keys.contains { $0.hasPrefix(".hyperbasis/trash/") })
  }

  @Test func newMakesTheStore() throws {
    let store = bench.directory.appending(path: "deep/new store").path
    #expect(bench.run("new", "Hall", "--store", store).status == 0)
    #expect(bench.run("spaces", "--store", store).output.contains("Hall"))
    #expect(bench.run("new", "   ").status == 64)
  }

  @Test(arguments: ["new Kitchen", "new Kitchen --dry-run", "new Kitchen --json"])
  func aNameThatAnotherSpaceHasIsTold(words: String) throws {
    let outcome = bench.run(words.split(separator: " ").map(String.init))
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == "hyperbasis: warning: another space is called \"Kitchen\"; name each by "
        + "the beginning of its id, as hyperbasis spaces lists it\n")
    #expect(!outcome.output.contains("another"))
  }

  @Test func aNameThatDiffersInCaseAloneIsTold() throws {
    let errors = bench.run("new", "kitchen").errors
    #expect(errors.contains("another space is called \"Kitchen\"; "))
    #expect(errors.contains("; name each by its exact spelling, or by the beginning of its id"))
    #expect(bench.run("new", "Hall").errors == "")
    #expect(bench.run("rename", "Hall", "Kitchen").errors.contains("2 other spaces are called"))
    #expect(bench.run("rename", "kitchen", "Shed").errors == "")
  }

  @Test func aSpaceThatComesBackBesideItsNamesakeIsTold() throws {
    #expect(bench.run("delete-space", "Kitchen", "--yes").status == 0)
    #expect(bench.run("restore-space", "Kitchen", "--dry-run").errors == "")
    #expect(bench.run("new", "Kitchen").errors == "")
    for words in [["--dry-run"], ["--yes"]] {
      let outcome = bench.run(["restore-space", "Kitchen"] + words)
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("warning: another space is called \"Kitchen\""), "\(outcome)")
    }
  }

  @Test func purgeRemovesFilesAndKeepsHistory() throws {
    let outcome = bench.run("purge", "--before", "2024-06-20")
    #expect(
      outcome.output == """
        Remove 1 file of anchors deleted before 2024-06-20 00:00:00 UTC
          33333333  chair, deleted 2024-06-19 08:00:00 UTC
        Removed 1 file; the history stays.

        """)
    #expect(try bench.contents()["anchors/\(Kitchen.chair).json"] == nil)
    #expect(try lineCount == 6)
    #expect(bench.run("restore", "3333").status == 0)
    #expect(try anchor(Kitchen.chair)?["deletedAt"] is NSNull)
  }

  @Test(.disabled(if: getuid() == 0, "root may write everywhere"))
  func aFolderThatCannotBeWritten() throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o500], ofItemAtPath: bench.directory.path)
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: bench.directory.path)
    }
    #expect(bench.run("new", "Hall").status == 73)
  }

  @Test func aStoreThatCannotBeMade() throws {
    try bench.write("", to: "file")
    let path = bench.directory.appending(path: "file/store").path
    let outcome = bench.run("new", "Hall", "--store", path)
    #expect(outcome.status == 73)
    #expect(outcome.errors.hasPrefix("hyperbasis: "))
  }
}
