import Foundation
import HyperbasisExchange
import HyperbasisModels
import Testing

@testable import HyperbasisCommands

/// What cannot be imported is identified, together with what can be.
@Suite struct ImportRefusalTests {
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

  private let table = "id,t,x,y,z\npump,2024-01-01 12:00,1,2,3\n"

  // MARK: Formats

  @Test(arguments: [
    ("s.usda", "#usda 1.0\n(\n  upAxis = \"Y\"\n)\ndef Xform \"a\" {}\n", "a USD scene"),
    ("s.txt", "#usda 1.0\n(\n  upAxis = \"Y\"\n)\n", "a USD scene"),
    ("s.gltf", #"{"asset":{"version":"2.0"},"nodes":[]}"#, "a glTF scene"),
    ("s.json", #"{"asset":{"version":"2.0"},"scenes":[],"nodes":[]}"#, "a glTF scene"),
    ("s.svg", "<?xml version=\"1.0\"?>\n<svg width=\"1\"/>", "an SVG picture"),
    ("s", "<!DOCTYPE html><html></html>", "an HTML page"),
    ("s.md", "# Changes\n\n| a | b |\n", "a Markdown document"),
  ])
  func `a file of another kind is called so`(name: String, text: String, kind: String) throws {
    let outcome = try importing(text, name)
    #expect(outcome.status == 65)
    #expect(
      outcome.errors
        == "hyperbasis: \(name) is \(kind). It cannot be imported; the formats that can be are csv, "
        + "json, tum, euroc, kitti, arkit, geojson, mfjson, gpx, roomplan, mruk, worldmap, sdk, "
        + "events.\n")
  }

  @Test(arguments: ["svg", "html", "md", "glb"])
  func `what is exported for people is not taken for data`(format: String) throws {
    #expect(try importing(table, "a.csv", "--space", "U").status == 0)
    let words = ["md", "svg"].contains(format) ? ["--from", "start"] : []
    let export = bench.run(["export", "U", "--format", format, "-o", path("out")] + words)
    #expect(export.status == 0, "\(export)")
    let outcome = bench.run("import", path("out"))
    let isTold = format == "md" || outcome.errors.contains("It cannot be imported")
    #expect(outcome.status == 65 && isTold, "\(outcome)")
  }

  @Test func `a format that is named is believed`() throws {
    try files.write(table, to: "a.md")
    #expect(bench.run("import", "csv", path("a.md"), "--space", "U").status == 0)
  }

  // MARK: Logs

  @Test func `a log with a byte order mark is a log`() throws {
    let lines = Kitchen.lines.map { $0 + "\n" }.joined()
    for words in [[], ["events"]] {
      let bench = try Workbench()
      try files.write("\u{FEFF}" + lines, to: "events.jsonl")
      let outcome = bench.run(["import"] + words + [path("events.jsonl"), "--yes"])
      #expect(outcome.output.contains("events in the form of a log"), "\(outcome)")
      // The mark belongs to the file, and would end up among the lines of the log.
      #expect(try bench.log(of: Kitchen.id) == lines)
    }
  }

  @Test func `events as they are printed are refused with the way to import them`() throws {
    try bench.writeLog(Kitchen.lines)
    let printed = bench.run("log", Kitchen.id, "--json")
    #expect(printed.status == 0, "\(printed)")
    try files.write(printed.output, to: "log.json")
    for words in [[], ["events"]] {
      let outcome = bench.run(["import"] + words + [path("log.json"), "--yes"])
      #expect(outcome.status == 65)
      #expect(
        outcome.errors
          == "hyperbasis: log.json is a list of events, but a log has one event per line; export it "
          + "in that form, and import the result: hyperbasis export SPACE --format jsonl -o FILE\n")
    }
    let text = try bench.log(of: Kitchen.id)
    #expect(text == Kitchen.lines.map { $0 + "\n" }.joined())
  }

  // MARK: Archives

  @Test func `an archive without spaces says what it holds`() throws {
    let archive = try ZipWriter.archive([("data/a.csv", table), ("__MACOSX/._a.csv", "")])
    try files.write(archive, to: "c.zip")
    for words in [[], ["--id", "id"], ["--space", "X"]] {
      let outcome = bench.run(["import", path("c.zip")] + words)
      #expect(outcome.status == 65)
      #expect(
        outcome.errors
          == "hyperbasis: c.zip is a zip archive that holds data/a.csv, and no spaces of the SDK. "
          + "Unpack it first, then import what is in it: hyperbasis import data/a.csv\n")
    }
    #expect(bench.run("import", "csv", path("c.zip")).errors.contains("holds data/a.csv"))
    let many = try ZipWriter.archive((1...5).map { ("\($0).csv", table) })
    try files.write(many, to: "m.zip")
    let outcome = bench.run("import", path("m.zip"))
    #expect(outcome.errors.contains("holds 1.csv, 2.csv, 3.csv and 2 more, and"), "\(outcome)")
    try files.write(try ZipWriter.archive([]), to: "e.zip")
    #expect(bench.run("import", path("e.zip")).errors.contains("a zip archive without files"))
    try files.write(ZipWriter.archive([("a.usda", "")]), to: "s.usdz")
    #expect(bench.run("import", path("s.usdz")).errors.contains("s.usdz is a USD scene."))
  }

  @Test func `a folder without spaces says so`() throws {
    try files.write(table, to: "data/a.csv")
    let outcome = bench.run("import", path("data"), "--id", "id")
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("is a folder without spaces"), "\(outcome)")
  }

  // MARK: Options

  @Test(arguments: [
    ("+05:30", "06:30"), ("-08:00", "20:00"), ("UTC+2", "10:00"), ("utc-2", "14:00"),
    ("Z", "12:00"), ("+0200", "10:00"), ("GMT", "12:00"), ("Europe/Berlin", "11:00"),
  ])
  func `a zone may be an offset`(zone: String, time: String) throws {
    #expect(try importing(table, "a.csv", "--space", "U", "--zone", zone).status == 0)
    let log = try #require(try bench.json("log") as? [[String: Any]])
    #expect(log.first?["timestamp"] as? String == "2024-01-01T\(time):00Z")
  }

  @Test func `an offset holds for dates in names, and the command says it again`() throws {
    let text = "id,x,y,z\npump,1,2,3\n"
    let words = ["--time-from", "name", "--zone", "-08:00"]
    try files.write(text, to: "s-2024-01-01.csv")
    let outcome = bench.run(["import", path("s-2024-01-01.csv"), "--space", "U"] + words)
    #expect(outcome.output.contains("--zone=-08:00"), "\(outcome)")
    let log = try #require(try bench.json("log") as? [[String: Any]])
    #expect(log.first?["timestamp"] as? String == "2024-01-01T08:00:00Z")
  }

  @Test(arguments: ["Mars/Base", "+25:00", "5", "UTC+", "+05:30x"])
  func `what is no zone is refused`(zone: String) throws {
    let outcome = try importing(table, "a.csv", "--zone", zone)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("give for example --zone Europe/Berlin, +05:30 or UTC"))
  }

  @Test(arguments: ["  ", "\u{A0}"])
  func `a space has a name that can be typed`(name: String) throws {
    let refusal = "hyperbasis: a space needs a name that is not empty\n"
    let outcome = try importing(table, "a.csv", "--space", name)
    #expect(outcome == Workbench.Outcome(status: 64, output: "", errors: refusal))
    #expect(bench.run("new", name) == outcome)
    let column = try importing(
      "id,t,x,y,z,s\npump,2024-01-01,1,2,3,\(name)\n", "b.csv", "--space-column", "s")
    #expect(column.status == 65 && column.errors.contains("column s: empty"), "\(column)")
    #expect(try importing(table, "\(name).csv").errors.contains("the input has no name"))
    #expect(try bench.contents().isEmpty)
  }
}

extension ZipWriter {
  /// Returns an archive of texts by their paths.
  fileprivate static func archive(_ entries: [(path: String, text: String)]) throws -> Data {
    var data = Data()
    let sink = ByteSink { data.append(contentsOf: $0) }
    var writer = ZipWriter(to: sink, modified: HBInstant(microseconds: 0))
    for (path, text) in entries { try writer.add(path, Data(text.utf8)) }
    try writer.finish()
    try sink.flush()
    return data
  }
}
