import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisJSONText
import TestSupport
import Testing

/// Real logs: all those in the folder that `HYPERBASIS_TEST_STORES` names.
struct StoresTests {
  private static var logs: [URL] {
    guard let folder = ProcessInfo.processInfo.environment["HYPERBASIS_TEST_STORES"],
      let files = FileManager.default.enumerator(
        at: URL(fileURLWithPath: folder), includingPropertiesForKeys: nil)
    else { return [] }
    return files.compactMap { $0 as? URL }.filter { $0.lastPathComponent == "events.jsonl" }
  }

  @Test(.enabled(if: !logs.isEmpty, "HYPERBASIS_TEST_STORES names no folder with stores"))
  func statesAgreeWithANaiveFold() throws {
    for log in Self.logs {
      let data = try Data(contentsOf: log)
      let space = try #require(UUID(uuidString: log.deletingLastPathComponent().lastPathComponent))
      let naive = NaiveFold(log: data, spaceId: space)
      let reader = try LogReader.load(
        spaceId: space, source: MemoryByteSource([UInt8](data)))
      #expect(reader.index.count == naive.events.count, "\(log.path)")
      #expect(reader.problems.isEmpty, "\(log.path)")
      let step = max(1, naive.events.count / 7)
      for position in stride(from: 0, through: naive.events.count, by: step) {
        try expectSame(reader.index, naive, position: position)
      }
    }
  }
}

/// Checks that an index and a naive fold give the same anchors at a position.
func expectSame(
  _ index: EventIndex, _ naive: NaiveFold, position: Int, _ context: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let anchors = try index.anchors(in: index.state(through: position), includeDeleted: true)
  let expected = naive.anchors(through: position)
  let comment = Comment(rawValue: "\(context) at position \(position)")
  #expect(anchors.map(\.id) == expected.map(\.id), comment, sourceLocation: sourceLocation)
  for (anchor, expected) in zip(anchors, expected) {
    #expect(anchor.transform == expected.transform, comment, sourceLocation: sourceLocation)
    let data = try JSONSerialization.data(withJSONObject: expected.metadata)
    let metadata = try JSONParser.parse([UInt8](data))
    #expect(.dictionary(anchor.metadata) == metadata, comment, sourceLocation: sourceLocation)
    let instants = [anchor.createdAt, anchor.updatedAt, anchor.deletedAt].map { date in
      date.map { HBInstant($0).microseconds }
    }
    #expect(
      instants == [expected.createdAt, expected.updatedAt, expected.deletedAt], comment,
      sourceLocation: sourceLocation)
  }
}
