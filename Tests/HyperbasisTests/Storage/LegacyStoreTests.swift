import Foundation
import Hyperbasis
import StoreSimulation
import SystemPackage
import Testing

/// A store that the original SDK wrote: a deletion without an event, a new text without an event,
/// an anchor from before there were events, and the world map in a file of its own.
@Suite(.enabled(if: RealStores.legacy != nil, "HYPERBASIS_TEST_STORES names no legacy store"))
struct LegacyStoreTests {
  private static let space = UUID(uuidString: "FB96F0A5-C0D8-5D77-9692-FCE7055E3833") ?? UUID()
  private static let chair = UUID(uuidString: "6E79EA48-B46D-53D8-B42A-5F0D946D32DC") ?? UUID()
  private static let exit = UUID(uuidString: "70E16223-8CD2-5386-A677-8863E2E12D20") ?? UUID()
  private static let note = UUID(uuidString: "E29EF0F4-350F-5DD5-B89B-E6B91E86D943") ?? UUID()

  private func copy() throws -> TemporaryStore {
    try TemporaryStore(copying: try #require(RealStores.legacy))
  }

  @Test func allAnchorsAreKnown() throws {
    let folder = try copy()
    let store = folder.open()
    let anchors = try store.loadAnchors(spaceId: Self.space)
    #expect(anchors.count == 4)
    #expect(anchors.filter(\.isDeleted).map(\.id) == [Self.chair])
  }

  @Test func theTimelineSaysWhatTheFilesSay() throws {
    let folder = try copy()
    let snapshot = try folder.open().snapshot(of: Self.space)
    let state = snapshot.timeline.state(at: Date(timeIntervalSince1970: 1_800_000_000))
    #expect(state.count == 3)
    #expect(!state.contains { $0.id == Self.chair })
    let exit = try #require(state.first { $0.id == Self.exit })
    #expect(exit.stringMetadata(forKey: "label") == "Emergency exit")
    #expect(exit.position.x == -3.5)
    let note = try #require(state.first { $0.id == Self.note })
    #expect(note.stringMetadata(forKey: "text") == "From before events")
    #expect(note.createdAt == Date(timeIntervalSince1970: 1_705_228_200))
    // The deletion has the file's date, not the time of reading.
    let deleted = snapshot.timeline.events(for: Self.chair).last
    #expect(deleted?.type == .deleted)
    #expect(deleted?.timestamp == Date(timeIntervalSince1970: 1_705_315_500))
  }

  @Test func everyReadGivesTheSameEvents() throws {
    let folder = try copy()
    let first = try folder.open().snapshot(of: Self.space).timeline.events
    let second = try folder.open().snapshot(of: Self.space).timeline.events
    #expect(first == second)
    #expect(first.count == 8)
  }

  @Test func theMapIsInflated() throws {
    let folder = try copy()
    let store = folder.open()
    let space = try #require(try store.loadSpace(id: Self.space))
    #expect(space.isCompressed)
    let summary = try #require(try store.catalog.summaries().first)
    #expect(try space.unpacked().worldMapSize == summary.worldMapBytes)
    #expect(summary.worldMapBytes > 12_713)
    #expect(summary.name == "Living Room")
    #expect(summary.anchors == 3)
    #expect(summary.deletedAnchors == 1)
    #expect(summary.events == 8)
  }

  /// Apart from how far its log reaches, which a check remembers.
  @Test func readingWritesNothing() throws {
    let folder = try copy()
    let before = try folder.contentsButReach()
    do {
      let store = folder.open()
      _ = try store.catalog.summaries()
      _ = try store.snapshot(of: Self.space)
      _ = try store.loadAnchors(spaceId: Self.space)
      _ = try store.loadAnchorsModifiedSince(.distantPast)
      _ = try store.plans.plan(.rollbackSpace(HBInstant(microseconds: 0)), spaceId: Self.space)
      _ = try store.verifier.verify()
      try store.flush()
    }
    #expect(try folder.contentsButReach() == before)
  }

  @Test func aReadOnlyStoreIsRead() throws {
    let folder = try copy()
    let readOnly = FaultyFileSystem { operation, _ in
      switch operation {
      case .open, .inspect, .read, .list: nil
      default: .fail(.readOnlyFileSystem)
      }
    }
    let store = folder.open(files: readOnly)
    #expect(try store.snapshot(of: Self.space).timeline.events.count == 8)
    #expect(throws: HBStorageError.self) {
      try store.perform(.delete([Self.note]), spaceId: Self.space)
    }
  }

  @Test func theFirstSaveWritesWhatTheFileImplied() throws {
    let folder = try copy()
    let store = folder.open()
    let implied = try store.snapshot(of: Self.space).timeline.events(for: Self.note)
    var note = try #require(try store.loadAnchor(id: Self.note))
    note.updateMetadata(key: "text", value: "Now with events")
    try store.perform(.save([note]), spaceId: Self.space)
    let events = try folder.open().loadEvents(anchorId: Self.note, spaceId: Self.space)
    #expect(events.first == implied.first)
    #expect(events.map(\.type) == [.created, .updated])
    #expect(events.map(\.version) == [1, 2])
    // The others stay implied, and nothing appears twice.
    let timeline = try store.snapshot(of: Self.space).timeline
    #expect(timeline.events.count == 9)
    #expect(Set(timeline.events.map(\.id)).count == 9)
  }

  @Test func linesOnDiskKeepTheirBytes() throws {
    let folder = try copy()
    let before = try folder.log(of: Self.space)
    let store = folder.open()
    try store.perform(.delete([Self.exit]), spaceId: Self.space)
    let after = try folder.log(of: Self.space)
    #expect(after.starts(with: before))
    #expect(after.count > before.count)
  }

  @Test func verifyNotesTheDriftAndRepairWritesIt() throws {
    let folder = try copy()
    let store = folder.open()
    let report = try store.verifier.verify()
    #expect(report.severity == .note)
    #expect(report.problems.map(\.kind) == [.drift, .drift, .unversioned])
    #expect(report.files == 7)
    #expect(report.events == 5)
    let before = try store.snapshot(of: Self.space).timeline.events
    _ = try store.verifier.repair()
    #expect(try folder.open().verifier.verify().problems.isEmpty)
    #expect(try folder.open().snapshot(of: Self.space).timeline.events == before)
    #expect(try folder.open().loadEvents(spaceId: Self.space).count == 8)
  }
}
