import Foundation
import Hyperbasis
import SupabaseTestSupport
import Testing

/// Accounts that see nothing of each other, and a store that was synced with the wrong one.
@Suite(.requiresSupabase) struct OtherAccountTests {
  private func machine(_ project: SupabaseProject, _ user: UUID, folder: URL? = nil) async throws
    -> HBStorage
  {
    let token = try await project.token(for: user)
    let machine = try Machine(project, accessToken: HBAccessTokenProvider { _ in token })
    guard let folder else { return machine.storage }
    var config = machine.storage.config
    config.directory = folder
    return HBStorage(config: config)
  }

  @Test func theWrongAccountTakesNothingOfTheOther() async throws {
    try await SupabaseServer.withProject(.secured) { project in
      let (first, second) = (UUID(), UUID())
      let one = try await machine(project, first)
      let folder = try #require(one.config.directory)
      defer { try? FileManager.default.removeItem(at: folder) }
      let space = HBSpace(name: "Den")
      try await one.save(space)
      try await one.save([
        HBAnchor(spaceId: space.id, transform: AnchorRow.sample(space.id).transform)
      ])
      try await one.sync()
      let anchor = HBAnchor(spaceId: space.id, transform: AnchorRow.sample(space.id).transform)
      try await one.save([anchor])
      let stranger = try await machine(project, second, folder: folder)
      for _ in 0..<2 {
        await #expect(throws: HBStorageError.self) { try await stranger.sync() }
        #expect(await stranger.syncStatus().sent == HBSyncCounts())
        #expect(stranger.pendingOperationCount > 0)
      }
      #expect(try project.sql("select count(*) from anchor_events") == "1")
      // The user whose space it is still can.
      let again = try await machine(project, first, folder: folder)
      try await again.sync()
      #expect(await again.syncStatus().sent.events == 1)
      #expect(
        try project.sql(
          "select count(*) from anchor_events where user_id = '\(first.uuidString)'") == "2")
    }
  }
}
