import Foundation
import Hyperbasis
import Testing

@testable import HyperbasisCommands

/// What `export` writes.
struct ExportCommandTests {
  private static let hostile =
    #","metadata":{"text":"a\u001b]0;title\u0007b\u202Ec"},"transform":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]"#

  /// A file gets every byte; a terminal is not controlled by what users wrote.
  @Test func onATerminalTextIsOnlyShown() throws {
    let bench = try Workbench()
    try bench.writeLog([
      Kitchen.line(1, Kitchen.note, "created", "2024-06-17T10:00:00Z", 1, Self.hostile)
    ])
    let bytes = bench.run("export", "--format", "csv").output
    #expect(bytes.contains("a\u{1B}]0;title\u{7}b\u{202E}c\""))
    bench.terminals = Terminals(input: true, output: true, error: true)
    let shown = bench.run("export", "--format", "csv").output
    #expect(shown.contains(#"a\u001b]0;title\u0007b\u202ec""#))
    #expect(shown.hasPrefix("id,time,type,"))
  }

  @Test(arguments: ["events/x.csv", "anchors/x.csv", "spaces", ".hyperbasis/x.csv"])
  func `no export takes the place of the store's own files`(name: String) throws {
    let bench = try Kitchen.workbench()
    let before = bench.run("log", "--json").output
    let file = bench.directory.appending(path: name).path
    let outcome = bench.run("export", "--format", "csv", "-o", file, "--yes")
    #expect(outcome.status == 64 && outcome.errors.contains("a place for the store's own files"))
    #expect(bench.run("log", "--json").output == before)
    #expect(bench.run("export", "-o", bench.directory.appending(path: "x.csv").path).status == 0)
  }

  /// Two lines with one id are one event, as everywhere.
  @Test func aRepeatedLineIsNotCountedAgain() throws {
    let bench = try Kitchen.workbench()
    try bench.writeLog(Kitchen.lines + [Kitchen.lines[0], Kitchen.lines[0]])
    let file = bench.directory.appending(path: "x.jsonl")
    let outcome = bench.run("export", "--format", "jsonl", "-o", file.path)
    let count = Kitchen.lines.count
    #expect(
      outcome.output.contains("\(count) events, and 2 lines that the store keeps and ignores"),
      "\(outcome)")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == count + 2)
  }

  /// Lines that the store keeps but ignores are passed on, and not counted here either.
  @Test func linesThatTakeNoPartAreNotCountedAsEvents() throws {
    let bench = try Kitchen.workbench()
    try bench.writeLog(
      Kitchen.lines + [Kitchen.line(9, Kitchen.lamp, "teleported", "2024-06-20T08:00:00Z", 2)])
    let file = bench.directory.appending(path: "k.jsonl")
    let outcome = bench.run("export", "-o", file.path)
    #expect(
      outcome.output.contains(": 6 events, and 1 line that the store keeps and ignores."),
      "\(outcome)")
    #expect(try String(contentsOf: file, encoding: .utf8).contains("teleported"))
  }

  // MARK: JSON lines

  @Test func jsonLinesAreTheLogByteForByte() throws {
    let bench = try Kitchen.workbench()
    let log = Kitchen.lines.joined(separator: "\n") + "\n"
    #expect(bench.run("export", "--format", "jsonl") == .init(status: 0, output: log, errors: ""))
  }

  @Test func damagedLinesAreLeftOutAndImpliedEventsAreAdded() throws {
    let bench = try Kitchen.workbench()
    try bench.writeLog(Array(Kitchen.lines.prefix(2)) + ["{broken"] + [Kitchen.lines[2]])
    let outcome = bench.run("export", "--format", "jsonl")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.prefix(3) == Kitchen.lines.prefix(3))
    // The chair and the lamp are as their files have them.
    #expect(lines.count > 3)
    #expect(outcome.errors.contains("1 damaged part"))
    #expect(bench.run("verify", "--repair").status == 0)
    let log = bench.directory.appending(path: "events/\(Kitchen.id)/events.jsonl")
    #expect(try String(contentsOf: log, encoding: .utf8) == outcome.output)
  }

  @Test func jsonLinesOfOneAnchorAndOfAFilter() throws {
    let bench = try Kitchen.workbench()
    let chair = bench.run("export", "--format", "jsonl", "--anchor", "3333")
    #expect(
      chair.output == [1, 3, 4].map { Kitchen.lines[$0] + "\n" }.joined())
    let notes = bench.run("export", "--format", "jsonl", "--where", "type:sticky_note")
    #expect(notes.output == [0, 2].map { Kitchen.lines[$0] + "\n" }.joined())
  }

  @Test func jsonLinesOfAStateAreItsAnchors() throws {
    let bench = try Kitchen.workbench()
    let lines = bench.run("export", "--format", "jsonl", "--at", "2024-06-18").output
      .split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix(#"{"id":"\#(Kitchen.note)""#))
    #expect(lines[0].contains(#""text":"Buy milk""#))
  }

  // MARK: CSV

  @Test func tableOfEvents() throws {
    let bench = try Kitchen.workbench()
    let expected = """
      id,time,type,x,y,z,qx,qy,qz,qw,color,modelName,text,metadata.type
      \(Kitchen.note),2024-06-17T10:00:00Z,created,0.5,1.2,-2,0,0,0,1,yellow,,Buy milk,sticky_note
      \(Kitchen.chair),2024-06-17T10:00:00.25Z,created,2,0,1,0,0,0,1,,chair,,model
      \(Kitchen.note),2024-06-18T09:30:00Z,updated,0.5,1.2,-2,0,0,0,1,,,Buy oat milk,sticky_note
      \(Kitchen.chair),2024-06-18T09:31:00Z,moved,2,0,4,0,0,0,1,,chair,,model
      \(Kitchen.chair),2024-06-19T08:00:00Z,deleted,2,0,4,0,0,0,1,,chair,,model
      \(Kitchen.lamp),2024-06-19T08:00:01Z,created,-1,0,0,0,0,0,1,,,Lamp,model

      """
    #expect(
      bench.run("export", "--format", "csv") == .init(status: 0, output: expected, errors: ""))
  }

  @Test func tableOfAState() throws {
    let bench = try Kitchen.workbench()
    let outcome = bench.run("export", "--format", "csv", "--at", "2024-06-18T09:31Z")
    #expect(
      outcome.output == """
        id,time,type,x,y,z,qx,qy,qz,qw,modelName,text,metadata.type
        \(Kitchen.note),2024-06-18T09:30:00Z,updated,0.5,1.2,-2,0,0,0,1,,Buy oat milk,sticky_note
        \(Kitchen.chair),2024-06-18T09:31:00Z,moved,2,0,4,0,0,0,1,chair,,model

        """)
  }

  @Test func tableOfChanges() throws {
    let bench = try Kitchen.workbench()
    let outcome = bench.run(
      "export", "--format", "csv", "--from", "2024-06-17T12:00Z", "--to", "2024-06-18T12:00Z")
    #expect(
      outcome.output == """
        change,id,label,distance_m,turn_deg,old_x,old_y,old_z,x,y,z,keys,actors,time
        moved,\(Kitchen.chair),chair,3,0,2,0,1,2,0,4,,,2024-06-18T09:31:00Z
        updated,\(Kitchen.note),Buy oat milk,,,,,,0.5,1.2,-2,\
        "{""color"":{""old"":""yellow""},""text"":{""old"":""Buy milk"",""new"":""Buy oat milk""}}",bob,2024-06-18T09:30:00Z

        """)
    let lines = bench.run(
      "export", "--format", "jsonl", "--from", "2024-06-17T12:00Z", "--to", "2024-06-18T12:00Z")
    #expect(lines.output.hasPrefix(#"{"change":"moved","id":"\#(Kitchen.chair)","label":"chair""#))
    #expect(
      lines.output.contains(
        #""distance":3,"angle":0,"actors":[],"firstAt":"2024-06-18T09:31:00Z","#))
    #expect(lines.output.contains(#""actors":["bob"],"firstAt":"2024-06-18T09:30:00Z","#))
  }

  @Test func cellsThatWouldChangeAreQuotedAndNamed() throws {
    let bench = try Kitchen.workbench()
    let values =
      #"{"a":"007","b":"12","c":"true","d":[1,2],"e":"","f":"=1+1","g":"x,\"y\"\nz","x":5}"#
    try bench.writeLog([
      Kitchen.line(
        1, Kitchen.lamp, "created", "2024-06-19T08:00:01Z", 1,
        #","transform":\#(Kitchen.transform("-1", "0", "0")),"metadata":\#(values)"#)
    ])
    try FileManager.default.removeItem(at: bench.directory.appending(path: "anchors"))
    let outcome = bench.run("export", "--format", "csv")
    #expect(
      outcome.output.hasSuffix(
        ",0,0,0,1,007,\"12\",\"true\",\"[1,2]\",,=1+1,\"x,\"\"y\"\"\nz\",5\n"))
    #expect(outcome.output.contains(",g,metadata.x\n"))
    #expect(outcome.errors.contains("--text b --text c\n"))
    #expect(outcome.errors.contains("they are in d, e; jsonl keeps them"))
    let excel = bench.run("export", "--format", "csv", "--excel").output
    #expect(excel.hasPrefix("\u{FEFF}id,"))
    #expect(excel.contains(",'=1+1,"))
    #expect(excel.contains(",-1,0,0,"))
  }

  @Test func aColumnOfNumbersAndOfTextLikeThemIsCalledSo() throws {
    let bench = try Workbench()
    func line(_ number: Int, _ anchor: String, _ metadata: String) -> String {
      Kitchen.line(
        number, anchor, "created", "2024-06-19T08:00:01Z", 1,
        #","transform":\#(Kitchen.transform("-1", "0", "0")),"metadata":\#(metadata)"#)
    }
    try bench.writeLog([
      line(1, Kitchen.lamp, #"{"price":1,"type":"2","no":"7","a.b":[]}"#),
      line(2, Kitchen.note, #"{"price":"1","type":true}"#),
    ])
    let expected = """
      hyperbasis: warning: text that looks like a number or like true or false; to read it back as \
      text, import with --text no
      hyperbasis: warning: csv cannot tell numbers, true and false from text that looks like them; \
      both are in price, metadata.type, where --text would make all of it text; jsonl keeps them
      hyperbasis: warning: csv cannot tell lists, objects, null and empty text from other text; they \
      are in metadata.a.b; jsonl keeps them

      """
    #expect(bench.run("export", "--format", "csv").errors == expected)
  }

  @Test func aScaleIsNotLost() throws {
    let bench = try Kitchen.workbench()
    try bench.writeLog([
      Kitchen.line(
        1, Kitchen.lamp, "created", "2024-06-19T08:00:01Z", 1,
        #","transform":[2,0,0,0,0,2,0,0,0,0,2,0,-1,0,0.5,1],"metadata":{}"#)
    ])
    try FileManager.default.removeItem(at: bench.directory.appending(path: "anchors"))
    let outcome = bench.run("export", "--format", "csv")
    let rows = outcome.output.split(separator: "\n")
    #expect(rows[0].hasSuffix("x,y,z,m0,m1,m2,m3,m4,m5,m6,m7,m8,m9,m10,m11,m12,m13,m14,m15"))
    #expect(rows[1].hasSuffix(",-1,0,0.5,2,0,0,0,0,2,0,0,0,0,2,0,-1,0,0.5,1"))
    #expect(outcome.errors.contains("1 transform cannot be expressed"))
  }

  // MARK: Reports

  @Test func reportForAnIssue() throws {
    let bench = try Kitchen.workbench()
    let outcome = bench.run("export", "--format", "md", "--from", "2024-06-17T12:00Z")
    #expect(
      outcome.output == """
        ## Kitchen

        2024-06-17 12:00:00 UTC → latest state, last event 2024-06-19 08:00:01 UTC

        **1 added, 1 removed, 1 updated**

        | | anchor | id | change | x, y, z in metres | by |
        |---|---|---|---|---|---|
        | × | chair | `33333333` | removed | 2.00, 0.00, 1.00 |  |
        | + | Lamp | `44444444` | added | -1.00, 0.00, 0.00 |  |
        | ≈ | Buy oat milk | `22222222` | -color: yellow, text: Buy milk → Buy oat milk |  | bob |

        """)
  }

  @Test(.enabled(if: IndependentReader.cmarkgfm.isInstalled, "the package cmarkgfm is missing"))
  func aReportShowsHostileTextAsText() throws {
    let bench = try Kitchen.workbench()
    let text = #"<script>x</script> | `c` @ann https://a.example www.b.example [x](y) ![z](w)"#
    #expect(bench.run("set", Kitchen.note, "text=\(text)", "a|b=1").status == 0)
    let file = bench.directory.appending(path: "report.md")
    #expect(bench.run("export", "-o", file.path, "--from", "2024-06-19").status == 0)
    let program = """
      import sys, cmarkgfm
      from cmarkgfm.cmark import Options
      text = cmarkgfm.github_flavored_markdown_to_html(
          open(sys.argv[1]).read(), options=Options.CMARK_OPT_UNSAFE)
      assert not any(mark in text for mark in ["<a ", "<script", "<img", "<em"]), text
      print(text.count("<tr>"))
      """
    #expect(try IndependentReader.cmarkgfm.run(program, file.path) == "4\n")
  }

  @Test func pictureIsThatOfPlot() throws {
    let bench = try Kitchen.workbench()
    for dates in [[], ["--at", "2024-06-18"], ["--from", "2024-06-18", "--to", "end"]] {
      let picture = bench.run(["export", "--format", "svg"] + dates)
      #expect(picture.output == bench.run(["plot", "--svg", "-"] + dates).output)
      #expect(picture.output.hasPrefix("<?xml"))
    }
  }

  /// A picture leaves out the same moves as the text.
  @Test(arguments: [("0.1", true), ("2", true), ("4", false)])
  func aPictureLeavesSmallMovesOut(_ least: String, _ isIn: Bool) throws {
    let bench = try Kitchen.workbench()
    let words = ["--from", "2024-06-18T09:30:00Z", "--to", "2024-06-18T23:00:00Z"]
    let table = bench.run(["export", "--format", "csv", "--min-move", least] + words).output
    let picture = bench.run(["export", "--format", "svg", "--min-move", least] + words).output
    #expect(picture.contains(">1 moved<") == isIn)
    #expect(table.contains("moved,") == isIn)
  }

  // MARK: Files

  @Test func writesAFileOnceAndAsksBeforeItOverwrites() throws {
    let bench = try Kitchen.workbench()
    let file = bench.directory.appending(path: "out/kitchen.csv")
    let path = file.path
    #expect(bench.run("export", "-o", path).status == 73)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let first = bench.run("export", "-o", path)
    #expect(first == .init(status: 0, output: "Wrote \(path): 6 events.\n", errors: ""))
    let table = try String(contentsOf: file, encoding: .utf8)
    #expect(table == bench.run("export", "--format", "csv").output)
    let again = bench.run("export", "-o", path, "--format", "jsonl")
    #expect(again.status == 64)
    #expect(again.errors.contains("already exists; give --yes"))
    #expect(try String(contentsOf: file, encoding: .utf8) == table)
    #expect(bench.run("export", "-o", path, "--format", "jsonl", "--yes").status == 0)
    #expect(try String(contentsOf: file, encoding: .utf8) != table)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: file.deletingLastPathComponent().path)
    #expect(names == ["kitchen.csv"])
    #expect(bench.run("export", "-o", bench.directory.appending(path: "out").path).status == 64)
    #expect(
      bench.run("export", "-o", bench.directory.path, "--format", "csv", "--yes").status == 73)
  }

  @Test func looksWriteNothing() throws {
    let bench = try Kitchen.workbench()
    let before = try bench.contents().filter { !$0.key.hasPrefix(".hyperbasis") }
    for format in ExportFormat.allCases { _ = bench.run("export", "--format", format.rawValue) }
    #expect(try bench.contents().filter { !$0.key.hasPrefix(".hyperbasis") } == before)
  }

  static let refusals: [([String], String)] = [
    ([], "the format is missing"),
    (["-o", "kitchen"], "does not name a format"),
    (["--format", "svg", "--at", "now", "--from", "start"], "not both"),
    (["--format", "md", "--at", "now"], "md cannot hold the anchors at one date; use jsonl, csv"),
    (["--format", "csv", "--to", "now"], "--to needs --from"),
    (["--format", "jsonl", "--excel"], "--excel is for csv"),
    (["--format", "csv", "--align"], "--align is for the changes between two dates"),
    (
      ["--format", "csv", "--min-move", "1"],
      "--min-move is for the changes between two dates, and for html"
    ),
  ]

  @Test(arguments: refusals) func isRefused(_ words: [String], _ message: String) throws {
    let outcome = try Kitchen.workbench().run(["export"] + words)
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("hyperbasis: ") && outcome.errors.contains(message))
  }
}
