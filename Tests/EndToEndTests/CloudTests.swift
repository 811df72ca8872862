import Foundation
import SupabaseTestSupport
import TestSupport
import Testing

/// The built program against the stand-in for Supabase.
@Suite(.requiresSupabase) struct CloudTests {
  private func machine(_ project: SupabaseProject, actor: String) throws -> ScratchStore {
    let store = try ScratchStore()
    store.variables = [
      "SUPABASE_URL": project.url.absoluteString, "SUPABASE_ANON_KEY": project.anonymousKey,
      "HYPERBASIS_ACTOR": actor,
    ]
    return store
  }

  @Test(arguments: [SupabaseServer.Tier.seed, .migrated])
  func whatOneAddsTheOtherShows(tier: SupabaseServer.Tier) async throws {
    try await SupabaseServer.withProject(tier) { project in
      let one = try machine(project, actor: "ann")
      let two = try machine(project, actor: "ben")
      #expect(try one.program.run("new", "Hall").status == 0)
      let added = try one.program.run("add", "text=Lamp", "--position", "1,0,1")
      #expect(added.output.contains("2 changes wait for the cloud; hyperbasis sync sends them."))
      let sent = try one.program.run("sync")
      #expect(sent.status == 0 && sent.errors.isEmpty, "\(sent)")
      #expect(sent.output.contains("Everything is in sync."))
      #expect(try project.sql("select metadata->>'text' from anchors") == "Lamp")
      let received = try two.program.run("sync", "--json")
      #expect(received.status == 0, "\(received)")
      #expect(try two.program.run("show").output.contains("Lamp"))
      let history = try two.program.run("log").output
      #expect(history.contains("by ann") == (tier == .migrated))
      for outcome in [added, sent, received, try two.program.run("doctor")] {
        #expect(!(outcome.output + outcome.errors).contains(project.anonymousKey))
      }
    }
  }

  @Test func aMergeArrivesInAnOpenTimeMachine() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      let one = try machine(project, actor: "ann")
      let two = try machine(project, actor: "ben")
      #expect(try one.program.run("new", "Hall").status == 0)
      #expect(try one.program.run("add", "text=Lamp", "--position", "1,0,1").status == 0)
      #expect(try one.program.run("sync").status == 0)
      #expect(try two.program.run("sync").status == 0)
      let terminal = try two.program.open(columns: 120, rows: 32)
      try terminal.wait(for: "1 anchor")
      try terminal.wait(for: "synced")
      #expect(try one.program.run("add", "text=Sofa", "--position", "2,0,0").status == 0)
      #expect(try one.program.run("sync").status == 0)
      terminal.send("C")
      try terminal.wait(for: "synced: received 1 event of 1 anchor, sent nothing")
      try terminal.wait(for: "2 anchors")
      try terminal.wait(for: "Sofa")
      #expect(!terminal.contains(project.anonymousKey))
      terminal.send("q")
      #expect(try terminal.waitForExit() == .exited(0))
    }
  }

  @Test func failuresHaveTheirCodesAndShowNoKey() async throws {
    try await SupabaseServer.withProject(.empty) { project in
      let one = try machine(project, actor: "ann")
      #expect(try one.program.run("new", "Hall").status == 0)
      let empty = try one.program.run("doctor")
      #expect(empty.status == 1 && empty.output.contains("schema.sql"), "\(empty)")
      #expect(try one.program.run("sync").status == 1)
      one.variables["SUPABASE_ANON_KEY"] = "sb_publishable_WRONG"
      let refused = try one.program.run("sync")
      #expect(refused.status == 65 && refused.errors.contains("refused the key"), "\(refused)")
      #expect(!refused.errors.contains("WRONG"))
      one.variables["SUPABASE_URL"] = "http://127.0.0.1:9"
      let absent = try one.program.run("sync")
      #expect(absent.status == 75 && absent.errors.contains("could not be reached"), "\(absent)")
      #expect(try one.program.run("doctor").status == 75)
      #expect(try one.program.run("sync", "--status").output.contains("last error"))
    }
  }

  @Test func aSyncIsStoppedWithoutLoss() async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      let one = try machine(project, actor: "ann")
      #expect(try one.program.run("new", "Hall").status == 0)
      try await project.arm(
        SupabaseFault {
          $0.delay = 30
          $0.times = nil
        })
      let terminal = try one.program.open("sync")
      try terminal.wait(for: "connecting")
      terminal.press(.controlC)
      #expect(try terminal.waitForExit() == .signaled(SIGINT))
      #expect(terminal.contains("stopped; nothing is lost"))
      try await project.disarm()
      #expect(try one.program.run("sync").status == 0)
      #expect(try project.sql("select name from spaces") == "Hall")
    }
  }

  /// Returns a machine whose configuration syncs every change, with a lamp in a hall.
  private func machineThatSyncsOnSave(_ project: SupabaseProject) throws -> ScratchStore {
    let one = try machine(project, actor: "ann")
    let folder = one.directory.appending(path: "config")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "hyperbasis"), withIntermediateDirectories: true)
    try Data("set sync on-save\n".utf8).write(to: folder.appending(path: "hyperbasis/config"))
    one.variables["XDG_CONFIG_HOME"] = folder.path
    #expect(try one.program.run("new", "Hall").status == 0)
    #expect(try one.program.run("add", "text=Lamp", "--position", "1,0,1").status == 0)
    return one
  }

  /// If every change is synced, leaving waits a moment for the cloud, and reports the outcome.
  @Test(arguments: [false, true])
  func leavingRightAfterAChangeSaysWhatBecomesOfIt(isSlow: Bool) async throws {
    try await SupabaseServer.withProject(.migrated) { project in
      let one = try machineThatSyncsOnSave(project)
      let terminal = try one.program.open(columns: 120, rows: 32)
      try terminal.wait(for: "1 anchor")
      try terminal.wait(for: "synced")
      if isSlow {
        try await project.arm(SupabaseFault { ($0.delay, $0.times) = (30, nil) })
      }
      terminal.send("jDW")
      try terminal.wait(for: "undoes it")
      terminal.send("q")
      #expect(try terminal.waitForExit() == .exited(0))
      if isSlow {
        try terminal.wait(for: "not synced yet")
        try terminal.wait(for: "hyperbasis sync continues")
        try await project.disarm()
        #expect(try one.program.run("sync").status == 0)
      }
      #expect(try project.sql("select count(*) from anchors where deleted_at is not null") == "1")
    }
  }
  /// A request to end while the program waits for the cloud takes effect at once.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func aSignalEndsTheLastWait(signal: Int32) async throws {
    // The wait is short: if the program is gone before the signal comes, the attempt shows nothing.
    for attempt in 1...4 {
      let isOver = try await SupabaseServer.withProject(.migrated) { project in
        let one = try machineThatSyncsOnSave(project)
        try await project.arm(SupabaseFault { ($0.delay, $0.times) = (60, nil) })
        let terminal = try leave(one, andSend: signal)
        let wasTooLate = terminal.exitStatus == .exited(0) && terminal.contains("takes its time")
        if wasTooLate, attempt < 4 { return false }
        #expect(terminal.exitStatus == .signaled(signal))
        #expect(!terminal.screen.isAlternate && terminal.screen.isCursorVisible)
        #expect(terminal.screen.modes.isDisjoint(with: [1000, 1002, 1006, 1049, 2004]))
        #expect(terminal.isCooked)
        #expect(terminal.contains("saved here, not synced yet; hyperbasis sync continues"))

        #expect(try one.program.run("verify").status == 0)
        #expect(try one.logLines().last?.contains(#""type":"deleted""#) == true)
        try await project.disarm()
        #expect(try one.program.run("sync").status == 0)
        let deleted = "select count(*) from anchors where deleted_at is not null"
        #expect(try project.sql(deleted) == "1")
        return true
      }
      if isOver { return }
    }
  }

  /// Deletes an anchor, leaves, and sends a signal while the program waits for the cloud.
  private func leave(_ store: ScratchStore, andSend signal: Int32) throws -> PseudoTerminal {
    let terminal = try store.program.open(columns: 120, rows: 32)
    try terminal.wait(for: "1 anchor")
    terminal.send("jDW")
    try terminal.wait(for: "undoes it")
    terminal.send("q")
    try terminal.wait(until: "the terminal is given back") { !$0.isAlternate && terminal.isCooked }
    if signal == SIGINT { terminal.press(.controlC) } else { terminal.sendSignal(signal) }
    _ = try terminal.waitForExit()
    return terminal
  }
}
