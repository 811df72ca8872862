import Foundation
import Hyperbasis
import SeededRandom

/// Writers and repairs that are killed as kill -9 does.
package struct KillTrial: Trial {
  package let number = 4
  package let title = "kill -9"
  package let target =
    "10,000 kills of a lone writer and 2,000 among eight, repairs too; 0 acknowledged events lost, "
    + "at least 100 torn tails seen"

  private static let space = TrialStore.space
  private static let loneKills = 10_000
  private static let killsAmongEight = 2_000
  private static let tornTails = 100
  /// After how many rounds a store is checked; its log grows with each.
  private static let rounds = 25

  package init() {}

  package func run(_ settings: TrialSettings, _ report: inout TrialReport) throws {
    guard let worker = settings.worker else {
      report.skipped = "there is no program to start"
      return
    }
    var random = SeededGenerator(seed: settings.seed)
    var loop = KillLoop(worker: worker, space: Self.space)
    let lone = settings.count(Self.loneKills)
    while loop.kills < lone, loop.kills == 0 || !settings.isOver {
      try loop.run(writers: 1, rounds: min(Self.rounds, lone - loop.kills), settings, &random)
    }
    let all = loop.kills + settings.count(Self.killsAmongEight)
    while loop.kills < all, !settings.isOver {
      try loop.run(writers: 8, rounds: min(5, (all - loop.kills + 7) / 8), settings, &random)
    }
    report.tried = loop.kills
    report.injected = loop.kills
    report.observe("events acknowledged", loop.acknowledgedCount)
    report.observe("torn tails", loop.tornTails)
    report.observe("repairs killed", loop.killedRepairs)
    report.violations += loop.violations
    if settings.scale >= 1, settings.deadline == nil {
      report.expect(loop.tornTails >= Self.tornTails, "too few torn tails: the trial is blind")
    }
  }
}

/// Rounds of killed writers, on one store after the other.
private struct KillLoop {
  let worker: URL
  let space: UUID
  private(set) var kills = 0
  private(set) var killedRepairs = 0
  private(set) var tornTails = 0
  private(set) var acknowledgedCount = 0
  private(set) var violations: [String] = []

  init(worker: URL, space: UUID) {
    self.worker = worker
    self.space = space
  }

  mutating func run(
    writers: Int, rounds: Int, _ settings: TrialSettings, _ random: inout SeededGenerator
  ) throws {
    let folder = try TrialFolder()
    var acknowledged: Set<UUID> = []
    for round in 0..<rounds where round == 0 || !settings.isOver {
      let running = try (0..<writers).map { number in
        try WorkerProcess(
          worker,
          .append(
            store: folder.url.path, space: space, name: "writer \(number)", count: 1_000_000,
            // During the pause before an acknowledgement, while many pages are written, or with certainty
            // in the middle of a write.
            pause: round % 3 == 0 ? 400 : 0, text: round % 3 == 1 ? 60_000 : 400,
            lastWrite: round % 3 == 2 && number == 0 ? .random(in: 1...6, using: &random) : 0))
      }
      for writer in running {
        acknowledged.formUnion(writer.acknowledged(.random(in: 1...8, using: &random)))
      }
      for writer in running.shuffled(using: &random) {
        acknowledged.formUnion(writer.killed())
        kills += 1
      }
      if try folder.log(of: space).last != 0x0a { tornTails += 1 }
      if round % 10 == 9 { try killRepair(folder, &random) }
    }
    acknowledgedCount += acknowledged.count
    check(folder, acknowledged)
  }

  private mutating func killRepair(_ folder: TrialFolder, _ random: inout SeededGenerator) throws {
    let repair = try WorkerProcess(worker, .repair(store: folder.url.path, seconds: 60))
    _ = repair.lines(.random(in: 0...2, using: &random))
    usleep(.random(in: 0...3000, using: &random))
    repair.send(SIGKILL)
    _ = repair.rest()
    kills += 1
    killedRepairs += 1
  }

  private mutating func check(_ folder: TrialFolder, _ acknowledged: Set<UUID>) {
    do {
      let store = Worker.open(folder.url.path, "checker")
      let events = try store.loadEvents(spaceId: space)
      if !acknowledged.isSubset(of: events.map(\.id)) {
        violations.append("I1: acknowledged events are gone")
      }
      violations += VersionCheck.violations(in: events)
      let lines = LogText([UInt8](try folder.log(of: space))).lines
      let known = Dictionary(
        lines.compactMap { line in LogText.event(in: line.bytes).map { (line.bytes, $0) } },
        uniquingKeysWith: { first, _ in first })
      var check = RecoveryCheck(
        LiveFileSystem(), base: folder.path,
        StoreExpectation(lines: known, acknowledged: acknowledged))
      check.run()
      violations += check.violations
    } catch {
      violations.append("I5: \(error)")
    }
  }
}
