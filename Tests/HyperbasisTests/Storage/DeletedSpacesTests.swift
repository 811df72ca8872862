import Foundation
import Hyperbasis
import Testing

/// The library's way to the trash.
struct DeletedSpacesTests {
  private let folder: TemporaryStore
  private let storage: HBStorage
  private let space = HBSpace(name: "Kitchen", worldMapData: Data("map".utf8))

  init() throws {
    folder = try TemporaryStore()
    storage = HBStorage(config: HBStorageConfig(backend: .localOnly, directory: folder.url))
  }

  /// Saves the space with an anchor that exists and one that is deleted.
  private func fill() async throws -> HBAnchor {
    try await storage.save(space)
    let (lamp, chair) = (HBAnchor.sample(space.id), HBAnchor.sample(space.id))
    for anchor in [lamp, chair] { try await storage.save(anchor) }
    try await storage.deleteAnchor(id: chair.id)
    return lamp
  }

  @Test func spacesAreListedWithoutTheirMaps() async throws {
    let lamp = try await fill()
    let lone = HBAnchor.sample(UUID())
    try await storage.save(lone)
    let events = try await storage.timeline(spaceId: space.id).events
    let listed = try await storage.listSpaces()
    #expect(
      listed.map(\.id) == [space.id, lone.spaceId] && listed.map(\.name) == ["Kitchen", nil])
    #expect(listed[0].anchorCount == 1 && listed[0].deletedAnchorCount == 1)
    #expect(listed[0].eventCount == 3 && listed[1].eventCount == 1)
    #expect(listed[0].startDate == events.first?.timestamp)
    #expect(listed[0].endDate == events.last?.timestamp)
    #expect(try await storage.loadAnchors(spaceId: space.id).map(\.id) == [lamp.id])
  }

  @Test func aDeletedSpaceComesBackWithEverything() async throws {
    let lamp = try await fill()
    let history = try await storage.history(anchorId: lamp.id)
    #expect(try await storage.loadDeletedSpaces() == [])
    let start = Date().timeIntervalSince1970.rounded(.down)
    try await storage.deleteSpace(id: space.id)
    let deleted = try #require(try await storage.loadDeletedSpaces().first)
    #expect(deleted.spaceId == space.id && deleted.name == "Kitchen")
    #expect(deleted.anchorCount == 1 && deleted.eventCount == 3)
    #expect(try #require(deleted.deletedAt).timeIntervalSince1970 >= start)

    try await storage.restoreSpace(deleted)
    #expect(try await storage.loadDeletedSpaces() == [])
    #expect(try await storage.loadSpace(id: space.id)?.worldMapData == Data("map".utf8))
    #expect(try await storage.loadAnchors(spaceId: space.id).map(\.id) == [lamp.id])
    #expect(try await storage.history(anchorId: lamp.id) == history)
  }

  @Test func eachDeletionOfASpaceCanBeChosen() async throws {
    for name in ["First", "Second"] {
      var named = space
      named.name = name
      try await storage.save(named)
      try await storage.deleteSpace(id: space.id)
    }
    let deletions = try await storage.loadDeletedSpaces()
    #expect(deletions.map(\.name) == ["Second", "First"])
    #expect(Set(deletions.map(\.id)).count == 2 && Set(deletions.map(\.spaceId)) == [space.id])
    try await storage.restoreSpace(deletions[1])
    #expect(try await storage.loadSpace(id: space.id)?.name == "First")
    #expect(try await storage.loadDeletedSpaces().map(\.name) == ["Second"])
  }

  @Test func whatCannotComeBackSaysWhy() async throws {
    _ = try await fill()
    try await storage.deleteSpace(id: space.id)
    let deleted = try #require(try await storage.loadDeletedSpaces().first)
    try await storage.save(space)
    await #expect(throws: HBRestoreError.existsAgain(spaceId: space.id)) {
      try await storage.restoreSpace(deleted)
    }
    #expect(try await storage.loadDeletedSpaces() == [deleted])
    try await storage.deleteSpace(id: space.id)
    try await storage.restoreSpace(deleted)
    await #expect {
      try await storage.restoreSpace(deleted)
    } throws: { error in
      guard case HBStorageError.notFound(_, let id) = error else { return false }
      return id == space.id
    }
  }
}
