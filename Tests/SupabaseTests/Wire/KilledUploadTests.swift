import Foundation
import Hyperbasis
import SupabaseTestSupport
import Testing

/// A process that is killed while it sends a large map, and the next one.
@Suite(.requiresSupabase, .serialized) struct KilledUploadTests {
  /// Three chunks.
  private static let size = 15_000_000

  @Test func theNextProcessGoesOnWhereAKilledOneStopped() async throws {
    try await afterAKill { project, folder in
      let said = try await SyncOnce(folder, project).end()
      #expect(!said.isEmpty)
      let counts = try await project.journal().counts
      #expect(counts["POST upload/resumable"] == nil)
      #expect(counts["HEAD upload/resumable"] == 1)
      // The first chunk is there already.
      #expect((1...2).contains(counts["PATCH upload/resumable"] ?? 0))
    }
  }

  @Test func whatTheServerHasForgottenIsSentAgain() async throws {
    try await afterAKill { project, folder in
      // Uploads end after a day.
      try await project.setClock(offset: 25 * 3600)
      let said = try await SyncOnce(folder, project).end()
      #expect(!said.isEmpty)
      let counts = try await project.journal().counts
      #expect(counts["POST upload/resumable"] == 1)
    }
  }

  /// Runs the body once a process that had sent a chunk was killed, and expects that the body brings the
  /// map up.
  private func afterAKill(_ body: (SupabaseProject, URL) async throws -> Void) async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      try await Machine.with([Machine(project)]) { machines in
        let space = HBSpace(name: "Hall", worldMapData: Noise.bytes(Self.size))
        try await machines[0].storage.save(space)
        try await project.arm(
          SupabaseFault { fault in
            (fault.method, fault.path) = ("PATCH", "resumable")
            (fault.skip, fault.times, fault.delay) = (1, nil, 60)
          })
        let process = try SyncOnce(machines[0].folder, project)
        let chunk = "PATCH upload/resumable"
        while try await project.wait(forRequests: 1, to: chunk, patience: .seconds(30)) == 0 {}
        await process.kill()
        #expect(try project.sql("select count(*) from storage.objects") == "0")
        try await project.disarm()
        try await project.clearJournal()

        try await body(project, machines[0].folder)
        #expect(try project.sql("select count(*) from storage.objects") == "1")
        let folder = machines[0].folder.appending(path: ".hyperbasis/sync")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        #expect(!names.contains { $0.hasSuffix("uploads.json") })
      }
    }
  }
}
