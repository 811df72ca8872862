import Hyperbasis
import SeededRandom
package import StoreSimulation

/// Cuts recorded runs short at every call, in a given number of ways, and checks what a store makes of
/// what is left, even if its own recovery is cut short.
package struct CrashExplorer: Sendable {
  /// The results of an exploration.
  package struct Tally: Sendable {
    /// How many states were made.
    package var states = 0
    /// How many of them are unlike any other.
    package var distinct = 0
    package var secondLevel = 0
    package var processDeaths = 0
    package var losses = PowerCut.Losses()
    package var damagedLines = 0
    package var damagedFiles = 0
    package var violations: [String] = []

    package mutating func add(_ other: Tally) {
      states += other.states
      distinct += other.distinct
      secondLevel += other.secondLevel
      processDeaths += other.processDeaths
      losses.add(other.losses)
      damagedLines += other.damagedLines
      damagedFiles += other.damagedFiles
      violations += other.violations
    }
  }

  package let seed: UInt64
  /// How many power cuts to make at each moment.
  package let cuts: Int
  /// The percentage of states in which the recovery of the store is cut short, too.
  package let secondLevelPercent: Int
  /// When to stop, whatever is left to do.
  package let deadline: ContinuousClock.Instant?

  package init(
    seed: UInt64, cuts: Int, secondLevelPercent: Int, deadline: ContinuousClock.Instant? = nil
  ) {
    self.seed = seed
    self.cuts = cuts
    self.secondLevelPercent = secondLevelPercent
    self.deadline = deadline
  }
}

extension CrashExplorer {
  package func explore(_ run: RecordedRun) -> Tally {
    var exploration = Exploration(explorer: self, run: run)
    exploration.cutEverywhere()
    return exploration.tally
  }

  fileprivate var isOver: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }
}

/// The exploration of one run.
private struct Exploration {
  let explorer: CrashExplorer
  let run: RecordedRun
  var tally = CrashExplorer.Tally()
  private var random: SeededGenerator
  private var seen: Set<Int> = []

  init(explorer: CrashExplorer, run: RecordedRun) {
    self.explorer = explorer
    self.run = run
    random = SeededGenerator(seed: explorer.seed)
  }

  mutating func cutEverywhere() {
    for moment in run.moments.indices {
      for (disk, isTorn) in ProcessDeath.states(of: run.moments[moment]) {
        tally.processDeaths += 1
        // The call that was cut short has acknowledged nothing.
        let expectation = run.expectation(at: isTorn ? moment - 1 : moment, isPowerCut: false)
        check(disk, expectation, "death at call \(moment)\(isTorn ? ", torn" : "")")
      }
      let expectation = run.expectation(at: moment, isPowerCut: true)
      for _ in 0..<explorer.cuts {
        // Even a slow machine must lose something once.
        if explorer.isOver, tally.losses.total > 0 { return }
        let seed = random.next()
        var cut = PowerCut(seed: seed)
        let disk = cut.state(of: run.moments[moment].disk)
        tally.losses.add(cut.losses)
        check(disk, expectation, "power cut at call \(moment), seed \(seed)")
      }
    }
  }

  private mutating func check(
    _ disk: SimulatedDisk, _ expectation: StoreExpectation, _ where: String
  ) {
    tally.states += 1
    guard isNew(disk, expectation) else { return }
    tally.distinct += 1
    let recoversOnce = Int.random(in: 0..<100, using: &random) >= explorer.secondLevelPercent
    note(RecoveryCheck(SimulatedFileSystem(disk), base: run.base, expectation), `where`)
    if !recoversOnce { cutRecoveryShort(disk, expectation, `where`) }
  }

  private mutating func note(_ check: RecoveryCheck, _ where: String) {
    var check = check
    check.run()
    tally.damagedLines += check.damagedLines
    tally.damagedFiles += check.damagedFiles
    tally.violations += Set(check.violations).map { "\(run.name), \(`where`): \($0)" }
  }

  /// Returns whether the state is new: the same bytes under the same names, with the same expectation,
  /// need no second check.
  private mutating func isNew(_ disk: SimulatedDisk, _ expectation: StoreExpectation) -> Bool {
    var hasher = Hasher()
    for (path, bytes) in disk.contents() {
      hasher.combine(path)
      hasher.combine(bytes)
    }
    hasher.combine(expectation.acknowledged)
    hasher.combine(expectation.files)
    return seen.insert(hasher.finalize()).inserted
  }

  /// Repairs the store, cuts the repair short, and checks what is left then.
  private mutating func cutRecoveryShort(
    _ disk: SimulatedDisk, _ expectation: StoreExpectation, _ where: String
  ) {
    let place = Workplace(disk, durability: .disk, seed: random.next(), second: 300_000)
    do {
      _ = try place.store.verifier.repair()
      let space = try place.store.catalog.sortedIds().first ?? TrialStore.space
      try place.perform(.save([TrialStore.anchor(98, in: space)]), space: space)
      try place.store.flush()
    } catch {
      tally.violations.append("\(run.name), \(`where`): I5 while recovering: \(error)")
    }
    let recovery = place.finished("recovery", knownLines: expectation.lines)
    let moment = Int.random(in: recovery.moments.indices, using: &random)
    let seed = random.next()
    var cut = PowerCut(seed: seed)
    let left = cut.state(of: recovery.moments[moment].disk)
    tally.losses.add(cut.losses)
    tally.states += 1
    tally.secondLevel += 1
    note(
      RecoveryCheck(
        SimulatedFileSystem(left), base: run.base,
        recovery.expectation(at: moment, isPowerCut: true)),
      "\(`where`), then at call \(moment) of the recovery, seed \(seed)")
  }
}

extension PowerCut.Losses {
  fileprivate mutating func add(_ other: PowerCut.Losses) {
    entries += other.entries
    writes += other.writes
    tornWrites += other.tornWrites
    trashedSectors += other.trashedSectors
    sizes += other.sizes
  }
}
