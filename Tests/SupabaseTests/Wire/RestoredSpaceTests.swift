import Foundation
import Hyperbasis
import SupabaseTestSupport
import Testing

/// Spaces that come back out of the trash, through the library's public calls and PostgreSQL.
@Suite(.requiresSupabase) struct RestoredSpaceTests {
  @Test(arguments: SupabaseServer.Tier.both)
  func aSpaceComesBackForEverybody(tier: SupabaseServer.Tier) async throws {
    try await SupabaseServer.withProject(tier) { project in
      try await Machine.with([Machine(project), Machine(project)]) { machines in
        let (one, two) = (machines[0].storage, machines[1].storage)
        let (room, lamp) = try await Self.sharedRoom(one, two)
        try await one.deleteSpace(id: room)
        for storage in [one, two] { try await storage.sync() }
        #expect(try await two.loadSpace(id: room) == nil)
        try await Self.restore(room, in: one)
        for storage in [one, two, one] { try await storage.sync() }
        for storage in [one, two] {
          #expect(try await storage.loadAnchors(spaceId: room).map(\.id) == [lamp])
          #expect(storage.pendingOperationCount == 0)
        }
        #expect(try project.sql("select count(*) from anchors where deleted_at is null") == "1")
      }
    }
  }

  /// Only a server that exchanges events knows what somebody who deletes a space has not seen. The third
  /// machine comes later.
  @Test(arguments: [0, 1])
  func whatOthersHadDoneBeforeComesBackToo(restoring: Int) async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      let machines = try (0..<3).map { _ in try Machine(project) }
      try await Machine.with(machines) { machines in
        let storages = machines.map(\.storage)
        let (room, lamp) = try await Self.sharedRoom(storages[0], storages[1])
        let chair = HBAnchor(spaceId: room, transform: Self.place, metadata: ["text": "chair"])
        try await storages[1].save(chair)
        var changed = try #require(try await storages[1].loadAnchor(id: lamp))
        changed.metadata["on"] = true
        try await storages[1].save(changed)
        try await storages[1].sync()
        // Who deletes it has seen neither.
        try await storages[0].deleteSpace(id: room)
        try await storages[0].sync()
        if restoring > 0 { try await storages[restoring].sync() }
        try await Self.restore(room, in: storages[restoring])
        for storage in [storages[restoring]] + storages + storages { try await storage.sync() }
        for (number, storage) in storages.enumerated() {
          let anchors = try await storage.loadAnchors(spaceId: room)
          #expect(Set(anchors.map(\.id)) == [lamp, chair.id], "machine \(number)")
          #expect(try await storage.loadAnchor(id: lamp)?.metadata["on"] == true)
          #expect(storage.pendingOperationCount == 0)
        }
        #expect(try project.sql("select count(*) from anchors where deleted_at is null") == "2")
        #expect(try await project.journal().violations == [])
      }
    }
  }

  /// Makes a space with an anchor, and another one, since a cloud in which everything disappears at once is
  /// suspected of having lost it.
  private static func sharedRoom(
    _ one: HBStorage, _ two: HBStorage
  ) async throws -> (room: UUID, lamp: UUID) {
    let room = HBSpace(name: "Room")
    for space in [HBSpace(name: "Home"), room] { try await one.save(space) }
    let lamp = HBAnchor(spaceId: room.id, transform: place, metadata: ["text": "lamp"])
    try await one.save(lamp)
    for storage in [one, two] { try await storage.sync() }
    return (room.id, lamp.id)
  }

  private static func restore(_ space: UUID, in storage: HBStorage) async throws {
    let deletions = try await storage.loadDeletedSpaces()
    try await storage.restoreSpace(try #require(deletions.first { $0.spaceId == space }))
  }

  private static let place: [Float] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1.2, -2, 1]
}
