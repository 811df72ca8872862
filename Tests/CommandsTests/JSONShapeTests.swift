import Foundation
import Hyperbasis
import Testing

@testable import HyperbasisCommands

/// Whole JSON documents, as other programs read them.
struct JSONShapeTests {
  private let bench: Workbench

  init() throws { bench = try Kitchen.workbench() }

  @Test func show() {
    #expect(
      bench.run("show", "--at", "2024-06-17T10:00:00.25Z", "--json").output == """
        {
          "spaceId": "11111111-0000-4000-8000-000000000001",
          "at": "2024-06-17T10:00:00.25Z",
          "anchors": [
            {"id":"22222222-0000-4000-8000-000000000001","spaceId":"11111111-0000-4000-8000-000000000001","transform":[1,0,0,0,0,1,0,0,0,0,1,0,0.5,1.2,-2,1],"metadata":{"color":"yellow","text":"Buy milk","type":"sticky_note"},"createdAt":"2024-06-17T10:00:00Z","updatedAt":"2024-06-17T10:00:00Z","deletedAt":null},
            {"id":"33333333-0000-4000-8000-000000000001","spaceId":"11111111-0000-4000-8000-000000000001","transform":[1,0,0,0,0,1,0,0,0,0,1,0,2,0,1,1],"metadata":{"modelName":"chair","type":"model"},"createdAt":"2024-06-17T10:00:00.25Z","updatedAt":"2024-06-17T10:00:00.25Z","deletedAt":null}
          ]
        }

        """)
  }

  @Test func log() {
    #expect(
      bench.run("log", "--anchor", "3333", "--to", "2024-06-18", "--json").output == """
        [
          {"id":"AAAAAAAA-0000-4000-8000-000000000002","anchorId":"33333333-0000-4000-8000-000000000001","spaceId":"11111111-0000-4000-8000-000000000001","type":"created","timestamp":"2024-06-17T10:00:00.25Z","version":1,"transform":[1,0,0,0,0,1,0,0,0,0,1,0,2,0,1,1],"metadata":{"modelName":"chair","type":"model"}}
        ]

        """)
    #expect(
      bench.run("history", "2222", "--json").output.hasSuffix(
        #""actorId":"bob","operation":"BBBBBBBB-0000-4000-8000-000000000001"}"# + "\n]\n"))
  }

  @Test func latestIsNowOrTheEnd() throws {
    #expect(try bench.object("show")["at"] as? String == "2024-06-20T12:00:00Z")
    bench.now = .init(microseconds: 0)
    #expect(try bench.object("show")["at"] as? String == "2024-06-19T08:00:01Z")
    #expect((try bench.object("show")["anchors"] as? [Any])?.count == 2)
    #expect((try bench.object("show", "--at", "now")["anchors"] as? [Any])?.count == 0)
  }

  @Test func diff() throws {
    let object = try bench.object("diff")
    #expect(
      Set(object.keys) == [
        "spaceId", "from", "to", "summary", "changeCount", "added", "removed", "moved", "updated",
        "unchanged", "belowThreshold", "shift",
      ])
    #expect(object["from"] as? String == "2024-06-17T10:00:00Z")
    #expect(object["to"] as? String == "2024-06-20T12:00:00Z")
    #expect(object["summary"] as? String == "1 added, 1 updated")
    #expect(object["shift"] is NSNull)
    let updated = try #require((object["updated"] as? [[String: Any]])?.first)
    #expect(updated["addedKeys"] as? [String] == [])
    #expect(updated["removedKeys"] as? [String] == ["color"])
    #expect(updated["changedKeys"] as? [String] == ["text"])
    #expect((updated["previousMetadata"] as? [String: Any])?["color"] as? String == "yellow")
  }

  @Test func diffOfAMove() throws {
    let object = try bench.object(
      "diff", "--from", "2024-06-18T12:00:00Z", "--to", "2024-06-17T12:00:00Z")
    let moved = try #require((object["moved"] as? [[String: Any]])?.first)
    #expect(moved["distance"] as? Double == 3)
    #expect(moved["angle"] as? Double == 0)
    #expect((moved["previousTransform"] as? [Double])?.suffix(2) == [4, 1])
    #expect((moved["anchor"] as? [String: Any])?["id"] as? String == Kitchen.chair)
  }

  @Test func spaces() throws {
    let spaces = try bench.json("spaces") as? [[String: Any]]
    let space = try #require(spaces?.first)
    #expect(
      Set(space.keys) == [
        "id", "name", "createdAt", "updatedAt", "anchors", "deletedAnchors", "events", "startDate",
        "endDate", "worldMapBytes", "bytes",
      ])
    #expect(space["anchors"] as? Int == 2)
    #expect(space["deletedAnchors"] as? Int == 1)
    #expect(space["endDate"] as? String == "2024-06-19T08:00:01Z")
  }

  @Test func change() throws {
    let object = try bench.object("delete", "4444")
    #expect(Set(object.keys) == ["operation", "dryRun", "events", "anchors"])
    #expect(object["dryRun"] as? Bool == false)
    let event = try #require((object["events"] as? [[String: Any]])?.first)
    #expect(event["type"] as? String == "deleted")
    #expect(event["operation"] as? String == object["operation"] as? String)
    let logged = try bench.json("log", "--reverse", "--limit", "1") as? [NSDictionary]
    #expect(logged?.first == event as NSDictionary)
    let anchor = try #require((object["anchors"] as? [[String: Any]])?.first)
    #expect(anchor["deletedAt"] as? String == "2024-06-20T12:00:00Z")
  }

  @Test func changesOfSeveralAnchorsAreABatch() throws {
    let object = try bench.object("rollback", "--space", "Kitchen", "--at", "start", "--yes")
    let events = object["events"] as? [NSDictionary] ?? []
    #expect(events.count == 2)
    #expect(
      events.map { $0["batch"] as? NSDictionary }
        == [["index": 0, "count": 2], ["index": 1, "count": 2]])
    let logged = try bench.json("log") as? [NSDictionary] ?? []
    #expect(Set(logged.suffix(2)) == Set(events))
  }

  @Test func operations() throws {
    let operation = try #require(
      (try bench.json("operations") as? [[String: Any]])?.dropFirst(3).first)
    #expect(
      operation as NSDictionary == [
        "operation": "BBBBBBBB-0000-4000-8000-000000000001", "at": "2024-06-18T09:30:00Z",
        "actor": "bob", "kind": "updated", "events": 1, "anchors": 1, "undone": false,
      ])
  }

  @Test func verify() throws {
    #expect(try bench.object("verify")["problems"] as? [NSDictionary] == [])
    try bench.writeLog(Kitchen.lines + ["{broken"])
    let damaged = bench.run("verify", "--json")
    #expect(damaged.status == 11)
    let object = try JSONSerialization.jsonObject(with: Data(damaged.output.utf8))
    let problems = (object as? [String: Any])?["problems"] as? [[String: Any]] ?? []
    let problem = try #require(problems.first { $0["kind"] as? String == "damaged-line" })
    #expect(
      Set(problem.keys) == ["file", "line", "offset", "length", "kind", "excerpt", "action"])
    #expect(problem["file"] as? String == "events/\(Kitchen.id)/events.jsonl")
    #expect(problem["line"] as? Int == 7)
    #expect(problem["length"] as? Int == 7)
  }

  @Test func numbersTextAndControls() throws {
    #expect(JSONNode.float(1e-7).text == "1e-07")
    #expect(JSONNode.number(.infinity).text == "null")
    #expect(JSONNode.string("a\u{1B}\u{9B}\u{202E}\n\"é").text == #""a\u001B\u009B\u202E\n\"é""#)
    #expect(
      JSONNode.object([("b", .integer(1)), ("a", .bool(true)), ("c", .null)]).text
        == #"{"b":1,"a":true,"c":null}"#)
  }
}
