import Foundation
import HyperbasisCanvas
import HyperbasisWording
import Testing

@testable import HyperbasisCommands

struct OutputTests {
  /// The reader of lines in a pipe decides how wide they may be.
  @Test func linesInAPipeAreAsWideAsColumnsSays() throws {
    let bench = try Kitchen.workbench()
    let text = String(repeating: "milk and ", count: 20)
    #expect(bench.run("set", Kitchen.note, "text=\(text)honey", "--actor", "carla").status == 0)
    let narrow = bench.run("log", "Kitchen").output.split(separator: "\n")
    #expect(narrow.allSatisfy { $0.count <= 80 })
    bench.environment["COLUMNS"] = "500"
    let whole = bench.run("log", "Kitchen").output
    #expect(whole.contains("\(text)honey") && whole.contains(" by carla\n"), "\(whole)")
    #expect(bench.run("history", Kitchen.note).output.contains("\(text)honey"))
    // Neither says how wide, and lines cut to one character say nothing.
    for unknown in ["0", "-1", "wide"] {
      bench.environment["COLUMNS"] = unknown
      #expect(bench.run("log", "Kitchen").output == narrow.joined(separator: "\n") + "\n")
    }
    bench.environment["COLUMNS"] = "1"
    let least = bench.run("show", "Kitchen").output
    bench.environment["COLUMNS"] = "20"
    #expect(bench.run("show", "Kitchen").output == least)
    // A terminal has its own width.
    bench.terminals.columns = 60
    #expect(bench.run("log", "Kitchen").output.split(separator: "\n").allSatisfy { $0.count <= 60 })
  }

  @Test(
    arguments: [
      ([], [:], false), (["--color", "always"], [:], true),
      (["--color", "always"], ["NO_COLOR": "1"], true),
      ([], ["CLICOLOR_FORCE": "1"], true), ([], ["CLICOLOR_FORCE": "0"], false),
      ([], ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
      ([], ["CLICOLOR_FORCE": "1", "NO_COLOR": ""], true),
      (["--color", "never"], ["CLICOLOR_FORCE": "1"], false),
    ] as [([String], [String: String], Bool)])
  func colour(_ words: [String], _ variables: [String: String], _ isColoured: Bool) throws {
    let bench = try Kitchen.workbench()
    bench.environment.merge(variables) { $1 }
    #expect(bench.run(["show"] + words).output.contains("\u{1B}[") == isColoured)
    #expect(!bench.run(["show", "--json"] + words).output.contains("\u{1B}"))
  }

  @Test func aTerminalIsColouredUnlessDumb() throws {
    let bench = try Kitchen.workbench()
    bench.terminals = Terminals(input: true, output: true, error: true, columns: 200)
    #expect(bench.run("show").output.contains("\u{1B}["))
    bench.environment["TERM"] = "dumb"
    #expect(!bench.run("show").output.contains("\u{1B}["))
  }

  @Test func tablesFitTheTerminal() throws {
    let bench = try Kitchen.workbench()
    #expect(bench.run("set", "4444", "text=" + String(repeating: "long ", count: 40)).status == 0)
    bench.terminals.columns = 100
    let lines = bench.run("show").output.split(separator: "\n").dropFirst()
    #expect(lines.allSatisfy { TerminalText(String($0)).width <= 100 })
    #expect(lines.contains { $0.contains("…") })
  }

  @Test func paragraphsFitTheTerminal() {
    let paragraph = Paragraph(
      lead: .init("warning: "), text: .init("the clock here is 12 s behind that of the server"),
      indentation: 2)
    let paint = Paint(theme: nil, isUTF8: true)
    #expect(
      paragraph.lines(paint, width: 30) == [
        "warning: the clock here is", "  12 s behind that of the", "  server",
      ])
    #expect(
      paragraph.lines(paint, width: nil) == [
        "warning: the clock here is 12 s behind that of the server"
      ])
    #expect(paragraph.lines(paint, width: 5).count == 3)
  }

  @Test func hostileTextSteersNothing() throws {
    let bench = try Kitchen.workbench()
    let evil = #"\u001b]0;x\u0007\u009b31m\u202e\u200b\r\n"#
    try bench.writeLog(
      Kitchen.lines + [
        Kitchen.line(
          9, Kitchen.lamp, "updated", "2024-06-19T10:00:00Z", 2,
          #","metadata":{"type":"\#(evil)","text":"\#(evil)","\#(evil)":"\#(evil)"},"actorId":"\#(evil)""#
        )
      ])
    try bench.write(
      #"{"id":"\#(Kitchen.id)","name":"\#(evil)","createdAt":"2024-06-17T09:00:00Z","#
        + #""updatedAt":"2024-06-17T09:00:00Z"}"#, to: "spaces/\(Kitchen.id).json")
    for words in [
      ["spaces"], ["show"], ["log"], ["history", "4444"], ["diff"], ["stats"], ["operations"],
      ["plot"], ["log", "--raw"], ["delete", "4444", "--dry-run"], ["verify"],
    ] {
      for form in [[], ["--json"]] {
        let outcome = bench.run(words + form)
        #expect(outcome.status == 0)
        let steering = (outcome.output + outcome.errors).unicodeScalars.filter { scalar in
          (scalar.value < 0x20 && scalar != "\n") || (0x7F..<0xA0).contains(scalar.value)
            || scalar.value == 0x202E
        }
        #expect(steering.isEmpty, "\(words + form)")
      }
    }
  }

  @Test func rawLinesKeepTheirMeaning() throws {
    let bytes = Array("{\"a\":\"\u{9B}\u{202E}é\"}".utf8) + [0xFF]
    #expect(EscapedText.text(bytes) == "{\"a\":\"\\u009b\\u202eé\"}\u{FFFD}")
  }

  @Test func asciiWhereTheTerminalKnowsNoMore() throws {
    let bench = try Kitchen.workbench()
    bench.environment = ["LANG": "C", "NO_COLOR": "1"]
    bench.terminals = Terminals(input: true, output: true, error: true, columns: 120)
    let output = bench.run("show").output + bench.run("diff").output + bench.run("plot").output
    #expect(output.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func tableColumns() {
    var table = TextTable(columns: [
      .init(heading: "A"), .init(heading: "NUMBER", alignment: .right), .init(heading: "Z"),
    ])
    table.rows = [[.init("long"), .init("1"), .init("")], [.init("é"), .init(""), .init("z")]]
    #expect(
      table.lines(Paint(theme: nil, isUTF8: true), width: nil)
        == ["A     NUMBER  Z", "long       1", "é             z"])
  }

  /// A part of the digits before the decimal point would be read as another number.
  @Test func numbersWithoutRoomLoseTheirFractionFirst() {
    var table = TextTable(columns: ["ID", .flexible("LABEL"), .number("X"), .number("N")])
    table.rows = [
      [.init("4C10216B"), .init("a long label"), .init("-109899.00"), .init("1234")],
      [.init("EA7C5069"), .init("short"), .init("0.33"), .init("56")],
    ]
    let paint = Paint(theme: nil, isUTF8: true)
    #expect(
      table.lines(paint, width: 35) == [
        "ID        LABEL             X     N", "4C10216B  a long …  -109899.…  1234",
        "EA7C5069  short          0.33    56",
      ])
    #expect(
      table.lines(paint, width: 32) == [
        "ID        LABEL          X     N", "4C10216B  a lon…  -109899…  1234",
        "EA7C5069  short       0.33    56",
      ])
    for width in 8...40 {
      let lines = table.lines(paint, width: width)
      #expect(lines.allSatisfy { $0.count <= width })
      let numbers = lines[1].split(separator: " ").dropFirst().filter { $0.first == "-" }
      #expect(numbers.allSatisfy { $0.hasPrefix("-109899") })
    }
  }

  /// A letter that becomes two takes room from the gap, so that columns stay aligned.
  @Test func tableColumnsInASCII() {
    var table = TextTable(columns: [.init(heading: "A"), .init(heading: "Z")])
    table.rows = [[.init("Straße"), .init("x")], [.init("y"), .init("Maß")]]
    let paint = Paint(theme: nil, isUTF8: false)
    #expect(table.lines(paint, width: nil) == ["A       Z", "Strasse x", "y       Mass"])
    #expect(table.lines(paint, width: 11) == ["A       Z", "Strasse x", "y       Mas"])
  }
}
