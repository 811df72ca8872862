import Foundation
import Hyperbasis
import SupabaseTestSupport
import Testing

/// A sync that succeeds without an error means that both sides hold the same.
@Suite(.requiresSupabase) struct RefusedRowTests {
  /// Makes the server refuse every new row of a table.
  private func refuse(_ project: SupabaseProject, _ table: String) throws {
    try project.sql(
      """
      create or replace function refuse() returns trigger language plpgsql as $$
      begin raise exception 'not for you' using errcode = '42501'; end $$;
      create trigger refuse before insert on \(table) for each row execute function refuse();
      """)
  }

  private func refusal(_ storage: HBStorage) async -> String? {
    do {
      try await storage.sync()
      return nil
    } catch HBStorageError.refusedByCloud(let reason) {
      return reason
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: SupabaseServer.Tier.both)
  func whatIsRefusedIsSaidEachTimeAndGoesOnceItMay(tier: SupabaseServer.Tier) async throws {
    let table = tier == .seed ? "anchors" : "anchor_events"
    try await SupabaseServer.withProject(tier) { project in
      try refuse(project, table)
      try await Machine.with([Machine(project)]) { machines in
        let storage = machines[0].storage
        let space = HBSpace(name: "Kitchen")
        try await storage.save(space)
        let transform = AnchorRow.sample(space.id).transform
        try await storage.save(
          (0..<60).map { _ in HBAnchor(spaceId: space.id, transform: transform) })
        for round in 0..<3 {
          try await project.clearJournal()
          #expect(await refusal(storage)?.contains("42501") == true, "round \(round)")
          let status = await storage.syncStatus()
          let refused = try #require(status.refusals.first)
          #expect(refused.count == 60 && status.refusals.count == 1)
          #expect(refused.example.deniesPermission && refused.example.code == "42501")
          #expect(storage.pendingOperationCount > 0)
          // Only one of the rows is tried, not each.
          let posts = try await project.journal().counts["POST \(table)"] ?? 0
          if round > 0 { #expect((1...3).contains(posts), "\(posts)") }
        }
        try project.sql("drop trigger refuse on \(table)")
        #expect(await refusal(storage) == nil)
        #expect(try project.sql("select count(*) from \(table)") == "60")
        #expect(await storage.syncStatus().quarantined.isEmpty)
        #expect(storage.pendingOperationCount == 0)
      }
    }
  }

  @Test(arguments: SupabaseServer.Tier.both)
  func anUnreadableRowIsNamedEachTime(tier: SupabaseServer.Tier) async throws {
    try await SupabaseServer.withProject(tier) { project in
      try await Machine.with([Machine(project)]) { machines in
        let storage = machines[0].storage
        let space = HBSpace(name: "Kitchen")
        try await storage.save(space)
        try await storage.sync()
        let id = UUID()
        try project.sql(
          """
          insert into anchors (id, space_id, transform, metadata, created_at, updated_at) values
          ('\(id.uuidString)', '\(space.id.uuidString)', '{1,2,3}', '{}', now(), now())
          """)
        for _ in 0..<3 {
          try await storage.sync()
          let status = await storage.syncStatus()
          #expect(status.unreadable.map(\.id) == [id] && status.unreadableRows == 1)
          #expect(status.unreadable.first?.reason.contains("16 finite numbers") == true)
        }
        // Another process knows it as well.
        let other = HBStorage(config: storage.config)
        #expect(await other.syncStatus().unreadable.map(\.id) == [id])
        try project.sql(
          "update anchors set transform = array_fill(1::float8, array[16]), updated_at = now()")
        try await storage.sync()
        #expect(await storage.syncStatus().unreadable.isEmpty)
        #expect(try await storage.loadAnchors(spaceId: space.id).map(\.id) == [id])
      }
    }
  }
}
