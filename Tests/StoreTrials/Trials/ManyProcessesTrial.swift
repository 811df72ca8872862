import Foundation
import Hyperbasis
import HyperbasisStore
import SystemPackage
import TestSupport

/// Writers, readers, a repairer, a vandal and a time machine on one store.
package struct ManyProcessesTrial: Trial {
  package let number = 11
  package let title = "readers and writers at once, with repairs"
  package let target =
    "4 writers, 4 readers, a repairer and a time machine for 10 minutes: no partial event, no event "
    + "that goes away, no crash"

  private static let seconds = 600.0
  private static let leastSeconds = 3.0
  private static let writers = 4
  private static let readers = 4
  /// Microseconds between two saves of a writer, so that readers can keep up with the log.
  private static let pause = 40_000

  package init() {}

  package func run(_ settings: TrialSettings, _ report: inout TrialReport) throws {
    guard let worker = settings.worker else {
      report.skipped = "there is no program to start"
      return
    }
    let folder = try TrialFolder()
    let (store, space) = (folder.url.path, TrialStore.space)
    try Worker.open(store, "first").perform(.save([TrialStore.anchor(1)]), spaceId: space)
    let seconds = max(Self.leastSeconds, Self.seconds * settings.scale)
    let readers = try (0..<Self.readers).map { _ in
      try WorkerProcess(worker, .read(store: store, space: space, seconds: seconds))
    }
    let repairer = try WorkerProcess(worker, .repair(store: store, seconds: seconds))
    let writers = try (0..<Self.writers).map { number in
      try WorkerProcess(
        worker,
        .append(
          store: store, space: space, name: "writer \(number)", count: 1_000_000,
          pause: Self.pause))
    }
    let screen = try TimeMachineProcess(beside: worker, store: store, space: space)
    if screen == nil { report.observe("time machines, for none is built", 0) }
    let vandalism = try vandalise(folder, until: .seconds(seconds), screen)
    let acknowledged = Set(writers.flatMap { $0.killed() })
    if let screen {
      report.observe("time machines", 1)
      report.violations += screen.ended()
    }
    fill(&report, readers, repairer, vandalism)
    check(folder, acknowledged, &report)
  }

  /// Appends what is not an event, as a program does that ignores locks.
  private func vandalise(
    _ folder: TrialFolder, until duration: Duration, _ screen: TimeMachineProcess?
  ) throws -> Int {
    let end = ContinuousClock.now.advanced(by: duration)
    let log = StoreLogs.path(of: TrialStore.space, base: folder.path)
    let files = LiveFileSystem()
    var count = 0
    while ContinuousClock.now < end {
      if let screen { screen.settle() } else { usleep(100_000) }
      try files.writeAll(try files.open(log, .append), Array("{\"id\": vandal}\n".utf8))
      count += 1
    }
    return count
  }

  private func fill(
    _ report: inout TrialReport, _ readers: [WorkerProcess], _ repairer: WorkerProcess,
    _ vandalism: Int
  ) {
    report.injected += vandalism
    report.observe("damaged lines put in", vandalism)
    for reader in readers {
      let lines = reader.rest()
      report.violations += lines.filter { $0.hasPrefix("R: ") }
      let reads = lines.last.flatMap { Int($0.dropFirst("read ".count)) }
      report.expect(reader.status == 0 && reads != nil, "I5: a reader ended with \(reader.status)")
      report.observe("reads", reads ?? 0)
      report.tried += reads ?? 0
    }
    report.observe("repairs", repairer.rest().count)
    report.expect(repairer.status == 0, "I5: the repairer ended with \(repairer.status)")
  }

  private func check(
    _ folder: TrialFolder, _ acknowledged: Set<UUID>, _ report: inout TrialReport
  ) {
    do {
      let store = Worker.open(folder.url.path, "checker")
      let events = try store.loadEvents(spaceId: TrialStore.space)
      report.observe("events", events.count)
      report.expect(acknowledged.isSubset(of: events.map(\.id)), "I1: events are gone")
      report.violations += VersionCheck.violations(in: events)
      _ = try store.verifier.repair()
      let left = try store.verifier.verify().problems.filter { $0.kind.severity != .note }
      report.expect(left.isEmpty, "I6: a repair leaves \(left.map(\.kind.rawValue))")
    } catch {
      report.violations.append("I5: \(error)")
    }
  }
}

/// A time machine in a terminal of its own.
private final class TimeMachineProcess {
  private let terminal: PseudoTerminal

  /// - Returns: nil if the program is not built.
  init?(beside worker: URL, store: String, space: UUID) throws {
    let program = worker.deletingLastPathComponent().appending(path: "hyperbasis")
    guard FileManager.default.isExecutableFile(atPath: program.path) else { return nil }
    terminal = try PseudoTerminal(
      executable: program.path, arguments: [space.uuidString, "--store", store],
      environment: ["HOME": "\(store)/.home"])
  }

  func settle() { terminal.settle(milliseconds: 100) }

  /// Ends the time machine, and returns what was wrong.
  func ended() -> [String] {
    do {
      if let status = terminal.exitStatus { return ["I5: the time machine ended with \(status)"] }
      terminal.send("q")
      let status = try terminal.waitForExit(timeout: .seconds(30))
      return status == .exited(0) ? [] : ["I5: the time machine ended with \(status)"]
    } catch {
      return ["I5: the time machine: \(error)"]
    }
  }
}
