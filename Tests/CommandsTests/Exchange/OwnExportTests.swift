import Foundation
import Testing

@testable import HyperbasisCommands

/// The program's own exports can be imported again, as far as their format can express them.
@Suite struct OwnExportTests {
  private let bench: Workbench
  private let files: Workbench

  init() throws {
    (bench, files) = (try Kitchen.workbench(), try Workbench())
  }

  private func path(_ name: String) -> String { files.directory.appending(path: name).path }

  /// Exports the kitchen, changes the text, and imports it into another store.
  private func roundTrip(
    _ name: String, _ words: [String], changing change: (String) throws -> String = { $0 }
  ) throws -> (copy: Workbench, outcome: Workbench.Outcome) {
    let exported = bench.run(["export", "-o", path(name), "--yes"] + words)
    #expect(exported.status == 0, "\(exported)")
    let text = try String(contentsOf: URL(filePath: path(name)), encoding: .utf8)
    try files.write(try change(text), to: name)
    let copy = try Workbench()
    return (copy, copy.run("import", path(name), "--yes"))
  }

  /// A line of another space in the log counts for nothing here, and an import would bring it to life.
  @Test func `lines of another space stay behind`() throws {
    let foreign = """
      {"id":"\(UUID().uuidString)","anchorId":"\(Kitchen.note)","spaceId":"\(UUID().uuidString)",\
      "type":"moved","timestamp":"2024-06-17T09:00:00Z","version":9,\
      "transform":[1,0,0,0,0,1,0,0,0,0,1,0,9,9,9,1]}
      """
    try bench.writeLog(Kitchen.lines + [foreign])
    let (copy, outcome) = try roundTrip("kitchen.jsonl", [])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try (copy.json("spaces") as? [Any])?.count == 1)
    try expectTheKitchen(copy)
  }

  /// Of two names the later one counts for all devices, and nobody chose that of a file.
  @Test func `the name of a file is older than any that somebody chose`() throws {
    let (copy, _) = try roundTrip("backup.jsonl", [])
    let guessed = try #require((try copy.json("spaces") as? [[String: Any]])?.first)
    #expect(guessed["name"] as? String == "backup")
    #expect(guessed["updatedAt"] as? String == "1970-01-01T00:00:00Z")
    let named = try Workbench()
    #expect(named.run("import", path("backup.jsonl"), "--space", "Mine", "--yes").status == 0)
    let chosen = try #require((try named.json("spaces") as? [[String: Any]])?.first)
    #expect(chosen["name"] as? String == "Mine")
    #expect((chosen["updatedAt"] as? String)?.hasPrefix("2024-") == true)
  }

  /// Two spaces of one name could only be told apart by their ids.
  @Test func `one name does not fit two spaces`() throws {
    #expect(bench.run("new", "Hall").status == 0)
    #expect(bench.run("add", "Hall", "--position", "1,0,1").status == 0)
    try files.write(bench.run("log", "--raw").output, to: "two.jsonl")
    let copy = try Workbench()
    let refused = copy.run("import", path("two.jsonl"), "--space", "Both", "--yes")
    #expect(refused.status == 64, "\(refused)")
    #expect(
      refused.errors.contains(
        "two.jsonl has the events of 2 spaces without a name, and \"Both\" can only name one of "
          + "them. Leave out --space, and name them afterwards."), "\(refused)")
    #expect(try (copy.json("spaces") as? [Any])?.isEmpty == true)
    #expect(copy.run("import", path("two.jsonl"), "--yes").status == 0)
    #expect(try (copy.json("spaces") as? [Any])?.count == 2)
  }

  private func anchors(_ bench: Workbench) throws -> [String: [String: Any]] {
    let list = try bench.object("show", "--deleted")["anchors"] as? [[String: Any]] ?? []
    return Dictionary(uniqueKeysWithValues: list.map { ($0["id"] as? String ?? "", $0) })
  }

  private func expectTheKitchen(_ copy: Workbench, within metres: Double = 0.02) throws {
    let (before, after) = (try anchors(bench), try anchors(copy))
    #expect(Set(before.keys) == Set(after.keys))
    for (id, anchor) in before {
      let found = try #require(after[id])
      #expect((anchor["deletedAt"] is NSNull) == (found["deletedAt"] is NSNull), "\(id)")
      #expect(anchor["metadata"] as? NSDictionary == found["metadata"] as? NSDictionary)
      let (old, new) = (anchor["transform"] as? [Double], found["transform"] as? [Double])
      for (old, new) in zip(old ?? [], new ?? []) { #expect(abs(old - new) < metres, "\(id)") }
    }
  }

  private let origin = ["--origin", "47.37123,8.54321,400"]

  @Test func `points on the earth come back, and what was deleted stays so`() throws {
    let (copy, outcome) = try roundTrip("k.geojson", origin)
    #expect(outcome.status == 0, "\(outcome)")
    try expectTheKitchen(copy)
    #expect(copy.run("import", path("k.geojson"), "--yes").output.contains("0 events"))
    #expect(copy.run("verify").status == 0)
  }

  @Test func `a table whose heading has a line break comes back`() throws {
    #expect(bench.run("set", Kitchen.note, "new\nline=u", "price=3").status == 0)
    let (copy, outcome) = try roundTrip("k.csv", [])
    #expect(outcome.status == 0, "\(outcome)")
    try expectTheKitchen(copy)
    #expect(copy.run("import", path("k.csv"), "--yes").output.contains("0 events"))
  }

  @Test func `a turn about the vertical comes back from points on the earth`() throws {
    try bench.writeLog(
      Kitchen.lines + [
        Kitchen.line(
          7, Kitchen.chair, "restored", "2024-06-19T10:00:00Z", 4,
          #","transform":[0,0,-1,0,0,1,0,0,1,0,0,0,2,0,4,1],"metadata":{"no":null,"times":[1],"#
            + #""lat":"high","@stays":"x","bearing":7,"type":"model"}"#)
      ])
    let (copy, outcome) = try roundTrip("k.geojson", origin)
    #expect(outcome.status == 0, "\(outcome)")
    try expectTheKitchen(copy)
  }

  @Test func `points that were laid out anew are known, and those of older versions`() throws {
    let (laidOut, outcome) = try roundTrip("k.geojson", origin) { text in
      let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
      let features = (value as? [String: Any])?["features"] as? [Any] ?? []
      let list = try JSONSerialization.data(withJSONObject: features, options: .prettyPrinted)
      return "{\n  \"type\" : \"FeatureCollection\",\n  \"hyperbasis\": {\"origin\": "
        + "[8.54321, 47.37123, 400]},\n \"features\" : " + String(decoding: list, as: UTF8.self)
        + "}"
    }
    #expect(outcome.status == 0, "\(outcome)")
    try expectTheKitchen(laidOut)
    // Without that member, the origin is guessed from the first position.
    let (old, second) = try roundTrip("old.geojson", ["--origin", "47.37,8.54,0"]) {
      $0.replacing(#""hyperbasis":{"origin":[8.54,47.37,0]},"#, with: "")
    }
    #expect(second.status == 0, "\(second)")
    try expectTheKitchen(old)
  }

  @Test func `points about two origins are not put into one space`() throws {
    _ = try roundTrip("a.geojson", ["--origin", "47,8,0"])
    _ = try roundTrip("b.geojson", ["--origin", "48,8,0"])
    let both = ["import", path("a.geojson"), path("b.geojson"), "--space", "B", "--yes"]
    let outcome = try Workbench().run(both)
    #expect(outcome.status == 65 && outcome.errors.contains("different origins"), "\(outcome)")
  }

  @Test func `scales, shears and odd last rows come back from a table`() throws {
    let transforms = [
      "[2,0,0,0,0,2,0,0,0,0,2,0,-1,0,0.5,1]", "[2,0,0,0,0,3,0,0,0,0,-1,0,-1,0,0.5,1]",
      "[1,0,0,0,0.25,1,0,0,0,0,1,0,0,0,0,1]", "[1,0,0,0.5,0,1,0,0,0,0,1,0,7,0,0,2]",
      "[0,0,0,0,0,0,0,0,0,0,0,0,3,3,3,1]",
    ]
    try bench.writeLog(
      transforms.enumerated().map { number, transform in
        Kitchen.line(
          number + 1, Kitchen.lamp, number == 0 ? "created" : "moved",
          "2024-06-19T08:00:0\(number)Z", number + 1,
          #","transform":\#(transform)\#(number == 0 ? #","metadata":{}"# : "")"#)
      })
    try FileManager.default.removeItem(at: bench.directory.appending(path: "anchors"))
    let (copy, outcome) = try roundTrip("k.csv", [])
    #expect(outcome.status == 0, "\(outcome)")
    for number in transforms.indices {
      let date = ["--at", "2024-06-19T08:00:0\(number)Z"]
      let anchor = try copy.object(["show"] + date)["anchors"] as? [[String: Any]]
      let expected = try JSONSerialization.jsonObject(with: Data(transforms[number].utf8))
      #expect(anchor?.first?["transform"] as? NSArray == expected as? NSArray, "\(number)")
    }
    // A table from another program must have rotations.
    try files.write("id,t,m\na,2024-01-01,\"\(transforms[1])\"\n", to: "other.csv")
    let other = copy.run("import", path("other.csv"), "--matrix", "m", "--yes")
    #expect(other.status == 65 && other.errors.contains("not a rotation"), "\(other)")
  }

  @Test func `tilts, scales and shears come back from points on the earth`() throws {
    let transforms = [
      "[1,0,0,0,0,0,1,0,0,-1,0,0,1,2,3,1]", "[2,0,0,0,0,3,0,0,0,0,-1,0,-1,0,0.5,1]",
      "[0,0,-1,0,0,1,0,0,1,0,0,0,2,0,4,1]", "[1,0,0,0.5,0,1,0,0,0,0,1,0,7,0,0,2]",
      "[1,0,0,0,0,1,0,0,0,0,1,0,5,0,0,1]",
    ]
    try bench.writeLog(
      transforms.enumerated().map { number, transform in
        Kitchen.line(
          number + 1, Kitchen.lamp, number == 0 ? "created" : "moved",
          "2024-06-19T08:00:0\(number)Z", number + 1,
          #","transform":\#(transform)\#(number == 0 ? #","metadata":{"@transform":"x"}"# : "")"#)
      })
    try FileManager.default.removeItem(at: bench.directory.appending(path: "anchors"))
    let (copy, outcome) = try roundTrip("k.geojson", origin)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains("a matrix, else degrees about up"), "\(outcome)")
    let text = try String(contentsOf: URL(filePath: path("k.geojson")), encoding: .utf8)
    #expect(text.components(separatedBy: #""@transform":["#).count == 4, "\(text)")
    for number in transforms.indices {
      let date = ["--at", "2024-06-19T08:00:0\(number)Z"]
      let anchor = try copy.object(["show"] + date)["anchors"] as? [[String: Any]]
      let data = Data(transforms[number].utf8)
      let expected = try #require(try JSONSerialization.jsonObject(with: data) as? [Double])
      let found = try #require(anchor?.first?["transform"] as? [Double])
      for (index, value) in expected.enumerated() {
        #expect(abs(found[index] - value) < ((12..<15).contains(index) ? 0.02 : 1e-6), "\(number)")
      }
      #expect((anchor?.first?["metadata"] as? [String: String])?["@transform"] == "x")
    }
    // The command that it prints does the same.
    let command = outcome.output.split(separator: "\n").first {
      $0.hasPrefix("  hyperbasis import")
    }
    let words = ShellWords(String(try #require(command))).words.dropFirst()
    let again = copy.run(Array(words))
    #expect(again.output.contains("Nothing to change: 0 events"), "\(again)")
  }

  @Test func `a table with very many keys comes back`() throws {
    let keys = (0..<2500).map { $0 % 2 == 0 ? "key \($0)" : "key.\($0)" }
    let metadata = keys.enumerated().map { #""\#($1)":\#($0)"# }.joined(separator: ",")
    let rest =
      #","transform":\#(Kitchen.transform("1", "2", "3")),"metadata":{\#(metadata)}"#
    let line = Kitchen.line(1, Kitchen.lamp, "created", "2024-06-19T08:00:00Z", 1, rest)
    try bench.writeLog([line])
    try FileManager.default.removeItem(at: bench.directory.appending(path: "anchors"))
    let (copy, outcome) = try roundTrip("k.csv", [])
    #expect(outcome.status == 0, "\(outcome.errors)")
    try expectTheKitchen(copy)
    let names = (0...50_000).map { "k\($0)" }.joined(separator: ",")
    let cells = String(repeating: ",1", count: 50_001)
    try files.write("id,time,x,y,z,\(names)\na,2024-01-01,1,2,3\(cells)\n", to: "w.csv")
    let refused = copy.run("import", path("w.csv"), "--yes")
    #expect(
      refused.errors.contains("The table has 50006 columns, and at most 50000 can be read."),
      "\(refused.errors)")
  }

  @Test func `changes carry the data of labels and not what a screen shows`() throws {
    let long = String(repeating: "long ", count: 60) + "\u{1B}[31m"
    let json = String(decoding: try JSONSerialization.data(withJSONObject: [long]), as: UTF8.self)
      .dropFirst().dropLast()
    #expect(bench.run("set", Kitchen.note, "text=\(json)").status == 0)
    let period = ["--from", "2024-06-19T12:00Z", "--to", "end"]
    let lines = bench.run(["export", "--format", "jsonl"] + period).output
    let change = try JSONSerialization.jsonObject(with: Data(lines.utf8)) as? [String: Any]
    #expect(change?["label"] as? String == long)
    let table = bench.run(["export", "--format", "csv"] + period).output
    #expect(table.contains(",\(long),"), "\(table)")
  }
}
