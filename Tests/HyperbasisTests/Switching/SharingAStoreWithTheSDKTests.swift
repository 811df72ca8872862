import Foundation
import Hyperbasis
import TestSupport
import Testing

/// A folder that SDK 1.1.0 reads and writes, too.
struct SharingAStoreWithTheSDKTests {
  private func storage(_ folder: TemporaryStore) -> HBStorage {
    HBStorage(config: HBStorageConfig(directory: folder.url, sdkCompatible: true))
  }

  @Test func theSDKReadsAllOfAStoreThatIsMadeForIt() async throws {
    let folder = try TemporaryStore()
    let storage = storage(folder)
    #expect(folder.exists("worldmaps"))
    let map = Data(repeating: 7, count: 50_000)
    let spaces = [
      HBSpace(
        id: UUID(), name: "Kitchen\u{2028}", worldMapData: map, createdAt: Date(),
        updatedAt: Date()),
      HBSpace(
        id: UUID(), name: nil, worldMapData: Data(), createdAt: .distantPast, updatedAt: Date()),
    ]
    for space in spaces { try await storage.save(space) }
    let ids = spaces.map(\.id)
    for (number, space) in ids.enumerated() {
      var anchor = HBAnchor.sample(
        space, x: Float(number + 1), metadata: ["text": "a\u{85}b", "n": 1.5, "list": [1, nil]])
      try await storage.save(anchor)
      anchor.update(transform: matrix_identity_float4x4)
      anchor.updateMetadata(key: "text", value: "c")
      try await storage.save(anchor)
      try await storage.deleteAnchor(id: anchor.id)
      try await storage.undo(spaceId: space)
    }
    try await storage.flush()

    let reader = StrictSDKReader(folder: folder.url)
    let read = try reader.spaces()
    #expect(Set(read.map(\.space.id)) == Set(ids))
    for (space, bytes) in read {
      let original = try #require(spaces.first { $0.id == space.id })
      #expect(space.name == original.name)
      let unpacked = space.isCompressed ? try HBCompression.decompress(bytes) : bytes
      #expect(unpacked == original.worldMapData)
    }
    #expect(try reader.anchors().count == 2)
    #expect(try reader.anchors().allSatisfy { $0.deletedAt == nil && $0.transform.count == 16 })
    for space in ids {
      let types = try reader.events(of: space).map(\.type)
      #expect(types == [.created, .moved, .updated, .deleted, .restored])
    }
  }

  @Test func aStoreThatIsThereIsCompletedAtOnce() async throws {
    let folder = try TemporaryStore()
    let plain = HBStorage(config: HBStorageConfig(directory: folder.url))
    try await plain.save(
      HBSpace(
        id: UUID(), name: "Hall", worldMapData: Data([1, 2, 3]), createdAt: Date(),
        updatedAt: Date()))
    #expect(!folder.exists("worldmaps"))
    _ = storage(folder)
    #expect(try StrictSDKReader(folder: folder.url).spaces().count == 1)
  }

  @Test func aClearedStoreIsStillOneForTheSDK() async throws {
    let folder = try TemporaryStore()
    let storage = storage(folder)
    try storage.clearLocalStorage()
    try await storage.save(
      HBSpace(id: UUID(), name: nil, worldMapData: Data([1]), createdAt: Date(), updatedAt: Date()))
    #expect(try StrictSDKReader(folder: folder.url).spaces().count == 1)
  }

  @Test func withoutTheSettingAStoreStaysAsTheSeedHasIt() async throws {
    let folder = try TemporaryStore()
    #expect(!HBStorageConfig.default.sdkCompatible)
    let storage = HBStorage(config: HBStorageConfig(directory: folder.url))
    try await storage.save(
      HBSpace(id: UUID(), name: nil, worldMapData: Data([1]), createdAt: Date(), updatedAt: Date()))
    #expect(!folder.exists("worldmaps"))
  }
}

/// An anchor that the SDK saved again under another space: its file names that space, and the log of its
/// former space does not mention it.
struct AnchorMovedBetweenSpacesTests {
  private let old = UUID()
  private let new = UUID()
  private let anchor = HBAnchor.sample(UUID())

  /// Returns what the SDK leaves, with or without a line in the log of the new space.
  private func folder(
    _ logged: HBAnchorEvent.EventType? = nil, savedIn year: Int = 2024
  ) async throws -> TemporaryStore {
    let folder = try TemporaryStore()
    let id = anchor.id
    do {
      let store = folder.open()
      try store.perform(.save([.sample(old, id: id)]), spaceId: old)
      try store.perform(.save([.sample(new)]), spaceId: new)
    }
    let later = Date(timeIntervalSince1970: 1_710_000_000)
    let moved = HBAnchor(
      id: id, spaceId: new, transform: HBTransform.make(position: SIMD3(3, 0, 0)),
      metadata: ["text": "note"], createdAt: later, updatedAt: later)
    if let logged {
      try folder.open().appendEvent(
        HBAnchorEvent(
          anchorId: id, spaceId: new, type: logged, timestamp: later, version: 2,
          transform: logged == .updated ? nil : moved.transform, metadata: moved.metadata))
    }
    try folder.write(
      "anchors/\(id.uuidString).json",
      Data(
        """
        {"id":"\(id.uuidString)","spaceId":"\(new.uuidString)","transform":\(moved.transform),\
        "metadata":{"text":"note"},"createdAt":"2024-03-09T16:00:00Z",\
        "updatedAt":"\(year)-03-09T16:00:00Z"}
        """.utf8))
    return folder
  }

  @Test(arguments: [nil, .moved, .updated] as [HBAnchorEvent.EventType?])
  func isInTheSpaceThatItsFileNamesAlone(logged: HBAnchorEvent.EventType?) async throws {
    let folder = try await folder(logged)
    let store = folder.open()
    let (before, after) = (try store.snapshot(of: old), try store.snapshot(of: new))
    #expect(try before.timeline.anchors(at: .distantFuture).isEmpty)
    let found = try after.timeline.anchors(at: .distantFuture)
    #expect(found.count == 2)
    #expect(found.first { $0.id == anchor.id }?.position.x == 3)
    // The history of the old space still has it, and ends it at the date when its file was written.
    let ending = try #require(before.timeline.events(for: anchor.id).last)
    #expect(ending.type == .deleted)
    #expect(ending.timestamp == Date(timeIntervalSince1970: 1_710_000_000))
    #expect(try store.loadAnchor(id: anchor.id)?.spaceId == new)
    #expect(try store.loadAnchors(spaceId: old).isEmpty)
    // Every read gives the same event.
    #expect(try folder.open().snapshot(of: old).timeline.events(for: anchor.id).last == ending)
  }

  /// Whatever the clock showed on the device that saved it last.
  @Test(arguments: [2024, 2199])
  func whatIsDoneWithItLaterDoesNotBringItBack(year: Int) async throws {
    let folder = try await folder(savedIn: year)
    let store = folder.open()
    var found = try #require(try store.loadAnchor(id: anchor.id))
    found.transform = HBTransform.make(position: SIMD3(9, 0, 0))
    // Its file is checked once more under the lock.
    let file = folder.url.appending(path: "anchors/\(anchor.id.uuidString).json")
    try Data(contentsOf: file).write(to: file)
    try store.perform(.save([found]), spaceId: new)
    try store.flush()
    for store in [store, folder.open()] {
      #expect(try store.snapshot(of: old).timeline.anchors(at: .distantFuture).isEmpty)
      #expect(try store.loadAnchor(id: anchor.id)?.position.x == 9)
      #expect(try !store.verifier.verify().problems.contains { $0.kind == .drift })
    }
    let lines = String(decoding: try folder.log(of: old), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 2 && lines[1].contains(#""type":"deleted""#))
  }

  /// The storage that saves it finds its old space locked, and then waits in a queue.
  @Test func whoeverHoldsItsOldSpaceDoesNotBringItBack() async throws {
    let folder = try await folder()
    let holder = BriefHolder(of: old, in: folder)
    let storage = HBStorage(config: .default, localStore: folder.open(files: holder.files))
    var found = try #require(try await storage.loadAnchor(id: anchor.id))
    found.transform = HBTransform.make(position: SIMD3(9, 0, 0))
    try await storage.save(found)
    #expect(holder.hasCome)
    #expect(try folder.open().snapshot(of: old).timeline.anchors(at: .distantFuture).isEmpty)
    #expect(try folder.open().loadAnchor(id: anchor.id)?.position.x == 9)
    let lines = String(decoding: try folder.log(of: old), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 2 && lines[1].contains(#""type":"deleted""#))
  }

  @Test func theEndOfItsNewSpaceDoesNotBringItBack() async throws {
    let folder = try await folder()
    try folder.open().deleteSpace(id: new)
    let store = folder.open()
    #expect(try store.snapshot(of: old).timeline.anchors(at: .distantFuture).isEmpty)
  }

  /// A damaged space can still be deleted.
  @Test func aSpaceWhoseLogCannotBeReadIsDeleted() async throws {
    let folder = try await folder()
    let log = folder.url.appending(path: "events/\(new.uuidString)/events.jsonl")
    try FileManager.default.removeItem(at: log)
    try FileManager.default.createDirectory(at: log, withIntermediateDirectories: false)
    try folder.open().deleteSpace(id: new)
    #expect(!FileManager.default.fileExists(atPath: log.path))
  }

  @Test func verifyingSaysSoAndARepairWritesIt() async throws {
    let folder = try await folder(.moved)
    let store = folder.open()
    let problems = try store.verifier.verify().problems
    let drift = try #require(problems.first { $0.kind == .drift && $0.excerpt == "deleted" })
    #expect(drift.action.contains("under another space"))
    _ = try store.verifier.repair()
    #expect(try !store.verifier.verify().problems.contains { $0.kind == .drift })
    let lines = String(decoding: try folder.log(of: old), as: UTF8.self)
      .split(separator: "\n")
    #expect(lines.count == 2 && lines[1].contains(#""type":"deleted""#))
    #expect(try store.loadAnchor(id: anchor.id)?.spaceId == new)
  }
}
