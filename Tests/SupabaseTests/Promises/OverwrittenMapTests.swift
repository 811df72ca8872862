import Foundation
import Hyperbasis
import SupabaseTestSupport
import Testing

@testable import HyperbasisSupabase

/// Maps of other programs, which are stored under the space's own name and overwritten there.
@Suite(.requiresSupabase) struct OverwrittenMapTests {
  @Test(arguments: SupabaseServer.Tier.both)
  func aMapThatIsOverwrittenInPlaceArrives(tier: SupabaseServer.Tier) async throws {
    try await SupabaseServer.withProject(tier) { project in
      try await Machine.with([Machine(project)]) { machines in
        let storage = machines[0].storage
        let space = UUID()
        let name = space.uuidString.lowercased()
        let maps = [Noise.bytes(4096), Noise.bytes(4096), Noise.bytes(8192)]
        try await project.overwriteMap(of: space, with: maps[0])
        let address = project.overwrittenMapAddress(of: space)
        try project.sql(
          """
          insert into spaces (id, name, world_map_url, created_at, updated_at)
          values ('\(name)', 'Kitchen', '\(address)', now(), now())
          """)
        for map in maps {
          try await project.overwriteMap(of: space, with: map)
          try await storage.sync()
          #expect(try await storage.loadSpace(id: space)?.worldMapData == map)
        }
        // An unchanged map is not fetched again.
        try await project.clearJournal()
        try await storage.sync()
        let requests = try await project.journal().requests
        #expect(!requests.contains { $0.path.contains("/object/authenticated/") })
        #expect(await storage.syncStatus().received.worldMaps == 0)
      }
    }
  }

  /// Anyone with a link can read the map, and a link cannot be revoked.
  @Test func aStoredLinkEndsAfterAWeek() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await Machine.with([Machine(project)]) { machines in
        try await machines[0].storage.save(HBSpace(name: "Hall", worldMapData: Noise.bytes(800)))
        try await machines[0].storage.sync()
        let link = try project.sql("select world_map_url from spaces")
        let token = try #require(link.split(separator: "token=").last?.split(separator: "#").first)
        let payload = try #require(token.split(separator: ".").dropFirst().first)
        var base64 = payload.replacing("-", with: "+").replacing("_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
        let data = try #require(Data(base64Encoded: String(base64)))
        let claims = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let end = try #require(claims?["exp"] as? Double)
        #expect(end - Date().timeIntervalSince1970 < 8 * 86_400)
      }
    }
  }
}
