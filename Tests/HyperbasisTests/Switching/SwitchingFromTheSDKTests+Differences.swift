import Foundation
import Hyperbasis
import Testing

// The deliberate differences, by the rows of the article "Coming from SDK 1.1.0".

// MARK: - Saving and deleting

extension SwitchingFromTheSDKTests {
  @Test func deletingIsRecordedAndDeletingTwiceIsRefused() async throws {
    let storage = storage(try TemporaryStore())
    let anchor = anchor()
    try await storage.save(anchor)
    try await storage.deleteAnchor(id: anchor.id)
    await #expect(throws: HBAnchorError.alreadyDeleted) {
      try await storage.deleteAnchor(id: anchor.id)
    }
    #expect(try await storage.history(anchorId: anchor.id).map(\.type) == [.created, .deleted])
    let deleted = try #require(
      try await storage.loadAnchors(spaceId: spaceId, includeDeleted: true).first)
    #expect(deleted.isDeleted)
  }

  @Test func anAnchorStaysInItsSpace() async throws {
    let storage = storage(try TemporaryStore())
    let anchor = anchor()
    try await storage.save(anchor)
    let elsewhere = HBAnchor(id: anchor.id, spaceId: UUID(), transform: anchor.transform)
    await #expect { try await storage.save(elsewhere) } throws: { error in
      if case HBStorageError.conflict = error { true } else { false }
    }
    #expect(try await storage.loadAnchor(id: anchor.id)?.spaceId == spaceId)
  }

  @Test(arguments: [[], [1, 2, 3], [Float](repeating: .nan, count: 16)])
  func aTransformThatIsNotOneIsRefused(_ transform: [Float]) async throws {
    let storage = storage(try TemporaryStore())
    let broken = HBAnchor(spaceId: spaceId, transform: transform)
    await #expect(throws: HBAnchorError.invalidTransform(count: transform.count)) {
      try await storage.save(broken)
    }
    #expect(try await storage.loadAnchor(id: broken.id) == nil)
    #expect(!broken.validate())
  }

  @Test func numbersThatAreEqualAreNoChange() async throws {
    let storage = storage(try TemporaryStore())
    var anchor = anchor()
    anchor.metadata["n"] = 1
    try await storage.save(anchor)
    anchor.updateMetadata(key: "n", value: 1.0)
    try await storage.save(anchor)
    #expect(try await storage.history(anchorId: anchor.id).count == 1)
    #expect(anchor.intMetadata(forKey: "n") == 1)
    #expect(AnyCodableValue.int(1).doubleValue == 1)
    #expect(AnyCodableValue.double(1.5).intValue == nil)
  }

  @Test func datesOfAChangeAreThoseOfTheSave() async throws {
    let storage = storage(try TemporaryStore())
    var anchor = anchor()
    try await storage.save(anchor)
    let first = try #require(try await storage.loadAnchor(id: anchor.id))
    anchor.updatedAt = .distantFuture
    try await storage.save(anchor)
    #expect(try await storage.loadAnchor(id: anchor.id)?.updatedAt == first.updatedAt)
    anchor.deletedAt = .distantPast
    try await storage.save(anchor)
    let deleted = try #require(try await storage.loadAnchor(id: anchor.id))
    #expect(deleted.updatedAt > first.updatedAt)
    #expect(deleted.deletedAt == deleted.updatedAt)
  }

  @Test func microsecondsAreKeptBesideWholeSeconds() async throws {
    let folder = try TemporaryStore()
    let now = HBInstant(microseconds: 1_700_000_000_123_456)
    let storage = HBStorage(config: .default, localStore: folder.open(clock: { now }))
    let anchor = anchor(createdAt: now.date)
    try await storage.save(anchor)
    let loaded = try #require(try await self.storage(folder).loadAnchor(id: anchor.id))
    #expect(loaded.createdAt == now.date && loaded.updatedAt == now.date)
    let log = String(decoding: try folder.log(of: spaceId), as: UTF8.self)
    #expect(log.contains(#""timestamp":"2023-11-14T22:13:20Z""#))
    #expect(log.contains(#""microseconds":123456"#))
    try await storage.flush()
    let file = String(
      decoding: try folder.read("anchors/\(anchor.id.uuidString).json"), as: UTF8.self)
    #expect(file.contains(#""updatedAt":"2023-11-14T22:13:20Z""#))
    // A space has no log of its own, and so only the whole seconds of its file.
    let space = HBSpace(id: spaceId, worldMapData: Data([1]), createdAt: now.date)
    try await storage.save(space)
    #expect(
      try await storage.loadSpace(id: spaceId)?.createdAt
        == Date(timeIntervalSince1970: 1_700_000_000))
  }

  @Test func purgedAnchorsKeepTheirHistory() async throws {
    let storage = storage(try TemporaryStore())
    let anchor = anchor()
    try await storage.save(anchor)
    try await storage.deleteAnchor(id: anchor.id)
    try await storage.purgeDeletedAnchors(before: .distantFuture)
    #expect(try await storage.loadAnchor(id: anchor.id) == nil)
    #expect(try await storage.history(anchorId: anchor.id).count == 2)
    #expect(try await !storage.rollback(anchorId: anchor.id, toVersion: 1).isDeleted)
    #expect(try await storage.loadAnchor(id: anchor.id) != nil)
  }

  @Test func aDeletedSpaceTakesItsHistoryAlong() async throws {
    let folder = try TemporaryStore()
    let storage = storage(folder)
    try await storage.save(HBSpace(id: spaceId))
    try await storage.save(anchor())
    try await storage.deleteSpace(id: spaceId)
    #expect(try await storage.timeline(spaceId: spaceId).events.isEmpty)
    #expect(!folder.names(in: ".hyperbasis/trash").isEmpty)
    await #expect { try await storage.deleteSpace(id: spaceId) } throws: { error in
      if case HBStorageError.notFound("space", spaceId) = error { true } else { false }
    }
  }
}

// MARK: - History

extension SwitchingFromTheSDKTests {
  @Test func aSaveThatMovesAndEditsIsBoth() async throws {
    let storage = storage(try TemporaryStore())
    var anchor = anchor()
    try await storage.save(anchor)
    let before = try #require(try await storage.loadAnchor(id: anchor.id))
    anchor.transform[12] = 5
    anchor.updateMetadata(key: "text", value: "b")
    try await storage.save(anchor)
    let events = try await storage.history(anchorId: anchor.id)
    #expect(events.map(\.type) == [.created, .moved, .updated])
    let diff = try await storage.diff(
      spaceId: spaceId, from: before.updatedAt, to: .distantFuture)
    #expect(diff.moved.map(\.anchor.id) == [anchor.id])
    #expect(diff.updated.map(\.anchor.id) == [anchor.id])
    #expect(diff.changeCount == 2 && diff.summary == "1 moved, 1 updated")
    #expect(diff.currentAnchors.map(\.position.x) == [5])
    #expect(diff.previousAnchors == [before])
  }

  @Test func whatIsLoadedIsOrdered() async throws {
    let storage = storage(try TemporaryStore())
    // The anchor that was made last is saved first.
    let anchors = (0..<20).map { index in
      anchor(createdAt: Date(timeIntervalSince1970: Double(-index)))
    }
    for anchor in anchors { try await storage.save(anchor) }
    let ids = anchors.map(\.id)
    let state = try await storage.anchorsAt(spaceId: spaceId, date: .distantFuture)
    #expect(state.map(\.id) == ids)
    #expect(try await storage.loadAnchors(spaceId: spaceId).map(\.id) == ids)
    for anchor in anchors.shuffled() {
      try await storage.save(HBSpace(id: anchor.id, createdAt: anchor.createdAt))
    }
    #expect(try await storage.loadAllSpaces().map(\.id) == ids.reversed())
  }

  @Test func aCreationIsDatedByItsAnchor() {
    let made = Date(timeIntervalSince1970: 1_500_000_000)
    let event = HBAnchorEvent.created(anchor: anchor(createdAt: made))
    #expect(event.timestamp == made && event.version == 1)
  }

  @Test func eventsOfOtherSpacesStayOut() {
    let other = HBAnchor(spaceId: UUID(), transform: HBTransform.identity)
    let events = [HBAnchorEvent.created(anchor: anchor()), .created(anchor: other)]
    let timeline = HBTimeline(spaceId: spaceId, events: events)
    #expect(timeline.events == [events[0]])
    // An array if one is requested.
    let array: [HBAnchorEvent] = timeline.events
    #expect(array.count == 1)
  }

  @Test func anEmptyTimelineHasNothingToScrub() {
    let timeline = HBTimeline(spaceId: spaceId, events: [])
    #expect(timeline.scrubberDates().isEmpty)
    let date = Date(timeIntervalSince1970: 0)
    #expect(timeline.scrubberDates(from: date) == [date])
    let end = date.addingTimeInterval(1)
    #expect(timeline.scrubberDates(from: date, to: end, steps: 2) == [date, end])
  }

  @Test func aRollbackGivesTheStateOfThatVersion() async throws {
    let storage = storage(try TemporaryStore())
    let anchor = anchor()
    try await storage.save(anchor)
    try await storage.deleteAnchor(id: anchor.id)
    try await storage.rollback(anchorId: anchor.id, toVersion: 1)
    #expect(try await !storage.rollback(anchorId: anchor.id, toVersion: 3).isDeleted)
    // Nothing had changed since version 3, so nothing was written.
    #expect(try await storage.history(anchorId: anchor.id).count == 3)
    #expect(try await storage.rollback(anchorId: anchor.id, toVersion: 2).isDeleted)
    #expect(
      try await storage.history(anchorId: anchor.id).map(\.type)
        == [.created, .deleted, .restored, .deleted])
  }

  @Test func aRollbackCanGoBackBehindAHistoryWithoutACreation() async throws {
    let folder = try TemporaryStore()
    let moved = HBAnchorEvent.moved(anchor: anchor(), previousVersion: 1)
    let store = folder.open()
    try store.appendEvent(moved)
    try store.perform(.delete([moved.anchorId]), spaceId: spaceId)
    let anchor = try await storage(folder).rollback(anchorId: moved.anchorId, toVersion: 2)
    #expect(!anchor.isDeleted && anchor.transform == moved.transform)
  }
}

// MARK: - Spaces and the cloud

extension SwitchingFromTheSDKTests {
  @Test func aDamagedSpaceHidesNoOther() async throws {
    let folder = try TemporaryStore()
    let storage = storage(folder)
    try await storage.save(HBSpace(id: spaceId, name: "Room"))
    let damaged = UUID()
    try folder.write("spaces/\(damaged.uuidString).json", "{")
    #expect(try await storage.loadAllSpaces().map(\.id) == [spaceId])
    await #expect { try await storage.loadSpace(id: damaged) } throws: { error in
      if case HBStorageError.decodingFailed = error { true } else { false }
    }
  }

  @Test func aDamagedMapHidesItsSpaceAndAMissingOneIsEmpty() async throws {
    let folder = try TemporaryStore()
    let storage = storage(folder)
    try folder.write("worldmaps/.keep", "")
    let map = Data(repeating: 7, count: 1000)
    let other = HBSpace(id: UUID(), createdAt: .distantPast)
    for space in [HBSpace(id: spaceId, worldMapData: map), other] { try await storage.save(space) }
    try folder.write("worldmaps/\(spaceId.uuidString).bin", "not deflated")
    #expect(try await storage.loadAllSpaces().map(\.id) == [other.id])
    let file = try folder.read("spaces/\(spaceId.uuidString).json")
    let text = String(decoding: file, as: UTF8.self)
    // As the SDK writes it, with the map only in the other file.
    let members = text.replacing(/"worldMapData":"[^"]*",/, with: "")
    try folder.write("spaces/\(spaceId.uuidString).json", members)
    try FileManager.default.removeItem(
      at: folder.url.appending(path: "worldmaps/\(spaceId.uuidString).bin"))
    let spaces = try await self.storage(folder).loadAllSpaces()
    #expect(spaces.map(\.id) == [other.id, spaceId])
    #expect(spaces.last?.worldMapData.isEmpty == true)
  }

  @Test func aMapThatDoesNotShrinkIsSavedAsItIs() async throws {
    let storage = storage(try TemporaryStore())
    let noise = Data((0..<1000).map { _ in UInt8.random(in: .min ... .max) })
    // The SDK reads back no more than fifty times the size on disk.
    let zeros = Data(count: 1 << 20)
    for map in [noise, zeros, Data()] {
      try await storage.save(HBSpace(id: spaceId, worldMapData: map))
      #expect(try await storage.loadSpace(id: spaceId)?.worldMapData == map)
    }
  }

  @Test func aWorldMapIsRecognisedAndNotUnarchived() {
    let bytes = Data("bplist00 NSKeyedArchiver ARWorldMap".utf8)
    #expect(HBSpace(worldMapData: bytes).validate())
    #expect(!HBSpace(worldMapData: Data([1, 2, 3])).validate())
  }

  @Test func aSaveDoesNotFailForACloudThatIsAway() async throws {
    let folder = try TemporaryStore()
    // Nothing listens on port 1.
    let config = HBStorageConfig.supabase(url: "http://127.0.0.1:1", anonKey: "key")
    let storage = HBStorage(config: config, localStore: folder.open())
    let anchor = anchor()
    try await storage.save(HBSpace(id: spaceId))
    try await storage.save(anchor)
    #expect(storage.pendingOperationCount == 2)
    #expect(try await storage.loadAnchor(id: anchor.id) != nil)
    await #expect { try await storage.sync() } throws: { error in
      if case HBStorageError.networkError = error { true } else { false }
    }
    #expect(storage.pendingOperationCount > 0)
  }

  @Test func whatTheCloudWasNotToldIsCountedWhateverTheStrategy() async throws {
    let config = HBStorageConfig(
      backend: .supabase(url: "http://127.0.0.1:1", anonKey: "key"), syncStrategy: .manual,
      compression: .balanced)
    let storage = HBStorage(config: config, localStore: try TemporaryStore().open())
    try await storage.save(anchor())
    #expect(storage.pendingOperationCount == 1)
  }
}
