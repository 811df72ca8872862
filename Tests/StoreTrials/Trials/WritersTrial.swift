import Dispatch
import Foundation
import Hyperbasis
import HyperbasisModels
import HyperbasisStore
import Synchronization

/// Many writers on one space, races to create it, and a lock holder that is stopped.
package struct WritersTrial: Trial {
  package let number = 10
  package let title = "concurrent writers"
  package let target =
    "8 processes x 100,000 saves, and 2,000 each by plans of one anchor, 0 lost, torn or twice; "
    + "1,000 races to create a log, 0 lost; a stopped holder of the lock: an error within 5.0 s, "
    + "progress within 100 ms of its death"

  /// A hundredth of its saves would take longer than all other trials in a debug build.
  package let quickScale = 0.0005

  private static let processes = 8
  private static let saves = 100_000
  private static let races = 1_000
  private static let leastRaces = 20

  package init() {}

  package func run(_ settings: TrialSettings, _ report: inout TrialReport) throws {
    try race(settings, &report)
    guard let worker = settings.worker else {
      report.skipped = "there is no program to start"
      return
    }
    try write(worker, settings, &report)
    try contend(worker, settings, &report)
    try stop(worker, &report)
  }

  // MARK: Races

  private func race(_ settings: TrialSettings, _ report: inout TrialReport) throws {
    for _ in 0..<max(Self.leastRaces, settings.count(Self.races)) where !settings.isOver {
      let folder = try TrialFolder()
      let acknowledged = Mutex<[UUID]>([])
      let failures = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: 2) { number in
        do {
          let store = Worker.open(folder.url.path, "racer \(number)")
          let anchor = TrialStore.anchor(UInt64(number))
          let plan = try store.perform(.save([anchor]), spaceId: TrialStore.space)
          acknowledged.withLock { $0 += plan.events.map(\.id) }
        } catch {
          failures.withLock { $0.append("I5: \(error)") }
        }
      }
      let events = try Worker.open(folder.url.path, "checker")
        .loadEvents(spaceId: TrialStore.space).map(\.id)
      report.tried += 1
      report.injected += 1
      report.violations += failures.withLock { $0 }
      report.expect(
        Set(events) == Set(acknowledged.withLock { $0 }) && events.count == 2,
        "I1: a race to create the log loses an event")
    }
    report.observe("races to create a log", report.tried)
  }

  // MARK: Writers

  private func write(
    _ worker: URL, _ settings: TrialSettings, _ report: inout TrialReport
  ) throws {
    let folder = try TrialFolder()
    let count = settings.count(Self.saves)
    let start = ContinuousClock.now
    let writers = try (0..<Self.processes).map { number in
      try WorkerProcess(
        worker,
        .append(
          store: folder.url.path, space: TrialStore.space, name: "writer \(number)", count: count,
          pause: 0))
    }
    // Each writer has its own pipe, which holds only so much, so all are read at once.
    let acknowledged = Mutex<Set<UUID>>([])
    let pipes = writers.map(Unshared.init)
    DispatchQueue.concurrentPerform(iterations: pipes.count) { number in
      let ids = pipes[number].value.finished()
      acknowledged.withLock { $0.formUnion(ids) }
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let events = try Worker.open(folder.url.path, "checker").loadEvents(spaceId: TrialStore.space)
    report.tried += events.count
    report.injected += events.count
    report.observe("events of \(Self.processes) processes", events.count)
    report.observe("events a second", Int(Double(events.count) / seconds))
    report.expect(writers.allSatisfy { $0.status == 0 }, "I5: a writer failed")
    report.expect(
      acknowledged.withLock { $0 }.isSubset(of: events.map(\.id)), "I1: events are gone")
    report.violations += VersionCheck.violations(in: events)
    // Each process must leave the anchor files as the log has them.
    report.violations += try AnchorFileCheck.violations(
      in: Worker.open(folder.url.path, "checker"), of: TrialStore.space)
    let problems = try Worker.open(folder.url.path, "checker").verifier.verify().problems
    report.expect(problems.isEmpty, "I2: \(problems.count) problems")
  }

  /// A process that is handed to the one thread that waits for it.
  private struct Unshared: @unchecked Sendable {
    // Each is used by only one thread, and by others only after that has ended.
    let value: WorkerProcess
  }

  // MARK: One version

  private static let contended = 2_000

  /// Lets all of them move one anchor, each by a plan for the version that it has seen.
  private func contend(
    _ worker: URL, _ settings: TrialSettings, _ report: inout TrialReport
  ) throws {
    let folder = try TrialFolder()
    let count = settings.count(Self.contended)
    let writers = try (0..<Self.processes).map { number in
      try WorkerProcess(
        worker,
        .contend(
          store: folder.url.path, space: TrialStore.space, name: "writer \(number)", count: count))
    }
    var acknowledged: Set<UUID> = []
    for writer in writers {
      let lines = writer.rest()
      acknowledged.formUnion(lines.compactMap { UUID(uuidString: $0) })
      let conflicts = lines.last.flatMap { Int($0.dropFirst("conflicts ".count)) }
      report.expect(writer.status == 0 && conflicts != nil, "I5: a contending writer failed")
      report.observe("plans that came too late", conflicts ?? 0)
    }
    let events = try Worker.open(folder.url.path, "checker").loadEvents(spaceId: TrialStore.space)
    report.tried += events.count
    report.observe("moves of one anchor by plans", events.count)
    report.expect(acknowledged == Set(events.map(\.id)), "I1: not what was acknowledged")
    report.violations += VersionCheck.violations(in: events)
  }

  // MARK: A stopped lock holder

  private func stop(_ worker: URL, _ report: inout TrialReport) throws {
    let folder = try TrialFolder()
    let store = Worker.open(folder.url.path, "waiter")
    try store.perform(.save([TrialStore.anchor(1)]), spaceId: TrialStore.space)
    let holder = try WorkerProcess(
      worker, .hold(store: folder.url.path, space: TrialStore.space))
    report.expect(holder.lines(1) == ["held"], "the holder does not hold")
    holder.send(SIGSTOP)
    let start = ContinuousClock.now
    do {
      try store.perform(.save([TrialStore.anchor(2)]), spaceId: TrialStore.space)
      report.violations.append("I5: a save did not wait for the lock")
    } catch HBStorageError.locked {
      report.injected += 1
    }
    let waited = ContinuousClock.now - start
    report.observe("ms until a stopped holder is an error", Int(waited / .milliseconds(1)))
    report.expect(waited <= .seconds(5), "I5: the error took \(waited)")
    _ = holder.killed()
    let freed = ContinuousClock.now
    try store.perform(.save([TrialStore.anchor(2)]), spaceId: TrialStore.space)
    let progress = ContinuousClock.now - freed
    report.observe("ms until progress after its death", Int(progress / .milliseconds(1)))
    report.expect(progress < .milliseconds(1_000), "I5: progress took \(progress)")
  }
}
