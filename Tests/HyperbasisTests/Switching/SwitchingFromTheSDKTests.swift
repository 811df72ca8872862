import Foundation
import Hyperbasis
import Testing

/// What users do when they come from Hyperbasis SDK 1.1.0.
struct SwitchingFromTheSDKTests {
  let spaceId = UUID()

  func anchor(createdAt: Date = Date(), text: String = "a") -> HBAnchor {
    HBAnchor(
      id: UUID(), spaceId: spaceId, transform: HBTransform.identity,
      metadata: ["text": .string(text)], createdAt: createdAt, updatedAt: createdAt)
  }

  func storage(_ store: TemporaryStore) -> HBStorage {
    HBStorage(config: .default, localStore: store.open())
  }

  @Test func everyNameAndLabelCompiles() async throws {
    let folder = try TemporaryStore()
    let space = SDKInterface.spaces()
    var anchor = try SDKInterface.anchors(space.id, matrix_identity_float4x4)
    anchor.deletedAt = nil
    #expect(SDKInterface.values().count == 7)
    #expect(SDKInterface.events(anchor).count == 12)
    let timeline = SDKInterface.timeline(space.id, [.created(anchor: anchor)])
    #expect(timeline.events.count == 1)
    #expect(SDKInterface.diff(anchor).changeCount == 4)
    #expect(SDKInterface.anchorErrors().count == 3)
    #expect(SDKInterface.spaceErrors().count == 3)
    #expect(SDKInterface.configurations().count == 5)
    #expect(SDKInterface.storages().allSatisfy { !$0.isCloudEnabled })
    #expect(SDKInterface.conformances().count == 14)
    #expect(try SDKInterface.compressed(Data([1, 2, 3])) == Data([1, 2, 3]))
    try await SDKInterface.storage(storage(folder), space, anchor)
    await #expect { try await SDKInterface.sync(storage(folder)) } throws: { error in
      if case HBStorageError.cloudNotConfigured = error { true } else { false }
    }
  }

  @Test func comparesTwoDiffs() {
    let (one, other) = (anchor(), anchor())
    func diff(_ added: [HBAnchor]) -> HBDiff {
      HBDiff(spaceId: spaceId, fromDate: .distantPast, toDate: .distantFuture, added: added)
    }
    #expect(diff([one]) == diff([one]))
    #expect(diff([one]) != diff([other]))
    let timeline = HBTimeline(spaceId: spaceId, events: [.created(anchor: one)])
    #expect(
      timeline.diff(from: .distantPast, to: .distantFuture)
        == HBDiff(
          spaceId: spaceId, fromDate: .distantPast, toDate: .distantFuture,
          added: timeline.state(at: .distantFuture)))
  }

  @Test func everyErrorHasWordsOfItsOwn() {
    let (id, cause) = (UUID(), CocoaError(.fileNoSuchFile))
    let errors: [HBStorageError] = [
      .notFound(type: "space", id: id), .cloudNotConfigured, .compressionFailed,
      .decompressionFailed(underlying: nil), .decompressionFailed(underlying: cause),
      .invalidURL("x:y"), .encodingFailed(underlying: cause), .decodingFailed(underlying: cause),
      .versionNotFound(anchorId: id, version: 12), .reconstructionFailed(anchorId: id),
      .eventLogCorrupted(spaceId: id),
    ]
    let words = [
      "Space", "not configured", "compress", "decompress", "decompress", "x:y", "encoded",
      "decoded", "12", "reconstruct", "corrupted",
    ]
    for (error, word) in zip(errors, words) {
      #expect(error.localizedDescription.contains(word), "\(error)")
    }
    let retired = (SDKInterface.self as any RetiredErrors.Type).retired
    #expect(Set(retired.map(\.localizedDescription)).count == 3)
    #expect(retired.allSatisfy { !$0.localizedDescription.isEmpty })
  }

  @Test func savesAnAnchorThatWasMadeYearsAgo() async throws {
    let folder = try TemporaryStore()
    let made = Date(timeIntervalSince1970: 1_500_000_000.25)
    let anchor = anchor(createdAt: made)
    try await storage(folder).save(anchor)
    for storage in [storage(folder), storage(folder)] {
      let loaded = try #require(try await storage.loadAnchor(id: anchor.id))
      #expect(loaded.createdAt == made)
      #expect(loaded.updatedAt > made)
      let state = try await storage.anchorsAt(spaceId: spaceId, date: .distantFuture)
      #expect(state.map(\.createdAt) == [made])
      // It is in the history from the time it was saved, not the time it was made.
      #expect(try await storage.anchorsAt(spaceId: spaceId, date: made).isEmpty)
    }
    let log = try folder.read("events/\(spaceId.uuidString)/events.jsonl")
    #expect(String(decoding: log, as: UTF8.self).contains(#""createdAt":1500000000250000"#))
  }

  @Test func keepsTheCreationDateThroughChangesAndUndo() async throws {
    let folder = try TemporaryStore()
    let storage = storage(folder)
    let made = Date(timeIntervalSince1970: -86_400)
    var anchor = anchor(createdAt: made)
    try await storage.save(anchor)
    anchor.updateMetadata(key: "text", value: "b")
    try await storage.save(anchor)
    try await storage.deleteAnchor(id: anchor.id)
    try await storage.undo(spaceId: spaceId)
    try await storage.rollback(anchorId: anchor.id, toVersion: 1)
    let loaded = try #require(try await storage.loadAnchor(id: anchor.id))
    #expect(loaded.createdAt == made)
    try await storage.flush()
    let file = try folder.read("anchors/\(anchor.id.uuidString).json")
    #expect(String(decoding: file, as: UTF8.self).contains(#""createdAt":"1969-12-31T00:00:00Z""#))
  }

  @Test func writesNoCreationDateThatTheEventHas() async throws {
    let folder = try TemporaryStore()
    let now = HBInstant(microseconds: 1_700_000_000_000_000)
    let storage = HBStorage(config: .default, localStore: folder.open(clock: { now }))
    try await storage.save(anchor(createdAt: now.date))
    let log = try folder.read("events/\(spaceId.uuidString)/events.jsonl")
    #expect(!String(decoding: log, as: UTF8.self).contains("createdAt"))
  }

  @Test func opensTheTimelineBeforeTheFirstSave() async throws {
    let storage = storage(try TemporaryStore())
    let timeline = try await storage.timeline(spaceId: spaceId)
    #expect(timeline.events.isEmpty && timeline.startDate == nil && timeline.spaceId == spaceId)
    #expect(try await storage.anchorsAt(spaceId: spaceId, date: .now).isEmpty)
    let diff = try await storage.diff(spaceId: spaceId, from: .distantPast, to: .now)
    #expect(!diff.hasChanges && diff.spaceId == spaceId)
  }

  @Test func findsTheStoreWhereTheProgramHasIt() {
    let home = "/somewhere/else"
    let standard = StoreDirectory.standard(["HOME": home])
    #expect(standard.path == "/somewhere/else/Documents/Hyperbasis")
    #expect(
      StoreDirectory.standard(["HOME": home, "HYPERBASIS_STORE": "/data"]).path == "/data")
    let account = FileManager.default.homeDirectoryForCurrentUser
    #expect(StoreDirectory.home([:]).path == account.path)
    #expect(StoreDirectory.home(["HOME": "relative"]).path == account.path)
  }
}
