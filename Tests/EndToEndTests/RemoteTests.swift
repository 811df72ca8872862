import Foundation
import SeededRandom
import SupabaseTestSupport
import TestSupport
import Testing

/// `show`, `diff` and `log` with `--remote`: the same answers as after a pull, without one.
@Suite(.requiresSupabase) struct RemoteTests {
  private static func machine(_ project: SupabaseProject, actor: String) throws -> ScratchStore {
    let store = try ScratchStore()
    store.variables = [
      "SUPABASE_URL": project.url.absoluteString, "SUPABASE_ANON_KEY": project.anonymousKey,
      "HYPERBASIS_ACTOR": actor, "TZ": "UTC",
    ]
    return store
  }

  /// Makes changes of all kinds to some anchors, determined by a seed.
  private static func change(_ machine: ScratchStore, seed: UInt64, count: Int) throws {
    var random = SeededGenerator(seed: seed)
    var ids: [String] = []
    for number in 0..<count {
      let words: [String]
      let id = ids.randomElement(using: &random)
      switch (Int.random(in: 0..<6, using: &random), id) {
      case (1, let id?): words = ["move", id, "--to", "\(number),1,-2"]
      case (2, let id?): words = ["set", id, "text=Text \(number)", "count=\(number)"]
      case (3, let id?): words = ["set", id, "--unset", "count"]
      case (4, let id?): words = ["delete", id]
      case (5, let id?): words = ["restore", id]
      default: words = ["add", "Hall", "--position", "\(number),0,1", "text=New \(number)"]
      }
      let outcome = try machine.program.run(words + ["--json"])
      if words[0] == "add" {
        let change = try JSONDecoder().decode(Change.self, from: Data(outcome.output.utf8))
        ids += change.anchors.map(\.id)
      }
    }
  }

  private struct Change: Decodable {
    struct Anchor: Decodable {
      let id: String
    }
    let anchors: [Anchor]
  }

  private static let questions: [[String]] = [
    ["show"], ["show", "--deleted"], ["show", "--at", "50%"], ["show", "--at", "start"],
    ["show", "--at", "end", "--deleted"], ["diff"], ["diff", "--from", "30%", "--to", "80%"],
    ["diff", "--from", "80%", "--to", "30%"], ["diff", "--min-move", "3"],
    ["log", "--limit", "500"], ["log", "--limit", "5"], ["log", "--limit", "7", "--reverse"],
    ["log", "--limit", "20", "--type", "moved", "--type", "updated"],
    ["log", "--limit", "10", "--from", "40%", "--to", "90%"],
  ]

  @Test(arguments: [UInt64(1), 2, 3])
  func whatTheCloudAnswersIsWhatAPullAnswers(seed: UInt64) async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      let one = try Self.machine(project, actor: "ann")
      let two = try Self.machine(project, actor: "ben")
      let asking = try Self.machine(project, actor: "cleo")
      #expect(try one.program.run("new", "Hall").status == 0)
      try Self.change(one, seed: seed, count: 25)
      #expect(try one.program.run("sync").status == 0)
      #expect(try two.program.run("sync").status == 0)
      // Both continue without knowing of each other.
      try Self.change(one, seed: seed + 10, count: 12)
      for anchor in try project.sql("select id from anchors order by id limit 4").split(
        separator: "\n")
      {
        _ = try two.program.run("set", String(anchor), "text=Other", "from=two")
        _ = try one.program.run("set", String(anchor), "text=Mine", "count=1000")
      }
      for machine in [one, two, one, two] {
        #expect(try machine.program.run("sync").status == 0)
      }
      for question in Self.questions { try expectSame(question, two, asking) }
      // And a client that only knows rows; the events that a pull derives from its rows are in no log of
      // the cloud.
      try project.sql(
        """
        update anchors set metadata = metadata || '{"row": 1}', updated_at = now()
          where id = (select min(id::text)::uuid from anchors where deleted_at is null);
        insert into anchors (id, space_id, transform, metadata)
          select gen_random_uuid(), id, array_fill(0.25, array[16]), '{"text": "Row"}' from spaces;
        """)
      #expect(try two.program.run("sync").status == 0)
      // They also make the history longer, so that its percentages are other instants.
      for question in Self.questions
      where question[0] != "log" && !question.contains(where: { $0.hasSuffix("%") }) {
        try expectSame(question, two, asking)
      }
      #expect(!FileManager.default.fileExists(atPath: asking.directory.path + "/events"))
    }
  }

  private func expectSame(
    _ question: [String], _ pulled: ScratchStore, _ asking: ScratchStore
  ) throws {
    for words in [question, question + ["--json"]] {
      let local = try pulled.program.run(words)
      let remote = try asking.program.run([words[0], "HALL", "--remote"] + words.dropFirst())
      #expect(Self.withoutNow(remote.output) == Self.withoutNow(local.output), "\(words)")
      #expect(remote.status == 0 && remote.errors.isEmpty, "\(words) \(remote)")
    }
  }

  /// Removes the dates that are the clock's in JSON for the latest state.
  private static func withoutNow(_ text: String) -> String {
    text.replacing(/"(at|to)": "[^"]*"/, with: "")
  }

  @Test func thePlainTierTellsTheLatestStateAndNamesTheScript() async throws {
    try await SupabaseServer.withProject(.seed) { project in
      let one = try Self.machine(project, actor: "ann")
      let two = try Self.machine(project, actor: "ben")
      let asking = try Self.machine(project, actor: "cleo")
      #expect(try one.program.run("new", "Hall").status == 0)
      try Self.change(one, seed: 4, count: 20)
      #expect(try one.program.run("sync").status == 0)
      #expect(try two.program.run("sync").status == 0)
      for words in [["show"], ["show", "--deleted"], ["show", "--json"]] {
        let remote = try asking.program.run(words + ["--remote"])
        #expect(remote.status == 0, "\(remote)")
        #expect(
          Self.withoutNow(remote.output) == Self.withoutNow(try two.program.run(words).output))
      }
      for words in [
        ["show", "--at", "-1h"], ["show", "--at", "end-5d"], ["diff"], ["diff", "--from", "50%"],
        ["log", "--limit", "3"],
      ] {
        let remote = try asking.program.run(words + ["--remote"])
        #expect(remote.status == 1 && remote.output.isEmpty)
        #expect(remote.errors.contains("run migration.sql of Resources/supabase"), "\(remote)")
        #expect(remote.errors.split(separator: "\n").count == 1)
      }
    }
  }

  @Test func whatIsNotThereIsSaid() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      let one = try Self.machine(project, actor: "ann")
      let none = try one.program.run("show", "--remote")
      #expect(none.status == 65 && none.errors.contains("the cloud has no spaces"), "\(none)")
      #expect(try one.program.run("new", "Hall").status == 0)
      #expect(try one.program.run("new", "Hall").status == 0)
      #expect(try one.program.run("sync").status == 0)
      let unknown = try one.program.run("show", "Attic", "--remote")
      #expect(unknown.status == 65 && unknown.errors.contains("Attic"), "\(unknown)")
      let ambiguous = try one.program.run("show", "hall", "--remote")
      #expect(ambiguous.status == 65, "\(ambiguous)")
      for words in [
        ["show", "--remote", "--where", "x"], ["log", "--remote"], ["diff", "--remote", "--align"],
        ["log", "--remote", "--limit", "10001"],
      ] {
        let refused = try one.program.run(words)
        #expect(refused.status == 64, "\(words) \(refused)")
      }
      one.variables["SUPABASE_URL"] = "http://127.0.0.1:9"
      #expect(try one.program.run("show", "--remote").status == 75)
    }
  }
}
