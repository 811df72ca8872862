import Foundation
import Hyperbasis
import HyperbasisHistory
import TestSupport
import Testing

@testable import HyperbasisAnchorLog

/// Edits made at the same time, and their rule: the keys that a line names are all that counts once
/// versions show that writers did not know of each other.
struct ConcurrentEditTests {
  private let space = UUIDBits(high: 1, low: 0).uuid
  private let anchor = UUIDBits(high: 2, low: 0).uuid

  private func line(
    _ number: UInt64, _ type: HBAnchorEvent.EventType, at second: Int, version: Int,
    _ metadata: [String: AnyCodableValue]? = nil, changed: [String]? = nil,
    derived: Int? = nil, hasTransform: Bool = false, of other: UUID? = nil
  ) throws -> [UInt8] {
    let event = HBAnchorEvent(
      id: UUIDBits(high: 3, low: number).uuid, anchorId: other ?? anchor, spaceId: space,
      type: type,
      timestamp: Date(timeIntervalSince1970: Double(second)), version: version,
      transform: hasTransform ? HBTransform.identity : nil, metadata: metadata)
    let date = derived.map { HBInstant(microseconds: Int64($0) * 1_000_000) }
    return try LogLine.encode(event, extras: LogExtras(derived: date, changed: changed)) + [0x0A]
  }

  private func index(_ lines: [[UInt8]]) throws -> EventIndex {
    try LogReader.load(
      spaceId: space, source: MemoryByteSource(Array(lines.joined()))
    ).index
  }

  /// Returns the metadata in force at the end.
  private func newest(_ lines: [[UInt8]]) throws -> [String: AnyCodableValue] {
    let index = try index(lines)
    return try index.metadata(index.newestOrdinal(ofSlot: 0))
  }

  private func created(_ metadata: [String: AnyCodableValue] = [:]) throws -> [UInt8] {
    try line(1, .created, at: 1, version: 1, metadata, hasTransform: true)
  }

  @Test func `of two edits of different keys both stay`() throws {
    let lines = [
      try created(["a": 0]),
      try line(2, .updated, at: 2, version: 2, ["a": 1], changed: ["a"]),
      try line(3, .updated, at: 3, version: 2, ["a": 0, "b": 2], changed: ["b"]),
    ]
    #expect(try newest(lines) == ["a": 1, "b": 2])
  }

  @Test func `of two edits of one key the later counts`() throws {
    let lines = [
      try created(),
      try line(2, .updated, at: 2, version: 2, ["a": 1], changed: ["a"]),
      try line(3, .updated, at: 3, version: 2, ["a": 2], changed: ["a"]),
    ]
    #expect(try newest(lines) == ["a": 2])
  }

  @Test func `a key that is named and missing is removed`() throws {
    let lines = [
      try created(["a": 0, "b": 0]),
      try line(2, .updated, at: 2, version: 2, ["a": 1, "b": 0], changed: ["a"]),
      try line(3, .updated, at: 3, version: 2, ["a": 0], changed: ["b"]),
    ]
    #expect(try newest(lines) == ["a": 1])
  }

  @Test func `metadata of an event without named keys replace all`() throws {
    let lines = [
      try created(),
      try line(2, .updated, at: 2, version: 2, ["a": 1], changed: ["a"]),
      try line(3, .updated, at: 3, version: 2, ["b": 2]),
    ]
    #expect(try newest(lines) == ["b": 2])
  }

  @Test func `without a version that is behind, metadata replace all`() throws {
    // A line between the two is missing: the versions leave a gap, and nothing was concurrent.
    let lines = [
      try created(["a": 1]),
      try line(3, .updated, at: 3, version: 5, ["b": 2], changed: ["b"]),
    ]
    #expect(try newest(lines) == ["b": 2])
  }

  @Test func `later edits name their keys, too`() throws {
    var lines = [
      try created(),
      try line(2, .updated, at: 2, version: 2, ["a": 1], changed: ["a"]),
      try line(3, .updated, at: 3, version: 2, ["b": 2], changed: ["b"]),
    ]
    // The writer of this one had not seen the second.
    lines.append(try line(4, .updated, at: 4, version: 3, ["b": 3], changed: ["b"]))
    #expect(try newest(lines) == ["a": 1, "b": 3])
    lines.append(try line(5, .restored, at: 5, version: 4, ["c": 1]))
    #expect(try newest(lines) == ["c": 1])
    lines.append(try line(6, .updated, at: 6, version: 5, ["c": 1, "d": 1], changed: ["d"]))
    #expect(try newest(lines) == ["c": 1, "d": 1])
  }

  @Test func `what differs is found without reading the log`() throws {
    let index = try index([
      created(["a": 0]),
      line(2, .updated, at: 2, version: 2, ["a": 1], changed: ["a"]),
      line(3, .updated, at: 3, version: 2, ["a": 0, "b": 2], changed: ["b"]),
      line(4, .updated, at: 4, version: 4, ["a": 1, "b": 2], changed: ["b"]),
    ])
    #expect(index.differs(after: 2, fromAfter: 0))
    #expect(index.differs(after: 2, fromAfter: 1))
    // The third event itself contains what was merged after the second.
    #expect(!index.differs(after: 3, fromAfter: 2))
    #expect(index.mergesMetadata(2) && !index.mergesMetadata(3))
    #expect(try index.blame(after: 3).keys == ["a": 1, "b": 2])
  }

  @Test func `an event derived from a row gives way to the one that made the row`() throws {
    let derived = try line(
      9, .created, at: 1, version: 1, ["text": "latest"], derived: 5, hasTransform: true)
    let made = [
      try created(["text": "first"]),
      try line(2, .updated, at: 5, version: 2, ["text": "latest"], changed: ["text"]),
    ]
    for lines in [[derived] + made, made + [derived], [made[1], derived, made[0]]] {
      let index = try index(lines)
      #expect(index.count == 2)
      #expect(try index.metadata(0) == ["text": "first"])
      #expect(index.maximumVersion(ofSlot: 0) == 2)
      #expect(index.hasGivenWay(eventWith: UUIDBits(high: 3, low: 9)))
    }
    let alone = try index([derived, created(["text": "first"])])
    #expect(alone.count == 2, "What made the row is not here yet.")
    #expect(alone.isDerived(1) != alone.isDerived(0))
  }

  /// What an anchor's file implies is written to the log one day, and is then an event like any other. At
  /// the instant of the row that the file was made from, the event of that row would take it for its
  /// original.
  @Test(arguments: [true, false])
  func `an event derived from a row does not give way to what its file implies`(
    hasLeft: Bool
  ) throws {
    let derived = try line(
      9, .created, at: 1, version: 1, ["text": "note"], derived: 5, hasTransform: true)
    let before = try index([derived])
    let row = Date(timeIntervalSince1970: 5)
    let file = HBAnchor(
      id: anchor, spaceId: hasLeft ? UUID() : space, transform: HBTransform.identity,
      metadata: ["text": "other"], createdAt: Date(timeIntervalSince1970: 1), updatedAt: row)
    let implied =
      try hasLeft
      ? ImpliedEvents.departure(of: file, from: before)
      : ImpliedEvents.syntheticEvents(for: file, index: before)
    #expect(implied.map(\.type) == [hasLeft ? .deleted : .updated])
    let after = try index([derived] + implied.map { try LogLine.encode($0) + [0x0A] })
    #expect(after.count == 2 && after.foldStart(ofSlot: 0) == 0)
    #expect(after.isVisible(1) != hasLeft)
    #expect(implied.allSatisfy { $0.timestamp.timeIntervalSince(row) < 0.001 })
  }

  @Test func `derived events give way as the log grows`() throws {
    try expectSameAsItGrows([
      try line(9, .created, at: 1, version: 1, ["t": 2], derived: 5, hasTransform: true),
      try created(["t": 1]),
      try line(2, .updated, at: 5, version: 2, ["t": 2], changed: ["t"]),
      try line(8, .updated, at: 6, version: 3, ["t": 2], changed: ["t"], derived: 5),
    ])
  }

  /// The event lists that were made when the log was opened do not know such an anchor.
  @Test func `derived events of an anchor that came later give way, too`() throws {
    try expectSameAsItGrows([
      try line(7, .created, at: 0, version: 1, hasTransform: true, of: UUID()),
      try line(9, .created, at: 1, version: 1, ["t": 2], derived: 5, hasTransform: true),
      try created(["t": 1]),
      try line(2, .updated, at: 5, version: 2, ["t": 2], changed: ["t"]),
    ])
  }

  private func expectSameAsItGrows(_ lines: [[UInt8]]) throws {
    let bytes = Array(lines.joined())
    var reader = LogReader(spaceId: space, source: MemoryByteSource(bytes))
    var end = 0
    for line in lines {
      end += line.count
      try reader.append(from: MemoryByteSource(bytes), through: end)
      let whole = try LogReader.load(
        spaceId: space, source: MemoryByteSource(Array(bytes[..<end])))
      #expect(IndexFacts(reader.index) == IndexFacts(whole.index))
    }
    #expect(reader.index.count < lines.count, "None gave way.")
  }
}

/// The same over random histories, whose seed is new in each run and is printed on a failure.
///
/// `HYPERBASIS_EDIT_SEED` repeats a run, `HYPERBASIS_EDIT_RUNS` sets how many histories are tried.
struct RandomEditTests {
  private static func setting(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test func `metadata agree with a plain fold at every event`() throws {
    let first = Self.setting("HYPERBASIS_EDIT_SEED") ?? Int.random(in: 1...1_000_000_000)
    var merges = 0
    for seed in first..<first + (Self.setting("HYPERBASIS_EDIT_RUNS") ?? 200) {
      merges += try check(UInt64(seed))
    }
    #expect(merges > 0, "Nothing was ever merged.")
  }

  /// - Returns: how many events needed their metadata to be merged.
  private func check(_ seed: UInt64) throws -> Int {
    var history = RandomHistory(seed: seed, anchors: 2)
    let lines = (0..<24).map { _ in Array(history.line().utf8) }
    let bytes = Array(lines.joined(separator: [0x0A])) + [0x0A]
    let index = try LogReader.load(
      spaceId: history.space, source: MemoryByteSource(bytes)
    ).index
    let naive = NaiveFold(lines: lines, spaceId: history.space)
    let context: Comment = "seed \(seed)"
    try #require(
      (0..<index.count).map(index.id) == naive.events.map(\.id), "\(context): other events")
    for position in 0...naive.events.count {
      try expectSame(index, naive, position: position, "\(context)")
    }
    var reader = LogReader(spaceId: history.space, source: MemoryByteSource([]))
    var end = 0
    while end < bytes.count {
      end = min(bytes.count, end + Int.random(in: 1...2000, using: &history.random))
      try reader.append(from: MemoryByteSource(Array(bytes[..<end])))
    }
    try #require(IndexFacts(reader.index) == IndexFacts(index), "\(context): grown otherwise")
    #expect(try reader.index.allMetadata() == index.allMetadata(), "\(context): grown otherwise")
    for slot in 0..<index.slotCount where index.slot(of: index.anchorId(ofSlot: slot)) != nil {
      let grown = try #require(reader.index.slot(of: index.anchorId(ofSlot: slot)))
      #expect(
        reader.index.latestDigest(ofSlot: grown) == index.latestDigest(ofSlot: slot), context)
    }
    return (0..<index.count).count { index.mergesMetadata($0) }
  }
}
