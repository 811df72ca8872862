import Foundation
import HyperbasisAnchorLog
import HyperbasisExchange
import HyperbasisHistory
import HyperbasisModels
import Testing

/// What a copy of a store brings into another one that was written meanwhile.
@Suite struct LineImportTests {
  private let space = UUID()
  private let anchor = UUID()
  private let transform: [Float] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, 1.2, -2, 1]

  private func date(_ seconds: Double) -> Date {
    Date(timeIntervalSince1970: 1_714_564_800 + seconds)
  }

  private func line(
    _ type: HBAnchorEvent.EventType, _ second: Double, version: Int,
    _ metadata: [String: AnyCodableValue]?, changed: [String]? = nil
  ) throws -> [UInt8] {
    let event = HBAnchorEvent(
      anchorId: anchor, spaceId: space, type: type, timestamp: date(second), version: version,
      transform: type == .created ? transform : nil, metadata: metadata)
    return try LogLine.encode(event, extras: LogExtras(changed: changed)) + [0x0a]
  }

  private func file(
    _ metadata: [String: AnyCodableValue], updated: Double, deleted: Double? = nil
  ) -> HBAnchor {
    HBAnchor(
      id: anchor, spaceId: space, transform: transform, metadata: metadata, createdAt: date(0),
      updatedAt: date(updated), deletedAt: deleted.map(date))
  }

  private func index(_ log: [UInt8]) throws -> EventIndex {
    try LogReader.load(spaceId: space, source: MemoryByteSource(log)).index
  }

  /// Returns a log after an import, and what it shows of the anchor.
  private func importing(
    _ log: [UInt8], _ file: HBAnchor, into existing: [UInt8]
  ) throws -> (log: [UInt8], shown: HBAnchor?) {
    var result = existing
    let lines = try LineImport(of: MemoryByteSource(log), files: [file], into: index(existing))
    try lines.write { result += $0.lines }
    let merged = try index(result)
    let again = try LineImport(of: MemoryByteSource(log), files: [file], into: merged)
    #expect(again.isEmpty, "A second import adds nothing.")
    let slot = try #require(merged.slot(of: anchor))
    return (result, try merged.anchor(after: merged.newestOrdinal(ofSlot: slot)))
  }

  @Test func `a file that its own log explains undoes no edit of the other log`() throws {
    let created = try line(.created, 0, version: 1, ["text": "note"])
    let here = try line(.updated, 10, version: 2, ["text": "note", "ka": 1], changed: ["ka"])
    let there = try line(.updated, 20, version: 2, ["text": "note", "kb": 2], changed: ["kb"])
    let (_, shown) = try importing(
      created + there, file(["text": "note", "kb": 2], updated: 20), into: created + here)
    #expect(shown?.metadata == ["text": "note", "ka": 1, "kb": 2])
  }

  @Test func `what a file adds to its own log undoes no edit of the other log`() throws {
    let created = try line(.created, 0, version: 1, ["text": "note"])
    let here = try line(.updated, 10, version: 2, ["text": "note", "ka": 1], changed: ["ka"])
    // The original SDK writes no event for the metadata of a save that also moves.
    let (_, shown) = try importing(
      created, file(["text": "note", "kb": 2], updated: 20), into: created + here)
    #expect(shown?.metadata == ["text": "note", "ka": 1, "kb": 2])
  }

  @Test func `edits of both logs and of the file all stay`() throws {
    let created = try line(.created, 0, version: 1, ["text": "note"])
    let here = try line(.updated, 10, version: 2, ["text": "note", "ka": 1], changed: ["ka"])
    let there = try line(.updated, 15, version: 2, ["text": "note", "kb": 2], changed: ["kb"])
    let (_, shown) = try importing(
      created + there, file(["text": "note", "kb": 2, "kc": 3], updated: 20),
      into: created + here)
    #expect(shown?.metadata == ["text": "note", "ka": 1, "kb": 2, "kc": 3])
  }

  @Test func `a deletion without an event hides what lines had brought back`() throws {
    let created = try line(.created, 0, version: 1, ["text": "note"])
    let deleted = try line(.deleted, 10, version: 2, nil)
    let restored = try line(.restored, 15, version: 3, ["text": "note"])
    let (_, shown) = try importing(
      created + deleted + restored, file(["text": "note"], updated: 20, deleted: 20),
      into: created + deleted)
    #expect(shown?.isDeleted == true)
  }

  @Test func `a file from before the newest event of the store changes nothing`() throws {
    let created = try line(.created, 0, version: 1, ["text": "note"])
    let here = try line(.updated, 30, version: 2, ["text": "new"], changed: ["text"])
    let (log, shown) = try importing(
      created, file(["text": "note"], updated: 20, deleted: 20), into: created + here)
    #expect(log == created + here && shown?.isDeleted == false)
  }
}
