import Foundation
import Testing

@testable import HyperbasisCommands

/// Who made the changes between two dates, and when: in the command, the JSON and the exports.
struct DiffWhoTests {
  /// Returns a store with two moves by two users, an edit, an anonymous deletion, and a new anchor.
  private static func workbench() throws -> Workbench {
    let bench = try Kitchen.workbench()
    try bench.writeLog(
      Kitchen.lines + [
        Kitchen.line(
          7, Kitchen.note, "moved", "2024-06-19T09:00:00Z", 3,
          #","transform":\#(Kitchen.transform("1.5", "1.2", "-2")),"actorId":"cleo""#),
        Kitchen.line(
          8, Kitchen.note, "moved", "2024-06-19T09:05:00Z", 4,
          #","transform":\#(Kitchen.transform("2.5", "1.2", "-2")),"actorId":"bob""#),
      ])
    return bench
  }

  @Test func inWords() throws {
    let bench = try Self.workbench()
    let words = bench.run("diff", "--from", "2024-06-18T00:00Z", "--who", "--utc").output
    let text = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("removed by (unnamed), 2024-06-19 08:00:00 UTC"), "\(words)")
    #expect(
      text.contains("added at -1.00, 0.00, 0.00 by (unnamed), 2024-06-19 08:00:01 UTC"),
      "\(words)")
    // A user who only edited it had no part in its position, and vice versa.
    #expect(text.contains("by cleo, bob, last 2024-06-19 09:05:00 UTC"), "\(words)")
    #expect(text.contains("Buy oat milk by bob, 2024-06-18 09:30:00 UTC"), "\(words)")
    let plain = bench.run("diff", "--from", "2024-06-18T00:00Z", "--utc").output
    #expect(!plain.contains("cleo"))
  }

  @Test func asJSON() throws {
    let bench = try Self.workbench()
    let object = try bench.object("diff", "--from", "2024-06-18T00:00Z", "--who")
    let changes = try #require(object["changes"] as? [[String: Any]])
    #expect(
      changes.map { $0["change"] as? String } == ["removed", "added", "moved", "updated"])
    #expect(
      changes.map { $0["actors"] as? [String] } == [[], [], ["cleo", "bob"], ["bob"]])
    #expect(changes.map { $0["events"] as? Int } == [1, 1, 2, 1])
    #expect(changes[2]["id"] as? String == Kitchen.note)
    #expect(changes[2]["firstAt"] as? String == "2024-06-19T09:00:00Z")
    #expect(changes[2]["lastAt"] as? String == "2024-06-19T09:05:00Z")
    #expect(try bench.object("diff")["changes"] == nil)
  }

  @Test func asMarkdown() throws {
    let bench = try Self.workbench()
    let text = bench.run("export", "--format", "md", "--from", "2024-06-18T00:00Z").output
    #expect(
      text.contains(
        "| | anchor | id | change | x, y, z in metres | by |\n|---|---|---|---|---|---|"))
    #expect(text.contains("| cleo, bob |"), "\(text)")
  }

  /// The events with the authors are missing if only two states were requested.
  @Test func isNotAskedOfTheCloud() throws {
    let outcome = try Self.workbench().run("diff", "--who", "--remote")
    #expect(outcome.status == ExitStatus.usage)
    #expect(outcome.errors.contains("--who"), "\(outcome.errors)")
  }
}
