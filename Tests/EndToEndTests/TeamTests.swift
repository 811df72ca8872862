import Foundation
import SupabaseTestSupport
import TestSupport
import Testing

/// The built program when several users share spaces.
@Suite(.requiresSupabase) struct TeamTests {
  private static func machine(
    _ project: SupabaseProject, user: UUID
  ) async throws -> ScratchStore {
    let store = try ScratchStore()
    store.variables = [
      "SUPABASE_URL": project.url.absoluteString, "SUPABASE_ANON_KEY": project.anonymousKey,
      "SUPABASE_ACCESS_TOKEN": try await project.token(for: user), "TZ": "UTC",
    ]
    return store
  }

  private static func invite(
    _ user: UUID, as role: String, by owner: UUID, _ project: SupabaseProject
  ) throws {
    try project.sql(
      """
      insert into space_members (space_id, user_id, role, added_by)
      select id, '\(user)', '\(role)', '\(owner)' from spaces where user_id = '\(owner)'
      """)
  }

  /// Rows written before the user was invited have numbers that the user's cursors have passed.
  @Test func whoeverIsInvitedLaterGetsAllOfTheSpace() async throws {
    try await SupabaseServer.withProject(.teams) { project in
      let (ann, ben) = (UUID(), UUID())
      let one = try await Self.machine(project, user: ann)
      let two = try await Self.machine(project, user: ben)
      #expect(try one.program.run("new", "Hall").status == 0)
      #expect(try one.program.run("add", "text=Lamp", "--position", "1,0,1").status == 0)
      #expect(try one.program.run("sync").status == 0)
      #expect(try two.program.run("new", "Attic").status == 0)
      #expect(try two.program.run("add", "text=Box", "--position", "0,0,0").status == 0)
      for _ in 0..<2 { #expect(try two.program.run("sync").status == 0) }
      #expect(!(try two.program.run("spaces").output.contains("Hall")))
      let hidden = try two.program.run("show", "Hall", "--remote")
      #expect(hidden.status == 65, "\(hidden)")
      try Self.invite(ben, as: "editor", by: ann, project)
      #expect(try two.program.run("sync").status == 0)
      #expect(try two.program.run("show", "Hall").output.contains("Lamp"))
      #expect(try two.program.run("log", "Hall").output.contains("created"))
      // An editor's change arrives, and is attributed to that user.
      #expect(try two.program.run("set", "Lamp", "text=Lantern").status == 0)
      #expect(try two.program.run("sync").status == 0)
      #expect(try one.program.run("sync").status == 0)
      #expect(try one.program.run("show", "Hall").output.contains("Lantern"))
      #expect(
        try project.sql("select count(*) from anchor_events where user_id = '\(ben)'") == "2")
      let doctor = try two.program.run("doctor")
      #expect(doctor.status == 0 && doctor.output.contains("owner of 1 space"), "\(doctor)")
      #expect(try two.program.run("sync", "--verify").status == 0)
    }
  }

  @Test func whatAViewerChangesStaysWithThem() async throws {
    try await SupabaseServer.withProject(.teams) { project in
      let (ann, cleo) = (UUID(), UUID())
      let one = try await Self.machine(project, user: ann)
      let two = try await Self.machine(project, user: cleo)
      #expect(try one.program.run("new", "Hall").status == 0)
      #expect(try one.program.run("add", "text=Lamp", "--position", "1,0,1").status == 0)
      #expect(try one.program.run("sync").status == 0)
      try Self.invite(cleo, as: "viewer", by: ann, project)
      #expect(try two.program.run("sync").status == 0)
      #expect(try two.program.run("set", "Lamp", "text=Mine").status == 0)
      let refused = try two.program.run("sync")
      #expect(refused.status == 1, "\(refused)")
      #expect(try two.program.run("show").output.contains("Mine"))
      #expect(try project.sql("select metadata->>'text' from anchors") == "Lamp")
      let doctor = try two.program.run("doctor")
      #expect(doctor.output.contains("viewer of 1 space"), "\(doctor)")
      #expect(doctor.output.contains("can see but not change 1 space"))
      let forgotten = try two.program.run("forget", "Hall", "--confirm", "Hall")
      #expect(forgotten.status == 1, "\(forgotten)")
      #expect(try project.sql("select count(*) from spaces") == "1")
    }
  }
}
