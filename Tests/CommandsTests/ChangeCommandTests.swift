import Foundation
import Hyperbasis
import Testing

@testable import HyperbasisCommands

struct ChangeCommandTests {
  private let bench: Workbench

  init() throws { bench = try Kitchen.workbench() }

  // MARK: One change each

  /// What only an anchor's file shows goes into the log before the change, and is no part of its plan.
  @Test func theEventsOfAFileAreCountedToo() throws {
    let file =
      #"{"id":"\#(Kitchen.lamp)","spaceId":"\#(Kitchen.id)","transform":"#
      + Kitchen.transform("-1", "0", "3") + #","metadata":{"type":"model","text":"Lamp"},"#
      + #""createdAt":"2024-06-19T08:00:01Z","updatedAt":"2024-06-19T09:00:00Z"}"#
    try bench.write(file, to: "anchors/\(Kitchen.lamp).json")
    let text =
      "with 1 event of earlier changes, which so far only its file shows and which goes into the log first"
    let planned = bench.run("set", "Lamp", "k=1", "--dry-run")
    #expect(planned.output.contains(text), "\(planned)")
    let changed = bench.run("set", "Lamp", "k=1")
    #expect(
      changed.output.contains(text) && changed.output.contains("Wrote 1 event;"), "\(changed)")
    #expect(!bench.run("set", "Lamp", "k=2").output.contains("earlier changes"))
  }

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
    let added = try #require(try bench.anchor("AB000000-0000-4000-8000-000000000001"))
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

  /// A value that looks like a number is saved as one, and is a name all the same.
  @Test func anAnchorMayBeCalledByANumber() throws {
    #expect(bench.run("add", "Kitchen", "--position", "1,2,3", "text=101").status == 0)
    #expect(bench.run("history", "101").output.contains("101"))
    #expect(bench.run("show").output.contains("  101"))
    #expect(bench.run("add", "Kitchen", "--position", "1,2,3", "text=7", "name=Shelf").status == 0)
    #expect(bench.run("show", "--sort", "name").output.contains("  Shelf"))
  }

  @Test func theSpaceMayBeLeftOut() throws {
    #expect(bench.run("add", "a=b", "--position", "0,0,0").status == 0)
    #expect(try bench.lineCount == 7)
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
    var transform = try bench.anchor(id)?["transform"] as? [Double] ?? []
    #expect(transform.prefix(3) == [0, 0, -1])
    #expect(transform.suffix(4) == [-3.1, 0, 2, 1])
    #expect(bench.run("move", id, "--to", "1,2,3", "--yaw", "0").status == 0)
    transform = try bench.anchor(id)?["transform"] as? [Double] ?? []
    #expect(transform == [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1])
  }

  @Test func set() throws {
    #expect(bench.run("set", "2222", "size=2", "--unset", "type").status == 0)
    let metadata = try bench.anchor(Kitchen.note)?["metadata"] as? NSDictionary
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
      (["restore", "4444"], "it is not deleted"), (["delete", "3333"], "it is already deleted"),
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
    #expect(try bench.anchor(Kitchen.lamp)?["deletedAt"] as? String == "2024-06-20T12:00:00Z")
    #expect(bench.run("restore", "4444").status == 0)
    #expect(try bench.anchor(Kitchen.lamp)?["deletedAt"] is NSNull)
    #expect(bench.run("restore", "3333").output.contains("restored"))
  }

  /// A change to a hidden anchor is reported, and that the anchor stays hidden.
  @Test func aChangeOfADeletedAnchorShowsWhatItIs() {
    let deleted = ", still deleted (hyperbasis restore 33333333 brings it back)\n"
    let moved = bench.run("move", "3333", "--to", "1,0,4").output
    #expect(moved.contains("  moved     33333333  chair: moved 1.00 m" + deleted), "\(moved)")
    let set = bench.run("set", "3333", "size=2").output
    #expect(set.contains("  updated   33333333  chair: +size: 2" + deleted), "\(set)")
    #expect(bench.run("delete", "4444").output.contains("  deleted   44444444  Lamp\n"))
  }

  @Test func whatWasNeverPlacedIsNotDeletedAndNotMissing() throws {
    let ghost = "55555555-0000-4000-8000-000000000001"
    let line = Kitchen.line(
      9, ghost, "updated", "2024-06-19T09:00:00Z", 1, #","metadata":{"text":"Ghost"}"#)
    try bench.writeLog(Kitchen.lines + [line])
    #expect(bench.run("history", ghost).output.contains(" · 1 version · without a place\n"))
    let outcome = bench.run("set", ghost, "a=1")
    #expect(outcome.status == 65, "\(outcome)")
    #expect(outcome.errors.contains("has no place: none of its events carries a transform"))
  }

  @Test func blankActorsAreNotNamed() throws {
    #expect(bench.run("move", Kitchen.lamp, "--to", "0,0,0", "--actor", " ").status == 0)
    let history = bench.run("history", Kitchen.lamp).output
    #expect(!history.contains(" by "), "\(history)")
    #expect(bench.run("undo", "--dry-run").output.contains("Undo the move of Lamp, 2024"))
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
    #expect(try bench.lineCount == 6)
    #expect(bench.run(words + ["--yes"]).status == 0)
    #expect(try bench.lineCount == 9)
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
    #expect(try bench.lineCount == (status == 0 ? 9 : 6))
  }

  @Test func theQuestionStaysOutOfJSON() throws {
    bench.terminals = Terminals(input: true, output: false, error: true)
    bench.answers = ["y"]
    let outcome = bench.run("rollback", "--space", "Kitchen", "--at", "2024-06-18", "--json")
    #expect(outcome.errors.contains("[y/N]"))
    #expect(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) is [String: Any])
  }

  /// Each kind of change asks about what it does.
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
}
