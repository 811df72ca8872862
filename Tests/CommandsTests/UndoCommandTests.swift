import Foundation
import Hyperbasis
import Testing

@testable import HyperbasisCommands

/// `hyperbasis rollback`, `undo` and `redo`.
struct UndoCommandTests {
  private let bench: Workbench

  init() throws { bench = try Kitchen.workbench() }

  @Test func rollbackToVersionEventAndDate() throws {
    #expect(bench.run("rollback", "2222", "--to-version", "1").status == 0)
    #expect(
      (try bench.anchor(Kitchen.note)?["metadata"] as? [String: Any])?["text"] as? String
        == "Buy milk")
    #expect(
      bench.run("rollback", "2222", "--to-event", "AAAAAAAA-0000-4000-8000-000000000003").status
        == 0)
    #expect(
      (try bench.anchor(Kitchen.note)?["metadata"] as? [String: Any])?["text"] as? String
        == "Buy oat milk")
    #expect(bench.run("rollback", "3333", "--at", "2024-06-18").status == 0)
    let chair = try bench.anchor(Kitchen.chair)
    #expect(chair?["deletedAt"] is NSNull)
    #expect((chair?["transform"] as? [Double])?.suffix(4) == [2, 0, 1, 1])
  }

  /// What anchor files imply is no operation that anybody made, and another log must not be in the way of
  /// the one that may come back.
  @Test(arguments: [
    ["undo"], ["redo"], ["undo", "--operation", "AAAA"], ["undo", "--count", "2"],
    ["delete", "2222"], ["delete", "2222", "--dry-run"], ["move", "2222", "--to", "0,0,0"],
    ["add", "Kitchen", "--position", "0,0,0"],
  ])
  func aLogThatIsGoneTakesNoChange(words: [String]) throws {
    #expect(bench.run("set", "2222", "x=1").status == 0)
    try FileManager.default.removeItem(
      at: bench.directory.appending(path: "events/\(Kitchen.id)/events.jsonl"))
    let before = try bench.contents()
    let outcome = bench.run(words)
    #expect(outcome.status == ExitStatus.data)
    #expect(
      outcome.errors.contains("hyperbasis: nothing was written: events/\(Kitchen.id)/events.jsonl"),
      "\(outcome)")
    #expect(outcome.errors.contains("a repair accepts the log as it is, with hyperbasis verify"))
    let after = try bench.contents().filter { !$0.key.hasPrefix(".hyperbasis") }
    #expect(after == before.filter { !$0.key.hasPrefix(".hyperbasis") })
    for reading in ["show", "log", "history 2222"] {
      let read = bench.run(reading.split(separator: " ").map(String.init))
      #expect(read.status == 0)
      let log = "events/\(Kitchen.id)/events.jsonl"
      #expect(read.errors.contains("hyperbasis: warning: \(log): the log had"), "\(read)")
    }
    #expect(bench.run("verify", "--repair").status == 0)
    #expect(bench.run("show").errors == "")
    #expect(bench.run("undo", "--dry-run").status == 0)
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
    #expect(try bench.anchor(Kitchen.chair)?["deletedAt"] is NSNull)
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

  /// What is lost with an undone operation is named, with the command that keeps it.
  @Test func anUndoNamesWhatSomebodyElseChangedBetween() throws {
    let id = "77777777-0000-4000-8000-000000000001"
    let operation = #","operation":"\#(id)""#
    func moved(_ number: Int, _ x: Int, _ extra: String) -> String {
      let place = "[1,0,0,0,0,1,0,0,0,0,1,0,\(x),0,0,1]"
      return Kitchen.line(
        number, Kitchen.lamp, "moved", "2024-06-2\(number - 6)T09:00:00Z", number - 5,
        #","transform":\#(place)\#(extra)"#)
    }
    let lines = [
      moved(7, 1, operation), moved(8, 2, #","actorId":"bob""#), moved(9, 3, operation),
    ]
    try bench.writeLog(Kitchen.lines + lines)
    let undone = bench.run("undo", "--dry-run")
    let warning =
      "warning: Lamp: the place, changed by bob on 2024-06-22 09:00:00 UTC, is reverted, too; "
      + "hyperbasis undo --operation 77777777 keeps that change\n"
    #expect(undone.errors.hasSuffix(warning), "\(undone)")
    let overridden = try bench.object("undo", "--dry-run")["overridden"] as? [[String: Any]]
    #expect(overridden?.compactMap { $0["actor"] as? String } == ["bob"])
    #expect(bench.run("undo", "--operation", id, "--dry-run").errors.isEmpty)
  }

  /// Of several undone operations the last one is redone first.
  @Test func theAdviceAfterSeveralUndosWorksAsItIs() throws {
    func operation(_ digit: Int) -> String { "\(digit)\(digit)777777-0000-4000-8000-000000000001" }
    func moved(_ number: Int, _ x: Int, _ extra: String) -> String {
      let place = "[1,0,0,0,0,1,0,0,0,0,1,0,\(x),0,0,1]"
      return Kitchen.line(
        number, Kitchen.lamp, "moved", "2024-06-2\(number - 6)T09:00:00Z", number - 5,
        #","transform":\#(place)\#(extra)"#)
    }
    let own = { #","operation":"\#(operation($0))""# }
    try bench.writeLog(
      Kitchen.lines + [
        moved(7, 1, own(2)), moved(8, 2, own(1)), moved(9, 3, #","actorId":"bob""#),
        moved(10, 4, own(1)),
      ])
    let undone = bench.run("undo", "--count", "2", "--yes")
    let advice =
      "after hyperbasis redo --count 2, hyperbasis undo --operation 11777777 keeps that change\n"
    #expect(undone.status == 0 && undone.errors.contains(advice), "\(undone)")
    #expect(bench.run("redo", "--count", "2", "--yes").status == 0)
    #expect(bench.run("undo", "--operation", "11777777", "--yes").status == 0)
  }

  /// The same as in the history of the time machine.
  @Test func historyAndLogTellUndoAndRedo() throws {
    #expect(bench.run("undo").status == 0)
    #expect(bench.run("redo").status == 0)
    bench.environment["COLUMNS"] = "120"
    for command in [["history", "4444"], ["log"]] {
      let lines = bench.run(command).output.split(separator: "\n").filter { $0.contains(" v") }
      let marks = lines.map { line in
        ["(undo)", "(redo)"].filter { line.hasSuffix(" \($0)") }.joined()
      }
      #expect(marks.suffix(3) == ["", "(undo)", "(redo)"], "\(lines)")
      #expect(marks.dropLast(2).joined().isEmpty)
    }
  }

  @Test func whatIsUndoneAlreadyIsAdvisedByWhatARedoDoes() throws {
    let note = "BBBBBBBB-0000-4000-8000-000000000001"
    #expect(bench.run("undo", "--operation", note).status == 0)
    let again = { self.bench.run("undo", "--operation", note).errors }
    let undone = "is already undone; hyperbasis redo "
    #expect(again().contains(undone + "does it again\n"))
    #expect(bench.run("set", Kitchen.note, "x=1").status == 0)
    #expect(bench.run("redo").status == 1)
    let advice =
      "cannot redo it, because other operations followed; hyperbasis rollback "
      + "\(Kitchen.note) --at 2024-06-18T09:30:00Z restores the state that its anchor had then\n"
    #expect(again().contains(undone + advice), "\(again())")
  }

  @Test func undoAndRedoNameAnOperationAlike() throws {
    #expect(bench.run("set", Kitchen.lamp, "text=Torch").status == 0)
    #expect(bench.run("undo").output.contains("Undo the edit of Torch"))
    #expect(bench.run("redo").output.contains("Redo the edit of Torch"))
  }

  /// The advice after undoing several operations does what it says.
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

  /// Other writers' folders may have lower-case names.
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

  /// Undoing several operations does what its dry run showed, anchor by anchor.
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
}
