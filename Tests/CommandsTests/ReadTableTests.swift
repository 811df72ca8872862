import Foundation
import Hyperbasis
import Testing

@testable import HyperbasisCommands

/// What tables for people leave out, and what they do not.
struct ReadTableTests {
  /// To undo a single operation, its id must be given as it is printed.
  @Test func theIdOfAnOperationIsNotCut() throws {
    let bench = try Kitchen.workbench()
    #expect(bench.run("set", Kitchen.lamp, "text=one", "--actor", "somebody else").status == 0)
    let wide = bench.run("operations").output.split(separator: "\n").dropFirst()
    let ids = wide.compactMap { $0.split(separator: " ").first }
    let idWidth = try #require(ids.map(\.count).max())
    let timeWidth = "2024-06-17 12:00:00".count
    for columns in stride(from: 80, through: idWidth, by: -5) {
      bench.terminals = Terminals(input: false, output: true, error: false, columns: columns)
      let lines = bench.run("operations", "--color", "never").output.split(separator: "\n")
      #expect(lines.dropFirst().compactMap { $0.split(separator: " ").first } == ids, "\(lines)")
      #expect(lines.allSatisfy { $0.count <= columns }, "\(lines)")
      let hasTimes = columns >= idWidth + TableLayout.gap + timeWidth
      #expect(lines.dropFirst().allSatisfy { $0.contains(":") == hasTimes }, "\(lines)")
    }
  }

  /// The empty key would be invisible.
  @Test func theEmptyKeyIsNamed() throws {
    let bench = try Kitchen.workbench()
    let set = bench.run("set", Kitchen.lamp, #"""=one"#)
    #expect(set.output.contains(#"Lamp: +"": one"#), "\(set)")
    #expect(bench.run("log").output.contains(#"Lamp: +"": one"#))
    #expect(bench.run("blame", Kitchen.lamp).output.contains("\n\"\"       one"))
    #expect(bench.run("undo").output.contains(#"-"": one"#))
  }

  /// The heading is shortened before its words are cut.
  @Test func theHeadingOfTheChangesIsShortenedByWords() throws {
    let bench = try Workbench()
    #expect(bench.run("new", "Hall").status == 0)
    let label = String(repeating: "a very long label ", count: 5)
    #expect(bench.run("add", "Hall", "--position", "0,0,0", "text=\(label)").status == 0)
    for columns in stride(from: 100, to: 30, by: -7) {
      bench.terminals.columns = columns
      let heading =
        bench.run("diff", "--from", "1970-01-01").output
        .split(separator: "\n").first { $0.contains("LABEL") } ?? ""
      let change = heading.range(of: "CHANGE").map { heading[$0.lowerBound...] } ?? ""
      let known = [
        "CHANGE (places: x, y, z in metres)", "CHANGE (x, y, z in metres)", "CHANGE (in metres)",
        "CHANGE",
      ]
      #expect(known.contains(String(change)), "\(columns): \(heading)")
    }
  }

  @Test func aFarPlaceIsTheSameInShowAndDiff() throws {
    let bench = try Workbench()
    #expect(bench.run("new", "Hall").status == 0)
    #expect(bench.run("add", "Hall", "--position", "6,0,0", "text=a").status == 0)
    #expect(bench.run("move", "a", "--to", "1005.6,0,0").status == 0)
    #expect(bench.run("show").output.contains("1005.60"))
    let diff = bench.run("diff", "--from", "1970-01-01").output
    #expect(diff.contains("added at 1005.60, 0.00, 0.00"), "\(diff)")
  }

  /// A copied time must find its event; how often the anchor changed can be found in other commands.
  @Test func fractionsOfSecondsStayWhereVersionsMayGo() throws {
    let bench = try Workbench()
    bench.now = HBInstant(microseconds: 1_718_884_800_123_456)
    bench.environment["HYPERBASIS_ACTOR"] = "al"
    #expect(bench.run("new", "Hall").status == 0)
    #expect(bench.run("add", "Hall", "--position", "0,0,0", "text=a rather long label").status == 0)
    for step in 1...20 {
      #expect(bench.run("move", "a rather", "--to", "\(step).5,0,0").status == 0)
    }
    for (columns, has) in [(100, (true, true)), (80, (true, false)), (75, (false, true))] {
      bench.terminals.columns = columns
      let lines = bench.run("log").output.split(separator: "\n")
      #expect(lines[0].contains("VER") == has.1, "\(columns): \(lines[0])")
      #expect(lines[1].contains(".") == has.0, "\(columns): \(lines[1])")
    }
  }

  /// A long name gives way to who moved the anchor, which appears nowhere else in the line.
  @Test func aLongNameLeavesRoomForWhoMovedIt() throws {
    let bench = try Workbench()
    #expect(bench.run("new", "Hall").status == 0)
    #expect(bench.run("add", "Hall", "--position", "0,0,0", "text=Note 12 of Anna's").status == 0)
    #expect(bench.run("move", "Note 12", "--to", "0.5,0,0", "--actor", "ben").status == 0)
    let log = bench.run("log").output
    #expect(log.contains("  Note 12 of …: moved 50 cm by ben\n"), "\(log)")
  }

  /// A name is cut before the distance that the anchor moved, and a number is never separated from its
  /// unit.
  @Test func aNumberIsNotCutFromItsUnit() throws {
    let bench = try Workbench()
    bench.now = HBInstant(microseconds: 1_718_884_800_123_456)
    #expect(bench.run("new", "Hall").status == 0)
    #expect(bench.run("add", "Hall", "--position", "-2.93,1.69,0.51", "text=Thing 5").status == 0)
    for (place, yaw) in [("-2.93,1.69,1.27", "4"), ("-2.93,1.69,-0.08", "0")] {
      let words = ["move", "Thing 5", "--to", place, "--yaw", yaw, "--actor", "phone A"]
      #expect(bench.run(words).status == 0)
    }
    bench.terminals.columns = 80
    let log = bench.run("log").output
    #expect(log.contains("  Thing…: moved 0.76 m… by phone A\n"), "\(log)")
    #expect(log.contains("  Thing…: moved 1.35 m… by phone A\n"), "\(log)")
    for columns in 40...130 {
      bench.terminals.columns = columns
      let text = bench.run("log").output
      for line in text.split(separator: "\n") where line.contains("moved ") {
        let isWhole = line.contains("moved 0.76 m") || line.contains("moved 1.35 m")
        #expect(isWhole || line.firstMatch(of: /: moved [0-9]/) == nil, "\(columns): \(line)")
        #expect(isWhole || columns < 80, "\(columns): \(line)")
      }
      for line in text.split(separator: "\n") {
        guard let at = line.firstRange(of: ": at ") else { continue }
        let place = line[at.upperBound...].prefix { "-0123456789., ".contains($0) }
        let known = ["-2.93", "1.69", "0.51"]
        let numbers = place.split { $0 == "," || $0 == " " }.map(String.init)
        #expect(numbers == Array(known.prefix(numbers.count)), "\(columns): \(line)")
      }
    }
  }

  /// A filter compares numbers with numbers, and does not find what it cannot write.
  @Test(arguments: [
    ("weight>2", ["number"]), ("weight>\"2\"", ["text", "word"]), ("weight=", ["empty"]),
    ("weight<2", ["ten"]), ("weight=3", ["text", "number"]), ("weight=3.0", ["number"]),
    ("weight=-1e1", ["ten"]), ("weight=\"3\"", ["text"]),
    ("weight!=\"3\" weight!=\"x\"", ["number", "ten", "list", "object", "empty", "digits"]),
    ("weight!=3 weight!=-10", ["word", "list", "object", "empty", "digits"]),
  ])
  func weights(_ filter: String, _ expected: [String]) throws {
    let bench = try Workbench()
    #expect(bench.run("new", "Hall").status == 0)
    let weights = [
      "text": #""3""#, "number": "3", "ten": "-10", "word": "x", "list": "[3]",
      "object": #"{"a":3}"#, "empty": #""""#, "digits": #""10""#,
    ]
    for (label, weight) in weights {
      let words = ["add", "Hall", "--position", "0,0,0", "text=\(label)", "weight=\(weight)"]
      #expect(bench.run(words).status == 0)
    }
    let shown = try bench.object("show", "--where", filter)["anchors"] as? [[String: Any]] ?? []
    let labels = shown.compactMap { ($0["metadata"] as? [String: Any])?["text"] as? String }
    #expect(Set(labels) == Set(expected))
  }
}
