import Foundation
import HyperbasisModels
import Testing

@testable import HyperbasisCommands

/// What an import says if it does not do what the user may have expected.
@Suite struct ImportAdviceTests {
  private let bench: Workbench
  private let files: Workbench

  init() throws {
    (bench, files) = (try Workbench(), try Workbench())
  }

  private func path(_ name: String) -> String { files.directory.appending(path: name).path }

  private func importing(_ text: String, _ name: String, _ words: String...) throws
    -> Workbench.Outcome
  {
    try files.write(text, to: name)
    return bench.run(["import", path(name)] + words + ["--yes"])
  }

  private let table = "id,t,x,y,z\npump,2024-01-01,1,2,3\nvalve,2024-01-01,1,2,3\n"

  // MARK: Undone imports

  @Test func `a format that no date has is bad usage`() throws {
    let outcome = try importing(
      "id,t,x,y,z\na,2024-01-01,1,2,3\n", "a.csv", "--time-format", "fortnights")
    #expect(outcome.status == 64, "\(outcome)")
    #expect(outcome.errors.contains("\"fortnights\" is not a date format; a date format has"))
  }

  @Test func `where times come from is said`() throws {
    let local = "id,t,x,y,z\na,2024-01-01 10:00,1,2,3\n"
    #expect(try importing(local, "a.csv").output.contains(" UTC, no zone in the file, in order"))
    #expect(
      try importing(local, "b.csv", "--zone", "Europe/Berlin").output
        .contains(", local times of Europe/Berlin, in order"))
    let mixed = local + "b,2024-01-01T10:00:00Z,1,2,3\n"
    #expect(try importing(mixed, "c.csv").output.contains(", some without a zone, "))
  }

  @Test(arguments: [(1, "1 time"), (2, "2 times")])
  func `a list of times that is too short says what to do`(count: Int, times: String) throws {
    try files.write(String(repeating: "1 0 0 5 0 1 0 6 0 0 1 7\n", count: 3), to: "00.txt")
    try files.write(String(repeating: "0.5\n", count: count), to: "times.txt")
    let outcome = bench.run(
      "import", "kitti", path("00.txt"), "--times", path("times.txt"), "--start", "2011-10-03",
      "--yes")
    #expect(outcome.status == 65, "\(outcome)")
    #expect(
      outcome.errors.contains(
        "times.txt has \(times), but 00.txt has more rows; nothing was written. Give --times a file "
          + "with a time for each row."), "\(outcome)")
  }

  @Test func `what was undone since is said, with the way back`() throws {
    #expect(try importing(table, "R.csv").status == 0)
    #expect(bench.run("undo", "--yes").status == 0)
    let again = try importing(table, "R.csv")
    #expect(
      again.output.contains(
        "note: 2 anchors in it are already in the log, but their import has since been undone; "
          + "hyperbasis redo R brings them back\n"), "\(again)")
    #expect(bench.run("redo", "R", "--yes").status == 0)
    let back = try importing(table, "R.csv")
    #expect(!back.output.contains("undone"), "\(back)")
    // If something came after the undo, there is no redo.
    #expect(bench.run("undo", "--yes").status == 0)
    bench.now = bench.now.advanced(byMicroseconds: 60_000_000)
    #expect(bench.run("add", "R", "--position", "1,1,1").status == 0)
    let late = try importing(table, "R.csv")
    #expect(late.output.contains("hyperbasis rollback ANCHOR --at 2024-01-01T00:00:00Z"))
    let rollback = bench.run("rollback", "pump", "--at", "2024-01-01T00:00:00Z")
    #expect(rollback.status == 0, "\(rollback)")
  }

  @Test func `what somebody deleted or undid besides is told apart`() throws {
    #expect(try importing(table, "R.csv").status == 0)
    #expect(bench.run("set", "pump", "k=1").status == 0)
    #expect(bench.run("undo").status == 0)
    let other = try importing(table, "R.csv")
    #expect(!other.output.contains("note: 1 anchor"), "\(other)")
    #expect(bench.run("delete", "pump").status == 0)
    let deleted = try importing(table, "R.csv")
    #expect(
      deleted.output.contains(
        "note: 1 anchor in it was deleted since; hyperbasis restore ANCHOR brings one back\n"),
      "\(deleted)")
    let json = bench.run("import", path("R.csv"), "--json").output
    #expect(json.contains("\"deletedSince\": 1") || json.contains("\"deletedSince\":1"), "\(json)")
  }

  @Test func `lines of a log that were undone since are not just there`() throws {
    try bench.writeLog(Kitchen.lines)
    #expect(bench.run("delete", Kitchen.lamp).status == 0)
    let lines = Kitchen.lines.map { $0 + "\n" }.joined()
    let again = try importing(lines, "log.jsonl")
    #expect(again.output.contains("1 anchor in it was deleted since"), "\(again)")
  }

  @Test func `an undo that the file holds itself is not one since`() throws {
    let source = try Workbench()
    #expect(source.run("new", "U", "--yes").status == 0)
    #expect(source.run("add", "U", "label=P", "--position", "1,2,3").status == 0)
    #expect(source.run("move", "P", "--to", "3,2,1").status == 0)
    #expect(source.run("undo", "--yes").status == 0)
    #expect(source.run("export", "U", "-o", path("u.jsonl")).status == 0)
    #expect(bench.run("import", path("u.jsonl"), "--yes").status == 0)
    let again = bench.run("import", path("u.jsonl"), "--yes")
    #expect(again.output.contains("3 lines already there"), "\(again)")
    #expect(!again.output.contains("since been undone"), "\(again)")
    // What came after the file is still reported, under its own name.
    #expect(bench.run("delete", "P").status == 0)
    let deleted = bench.run("import", path("u.jsonl"), "--yes")
    #expect(
      deleted.output.contains(
        "note: 1 anchor in it was deleted since; hyperbasis restore ANCHOR brings one back\n"),
      "\(deleted)")
    #expect(!deleted.output.contains("since been undone"), "\(deleted)")
  }

  // MARK: Different content

  @Test func `a line with a known id and another content is reported`() throws {
    try bench.writeLog(Kitchen.lines)
    let log = try bench.log(of: Kitchen.id)
    // Written differently, it is still the same.
    let same = Kitchen.lines[0].replacing(#""version":1"#, with: #""version": 1"#)
    let silent = try importing(same + "\n", "same.jsonl")
    #expect(!silent.output.contains("different content"), "\(silent)")
    let other = Kitchen.lines[0].replacing("yellow", with: "green")
    let outcome = try importing(other + "\n", "other.jsonl")
    #expect(outcome.status == 0)
    #expect(
      outcome.output.contains(
        "1 line has the id of an event that the log has with different content: "
          + "AAAAAAAA-0000-4000-8000-000000000001; the log keeps what it has"), "\(outcome)")
    #expect(try bench.log(of: Kitchen.id) == log)
  }

  // MARK: Options and formats

  @Test(arguments: [
    (["--unit", "cm"], "--unit does not apply; leave it out"),
    (["--space-column", "s", "--id", "x"], "--space-column, --id do not apply; leave them out"),
    (["--set=a=-1"], "--set does not apply"), (["--times", "t.txt"], "--times does not apply"),
  ])
  func `options of rows are refused for lines and containers`(
    words: [String], message: String
  ) throws {
    try files.write("1\n", to: "t.txt")
    let words = words.map { $0 == "t.txt" ? path("t.txt") : $0 }
    try files.write(Kitchen.lines.map { $0 + "\n" }.joined(), to: "log.jsonl")
    let lines = bench.run(["import", path("log.jsonl")] + words)
    #expect(lines.status == 64 && lines.errors.contains(message), "\(lines)")
    let folder = bench.run(["import", "sdk", files.directory.path] + words)
    #expect(folder.status == 64 && folder.errors.contains(message), "\(folder)")
    #expect(try bench.contents().isEmpty)
  }

  @Test func `a container has its own spaces`() throws {
    let kitchen = try Kitchen.workbench()
    let named = bench.run("import", kitchen.directory.path, "--space", "K", "--yes")
    #expect(named.status == 64 && named.errors.contains("--space does not apply"), "\(named)")
    #expect(bench.run("import", kitchen.directory.path, "--skip-bad", "--yes").status == 0)
  }

  @Test func `a mistyped format and a folder are told from files that are missing`() throws {
    try files.write(table, to: "a.csv")
    let file = path("a.csv")
    let typo = bench.run("import", "gojson", file)
    #expect(typo.status == 64 && typo.errors.contains("did you mean geojson?"), "\(typo)")
    let strange = bench.run("import", "whatisit", file)
    #expect(strange.status == 64 && strange.errors.contains("the formats are csv, json"))
    let alone = bench.run("import", "geojson")
    #expect(alone.status == 64 && alone.errors.contains("hyperbasis import geojson FILE"))
    let folder = bench.run("import", "csv", files.directory.path)
    #expect(folder.errors.contains("hyperbasis import sdk \(files.directory.path)"), "\(folder)")
  }

  @Test func `what is packed or is no text is called so`() throws {
    try files.write(Data([0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3]), to: "a.csv.gz")
    for words in [["import"], ["import", "csv"], ["import", "events"]] {
      let outcome = bench.run(words + [path("a.csv.gz")])
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("is compressed with gzip; unpack it first"), "\(outcome)")
    }
    try files.write(
      Data((0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 / 7) }), to: "r")
    let noise = bench.run("import", path("r"))
    #expect(noise.status == 65 && noise.errors.contains("neither text nor"), "\(noise)")
    #expect(!noise.errors.contains("import csv"))
  }

  // MARK: Rows

  @Test(arguments: [
    (
      "w.gpx",
      #"<gpx><trk><trkseg><trkpt lat="1" lon="2"/><trkpt lat="1" lon="3"/></trkseg></trk></gpx>"#,
      "2 rows have no time and are left out; --at DATE"
    ),
    (
      "w.geojson",
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"id":"a"},"#
        + #""geometry":{"type":"Point","coordinates":[1,2]}}]}"#,
      "1 row has no time and is left out; --at DATE"
    ),
  ])
  func `rows without a time are counted`(name: String, text: String, note: String) throws {
    let outcome = try importing(text, name)
    #expect(outcome.status == 0 && outcome.output.contains(note), "\(outcome)")
  }

  @Test func `thinning holds for one import alone`() throws {
    let rows = "id,t,x,y,z\na,2024-01-01,0,0,0\na,2024-01-02,0.001,0,0\na,2024-01-03,1,0,0\n"
    let thinned = try importing(rows, "a.csv", "--min-move", "10cm")
    #expect(thinned.output.contains("1 created, 1 moved = 2 events"), "\(thinned)")
    let whole = try importing(rows, "a.csv")
    #expect(whole.output.contains("read the same way"), "\(whole)")
    #expect(whole.output.contains("Wrote 1 event"), "\(whole)")
    let again = try importing(rows, "a.csv", "--min-move", "10cm")
    #expect(again.output.contains("read the same way"), "\(again)")
  }

  @Test func `a row without a space is not put into one without a name`() throws {
    let rows = "id,t,x,y,z,room\na,2024-01-01,1,2,3,K\nb,2024-01-01,1,2,3,\n"
    let refused = try importing(rows, "a.csv", "--space-column", "room")
    #expect(refused.status == 65)
    #expect(
      refused.errors
        == "hyperbasis: a.csv: 1 of 2 rows cannot be read; nothing was written; correct it, or leave "
        + "it out with --skip-bad\n  line 3, column room: empty\n")
    let none = try importing(
      "id,t,x,y,z,room\nb,2024-01-01,1,2,3,\n", "b.csv", "--space-column", "room")
    #expect(none.status == 65 && none.errors.contains("column room: empty"), "\(none)")
    let skipped = try importing(rows, "a.csv", "--space-column", "room", "--skip-bad")
    #expect(skipped.status == 0)
    let spaces = try bench.json("spaces") as? [[String: Any]]
    #expect(spaces?.map { $0["name"] as? String } == ["K"])
  }

  @Test func `two spellings of one space are one, and no row is lost`() throws {
    let rows = "id,t,x,y,z,room\na,2024-01-01,1,2,3,Caf\u{E9}\nb,2024-01-01,1,2,3,Cafe\u{301}\n"
    let outcome = try importing(rows, "a.csv", "--space-column", "room")
    #expect(outcome.output.contains("Wrote 2 events"), "\(outcome)")
  }

  @Test func `a space without events is not zero events`() throws {
    let kitchen = try Workbench()
    #expect(kitchen.run("new", "Hall").status == 0)
    let outcome = bench.run("import", kitchen.directory.path, "--yes")
    #expect(outcome.output.contains("would create the space \"Hall\": no events\n"), "\(outcome)")
    #expect(outcome.output.contains("Wrote the file of the space \"Hall\", without events; "))
    #expect(!outcome.output.contains("0 events"), "\(outcome)")
  }

  // MARK: Folders

  /// A folder that cannot be listed; permissions would hide nothing from the superuser.
  @Test(arguments: ["spaces", "events", "anchors"])
  func `a store whose folders cannot be listed is not an empty one`(name: String) throws {
    try Kitchen.fill(bench)
    try FileManager.default.removeItem(at: bench.directory.appending(path: name))
    try bench.write("not a folder", to: name)
    let imported = try importing(table, "Kitchen.csv")
    #expect(imported.status == 1, "\(imported)")
    #expect(imported.errors.contains("/\(name) could not be listed"), "\(imported)")
    let whole = bench.run("export", "--format", "sdk", "-o", path("all.zip"))
    #expect(whole.status == 1 && whole.errors.contains("could not be listed"), "\(whole)")
    guard name == "spaces" else { return }
    let one = bench.run("export", "Kitchen", "--format", "csv")
    #expect(one.status == 1 && one.errors.contains("could not be listed"), "\(one)")
    #expect(bench.run("export", Kitchen.id, "--format", "csv").status == 0)
  }
}
