import Foundation
import Hyperbasis
import Testing

/// Changes of an anchor as it is at that moment.
struct UpdateInPlaceTests {
  private let folder: TemporaryStore
  private let space = HBSpace(name: "Kitchen")
  private let lamp: HBAnchor

  init() throws {
    folder = try TemporaryStore()
    lamp = .sample(space.id)
  }

  private func storage() -> HBStorage {
    HBStorage(config: HBStorageConfig(backend: .localOnly, directory: folder.url))
  }

  @Test func noChangeOfAnotherTaskIsLost() async throws {
    let storages = [storage(), storage()]
    try await storages[0].save(space)
    try await storages[0].save(lamp)
    try await withThrowingTaskGroup { group in
      for number in 0..<60 {
        group.addTask {
          try await storages[number % 2].update(anchorId: lamp.id) { anchor in
            anchor.updateMetadata(key: "key \(number)", value: .int(number))
          }
        }
      }
      try await group.waitForAll()
    }
    let metadata = try #require(try await storages[0].loadAnchor(id: lamp.id)).metadata
    #expect((0..<60).allSatisfy { metadata["key \($0)"] == .int($0) })
  }

  @Test func theAnchorAfterwardsIsReturned() async throws {
    let storage = storage()
    try await storage.save(space)
    try await storage.save(lamp)
    let moved = try await storage.update(anchorId: lamp.id) { $0.position = [4, 5, 6] }
    #expect(moved.position == [4, 5, 6])
    #expect(try await storage.loadAnchor(id: lamp.id) == moved)
    #expect(try await storage.history(anchorId: lamp.id).map(\.type) == [.created, .moved])
    // A change of nothing writes nothing.
    #expect(try await storage.update(anchorId: lamp.id) { _ in } == moved)
    #expect(try await storage.history(anchorId: lamp.id).count == 2)
  }

  @Test func anEventNamesTheOperationThatWroteIt() async throws {
    let storage = storage()
    try await storage.save(space)
    try await storage.save([lamp, .sample(space.id)])
    try await storage.update(anchorId: lamp.id) { anchor in
      anchor.position = [4, 5, 6]
      anchor.updateMetadata(key: "text", value: "x")
    }
    let timeline = try await storage.timeline(spaceId: space.id)
    let operations = try await storage.operations(spaceId: space.id)
    #expect(operations.map(\.eventCount) == [2, 2])
    let events = Array(timeline.events)
    #expect(
      events.map { timeline.operationId(of: $0) }
        == [operations[1].id, operations[1].id, operations[0].id, operations[0].id])
    try await storage.execute(
      storage.plan(
        .undoOperation(try #require(timeline.operationId(of: events[3]))), spaceId: space.id))
    #expect(try await storage.loadAnchor(id: lamp.id)?.position == lamp.position)
  }

  private struct Refused: Error {}

  @Test func whatIsRefusedWritesNothing() async throws {
    let storage = storage()
    try await storage.save(space)
    try await storage.save(lamp)
    await #expect(throws: Refused.self) {
      try await storage.update(anchorId: lamp.id) { _ in throw Refused() }
    }
    await #expect(throws: HBAnchorError.invalidTransform(count: 1)) {
      try await storage.update(anchorId: lamp.id) { $0.transform = [1] }
    }
    await #expect {
      try await storage.update(anchorId: UUID()) { _ in }
    } throws: { error in
      if case HBStorageError.notFound(type: "anchor", _) = error { true } else { false }
    }
    try await storage.deleteAnchor(id: lamp.id)
    await #expect(throws: HBAnchorError.alreadyDeleted) {
      try await storage.update(anchorId: lamp.id) { $0.position = [1, 1, 1] }
    }
    #expect(try await storage.history(anchorId: lamp.id).map(\.type) == [.created, .deleted])
  }
}
