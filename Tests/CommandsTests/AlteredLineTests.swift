import Foundation
import Testing

@testable import HyperbasisCommands

/// A log that was edited by hand: what is reported is true, and no impossible repair is promised.
struct AlteredLineTests {
  private let bench: Workbench
  private let space: String

  /// Writes three anchors, and then changes the name of the second in the log.
  init() throws {
    bench = try Workbench()
    #expect(bench.run("new", "Hall").status == 0)
    for name in ["L1", "L2", "L3"] {
      #expect(bench.run("add", "Hall", "--position", "0,0,0", "text=\(name)").status == 0)
    }
    let events = bench.directory.appending(path: "events").path
    space = try #require(try FileManager.default.contentsOfDirectory(atPath: events).first)
    try write { $0.replacing("\"L2\"", with: "\"LX\"") }
  }

  private func write(_ change: (String) -> String) throws {
    try bench.write(change(try bench.log(of: space)), to: "events/\(space)/events.jsonl")
  }

  @Test func `no repair is promised of a line that none changes`() throws {
    for _ in 0..<2 {
      let outcome = bench.run("verify")
      #expect(outcome.status == 11)
      #expect(outcome.output.contains("altered-line"))
      #expect(outcome.output.contains("hyperbasis verify --repair does not repair the damage"))
      #expect(!outcome.output.contains("repairs"), "\(outcome.output)")
      #expect(bench.run("verify", "--repair").status == 11)
    }
  }

  @Test func `the line tells all that is known of the log`() throws {
    let output = bench.run("verify").output
    #expect(!output.contains("log-shrunk"), "\(output)")
    #expect(!bench.run("verify", "--repair").output.contains("log-shrunk"))
  }

  @Test func `what a repair does is counted`() throws {
    try write { $0 + "garbage\n" }
    bench.terminals.columns = 400
    let output = bench.run("verify").output
    // If a log has grown, there is no way to tell whether the line is the only difference.
    #expect(output.contains("log-shrunk"))
    #expect(output.contains("some of them have changed since then"))
    let count = (try bench.object("verify")["problems"] as? [Any] ?? []).count
    #expect(
      output.contains(
        "hyperbasis verify --repair repairs \(count - 1) of \(count) problems; every byte is kept "
          + "in .hyperbasis/quarantine. See above for what to do about the other."), "\(output)")
  }
}
