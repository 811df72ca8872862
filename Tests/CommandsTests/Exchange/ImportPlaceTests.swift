import Foundation
import Testing

@testable import HyperbasisCommands

/// The locations that the messages of an import mention.
@Suite struct ImportPlaceTests {
  private let bench: Workbench
  private let files: Workbench

  init() throws {
    (bench, files) = (try Workbench(), try Workbench())
  }

  private func importing(_ text: String, _ name: String, _ words: String...) throws
    -> Workbench.Outcome
  {
    try files.write(text, to: name)
    return bench.run(["import", files.directory.appending(path: name).path] + words + ["--yes"])
  }

  private func feature(_ coordinates: String) -> String {
    #"{"type":"Feature","id":"a","properties":{"time":"2024-01-01"},"geometry":"#
      + #"{"type":"Point","coordinates":\#(coordinates)}}"#
  }

  @Test func `features, points and items are counted as such`() throws {
    let list = [feature("[1,2]"), feature(#"[1,"x"]"#)].joined(separator: ",\n\n")
    let collection = #"{"type":"FeatureCollection","features":[\#n\#(list)]}"#
    let outcome = try importing(collection, "f.geojson")
    #expect(
      outcome.errors.hasSuffix(
        "\n  feature 2, column coordinates: a point is not two to four numbers\n"), "\(outcome)")
    let left = try importing(collection, "f.geojson", "--skip-bad")
    #expect(left.output.contains("1 row that cannot be read (feature 2)"), "\(left)")
    let track =
      #"<gpx><trk><trkseg><trkpt lat="1" lon="2"><time>2024-01-01T00:00:00Z</time></trkpt>"#
      + #"<trkpt lat="x" lon="3"><time>2024-01-01T00:00:01Z</time></trkpt></trkseg></trk></gpx>"#
    #expect(try importing(track, "t.gpx").errors.contains("\n  point 2, column lat"))
    let room = #"{"walls":[{"identifier":"1","transform":[1]},{"dimensions":[1,2,3]}]}"#
    let scan = try importing(room, "r.json", "--at", "2024-01-01")
    #expect(scan.errors.contains("  item 2, column identifier"), "\(scan)")
    let line = #"{"id":"a","t":"2024-01-01","x":1,"y":"#
    let lines = "\(line)2}\n\n\(line)\"q\"}\n"
    #expect(try importing(lines, "l.jsonl").errors.contains("\n  line 3"))
  }

  @Test func `lines of a log are named by file and number`() throws {
    let good = Kitchen.lines
    let altered = good[1].replacing(#""type":"created""#, with: #""type":"thought""#)
    try files.write(good[0] + "\n", to: "1.jsonl")
    try files.write("\n" + altered + "\n" + good[2] + "\n", to: "2.jsonl")
    let paths = ["1.jsonl", "2.jsonl"].map { files.directory.appending(path: $0).path }
    let outcome = bench.run(["import", "events"] + paths + ["--yes"])
    #expect(outcome.output.contains("note: 2.jsonl, line 2 is not imported: "), "\(outcome)")
  }
}
