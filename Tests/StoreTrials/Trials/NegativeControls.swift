import Hyperbasis
import HyperbasisStore
import StoreSimulation
import Synchronization
import SystemPackage

/// The store with one of its precautions disabled, through the file system: a check for the damage that
/// the precaution prevents must then find it.
package enum NegativeControls {
  /// Flushes that reach no disk, and power cuts.
  package static func withoutFlushes(seed: UInt64) throws -> [String] {
    guard let scenario = Scenario.all.first else { return [] }
    let run = try scenario.record(seed: seed) { simulated in
      FaultyFileSystem(simulated) { operation, _ in operation == .synchronize ? .pretend : nil }
    }
    return CrashExplorer(seed: seed, cuts: 4, secondLevelPercent: 0).explore(run).violations
  }

  /// Locks that exclude no other process, and a second writer that comes while the first one writes.
  package static func withoutLocks() throws -> [String] { try twoWriters(areLocked: false) }

  /// The same with locks, which make the second writer wait in vain.
  package static func withLocks() throws -> [String] { try twoWriters(areLocked: true) }

  private static func twoWriters(areLocked: Bool) throws -> [String] {
    let simulated = SimulatedFileSystem()
    let second = TrialStore.open(
      Workplace.base, locking(simulated, areLocked), seed: 2, lockPatience: 0.01)
    let isFirst = Mutex(true)
    // By the time the first writer writes, it has read the log and made its plan.
    let between = FaultyFileSystem(locking(simulated, areLocked)) { operation, path in
      guard operation == .write, path.extension == "jsonl" else { return nil }
      if isFirst.withLock({ isFirst in
        defer { isFirst = false }
        return isFirst
      }) {
        // With locks this fails, as it should.
        _ = try? second.perform(
          .save([TrialStore.anchor(1, x: 2)]), spaceId: TrialStore.space)
      }
      return nil
    }
    let first = TrialStore.open(Workplace.base, between, seed: 1)
    try TrialStore.open(Workplace.base, simulated, seed: 3).perform(
      .save([TrialStore.anchor(1)]), spaceId: TrialStore.space)
    try first.perform(.save([TrialStore.anchor(1, x: 1)]), spaceId: TrialStore.space)
    let events = try TrialStore.open(Workplace.base, simulated, seed: 4)
      .loadEvents(spaceId: TrialStore.space)
    return VersionCheck.violations(in: events)
  }

  private static func locking(
    _ files: SimulatedFileSystem, _ areLocked: Bool
  ) -> any HyperbasisStore.FileSystem {
    areLocked ? files : FaultyFileSystem(files) { call, _ in call == .lock ? .pretend : nil }
  }

  /// An appender that assumes every log ends in a newline, behind what a dead writer left.
  package static func withoutNewlines() throws -> [String] { try behindFragment(isSeen: false) }

  /// The same with an appender that checks.
  package static func withNewlines() throws -> [String] { try behindFragment(isSeen: true) }

  private static func behindFragment(isSeen: Bool) throws -> [String] {
    let simulated = SimulatedFileSystem()
    try TrialStore.open(Workplace.base, simulated).perform(
      .save([TrialStore.anchor(1)]), spaceId: TrialStore.space)
    let log = StoreLogs.path(of: TrialStore.space, base: Workplace.base)
    try simulated.writeAll(try simulated.open(log, .append), Array("{\"id\":\"torn".utf8))
    let files = FaultyFileSystem(simulated) { operation, path in
      // Only the writer reads through a file that it opened for appending; the log is in memory by then.
      operation == .read && path == log && !isSeen && LastByteRead.isUnderWay ? .pretend : nil
    }
    let store = TrialStore.open(Workplace.base, files, seed: 2)
    _ = try store.loadEvents(spaceId: TrialStore.space)
    let plan = try LastByteRead.$isUnderWay.withValue(true) {
      try store.perform(.save([TrialStore.anchor(2)]), spaceId: TrialStore.space)
    }
    let read = try TrialStore.open(Workplace.base, simulated, seed: 3)
      .loadEvents(spaceId: TrialStore.space).map(\.id)
    return Set(plan.events.map(\.id)).isSubset(of: read)
      ? [] : ["I1: an acknowledged event is gone"]
  }
}

/// Whether the current reads of a log are made by its appender.
private enum LastByteRead {
  @TaskLocal static var isUnderWay = false
}
