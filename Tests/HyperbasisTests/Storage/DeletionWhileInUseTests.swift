import Foundation
import Hyperbasis
import Testing

@testable import HyperbasisStore

/// A space that this very storage deletes while its other tasks still save into it, or listen to it.
struct DeletionWhileInUseTests {
  private let folder: TemporaryStore
  private let storage: HBStorage
  private let space = HBSpace(name: "Kitchen")
  private let lamp: HBAnchor

  init() throws {
    folder = try TemporaryStore()
    storage = HBStorage(config: HBStorageConfig(backend: .localOnly, directory: folder.url))
    lamp = .sample(space.id)
  }

  private func isNotFound(_ error: any Error) -> Bool {
    if case HBStorageError.notFound(type: "space", id: space.id) = error { true } else { false }
  }

  @Test func aSaveAfterTheDeletionMakesNoOtherSpace() async throws {
    try await storage.save(space)
    try await storage.save(lamp)
    try await storage.deleteSpace(id: space.id)
    var changed = lamp
    changed.updateMetadata(key: "text", value: "x")
    await #expect(performing: { try await storage.save(changed) }, throws: isNotFound)
    await #expect(performing: { try await storage.save(.sample(space.id)) }, throws: isNotFound)
    #expect(try await storage.loadAnchors(spaceId: space.id) == [])

    let deleted = try #require(try await storage.loadDeletedSpaces().first)
    try await storage.restoreSpace(deleted)
    try await storage.save(changed)
    #expect(try await storage.loadAnchor(id: lamp.id)?.metadata["text"] == "x")
  }

  @Test func aSpaceThatIsSavedAgainTakesAnchors() async throws {
    try await storage.save(space)
    try await storage.save(lamp)
    try await storage.deleteSpace(id: space.id)
    try await storage.save(space)
    try await storage.save(lamp)
    #expect(try await storage.loadAnchors(spaceId: space.id).map(\.id) == [lamp.id])
  }

  private func heard(
    _ follower: LogFollower, _ change: () throws -> Void
  ) throws -> (anchors: [UUID], isThere: Bool) {
    var follower = follower
    var anchors: [UUID] = []
    _ = try follower.look { anchors.append($0.anchorId) }
    try change()
    let isThere = try follower.look { anchors.append($0.anchorId) }
    return (anchors, isThere)
  }

  /// - Parameter before: how many anchors are there when the listening begins.
  @Test(arguments: [0, 1])
  func whatWasSavedJustBeforeTheDeletionIsTold(before: Int) throws {
    let store = folder.open()
    try store.saveSpace(
      HBStorageSpace(
        id: space.id, name: "Kitchen", worldMapData: Data(), createdAt: space.createdAt,
        updatedAt: space.updatedAt, isCompressed: false))
    for _ in 0..<before { _ = try store.perform(.save([.sample(space.id)]), spaceId: space.id) }
    let anchors = (0..<5).map { _ in HBAnchor.sample(space.id) }
    let (told, isThere) = try heard(LogFollower(store.open[space.id])) {
      for anchor in anchors { _ = try store.perform(.save([anchor]), spaceId: space.id) }
      try store.deleteSpace(id: space.id)
    }
    #expect(told == anchors.map(\.id))
    #expect(!isThere)
  }

  /// The file stays open, so that another process may take it away, too.
  @Test func whatAnotherProcessTookAwayIsTold() throws {
    let store = folder.open()
    _ = try store.perform(.save([lamp]), spaceId: space.id)
    let anchor = HBAnchor.sample(space.id)
    let (told, isThere) = try heard(LogFollower(store.open[space.id])) {
      _ = try store.perform(.save([anchor]), spaceId: space.id)
      try folder.open().deleteSpace(id: space.id)
    }
    #expect(told == [anchor.id])
    #expect(!isThere)
  }
}
