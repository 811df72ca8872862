import Foundation
import Hyperbasis
import SupabaseTestSupport
import Testing

/// A space that cannot be read is reported, and blocks no other.
@Suite(.requiresSupabase) struct DamagedSpaceTests {
  @Test(arguments: SupabaseServer.Tier.both)
  func aFolderInPlaceOfALogStopsNoOtherSpace(tier: SupabaseServer.Tier) async throws {
    try await SupabaseServer.withProject(tier) { project in
      try await Machine.with([Machine(project), Machine(project)]) { machines in
        let (one, two) = (machines[0], machines[1])
        let (sound, damaged) = (HBSpace(name: "Sound"), HBSpace(name: "Damaged"))
        for space in [sound, damaged] {
          try await one.storage.save(space)
          try await one.storage.save(
            HBAnchor(spaceId: space.id, transform: AnchorRow.sample(space.id).transform))
        }
        try await one.storage.sync()
        try await two.storage.sync()
        let log = one.folder.appending(path: "events/\(damaged.id.uuidString)/events.jsonl")
        try FileManager.default.removeItem(at: log)
        try FileManager.default.createDirectory(at: log, withIntermediateDirectories: true)
        try await two.storage.save(
          HBAnchor(spaceId: sound.id, transform: AnchorRow.sample(sound.id, x: 5).transform))
        try await two.storage.save(
          HBAnchor(spaceId: damaged.id, transform: AnchorRow.sample(damaged.id, x: 5).transform))
        try await two.storage.sync()
        // Like another process, which has nothing of it in memory.
        let storage = HBStorage(config: one.storage.config)
        try await storage.save(
          HBAnchor(spaceId: sound.id, transform: AnchorRow.sample(sound.id, x: 9).transform))
        await #expect(throws: (any Error).self) { try await storage.sync() }
        #expect(try await storage.loadAnchors(spaceId: sound.id).count == 3)
        #expect(
          try project.sql(
            "select count(*) from anchors where space_id = '\(sound.id.uuidString)'") == "3")
      }
    }
  }
}
