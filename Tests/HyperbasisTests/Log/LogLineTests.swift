import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import Testing

struct LogLineTests {
  private let space = UUID(uuidString: "B0CCBBED-A550-50EB-AFC3-E3399BE48B0C") ?? UUID()
  private let operation = UUID(uuidString: "11111111-2222-4333-8444-555555555555") ?? UUID()

  private func decode(_ text: String) throws -> LogLine {
    try LogLine.decode(Array(text.utf8), spaceId: space)
  }

  private func line(_ changes: [String: String?] = [:]) -> String {
    var members: [(String, String)] = [
      ("id", "\"9C1CF009-4DCD-5395-8B71-7FC40F83BDA1\""),
      ("anchorId", "\"B8F267BE-9911-44EE-8A73-7A0537FBD6FA\""),
      ("spaceId", "\"\(space.uuidString)\""), ("type", "\"moved\""),
      ("timestamp", "\"2020-10-08T17:43:41Z\""), ("version", "2"),
      ("transform", "[1,0,0,0,0,1,0,0,0,0,1,0,-236069.0,1017.55,1e-7,1]"),
    ]
    members.removeAll { changes.keys.contains($0.0) }
    for (key, value) in changes { value.map { members.append((key, $0)) } }
    return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  @Test func writesKeysInAFixedOrder() throws {
    let event = HBAnchorEvent(
      id: operation, anchorId: operation, spaceId: space, type: .created,
      timestamp: HBInstant(microseconds: 1_705_312_800_250_000).date, version: 1,
      transform: HBTransform.make(position: SIMD3(0.5, 1.2, -2)),
      metadata: ["text": "a\u{2028}b", "n": 1], actorId: "ann")
    var extras = LogExtras(operation: operation, undone: .undoes(space))
    extras.batch = .init(index: 0, count: 2)
    let bytes = try LogLine.encode(event, extras: extras)
    let expected =
      #"{"id":"11111111-2222-4333-8444-555555555555","#
      + #""anchorId":"11111111-2222-4333-8444-555555555555","#
      + #""spaceId":"B0CCBBED-A550-50EB-AFC3-E3399BE48B0C","type":"created","#
      + #""timestamp":"2024-01-15T10:00:00Z","version":1,"#
      + #""transform":[1,0,0,0,0,1,0,0,0,0,1,0,0.5,1.2,-2,1],"#
      + #""metadata":{"n":1,"text":"a\u2028b"},"actorId":"ann","microseconds":250000,"#
      + #""operation":"11111111-2222-4333-8444-555555555555","#
      + #""undoes":"B0CCBBED-A550-50EB-AFC3-E3399BE48B0C","batch":{"index":0,"count":2},"check":"3bf4c783"}"#
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
    let line = try LogLine.decode(bytes)
    #expect(line.event == event)
    #expect(line.operation == operation)
    #expect(line.undone == .undoes(space))
    #expect(line.extraKeys.map(\.key) == ["microseconds", "operation", "undoes", "batch"])
  }

  @Test func readsFractionsOffsetsAndMicroseconds() throws {
    func micros(_ changes: [String: String?]) throws -> Int64 {
      try decode(line(changes)).instant.microseconds % 1_000_000_000
    }
    let base = try micros([:])
    #expect(try micros(["microseconds": "250000"]) == base + 250_000)
    #expect(try micros(["timestamp": "\"2020-10-08T17:43:41.1234569Z\""]) == base + 123_456)
    #expect(
      try micros(["timestamp": "\"2020-10-08T19:43:41.5+02:00\"", "microseconds": "7"])
        == base + 500_000)
    for bad in ["-1", "1000000", "1.5", "\"5\"", "true"] {
      let decoded = try decode(line(["microseconds": bad]))
      #expect(decoded.hasBadMicroseconds)
      #expect(decoded.instant.microseconds % 1_000_000_000 == base)
    }
  }

  @Test func nullCountsAsAbsent() throws {
    let event = try decode(line(["transform": "null", "metadata": "null", "actorId": "null"])).event
    #expect(event.transform == nil)
    #expect(event.metadata == nil)
    #expect(event.actorId == nil)
  }

  @Test func theFirstOfDoubledKeysCounts() throws {
    let text = line().dropLast() + #","version":9,"x":1,"x":2,"\u0074ype":"deleted"}"#
    let decoded = try decode(String(text))
    #expect(decoded.event.version == 2)
    #expect(decoded.event.type == .moved)
    #expect(decoded.extraKeys.map(\.value) == [1])
  }

  @Test func tellsFaultsApart() {
    func fault(_ changes: [String: String?]) -> LineFault? {
      do { _ = try decode(line(changes)) } catch { return error as? LineFault }
      return nil
    }
    #expect(fault(["type": "\"archived\""]) == .unknownType("archived"))
    #expect(fault(["spaceId": "\"\(operation.uuidString)\""]) == .foreignSpace(operation))
    #expect(fault(["version": "0"]) == .badVersion("0"))
    #expect(fault(["version": "9999999999"]) == .badVersion("9999999999"))
    #expect(fault(["transform": "[1,2]"]) == .badTransform)
    #expect(fault(["transform": "[1,0,0,0,0,1,0,0,0,0,1,0,1e39,0,0,1]"]) == .badTransform)
    #expect(fault(["transform": "\"x\""]) == .badTransform)
    #expect(fault(["version": "2.0"]) == nil)
    for (key, value) in [
      ("version", "2.5"), ("version", "\"2\""), ("type", "1"), ("metadata", "[]"), ("id", "\"x\""),
      ("timestamp", "\"2020-10-08T17:43:41\""), ("timestamp", "\"2020-02-30T17:43:41Z\""),
      ("actorId", "5"), ("metadata", "{\"a\":1e400}"),
    ] {
      guard case .damaged = fault([key: value]) else {
        Issue.record("\(key) \(value) is not reported as damaged")
        continue
      }
    }
    for key in ["id", "anchorId", "spaceId", "type", "timestamp", "version"] {
      guard case .damaged = fault([key: nil]) else {
        Issue.record("a missing \(key) is not reported")
        continue
      }
    }
  }

  @Test(arguments: ["[1,2]", "\"text\"", "null", "5", "true"])
  func `JSON that is not an object is told as that`(text: String) {
    #expect(throws: LineFault.damaged("it is not a JSON object")) { try decode(text) }
  }

  @Test func anUpdateNamesItsKeysAndEveryLineEndsWithItsChecksum() throws {
    let event = HBAnchorEvent(
      id: operation, anchorId: operation, spaceId: space, type: .updated,
      timestamp: HBInstant(microseconds: 1_705_312_800_000_000).date, version: 2,
      metadata: ["a": 1, "c": 3])
    let changed = event.keysChanged(from: ["a": 1.0, "b": 2])
    #expect(changed == ["b", "c"])
    let bytes = try LogLine.encode(event, extras: LogExtras(changed: changed))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(#""metadata":{"a":1,"c":3},"changed":["b","c"],"check":""#))
    // The checksum says nothing about the event; a writer that writes the line again computes its own.
    let line = try LogLine.decode(bytes)
    #expect(line.extraKeys.map(\.key) == ["changed"])
    var extra = Dictionary(uniqueKeysWithValues: line.extraKeys.map { ($0.key, $0.value) })
    extra["check"] = "00000000"
    #expect(try LogLine.encode(event, at: event.instant, extra: extra) == bytes)
    #expect(event.keysChanged(from: [:]) == ["a", "c"])
    let moved = HBAnchorEvent(
      id: operation, anchorId: operation, spaceId: space, type: .moved, timestamp: event.timestamp,
      version: 3, transform: HBTransform.identity)
    #expect(moved.keysChanged(from: ["a": 1]) == nil)
  }
}
