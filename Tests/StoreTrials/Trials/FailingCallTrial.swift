import Foundation
import HyperbasisStore
import StoreSimulation
import Synchronization
import SystemPackage

/// Makes every call of every scenario fail, once or from then on.
package struct FailingCallTrial: Trial {
  package let number = 7
  package let title = "every call failing"
  package let target =
    "every call of 18 scenarios x 7 errors and short writes x once and for ever, 0 violations"

  private struct Case {
    let scenario: Scenario
    let disk: SimulatedDisk
    let call: Int
    let fault: FaultyFileSystem.Fault
    let isForEver: Bool
  }

  private static let codes: [Errno] = [
    .ioError, .noSpace, .diskQuotaExceeded, .interrupted, .tooManyOpenFiles, .noMemory,
    .permissionDenied,
  ]
  private static let faults =
    codes.map { FaultyFileSystem.Fault.fail($0) } + [.short(1), .short(37)]

  package init() {}

  package func run(_ settings: TrialSettings, _ report: inout TrialReport) throws {
    // If only a part is run, the seed determines where it begins.
    let count = UInt64(Scenario.all.count)
    for number in 0..<count {
      let scenario = Scenario.all[Int((settings.seed % count + number) % count)]
      let cases = try cases(of: scenario, settings.seed)
      let step = max(1, Int((1 / settings.scale).rounded()))
      let first = Int(settings.seed % UInt64(step))
      for place in stride(from: first, to: cases.count, by: step) {
        if settings.isOver(report) { return }
        fail(cases[place], settings.seed, &report)
      }
    }
  }

  private func cases(of scenario: Scenario, _ seed: UInt64) throws -> [Case] {
    let disk = try scenario.prepared(seed: seed)
    let counter = Injector(call: .max, .fail(.ioError), isForEver: false)
    _ = scenario.attempt(on: disk, seed: seed) {
      FaultyFileSystem($0) { operation, _ in counter.decide(operation) }
    }
    return Self.faults.flatMap { fault in
      [false, true].flatMap { isForEver in
        (0..<counter.calls).map {
          Case(scenario: scenario, disk: disk, call: $0, fault: fault, isForEver: isForEver)
        }
      }
    }
  }

  private func fail(_ one: Case, _ seed: UInt64, _ report: inout TrialReport) {
    let injector = Injector(call: one.call, one.fault, isForEver: one.isForEver)
    let (run, error) = one.scenario.attempt(on: one.disk, seed: seed) {
      FaultyFileSystem($0) { operation, _ in injector.decide(operation) }
    }
    // The call cannot be short, or this run did not get to it.
    guard injector.count > 0 else { return }
    report.tried += 1
    report.injected += injector.count
    report.observe(error == nil ? "runs that coped" : "runs with an error", 1)
    let last = run.moments.count - 1
    let place =
      "\(one.scenario.name), call \(one.call), \(one.fault)\(one.isForEver ? " for ever" : "")"
    check(run, run.moments[last].disk.surviving(), isPowerCut: false, place, &report)
    // What was acknowledged as durable must be there after a power cut as well.
    var cut = PowerCut(seed: seed &+ UInt64(one.call))
    let left = cut.state(of: run.moments[last].disk)
    check(run, left, isPowerCut: true, "\(place), then a power cut", &report)
  }

  private func check(
    _ run: RecordedRun, _ disk: SimulatedDisk, isPowerCut: Bool, _ place: String,
    _ report: inout TrialReport
  ) {
    var check = RecoveryCheck(
      SimulatedFileSystem(disk), base: run.base,
      run.expectation(at: run.moments.count - 1, isPowerCut: isPowerCut))
    check.run()
    report.violations += check.violations.map { "\(place): \($0)" }
  }
}

/// Counts calls, and decides which of them fail.
private final class Injector: Sendable {
  private let state = Mutex((calls: 0, count: 0))
  private let call: Int
  private let fault: FaultyFileSystem.Fault
  private let isForEver: Bool

  init(call: Int, _ fault: FaultyFileSystem.Fault, isForEver: Bool) {
    self.call = call
    self.fault = fault
    self.isForEver = isForEver
  }

  var calls: Int { state.withLock { $0.calls } }
  /// How many faults were injected.
  var count: Int { state.withLock { $0.count } }

  func decide(_ operation: FileOperation) -> FaultyFileSystem.Fault? {
    state.withLock { state in
      defer { state.calls += 1 }
      guard state.calls == call || isForEver && state.calls > call else { return nil }
      // Only writes can be short.
      if case .short = fault, operation != .write { return nil }
      state.count += 1
      return fault
    }
  }
}
