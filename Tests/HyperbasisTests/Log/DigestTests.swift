import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisAnchorLog

/// Columns compare two events as their decoded payloads do.
struct DigestTests {
  private static let space = UUID(uuidString: "5B2A7E90-1C3D-4E5F-8A6B-7C8D9E0F1A2B") ?? UUID()

  private static let metadata = [
    #"{}"#, #"{"a":1}"#, #"{"a":1.0}"#, #"{"a":10e-1}"#, #"{"a":true}"#, #"{"a":"1"}"#,
    #"{"a":null}"#, #"{"b":1}"#, #"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, #"{"b":2.00,"a":1}"#,
    #"{"a":2,"b":1}"#, #"{"a":1,"a":2}"#, #"{"a":0}"#, #"{"a":-0}"#, #"{"a":-0.0}"#,
    #"{"a":0.1}"#, #"{"a":0.10}"#, #"{"a":1e-1}"#, #"{"a":0.1000000000000000055}"#,
    #"{"a":9007199254740993}"#, #"{"a":9007199254740992.0}"#, #"{"a":123456789012345678901}"#,
    #"{"a":"x/y"}"#, #"{"a":"x\/y"}"#, #"{"a":"x\u002fy"}"#, #"{"a":"line\nbreak"}"#,
    #"{"a":"line\u000abreak"}"#, #"{"a":"é"}"#, #"{"a":"\u00e9"}"#, #"{"a":"e\u0301"}"#,
    #"{"é":1}"#, #"{"e\u0301":1}"#, #"{"a":"12345678"}"#, #"{"a":"1234567812345678"}"#,
    #"{"a":"123456781234567"}"#, #"{"a":""}"#, #"{"a":[1,2]}"#, #"{"a":[2,1]}"#, #"{"a":[]}"#,
    #"{"a":{"b":[1,{"c":false}]}}"#, #"{"a":{"b":[1.0,{"c":false}]}}"#, #"{"a":{}}"#,
    #"{"":1}"#, #"{"a":"😀 and more of it"}"#, #"{"a":"\ud83d\ude00 and more of it"}"#,
  ]

  private static let transforms = [
    "1,0,0,0,0,1,0,0,0,0,1,0,5,6,7,1", "1.0,0,0,0,0,1.0,0,0,0,0,1.0,0,5,6,7,1",
    "1,-0.0,0,0,0,1,0,0,0,0,1,0,5,6,7,1.0", "1,1e-40,0,0,0,1,0,0,0,0,1,0,5,6,7,1",
    "0.70710677,0,-0.70710677,0,0,1,0,0,0.70710677,0,0.70710677,0,5,6,7,1",
    "0.70710677,0,-7.0710677e-1,0,0,1,0,0,0.70710677,0,0.70710677,0,5,6,7,1",
    "0.7071067690849304,0,-0.70710677,0,0,1,0,0,0.70710677,0,0.70710677,0,5,6,7,1",
    "0.70710683,0,-0.70710677,0,0,1,0,0,0.70710677,0,0.70710677,0,5,6,7,1",
    "1,0,0,0,0,1,0,0,0,0,1,0,5,6,7,2", "2,0,0,0,0,1,0,0,0,0,1,0,5,6,7,1",
    "1,0,0,0,0,1,0,0,0,0,1,0,5,6,7.5,1",
  ]

  private func index(_ values: [(transform: String, metadata: String)]) throws -> EventIndex {
    var log = ""
    for (number, value) in values.enumerated() {
      let id = UUIDv5.make(namespace: Self.space, name: "\(number)")
      log +=
        #"{"id":"\#(id.uuidString)","anchorId":"\#(Self.space.uuidString)","#
        + #""spaceId":"\#(Self.space.uuidString)","type":"moved","#
        + #""timestamp":"2024-01-01T00:00:00Z","version":\#(number + 1),"#
        + #""transform":[\#(value.transform)],"metadata":\#(value.metadata)}"# + "\n"
    }
    let reader = try LogReader.load(
      spaceId: Self.space, source: MemoryByteSource(Array(log.utf8)))
    #expect(reader.problems.isEmpty)
    #expect(reader.index.count == values.count)
    return reader.index
  }

  private func pair(_ left: Int, _ right: Int, in index: EventIndex) -> StatePair {
    index.pair(ofSlot: 0, Int32(left), Int32(right))
  }

  @Test func metadataDifferByColumnsAsTheyDoDecoded() throws {
    let index = try index(Self.metadata.map { (Self.transforms[0], $0) })
    let decoded = try (0..<index.count).map { try index.metadata($0) }
    for left in 0..<index.count {
      for right in 0..<index.count {
        let isSame = decoded[left].hasSameMembers(as: decoded[right])
        #expect(
          pair(left, right, in: index).isUpdated == !isSame,
          "\(Self.metadata[left]) and \(Self.metadata[right])")
        if isSame { #expect(index.metadataShape(left) == index.metadataShape(right)) }
      }
    }
  }

  @Test func transformsDifferByColumnsAsTheyDoDecoded() throws {
    let index = try index(Self.transforms.map { ($0, "{}") })
    for left in 0..<index.count {
      for right in 0..<index.count {
        let isSame = try index.transform(left) == index.transform(right)
        #expect(
          pair(left, right, in: index).hasMoved == !isSame,
          "\(Self.transforms[left]) and \(Self.transforms[right])")
      }
    }
  }

  @Test func eventsInMemoryHaveTheDigestsOfTheirLines() throws {
    let lines = try index(Self.metadata.map { (Self.transforms[4], $0) })
    let memory = EventIndex(
      spaceId: Self.space, events: try lines.events(0..<lines.count))
    for ordinal in 0..<lines.count {
      #expect(
        lines.columns.metadataDigests[ordinal] == memory.columns.metadataDigests[ordinal],
        "\(Self.metadata[ordinal])")
      #expect(lines.columns.rotationDigests[ordinal] == memory.columns.rotationDigests[ordinal])
    }
  }

  @Test(arguments: 0..<20)
  func statesDifferByColumnsAsTheyDoDecoded(seed: Int) throws {
    var history = RandomHistory(seed: UInt64(seed), anchors: 6)
    let spellings: [RandomHistory.Spelling] = [.usual, .odd]
    let log = (0..<120).map { history.line(spellings[$0 % spellings.count]) + "\n" }.joined()
    let index = try LogReader.load(
      spaceId: history.space, source: MemoryByteSource(Array(log.utf8))
    ).index
    for _ in 0..<30 {
      let from = index.state(through: Int.random(in: 0...index.count, using: &history.random))
      let to = index.state(through: Int.random(in: 0...index.count, using: &history.random))
      let count = index.differenceCount(from: index.rows(of: from), to: index.rows(of: to))
      let old = Dictionary(uniqueKeysWithValues: try index.anchors(in: from).map { ($0.id, $0) })
      let new = Dictionary(uniqueKeysWithValues: try index.anchors(in: to).map { ($0.id, $0) })
      let differing = Set(old.keys).union(new.keys).filter { id in
        guard let old = old[id], let new = new[id] else { return true }
        return old.transform != new.transform || !old.metadata.hasSameMembers(as: new.metadata)
      }
      #expect(count == differing.count, "seed \(seed)")
    }
  }
}
