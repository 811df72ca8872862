import Foundation
import Hyperbasis
import Testing

@Suite struct HBStorageTests {
  private let folder: TemporaryStore
  private let storage: HBStorage
  private let space = HBSpace(name: "Room", worldMapData: Data(repeating: 7, count: 5000))

  init() throws {
    folder = try TemporaryStore()
    storage = HBStorage(config: .default, localStore: folder.open())
  }

  @Test func spacesComeBackWhole() async throws {
    try await storage.save(space)
    let loaded = try #require(try await storage.loadSpace(id: space.id))
    #expect(loaded.worldMapData == space.worldMapData)
    #expect(loaded.name == "Room")
    #expect(try storage.localStorageSize() < 3000)
    #expect(try await storage.loadAllSpaces().map(\.id) == [space.id])
    #expect(try await storage.loadSpace(id: UUID()) == nil)
    try await storage.deleteSpace(id: space.id)
    #expect(try await storage.loadAllSpaces().isEmpty)
    await #expect(throws: HBStorageError.self) { try await storage.deleteSpace(id: space.id) }
  }

  @Test func savesBecomeEvents() async throws {
    var anchor = HBAnchor.sample(space.id)
    try await storage.save(anchor)
    try await storage.save(anchor)
    anchor.update(transform: HBTransform.make(position: SIMD3(1, 0, 0)))
    anchor.updateMetadata(key: "text", value: "new")
    try await storage.save(anchor)
    try await storage.deleteAnchor(id: anchor.id)
    let history = try await storage.history(anchorId: anchor.id)
    #expect(history.map(\.type) == [.created, .moved, .updated, .deleted])
    #expect(history.map(\.version) == [1, 2, 3, 4])
    #expect(history.allSatisfy { $0.actorId == "tester" })
    #expect(try await storage.loadAnchors(spaceId: space.id).isEmpty)
    #expect(try await storage.loadAnchors(spaceId: space.id, includeDeleted: true).count == 1)
    await #expect(throws: HBAnchorError.alreadyDeleted) {
      try await storage.deleteAnchor(id: anchor.id)
    }
    let restored = try await storage.rollback(anchorId: anchor.id, toVersion: 1)
    #expect(restored.position.x == 0)
    #expect(restored.stringMetadata(forKey: "text") == "note")
    #expect(!restored.isDeleted)
    let file = try folder.log(of: space.id)
    #expect(file.count(where: { $0 == 0x0a }) == 5)
  }

  @Test func errorsSayWhatIsMissing() async throws {
    try await storage.save(HBAnchor.sample(space.id))
    await #expect { try await storage.deleteAnchor(id: UUID()) } throws: { error in
      error.localizedDescription.contains("Anchor")
    }
    await #expect { try await storage.deleteSpace(id: UUID()) } throws: { error in
      error.localizedDescription.contains("Space")
    }
    let anchor = try #require(try await storage.loadAnchors(spaceId: space.id).first)
    await #expect {
      try await storage.rollback(anchorId: anchor.id, toVersion: 9)
    } throws: { error in
      error.localizedDescription.contains("9")
    }
    await #expect { try await storage.sync() } throws: { error in
      error.localizedDescription.contains("not configured")
    }
  }

  @Test func aBatchIsOneOperation() async throws {
    let anchors = (0..<3).map { HBAnchor.sample(space.id, x: Float($0)) }
    try await storage.save(anchors)
    let operations = try await storage.operations(spaceId: space.id)
    #expect(operations.map(\.eventCount) == [3])
    try await storage.undo(spaceId: space.id)
    #expect(try await storage.loadAnchors(spaceId: space.id).isEmpty)
    try await storage.redo(spaceId: space.id)
    #expect(try await storage.loadAnchors(spaceId: space.id).count == 3)
    var bad = anchors[0]
    bad.transform = [1]
    await #expect(throws: HBAnchorError.invalidTransform(count: 1)) {
      try await storage.save([.sample(UUID()), bad])
    }
    #expect(folder.names(in: "events").count == 1)
  }

  @Test func oneAnchorIsNotSavedInTwoSpaces() async throws {
    let anchor = HBAnchor.sample(space.id)
    let other = HBAnchor.sample(UUID(), id: anchor.id)
    await #expect {
      try await storage.save([anchor, other])
    } throws: { error in
      if case HBStorageError.conflict = error { true } else { false }
    }
    #expect(try await storage.loadAnchors(spaceId: space.id).isEmpty)
  }

  @Test func aSpaceGoesBackToADate() async throws {
    let first = HBAnchor.sample(space.id)
    try await storage.save(first)
    let date = try #require(try await storage.timeline(spaceId: space.id).endDate)
    try await storage.save(HBAnchor.sample(space.id, x: 4))
    try await storage.deleteAnchor(id: first.id)
    let plan = try await storage.rollback(spaceId: space.id, to: date)
    #expect(plan.events.count == 2)
    #expect(try await storage.loadAnchors(spaceId: space.id).map(\.id) == [first.id])
    let diff = try await storage.diff(spaceId: space.id, from: date, to: .distantFuture)
    #expect(!diff.hasChanges)
  }

  @Test(.timeLimit(.minutes(5))) func appendedEventsAreTold() async throws {
    try await storage.save(HBAnchor.sample(space.id))
    let stream = storage.events(spaceId: space.id)
    let (mine, others) = (HBAnchor.sample(space.id), HBAnchor.sample(space.id))
    try await storage.save(mine)
    try folder.open().perform(.save([others]), spaceId: space.id)
    var seen: [UUID] = []
    for await event in stream {
      seen.append(event.anchorId)
      if seen.count == 2 { break }
    }
    #expect(seen == [mine.id, others.id])
  }

  @Test(.timeLimit(.minutes(5))) func aRepairTellsNothingAgain() async throws {
    let first = HBAnchor.sample(space.id)
    let stream = storage.events(spaceId: space.id)
    try await storage.save(first)
    var seen: [UUID] = []
    var added = HBAnchor.sample(space.id)
    for await event in stream {
      seen.append(event.anchorId)
      if seen.count == 2 { break }
      try folder.append("damage\n", toLogOf: space.id)
      try await storage.repair()
      added.updateMetadata(key: "text", value: "after the repair")
      try await storage.save(added)
    }
    #expect(seen == [first.id, added.id])
  }

  @Test(.timeLimit(.minutes(5))) func theStreamEndsWithItsSpace() async throws {
    try await storage.save(HBAnchor.sample(space.id))
    let stream = storage.events(spaceId: space.id)
    try await storage.deleteSpace(id: space.id)
    for await _ in stream {}
    #expect(try await storage.loadAnchors(spaceId: space.id).isEmpty)
  }

  @Test func aKeyNeverShows() {
    let config = HBStorageConfig.supabase(url: "https://x.supabase.co", anonKey: "SECRET")
    var text = ""
    dump(config, to: &text)
    #expect(!("\(config) \(String(reflecting: config)) \(text)").contains("SECRET"))
  }

  @Test(arguments: [
    "https://ann:SECRET@x.supabase.co/rest", "https://ann:SEC/SECRET@x.supabase.co/rest",
    "https://ann:S@SECRET@x.supabase.co/rest", "ann:SECRET@x.supabase.co/rest",
    "https://x.supabase.co/rest?apikey=SECRET",
  ])
  func aPasswordInTheAddressNeverShows(url: String) async {
    let config = HBStorageConfig.supabase(url: url, anonKey: "key")
    let storage = HBStorage(config: config, localStore: folder.open())
    var text = "\(config) \(String(reflecting: config))"
    dump(config, to: &text)
    dump(storage, to: &text)
    let error = await #expect(throws: HBStorageError.self) { try await storage.sync() }
    guard case .invalidURL? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    text += "\(String(describing: error)) \(error?.localizedDescription ?? "")"
    dump(error, to: &text)
    dump(await storage.syncStatus(), to: &text)
    #expect(!text.contains("SECRET"))
    #expect(text.contains("x.supabase.co/rest"))
  }
}
