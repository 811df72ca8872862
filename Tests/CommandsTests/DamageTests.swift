import Foundation
import Testing

@testable import HyperbasisCommands

/// Damage is skipped, reported once, and never gets in the way.
struct DamageTests {
  private let bench: Workbench

  init() throws { bench = try Kitchen.workbench() }

  @Test func damagedLinesGiveOneWarning() throws {
    let clean = bench.run("show").output
    try bench.writeLog(["garbage", "{\"id\":1}"] + Kitchen.lines + ["\u{0}\u{0}\u{0}"])
    let outcome = bench.run("show")
    #expect(outcome.status == 0)
    #expect(outcome.output == clean)
    #expect(outcome.errors.hasPrefix("hyperbasis: warning: skipped 3 damaged parts of events/"))
    // If an event was overwritten, there is no way to tell whether it is lost.
    #expect(outcome.errors.hasSuffix(" (kept on disk); run hyperbasis verify for details\n"))
    #expect(outcome.errors.count { $0.isNewline } == 1)
    #expect(bench.run("log", "--json").output.split(separator: "\n").count == 8)
    #expect(bench.run("verify").status == 11)
  }

  /// Checking the store tells the same.
  @Test(arguments: ["events", "events/\(Kitchen.id)"])
  func `a link in the place of a folder is one damaged part`(_ folder: String) throws {
    let elsewhere = bench.directory.appending(path: "elsewhere")
    try FileManager.default.moveItem(at: bench.directory.appending(path: folder), to: elsewhere)
    try FileManager.default.createSymbolicLink(
      at: bench.directory.appending(path: folder), withDestinationURL: elsewhere)
    let outcome = bench.run("spaces")
    #expect(
      outcome.errors
        == "hyperbasis: warning: skipped 1 damaged part of \(folder) (kept on disk); run "
        + "hyperbasis verify for details\n")
    let report = bench.run("verify", "--json").output
    #expect(report.components(separatedBy: "bad-file").count == 2, "\(report)")
  }

  @Test func `damage of a deleted space is looked for in the trash`() throws {
    try bench.writeLog(Kitchen.lines + ["garbage"])
    let outcome = bench.run("delete-space", Kitchen.id, "--yes")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.contains(
        "1 damaged part of events/\(Kitchen.id)/events.jsonl (kept in the trash); run hyperbasis "
          + "restore-space "), "\(outcome.errors)")
    #expect(outcome.errors.contains(", then hyperbasis verify for details"), "\(outcome.errors)")
  }

  @Test func `another space's log is told when it is read`() throws {
    let other = UUID().uuidString
    try bench.writeLog(Kitchen.lines.map { $0.replacing(Kitchen.id, with: other) })
    for words in [["show"], ["spaces"]] {
      #expect(bench.run(words).errors.contains("1 damaged part of events/"), "\(words)")
    }
    let outcome = bench.run("verify")
    #expect(outcome.status == 11)
    let said = outcome.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(said.contains("this log belongs to space \(other)"), "\(said)")
    let before = try bench.contents().filter { $0.key.hasPrefix("events/") }
    let moved = bench.run("move", "2222", "--to", "1,1,1")
    #expect(moved.status == 73, "\(moved)")
    #expect(moved.errors.contains("it is the log of space \(other)"), "\(moved.errors)")
    #expect(try bench.contents().filter { $0.key.hasPrefix("events/") } == before)
  }

  /// What a log has lost cannot be kept.
  @Test func aRepairOfAShrunkLogIsNotSaidToKeepWhatIsGone() throws {
    // Each writer records how far a log reaches.
    #expect(bench.run("move", "Lamp", "--to", "1,1,1").status == 0)
    try bench.writeLog(Array(Kitchen.lines.dropLast(2)))
    let outcome = bench.run("verify")
    #expect(outcome.status == 11 && outcome.output.contains("log-shrunk"), "\(outcome)")
    #expect(outcome.output.contains("verify --repair accepts the log as it is"), "\(outcome)")
    #expect(!outcome.output.contains("every byte"), "\(outcome)")
  }

  /// A typo in --store must not look as if all were well.
  @Test func whoListsWhatAStoreFollowsIsToldThatItIsNotThere() {
    let missing = bench.directory.appending(path: "missing").path
    let outcome = bench.run("follow", "--store", missing)
    #expect(outcome.status == 0 && outcome.errors.contains("there is no folder"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: missing))
  }

  /// A change reads the log twice.
  @Test func damageIsCountedOnce() throws {
    try bench.writeLog(Kitchen.lines + ["garbage"])
    for words in [["show"], ["move", "Lamp", "--to", "1,1,1"], ["undo"]] {
      #expect(bench.run(words).errors.contains("1 damaged part of events/"), "\(words)")
    }
  }

  @Test func aSpaceThatCannotBeReadKeepsNoOtherFromBeingPurged() throws {
    #expect(bench.run("delete", "Lamp").status == 0)
    try bench.write("x", to: "events/00000000-0000-4000-8000-00000000000A/events.jsonl/x")
    let dry = bench.run("purge", "--before", "now", "--dry-run")
    let purge = bench.run("purge", "--before", "now", "--yes")
    #expect(dry.status == 0 && purge.status == 0, "\(purge)")
    #expect(purge.output.contains("Removed 1 file"), "\(purge)")
    #expect(purge.errors.contains("damaged") || purge.errors.contains("could be read"), "\(purge)")
  }

  @Test func aNarrowTerminalLosesNothingOfAReport() throws {
    try bench.writeLog(Kitchen.lines + ["garbage"])
    bench.environment["NO_COLOR"] = "1"
    // Without a terminal, the table may be wider than 80 columns, and no text is broken.
    let whole = bench.run("verify").output
    #expect(whole.contains("\n  events/\(Kitchen.id)/events.jsonl, line 7\n"), "\(whole)")
    let action = try #require(whole.firstMatch(of: /byte 0: .*quarantine/)).output
    for columns in [40, 60, 100] {
      bench.terminals.columns = columns
      let output = bench.run("verify").output
      #expect(output.split(separator: "\n").allSatisfy { $0.count <= columns }, "\(output)")
      let text = output.split(separator: /\s+/).joined(separator: " ")
      #expect(text.contains(action) && text.contains("hyperbasis verify --repair repairs this"))
      if columns > 70 {
        #expect(output.contains("  events/\(Kitchen.id)/events.jsonl, line 7\n"), "\(output)")
      }
    }
    bench.terminals.columns = 400
    let table = bench.run("verify").output
    #expect(table.hasPrefix("KIND ") && table.contains(action))
  }

  /// The damaged file is named, and nothing suggests looking for another.
  @Test func damagedBookmarksAreNamedWithWhatHelps() throws {
    try bench.write(#"[{"id""#, to: ".hyperbasis/bookmarks.json")
    let outcome = bench.run("bookmarks")
    #expect(outcome.status == 65)
    #expect(
      outcome.errors.hasPrefix(
        "hyperbasis: .hyperbasis/bookmarks.json cannot be read: it is not JSON"))
    #expect(
      outcome.errors.hasSuffix(
        "unexpectedly. Correct it, or run hyperbasis verify --repair, which keeps every byte.\n"),
      "\(outcome)")
    #expect(!outcome.errors.contains("which file"))
    #expect(bench.run("verify", "--repair").status == 0)
    #expect(bench.run("bookmarks").status == 0)
  }

  @Test func aTornTail() throws {
    try bench.write(
      Kitchen.lines.joined(separator: "\n") + "\n{\"id\":\"AAAA",
      to: "events/\(Kitchen.id)/events.jsonl")
    #expect(bench.run("show").errors.contains("1 damaged part of"))
    #expect(bench.run("verify").status == 10)
    let dry = bench.run("verify", "--repair", "--dry-run")
    #expect(dry.status == 10 && dry.output.hasSuffix("Nothing was repaired: this was a dry run.\n"))
    #expect(bench.run("verify", "--repair").status == 0)
    #expect(bench.run("verify").status == 0)
    #expect(try bench.log(of: Kitchen.id) == Kitchen.lines.map { $0 + "\n" }.joined())
  }

  @Test func aLastLineWithoutANewlineCounts() throws {
    try bench.write(
      Kitchen.lines.joined(separator: "\n"), to: "events/\(Kitchen.id)/events.jsonl")
    #expect(bench.run("log", "--json").output.split(separator: "\n").count == 8)
    #expect(bench.run("delete", "4444").status == 0)
    #expect(bench.run("log", "--json").output.split(separator: "\n").count == 9)
  }

  /// Longer than any event may be: it is never held in memory as a whole.
  @Test func anEndlessLineIsPrintedPieceByPiece() throws {
    let endless = "{\"x\":\"" + String(repeating: "é", count: 9 << 20) + "\"}"
    try bench.writeLog(Kitchen.lines + [endless])
    let lines = (Kitchen.lines + [endless]).map { $0 + "\n" }
    #expect(bench.run("log", "--raw").output == lines.joined())
    #expect(bench.run("log", "--raw", "--reverse").output == lines.reversed().joined())
    let list = try bench.json("log", "--raw") as? [[String: Any]] ?? []
    #expect(list.count == lines.count)
    #expect(list.last?["length"] as? Int == endless.utf8.count)
    #expect(list.last?["truncated"] as? Bool == true)
    #expect(list.first?["truncated"] == nil)
    #expect((list.last?["text"] as? String)?.hasSuffix("éé") == true)
  }

  @Test(arguments: [("aé", 3), ("a\u{20AC}", 4), ("a\u{1F600}", 5), ("abc", 3)])
  func aCharacterIsNotCut(text: String, length: Int) {
    let bytes = Array(text.utf8)
    #expect(EscapedText.wholeCharacters(in: bytes) == length)
    let isOneByte = text.utf8.count == text.count
    for count in 2..<length where !isOneByte {
      #expect(EscapedText.wholeCharacters(in: bytes.prefix(count)) == 1)
    }
  }

  @Test func notesAreNoDamage() throws {
    let walked = Kitchen.line(7, Kitchen.lamp, "walked", "2024-06-19T09:00:00Z", 2)
    let bad = Kitchen.line(
      8, Kitchen.lamp, "moved", "2024-06-19T09:00:00Z", 2, #","transform":[1,2]"#)
    try bench.writeLog(Kitchen.lines + [walked, bad])
    let outcome = bench.run("log", "--json")
    #expect(outcome.errors == "")
    #expect(outcome.output.split(separator: "\n").count == 8)
    #expect(bench.run("log", "--raw").output.contains("walked"))
    #expect(bench.run("verify").status == 0)
    let kinds = (try bench.object("verify")["problems"] as? [[String: Any]] ?? []).compactMap {
      $0["kind"] as? String
    }
    #expect(Set(kinds).isSuperset(of: ["unknown-type", "bad-transform"]))
  }

  @Test func damagedFilesAreSkipped() throws {
    try bench.write("{", to: "spaces/99999999-0000-4000-8000-000000000001.json")
    try bench.write("not json", to: "anchors/\(Kitchen.lamp).json")
    #expect(bench.run("show", "Kitchen").status == 0)
    // Nor does anything ask which of two spaces is meant.
    #expect(bench.run("show").status == 0)
    #expect(bench.run("spaces").status == 0)
    #expect(bench.run("verify").status == 11)
  }
}
