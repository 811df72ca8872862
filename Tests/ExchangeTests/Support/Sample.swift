import Foundation
import HyperbasisAnchorLog
import HyperbasisExchange
import HyperbasisJSONText
import HyperbasisModels
import Testing

/// A sample input, and the expected result.
struct Sample {
  private let folder: URL
  let value: [String: AnyCodableValue]

  init(_ name: String) throws {
    folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Samples").appending(path: name)
    let bytes = try Data(contentsOf: folder.appending(path: "expected.json"))
    value = try #require(try JSONParser.parse(Array(bytes)).dictionaryValue)
  }

  var space: String { value["space"]?.stringValue ?? "" }

  var commands: [String] { value["command"]?.arrayValue?.compactMap(\.stringValue) ?? [] }

  func input(_ name: String) throws -> ImportInput {
    let bytes = try Data(contentsOf: folder.appending(path: name))
    return ImportInput(name: name, source: MemoryByteSource(Array(bytes)))
  }

  /// Returns the files that a name with an asterisk matches, ordered by name.
  private func names(_ pattern: String) -> [String] {
    guard let star = pattern.firstIndex(of: "*") else { return [pattern] }
    let (head, tail) = (pattern[..<star], pattern[pattern.index(after: star)...])
    let all = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (all ?? []).filter { $0.hasPrefix(head) && $0.hasSuffix(tail) }.sorted()
  }

  @discardableResult
  func run(_ line: String, into space: inout ImportedSpace) throws -> ImportSurvey {
    let command = try ImportCommand(line)
    return try space.take(
      command.options, command.files.flatMap(names).map { try input($0) },
      times: command.times.map { try input($0) })
  }

  func check(_ space: ImportedSpace) throws {
    #expect(space.id.uuidString == value["spaceId"]?.stringValue)
    try check(space, against: value)
  }

  func check(_ space: ImportedSpace, against expected: [String: AnyCodableValue]) throws {
    let counts = (expected["events"]?.dictionaryValue ?? [:]).compactMapValues(\.intValue)
    #expect(space.eventCounts == counts)
    let index = space.index
    try #require(index.count == expected["total"]?.intValue)
    if let anchors = expected["anchors"]?.intValue { #expect(index.slotCount == anchors) }
    let latest = index.state(through: index.count)
    #expect(try index.anchors(in: latest).count == expected["alive"]?.intValue)
    if let first = expected["first"]?.stringValue {
      #expect(index.instant(0).rfc3339Text == first)
    }
    #expect(index.instant(index.count - 1).rfc3339Text == expected["last"]?.stringValue)
    for position in expected["positions"]?.arrayValue ?? [] {
      try check(index, try #require(position.dictionaryValue))
    }
  }

  private func check(_ index: EventIndex, _ position: [String: AnyCodableValue]) throws {
    let id = try #require(position["anchorId"]?.stringValue.flatMap { UUID(uuidString: $0) })
    let slot = try #require(index.slot(of: id))
    var state = index.state(through: index.count)
    if let at = position["at"]?.stringValue, at != "end" {
      state = index.state(at: try #require(HBInstant(rfc3339: at)))
    }
    let anchor = try #require(try index.anchor(slot: slot, in: state))
    #expect(!anchor.isDeleted == position["visible"]?.boolValue)
    let transform = try #require(position["transform"]?.arrayValue).compactMap(\.doubleValue)
    let scale = transform.map(\.magnitude).max() ?? 1
    for (found, expected) in zip(anchor.transform, transform) {
      #expect(abs(Double(found) - expected) <= 0.0001 * max(1, scale), "\(position)")
    }
    let metadata = try #require(position["metadata"]?.dictionaryValue)
    #expect(anchor.metadata == metadata)
  }
}
