import Foundation
import HyperbasisModels
import Testing

@testable import HyperbasisCommands

/// Imports into spaces whose anchors have changed since: only the log counts for what is added.
@Suite struct ImportIntoPastTests {
  private let bench: Workbench
  private let files: Workbench

  init() throws {
    (bench, files) = (try Workbench(), try Workbench())
  }

  private func path(_ name: String) -> String {
    files.directory.appending(path: name).path
  }

  private func importing(_ rows: String..., heading: String = "id,time,x,y,z,n") throws
    -> Workbench.Outcome
  {
    let text = ([heading] + rows).map { $0 + "\n" }.joined()
    try files.write(text, to: "a.csv")
    return bench.run("import", path("a.csv"), "--space", "U", "--yes")
  }

  private func position() throws -> [Double] {
    let anchors = try #require(try bench.object("show")["anchors"] as? [[String: Any]])
    let transform = try #require(anchors.first?["transform"] as? [Double])
    return Array(transform[12..<15])
  }

  private let first = "a,2024-01-01T00:00:00Z,1,2,3,5"

  @Test func `what is imported before later changes is not said to be taken back`() throws {
    #expect(try importing(first).status == 0)
    let newer = try importing("a,2024-01-03T00:00:00Z,8,2,3,5")
    #expect(newer.output.contains(" takes it back"), "\(newer)")
    let older = try importing("a,2024-01-02T00:00:00Z,7,2,3,5")
    #expect(older.output.contains(" undoes what nothing later changed"), "\(older)")
  }

  @Test func `what an event of the past changes is said as it is`() throws {
    #expect(try importing(first).status == 0)
    #expect(bench.run("move", "a", "--to", "9,9,9").status == 0)
    let older = try importing("a,2024-01-02T00:00:00Z,7,2,3,5")
    #expect(
      older.output.contains(
        "note: 1 event is earlier than others of the same anchor: it changes what is shown from "
          + "then on, until the next event of its anchor that overrides it\n"), "\(older)")
    // A later move still counts.
    #expect(try position() == [9, 9, 9])
    let two = try importing(
      "a,2024-01-03T00:00:00Z,7,3,3,5", "a,2024-01-04T00:00:00Z,7,4,3,5")
    #expect(
      two.output.contains(
        "note: 2 events are earlier than others of the same anchors: each changes what"),
      "\(two)")
  }

  @Test func `an older move counts, and nothing takes it back`() throws {
    #expect(try importing(first).status == 0)
    #expect(bench.run("set", "a", "color=red").status == 0)
    #expect(try importing("a,2024-01-03T00:00:00Z,8,2,3,5").status == 0)
    #expect(try position() == [8, 2, 3])
    #expect(bench.run("verify").status == 0)
    #expect(!bench.run("history", "a").output.contains("not in the log"))
  }

  @Test func `an older deletion is not taken back by the next change`() throws {
    #expect(try importing(first).status == 0)
    bench.now = bench.now.advanced(byMicroseconds: 60_000_000)
    #expect(bench.run("set", "a", "color=red").status == 0)
    try files.write("id,time,x,y,z,ev\na,2024-01-03T00:00:00Z,1,2,3,gone\n", to: "b.csv")
    let deletion = bench.run(
      "import", path("b.csv"), "--space", "U", "--deleted-when", "ev=gone", "--yes")
    #expect(deletion.status == 0, "\(deletion)")
    #expect(bench.run("verify").status == 0)
    let log = try #require(try bench.json("log") as? [[String: Any]])
    #expect(log.count { $0["type"] as? String == "restored" } == 0)
  }

  @Test func `lines of another store that come late count, too`() throws {
    let lines = Kitchen.lines
    try bench.writeLog(lines)
    #expect(bench.run("verify", "--repair", "--yes").status == 0)
    let before = try bench.contents()
    let log = try #require(try bench.json("log") as? [[String: Any]])
    let anchor = try #require(log.last?["anchorId"] as? String)
    let last = try #require(log.last?["timestamp"] as? String)
    #expect(bench.run("set", anchor, "seen=yes").status == 0)
    // A move of the same anchor between its last event and that edit.
    let line = """
      {"id":"\(UUID())","anchorId":"\(anchor)","spaceId":"\(Kitchen.id)","type":"moved",\
      "timestamp":"\(last)","version":99,"transform":[1,0,0,0,0,1,0,0,0,0,1,0,7,7,7,1]}
      """
    try files.write(line + "\n", to: "a.jsonl")
    let outcome = bench.run("import", "events", path("a.jsonl"), "--yes")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(bench.run("verify").output.contains("drift") == false)
    #expect(before.isEmpty == false)
  }

  /// Corrected, and corrected back: the second import of the first file is an operation of its own.
  @Test func `the same file once more is taken back by itself`() throws {
    let rows = [first, "b,2024-01-01T00:00:00Z,1,2,3,5"]
    #expect(try importing(rows[0], rows[1]).status == 0)
    #expect(try importing("a,2024-01-01T00:00:00Z,4,2,3,5", rows[1]).status == 0)
    let again = try importing(rows[0], rows[1])
    #expect(again.output.contains("Wrote 1 event"), "\(again)")
    let log = try #require(try bench.json("log") as? [[String: Any]])
    let operations = log.compactMap { $0["operation"] as? String }
    #expect(Set(operations).count == 3)
    let last = try #require(operations.last { id in operations.count { $0 == id } == 1 })
    let undo = bench.run("undo", "U", "--operation", last, "--yes")
    #expect(undo.status == 0, "\(undo)")
    let anchors = try #require(try bench.object("show")["anchors"] as? [[String: Any]])
    #expect(anchors.count == 2)
  }

  @Test func `a row that cannot be read is left out once`() throws {
    try files.write(
      "id,time,x,y,z\na,2024-01-01,1,2,3\nb,2024-01-01,1,wrong,3\n", to: "a.csv")
    let outcome = bench.run("import", path("a.csv"), "--skip-bad", "--yes")
    #expect(outcome.output.contains("1 left out"), "\(outcome)")
  }

  @Test func `a deletion that is there already is not missing`() throws {
    let heading = "id,time,x,y,z,type"
    let rows = ["a,2024-01-01,1,2,3,seen", "a,2024-01-02,1,2,3,deleted"]
    try files.write(([heading] + rows).map { $0 + "\n" }.joined(), to: "a.csv")
    let words = [
      "import", path("a.csv"), "--space", "U", "--deleted-when", "type=deleted", "--yes",
    ]
    #expect(bench.run(words).status == 0)
    let again = bench.run(words)
    #expect(again.output.contains("2 rows already there"), "\(again)")
    #expect(!again.output.contains("left out"), "\(again)")
  }

  @Test func `columns in different units are not taken for one`() throws {
    let mixed = try importing("a,2024-01-01,1,2,3", heading: "id,time,x_cm,y_mm,z")
    #expect(mixed.status == 65)
    #expect(mixed.errors.contains("different units"), "\(mixed)")
    let feet = try importing("a,2024-01-01,48,11,1000", heading: "id,time,lat,lon,alt_ft")
    #expect(feet.status == 0, "\(feet)")
    #expect(abs(try position()[1] - 304.8) < 0.01)
  }

  @Test(arguments: [
    (
      "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"><time>2024-01-01T00:00:00Z</time></trkpt>",
      "cut off"
    ),
    ("<gpx><trk></wrong></trk></gpx>", "</wrong>"),
  ])
  func `a track that was cut off is refused`(text: String, reason: String) throws {
    try files.write("<?xml version=\"1.0\"?>\n" + text, to: "a.gpx")
    let outcome = bench.run("import", path("a.gpx"), "--yes")
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains(reason), "\(outcome)")
    #expect(try bench.contents().isEmpty)
  }

  @Test func `a mistaken word of a list is answered with the list`() {
    let outcome = bench.run("export", "--format", "pdf")
    #expect(outcome.errors.contains("csv"), "\(outcome)")
  }
}
