import Foundation
import Hyperbasis
import SupabaseTestSupport
import Testing

/// Two machines, from the library's public calls to the rows in PostgreSQL.
@Suite(.requiresSupabase) struct EndToEndSyncTests {
  @Test(arguments: SupabaseServer.Tier.both)
  func twoMachinesSeeWhatEachOtherDid(tier: SupabaseServer.Tier) async throws {
    try await SupabaseServer.withProject(tier) { project in
      try await Machine.with([Machine(project), Machine(project)]) { machines in
        let (one, two) = (machines[0].storage, machines[1].storage)
        let map = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let space = HBSpace(name: "Küche + Flur", worldMapData: map)
        try await one.save(space)
        let anchor = HBAnchor(
          spaceId: space.id, transform: Self.transform(x: 0.1),
          metadata: ["text": "Grüße: a+b & 100 %", "count": 3])
        try await one.save(anchor)
        try await one.sync()
        #expect(one.pendingOperationCount == 0)
        #expect(try project.sql("select count(*) from anchors") == "1")

        try await two.sync()
        let arrived = try #require(try await two.loadSpace(id: space.id))
        #expect(arrived.name == space.name)
        #expect(arrived.worldMapData == map)
        var copy = try #require(try await two.loadAnchor(id: anchor.id))
        #expect(copy.transform == anchor.transform)
        #expect(copy.metadata == anchor.metadata)

        copy.metadata["text"] = "changed"
        try await two.save(copy)
        try await two.sync()
        try await one.sync()
        #expect(try await one.loadAnchor(id: anchor.id)?.metadata["text"] == "changed")

        try await one.deleteAnchor(id: anchor.id)
        try await one.sync()
        #expect(try project.sql("select deleted_at is not null from anchors") == "t")
        try await two.sync()
        #expect(try await two.loadAnchors(spaceId: space.id).isEmpty)

        try await one.deleteSpace(id: space.id)
        try await one.sync()
        #expect(try project.sql("select count(*) from spaces") == "0")
        #expect(try project.sql("select count(*) from storage.objects") == "0")
        #expect(try await project.journal().violations == [])
      }
    }
  }

  @Test(arguments: SupabaseServer.Tier.both)
  func anIdleSyncAsksOnceATable(tier: SupabaseServer.Tier) async throws {
    try await SupabaseServer.withProject(tier) { project in
      try await Machine.with([Machine(project)]) { machines in
        let storage = machines[0].storage
        let space = HBSpace(name: "Kitchen")
        try await storage.save(space)
        try await storage.save(HBAnchor(spaceId: space.id, transform: Self.transform(x: 1)))
        for _ in 0..<3 { try await storage.sync() }
        try await project.clearJournal()
        try await storage.sync()
        let expected =
          tier == .seed
          // A server with two tables is asked whether it still has no more.
          ? ["GET spaces": 2, "GET anchors": 1]
          // A server that reports what is new is also asked which spaces it still shows, and whether it
          // still has their histories.
          : ["POST rpc/changes_since": 1, "GET spaces": 1, "GET anchor_events": 1]
        #expect(try await project.journal().counts == expected)
      }
    }
  }

  private static func transform(x: Float) -> [Float] {
    [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 1.2, -2, 1]
  }
}
