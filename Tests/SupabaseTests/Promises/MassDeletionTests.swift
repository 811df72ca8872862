import Foundation
import Hyperbasis
import SupabaseTestSupport
import Testing

/// Rows that one statement removes from the server do not count as deletions by users.
@Suite(.requiresSupabase) struct MassDeletionTests {
  /// Runs the body with a machine that shares some spaces with the cloud, with one anchor each.
  private func withSharedSpaces(
    _ count: Int, _ tier: SupabaseServer.Tier,
    _ body: (SupabaseProject, _ machine: HBStorage, _ spaces: [UUID]) async throws -> Void
  ) async throws {
    try await SupabaseServer.withProject(tier) { project in
      try await Machine.with([Machine(project)]) { machines in
        let storage = machines[0].storage
        var spaces: [UUID] = []
        for number in 0..<count {
          let space = HBSpace(name: "Room \(number)")
          spaces.append(space.id)
          try await storage.save(space)
          try await storage.save(
            HBAnchor(spaceId: space.id, transform: AnchorRow.sample(space.id).transform))
        }
        try await storage.sync()
        try await body(project, storage, spaces)
      }
    }
  }

  private func isDoubted(_ storage: HBStorage) async -> Bool {
    do {
      try await storage.sync()
      return false
    } catch HBStorageError.vanishedFromCloud {
      return true
    } catch {
      return false
    }
  }

  @Test(arguments: SupabaseServer.Tier.both)
  func allSpacesThatGoAtOnceAreAskedAbout(tier: SupabaseServer.Tier) async throws {
    try await withSharedSpaces(8, tier) { project, storage, spaces in
      try project.sql("delete from spaces")
      for _ in 0..<2 {
        #expect(await isDoubted(storage))
        #expect(try await storage.loadAllSpaces().count == 8)
      }
      let gone = try await storage.vanishedFromCloud()
      #expect(gone.map(\.kind) == Array(repeating: .space, count: 8))
      #expect(Set(gone.map(\.id)) == Set(spaces))
      #expect(try await storage.loadAllSpaces().count == 8)
      try await storage.syncAcceptingDeletions()
      #expect(try await storage.loadAllSpaces().isEmpty)
      #expect(try await storage.vanishedFromCloud().isEmpty)
      try await storage.sync()
    }
  }

  /// So few might be a user's deletions; but nothing is left.
  @Test(arguments: SupabaseServer.Tier.both)
  func fewSpacesThatWereAllThereWasAreAskedAbout(tier: SupabaseServer.Tier) async throws {
    try await withSharedSpaces(3, tier) { project, storage, spaces in
      try project.sql("delete from spaces")
      #expect(await isDoubted(storage))
      #expect(try await storage.loadAllSpaces().count == 3)
      #expect(try await Set(storage.vanishedFromCloud().map(\.id)) == Set(spaces))
    }
  }

  @Test(arguments: SupabaseServer.Tier.both)
  func manyAnchorsThatGoAtOnceAreAskedAbout(tier: SupabaseServer.Tier) async throws {
    try await withSharedSpaces(8, tier) { project, storage, spaces in
      try project.sql("delete from anchors")
      #expect(await isDoubted(storage))
      for space in spaces { #expect(try await storage.loadAnchors(spaceId: space).count == 1) }
      #expect(try await storage.vanishedFromCloud().map(\.kind).count { $0 == .anchor } == 8)
      try await storage.syncAcceptingDeletions()
      for space in spaces { #expect(try await storage.loadAnchors(spaceId: space).isEmpty) }
    }
  }

  @Test(arguments: SupabaseServer.Tier.both)
  func whileSomebodyIsAskedTheRestIsSynced(tier: SupabaseServer.Tier) async throws {
    try await withSharedSpaces(12, tier) { project, storage, spaces in
      let kept = spaces[0].uuidString.lowercased()
      try project.sql(
        "delete from spaces where id <> '\(kept)'; update spaces set name = 'Attic', "
          + "updated_at = now() + interval '1 minute'")
      #expect(await isDoubted(storage))
      #expect(try await storage.loadSpace(id: spaces[0])?.name == "Attic")
      #expect(try await storage.loadAllSpaces().count == 12)
    }
  }

  @Test(arguments: SupabaseServer.Tier.both)
  func aFewDeletionsAreBelieved(tier: SupabaseServer.Tier) async throws {
    try await withSharedSpaces(4, tier) { project, storage, spaces in
      try project.sql("delete from spaces where id = '\(spaces[1].uuidString.lowercased())'")
      try await storage.sync()
      #expect(
        try await Set(storage.loadAllSpaces().map(\.id)) == Set([0, 2, 3].map { spaces[$0] }))
    }
  }
}
