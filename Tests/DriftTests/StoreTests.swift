import DriftTestSupport
import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisModels
import Testing

/// Real logs of people and fires, in which no device ever shifted.
struct StoreTests {
  private static let folder = ProcessInfo.processInfo.environment["HYPERBASIS_TEST_STORES"]

  @Test(
    .enabled(if: folder != nil, "HYPERBASIS_TEST_STORES names no folder with stores"),
    arguments: ["students", "wildfires"])
  func nothingIsClaimed(store: String) throws {
    let events = URL(filePath: try #require(Self.folder)).appending(path: "\(store)/events")
    for space in try FileManager.default.contentsOfDirectory(atPath: events.path()) {
      let bytes = try Data(contentsOf: events.appending(path: "\(space)/events.jsonl"))
      let reader = try LogReader.load(
        spaceId: try #require(UUID(uuidString: space)), source: MemoryByteSource([UInt8](bytes)))
      let history = try DriftHistory(reader.index)
      #expect(history.shifts.filter(\.kind.isShift).isEmpty)
      let (start, end) = (
        SpaceFrames(reader.index, history, through: reader.index.count / 3),
        SpaceFrames(reader.index, history)
      )
      for slot in 0..<reader.index.slotCount {
        #expect(end.change(from: start, slot: slot).motion == .identity)
      }
    }
  }

  /// A thousand pairs of dates of each store, with the motions composed from the found shifts.
  @Test(
    .enabled(if: folder != nil, "HYPERBASIS_TEST_STORES names no folder with stores"),
    arguments: ["students", "wildfires"])
  func noDiffIsAcrossAShift(store: String) throws {
    let events = URL(filePath: try #require(Self.folder)).appending(path: "\(store)/events")
    let seed: UInt64 = 11
    var random = RandomSource(seed: seed)
    let spaces = try FileManager.default.contentsOfDirectory(atPath: events.path())
    for space in spaces {
      let bytes = try Data(contentsOf: events.appending(path: "\(space)/events.jsonl"))
      let index = try LogReader.load(
        spaceId: try #require(UUID(uuidString: space)), source: MemoryByteSource([UInt8](bytes))
      ).index
      let history = try DriftHistory(index)
      var claims = 0
      for _ in 0..<1000 / spaces.count {
        let (from, to) = (random.below(index.count + 1), random.below(index.count + 1))
        let changes = FrameChanges(
          index, history, from: from, to: to, corrections: index.corrections)
        if !changes.groups.isEmpty { claims += 1 }
      }
      #expect(claims == 0, "seed \(seed), space \(space)")
    }
  }
}
