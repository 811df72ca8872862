import Foundation
import SupabaseTestSupport
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `sync --verify` and `forget`, with the built program.
@Suite(.requiresSupabase) struct ForgetTests {
  private static func machine(_ project: SupabaseProject, actor: String) throws -> ScratchStore {
    let store = try ScratchStore()
    store.variables = [
      "SUPABASE_URL": project.url.absoluteString, "SUPABASE_ANON_KEY": project.anonymousKey,
      "HYPERBASIS_ACTOR": actor, "TZ": "UTC",
    ]
    return store
  }

  private static func fill(_ machine: ScratchStore) throws {
    for (space, anchor) in [("Hall", "Lamp"), ("Attic", "Box")] {
      #expect(try machine.program.run("new", space).status == 0)
      #expect(
        try machine.program.run("add", space, "text=\(anchor)", "--position", "1.5,0,-2").status
          == 0)
    }
    #expect(try machine.program.run("move", "Lamp", "--to", "0.1,0.2,0.3").status == 0)
    #expect(try machine.program.run("sync").status == 0)
  }

  @Test(arguments: [SupabaseServer.Tier.seed, .migrated])
  func whatDiffersIsNamed(tier: SupabaseServer.Tier) async throws {
    try await SupabaseServer.withProject(tier) { project in
      let one = try Self.machine(project, actor: "ann")
      try Self.fill(one)
      let same = try one.program.run("sync", "--verify")
      #expect(same.status == 0, "\(same)")
      let what = tier == .migrated ? "events and anchors" : "anchors"
      #expect(
        same.output == "2 spaces compared: the \(what) are the same here and in the cloud.\n")
      #expect(try one.program.run("unfollow", "Hall").status == 0)
      #expect(try one.program.run("add", "Hall", "text=New", "--position", "0,0,0").status == 0)
      #expect(
        try one.program.run("sync", "--verify").output.hasSuffix(
          "1 space compared: the \(what) are the same here and in the cloud; 1 space left out of syncing.\n"
        ))
      #expect(try one.program.run("follow", "--all").status == 0)
      try project.sql(
        "update anchors set transform[13] = 7, updated_at = now() where metadata->>'text' = 'Box'")
      let different = try one.program.run("sync", "--verify")
      #expect(different.status == 1 && different.output.contains("2 spaces compared: 2 differ."))
      for part in [
        "1 anchor only here", "1 anchor not the same",
        tier == .migrated ? "1 event only here" : "Hall",
      ] { #expect(different.output.contains(part), "\(different)") }
      let json = try one.program.run("sync", "--verify", "--json")
      #expect(json.status == 1)
      let report = try JSONDecoder().decode(Report.self, from: Data(json.output.utf8))
      #expect(!report.isSame && report.spaces.count == 2)
      #expect(report.spaces.allSatisfy { $0.anchors.onlyInCloud.isEmpty })
    }
  }

  private struct Report: Decodable {
    struct Space: Decodable {
      let anchors: Difference
    }
    struct Difference: Decodable {
      let onlyInCloud: [String]
    }
    let isSame: Bool
    let spaces: [Space]
  }

  @Test func anEventThatSaysSomethingElseIsFound() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      let one = try Self.machine(project, actor: "ann")
      try Self.fill(one)
      try project.sql(
        """
        set session_replication_role = replica;
        update anchor_events set transform[13] = 7 where type = 'moved';
        """)
      let altered = try one.program.run("sync", "--verify")
      #expect(altered.status == 1 && altered.output.contains("1 event not the same"), "\(altered)")
    }
  }

  @Test func whatIsForgottenStaysOnDevicesAndOutOfTheCloud() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      let one = try Self.machine(project, actor: "ann")
      let two = try Self.machine(project, actor: "ben")
      try Self.fill(one)
      #expect(try two.program.run("sync").status == 0)
      let id = try project.sql("select id from spaces where name = 'Hall'")
      let anchor = try project.sql("select id from anchors where space_id = '\(id)'")
      for name in [id, "\(id)/old"] { try await Self.upload(name, to: project) }
      #expect(try one.program.run("forget", "Hall").status == 64)
      #expect(try one.program.run("forget", "Hall", "--confirm", "hall").status == 64)
      let plan = try one.program.run("forget", "Hall", "--dry-run")
      #expect(plan.output.contains("2 events, 1 anchor, 2 world maps"), "\(plan)")
      #expect(try project.sql("select count(*) from spaces") == "2")
      let forgotten = try one.program.run("forget", "Hall", "--confirm", "Hall")
      #expect(forgotten.status == 0, "\(forgotten)")
      let left = """
        select (select count(*) from spaces where id = '\(id)')
          + (select count(*) from anchors where space_id = '\(id)')
          + (select count(*) from anchor_events where space_id = '\(id)')
          + (select count(*) from storage.objects)
        """
      #expect(try project.sql(left) == "0")
      for (number, machine) in [two, one, two].enumerated() {
        #expect(
          try machine.program.run("set", anchor, "text=Still here", "by=\(number)").status == 0)
        let synced = try machine.program.run("sync")
        #expect(
          synced.status == 0
            && synced.output.contains("1 space was deleted from the cloud for good"), "\(synced)")
        #expect(try machine.program.run("show", "Hall").output.contains("Still here"))
      }
      #expect(try project.sql(left) == "0")
      // A store that never had it knows it by its id alone.
      let none = try Self.machine(project, actor: "cat")
      let back = try none.program.run("forget", id, "--bring-back")
      #expect(
        back.status == 0
          && back.output == "The space may come back, but is not here; run the same command, then "
            + "sync, on a machine that has it.\n",
        "\(back)")
      let again = try two.program.run("forget", "Hall", "--bring-back")
      #expect(again.output == "The cloud has not forgotten this space.\n", "\(again)")
      for machine in [two, one, two] { #expect(try machine.program.run("sync").status == 0) }
      #expect(try project.sql("select count(*) from spaces") == "2")
      for machine in [one, two] {
        #expect(try machine.program.run("sync", "--verify").status == 0)
      }
      #expect(try one.program.run("log", "Hall").output == two.program.run("log", "Hall").output)
    }
  }

  private static func upload(_ name: String, to project: SupabaseProject) async throws {
    var request = URLRequest(
      url: project.url.appending(path: "storage/v1/object/world-maps/\(name)"))
    request.httpMethod = "POST"
    request.setValue(project.anonymousKey, forHTTPHeaderField: "apikey")
    let (_, response) = try await URLSession.shared.upload(for: request, from: Data("map".utf8))
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
  }

  @Test func aPlainServerCannotForget() async throws {
    try await SupabaseServer.withProject(.seed) { project in
      let one = try Self.machine(project, actor: "ann")
      try Self.fill(one)
      let refused = try one.program.run("forget", "Hall", "--confirm", "Hall")
      #expect(refused.status == 1 && refused.errors.contains("migration.sql"), "\(refused)")
      #expect(try project.sql("select count(*) from spaces") == "2")
    }
  }
}
