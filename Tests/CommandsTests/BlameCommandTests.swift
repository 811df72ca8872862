import Foundation
import Testing

@testable import HyperbasisCommands

/// Whom to ask about an anchor: the last to change each part of it, or to delete it.
struct BlameCommandTests {
  private static func workbench() throws -> Workbench {
    let bench = try Workbench()
    let deletion = Kitchen.line(
      7, Kitchen.note, "deleted", "2024-06-19T09:00:00Z", 3, #","actorId":"cleo""#)
    try bench.writeLog(Kitchen.lines + [deletion])
    return bench
  }

  @Test func ofADeletedAnchorTheDeletionComesFirst() throws {
    let bench = try Self.workbench()
    let lines = bench.run("blame", Kitchen.note).output.split(separator: "\n")
    #expect(lines[0].hasPrefix("Buy oat milk · deleted · latest state"), "\(lines)")
    #expect(lines[2].hasPrefix("(deleted) "), "\(lines)")
    #expect(lines[2].contains("2024-06-19 09:00:00") && lines[2].contains("cleo"), "\(lines)")
    #expect(lines[3].hasPrefix("(place) "), "\(lines)")
    let object = try bench.object("blame", Kitchen.note)
    let event = try #require(object["deleted"] as? [String: Any])
    #expect(event["type"] as? String == "deleted" && event["actorId"] as? String == "cleo")
  }

  @Test func beforeThatNothingIsSaidOfIt() throws {
    let bench = try Self.workbench()
    let text = bench.run("blame", Kitchen.note, "--at", "2024-06-19T08:59Z").output
    #expect(text.hasPrefix("Buy oat milk · 2024-06-19") && !text.contains("deleted"), "\(text)")
    let object = try bench.object("blame", Kitchen.note, "--at", "2024-06-19T08:59Z")
    #expect(object["deleted"] is NSNull)
  }

  /// There is nothing else to report about it.
  @Test func anAnchorThatNeverHadAPlace() throws {
    let bench = try Workbench()
    try bench.writeLog([
      Kitchen.line(
        1, Kitchen.note, "updated", "2024-06-19T09:00:00Z", 1, #","metadata":{"text":"x"}"#)
    ])
    let text = bench.run("blame", Kitchen.note).output
    #expect(text.contains(" · without a place · "), "\(text)")
  }
}
