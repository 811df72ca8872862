import Foundation
import Testing

@testable import HyperbasisCommands

struct PlotCommandTests {
  private let bench: Workbench

  init() throws { bench = try Kitchen.workbench() }

  @Test func plot() throws {
    let outcome = bench.run("plot", "--charset", "ascii", "--width", "40", "--height", "10")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Buy oat milk"))
    #expect(outcome.output.contains("Lamp"))
    #expect(!outcome.output.contains("chair"))
    let picture = outcome.output.split(separator: "\n").dropFirst()
    #expect(picture.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
    let svg = bench.run("plot", "--svg", "-").output
    #expect(svg.hasPrefix("<?xml"))
    #expect(svg.contains(">Lamp<"))
    #expect(svg.contains("<title id=\"plot-title\">Kitchen · latest state"))
    #expect(svg.contains(">2 anchors<"))
    let cells = try bench.object("plot", "--width", "40", "--height", "10")
    let ids = (cells["cells"] as? [[String: Any]] ?? []).flatMap {
      $0["anchors"] as? [String] ?? []
    }
    #expect(Set(ids) == [Kitchen.note, Kitchen.lamp])
    #expect(cells["at"] as? String == "2024-06-20T12:00:00Z")
    #expect(cells["removed"] == nil)
  }

  @Test func `a picture is printed or written`() throws {
    let outcome = bench.run("plot", "--json", "--svg", "-")
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("give that or --svg, not both"))
  }

  @Test func aPlotOfChangesTellsTheRemovedFromTheRest() throws {
    let dates = ["--from", "2024-06-17 12:00", "--to", "end"]
    let picture = try bench.object(["plot"] + dates)
    let difference = try bench.object(["diff"] + dates)
    let drawn = (picture["cells"] as? [[String: Any]] ?? []).flatMap {
      $0["anchors"] as? [String] ?? []
    }
    let removed = try #require(picture["removed"] as? [String])
    #expect(removed == [Kitchen.chair] && drawn.contains(Kitchen.chair))
    for kind in ["added", "moved", "updated", "removed"] {
      let rows = try #require(difference[kind] as? [[String: Any]])
      let ids = rows.compactMap { ($0["anchor"] as? [String: Any] ?? $0)["id"] as? String }
      #expect(Set(picture[kind] as? [String] ?? []) == Set(ids), "\(kind)")
    }
  }

  @Test func aPlotOverwritesNothingUnasked() throws {
    let file = bench.directory.appending(path: "plan.svg")
    #expect(
      bench.run("plot", "--svg", file.path)
        == .init(status: 0, output: "Wrote \(file.path).\n", errors: ""))
    try Data("mine".utf8).write(to: file)
    let refused = bench.run("plot", "--svg", file.path)
    #expect(refused.status == 64 && refused.errors.contains("already exists; give --yes"))
    #expect(try Data(contentsOf: file) == Data("mine".utf8))
    #expect(bench.run("plot", "--svg", file.path, "--yes").status == 0)
    #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("<?xml"))
  }

  @Test func aPlotExplainsAllItsSigns() throws {
    try bench.writeLog(
      (1...11).map { number in
        Kitchen.line(
          number, "55555555-0000-4000-8000-0000000000\(number < 10 ? "0" : "")\(number)", "created",
          "2024-06-19T08:00:0\(number % 10)Z", 1,
          #","transform":\#(Kitchen.transform("1", "0", "1"))"#)
      })
    try FileManager.default.removeItem(at: bench.directory.appending(path: "anchors"))
    let plot = bench.run("plot", "--width", "40", "--height", "10").output
    #expect(plot.contains("# more than nine in a cell"), "\(plot)")
    #expect(!plot.contains("several") && !plot.contains("outside"))
  }

  /// The counts of a picture are those of the diff, and all of its symbols are explained.
  @Test func aPlotOfAComparisonExplainsItself() throws {
    let dates = ["--from", "2024-06-17T12:00:00Z", "--to", "2024-06-18T12:00:00Z"]
    let lines = bench.run(["plot", "--charset", "ascii"] + dates).output.split(separator: "\n")
    #expect(lines[0] == "Kitchen · 2024-06-17 12:00:00 UTC → 2024-06-18 12:00:00 UTC")
    #expect(lines[1] == "@ 1 moved · = 1 updated · o before")
    let svg = bench.run(["plot", "--svg", "-"] + dates).output
    for piece in [
      ">2024-06-17 12:00:00 UTC → 2024-06-18 12:00:00 UTC<", ">1 moved<", ">1 updated<",
      ">before<", "<desc id=\"plot-description\">1 moved · 1 updated. ",
      "prefers-color-scheme:dark",
    ] {
      #expect(svg.contains(piece), "\(piece)")
    }
    let same = bench.run("plot", "--from", "end", "--to", "end", "--charset", "ascii").output
    #expect(same.contains("\n2 unchanged\n"))
    let none = bench.run("plot", "--from", "@0", "--to", "@0").output
    #expect(none.contains("\nno anchors\n"))
  }

  /// What moved less than the threshold is neither unchanged nor one of the others, which were not
  /// requested.
  @Test func aPlotSaysWhatIsBelowTheThresholdAsADiffDoes() throws {
    let words = [
      "--from", "2024-06-17T12:00:00Z", "--to", "2024-06-18T12:00:00Z", "--min-move", "4",
    ]
    let counts = "1 updated · 1 moved or turned less than the threshold"
    #expect(bench.run(["diff"] + words).output.contains(counts))
    let svg = bench.run(["export", "--format", "svg"] + words).output
    #expect(svg.contains("<desc id=\"plot-description\">\(counts). "), "\(svg.prefix(600))")
    #expect(svg.contains(">1 moved or turned less than the threshold<"))
  }

  @Test func aPlotTakesOutAShiftAsADiffDoes() throws {
    let shifted = try Workbench()
    try Kitchen.fill(shifted)
    let far = (1...8).flatMap { number -> [String] in
      let id = "55555555-0000-4000-8000-00000000000\(number)"
      let (x, z) = ("\(number * number)", "\(number * 3 % 5)")
      return [
        Kitchen.line(
          10 + number, id, "created", "2024-06-19T09:00:00Z", 1,
          #","transform":\#(Kitchen.transform(x, "0", z)),"metadata":{"text":"Box \#(number)"}"#),
        Kitchen.line(
          20 + number, id, "moved", "2024-06-19T10:00:00Z", 2,
          #","transform":\#(Kitchen.transform("\(number * number + 1)", "0", z))"#),
      ]
    }
    try shifted.writeLog(
      Kitchen.lines + far.sorted { $0.contains("created") && !$1.contains("created") })
    let dates = ["--from", "2024-06-19T09:30:00Z", "--to", "2024-06-19T11:00:00Z"]
    let plain = shifted.run(["plot"] + dates).output
    #expect(plain.contains("8 moved"))
    let aligned = shifted.run(["plot", "--align"] + dates).output
    let diff = shifted.run(["diff", "--align"] + dates).output
    // What the diff says beyond the shift is about its own distances.
    let shift = diff.split(separator: "\n").first { $0.hasPrefix("the space shifted") }?
      .split(separator: ";").first
    #expect(shift != nil && shift.map { aligned.contains($0) } == true, "\(diff)\(aligned)")
    #expect(!aligned.contains("8 moved"))
    #expect(shifted.run("plot", "--align").status == 64)
  }

  @Test func aPlotDrawsAWay() throws {
    let output = bench.run(
      "plot", "--at", "2024-06-18T12:00:00Z", "--trail", "chair", "--charset", "ascii"
    ).output
    #expect(output.contains("path of chair: 3.00 m\n"))
    let object = try bench.object("plot", "--at", "2024-06-18T12:00:00Z", "--trail", "chair")
    let trail = try #require((object["trails"] as? [[String: Any]])?.first)
    #expect(trail["anchor"] as? String == Kitchen.chair)
    #expect(trail["length"] as? Double == 3)
    #expect(trail["lines"] as? [[[Double]]] == [[[2, 1], [2, 4]]])
    #expect(bench.run("plot", "--trail", "nobody").status == 65)
  }

  /// The changes that a filter lets through are counted as diff counts them, and nothing that changed in
  /// another way counts as unchanged.
  @Test(arguments: [
    "kind:moved", "kind:updated", "kind:created", "kind:deleted", "moved>1", "moved>5", "chair",
    "y<9",
  ])
  func countsAreThoseOfTheDiff(_ filter: String) throws {
    for dates in [
      ["--from", "2024-06-17T12:00:00Z", "--to", "2024-06-18T12:00:00Z"], ["--from", "@0"],
      ["--from", "end", "--to", "start"],
    ] {
      let words = dates + ["--where", filter]
      let difference = try bench.object(["diff"] + words)
      let counts = ["added", "removed", "moved", "updated", "unchanged"].compactMap { kind in
        let count = (difference[kind] as? [Any])?.count ?? 0
        return count > 0 ? "\(count) \(kind)" : nil
      }
      let svg = bench.run(["plot", "--svg", "-"] + words).output
      let description = try #require(
        svg.split(separator: "<desc id=\"plot-description\">").last?.prefix { $0 != "." })
      let counted = description.components(separatedBy: " · ").filter {
        $0.first?.isNumber == true && !$0.contains("other")
      }
      #expect(counted == counts, "\(words) \(description)")
    }
  }
}
