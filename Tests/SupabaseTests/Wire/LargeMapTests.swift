import Foundation
import Hyperbasis
import SupabaseTestSupport
import Testing

/// A world map of 50 MB from one store to another, through cuts, in separate processes whose memory is
/// measured.
@Suite(.requiresSupabase, .serialized) struct LargeMapTests {
  /// The most that a process may hold, in KiB.
  private static let mostMemory = 64 * 1024

  @Test func aMapOf50MegabytesGoesUpAndDownInLittleMemory() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await Machine.with([Machine(project), Machine(project)]) { machines in
        let space = HBSpace(name: "Hall", worldMapData: Noise.bytes(50_000_000))
        let hash = try Self.digest(space.worldMapData)
        try await machines[0].storage.save(space)

        for skip in [0, 1, 3] {
          try await project.arm(
            SupabaseFault {
              ($0.method, $0.path, $0.cutUpload) = ("PATCH", "resumable", 4_000_000)
              $0.skip = skip
            })
        }
        let up = try await Self.sync(machines[0].folder, project)
        #expect(up.peak < Self.mostMemory)
        try await project.disarm()
        #expect(try await project.journal().requests.contains { $0.status == nil })

        for skip in [0, 2, 5] {
          try await project.arm(
            SupabaseFault {
              ($0.method, $0.path, $0.truncate) = ("GET", "object/authenticated", 1_000_000)
              $0.skip = skip
            })
        }
        let down = try await Self.sync(machines[1].folder, project)
        #expect(down.peak < Self.mostMemory)
        let arrived = try #require(try await machines[1].storage.loadSpace(id: space.id))
        #expect(try Self.digest(arrived.worldMapData) == hash)
        print("50 MB map, KiB at most (growth): up \(up.peak) (\(up.growth)),", terminator: " ")
        print("down \(down.peak) (\(down.growth))")
      }
    }
  }

  private static func sync(
    _ folder: URL, _ project: SupabaseProject
  ) async throws -> (growth: Int, peak: Int) {
    let said = try await SyncOnce(folder, project).end()
    let cost = try #require(PassCost(said), "\(said)")
    return (cost.growth, cost.peak)
  }

  /// Returns a hash that is faster than our own in a debug build; it multiplies after each word, so that
  /// words in another order give another value.
  private static func digest(_ data: Data) throws -> UInt64 {
    var hash: UInt64 = 14_695_981_039_346_656_037
    data.withUnsafeBytes { bytes in
      for word in bytes.bindMemory(to: UInt64.self) { hash = (hash ^ word) &* 1_099_511_628_211 }
    }
    return hash
  }
}
