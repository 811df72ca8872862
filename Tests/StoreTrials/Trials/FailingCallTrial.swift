import Foundation
import HyperbasisStore
import StoreSimulation
import Synchronization
import SystemPackage

/// Every call of every scenario that fails, once or from then on.
package struct FailingCallTrial: Trial {
  package let number = 7
  package let title = "every call failing"
  package let target =
    "every call of 18 scenarios x 7 errors and short writes x once and for ever, 0 violations"

  private static let faults: [FaultyFileSystem.Fault] =
    [
      .ioError, .noSpace, .diskQuotaExceeded, .interrupted, .tooManyOpenFiles, .noMemory,
      .permissionDenied,
    ].map { FaultyFileSystem.Fault.fail($0) } + [.short(1), .short(37)]

  package init() {}

  package func run(_ settings: TrialSettings, _ report: inout TrialReport) throws {
    let stride = max(1, Int((1 / settings.scale).rounded()))
    for (place, scenario) in Scenario.all.enumerated() {
      let disk = try scenario.prepared(seed: settings.seed)
      // Where a part alone is run, each scenario begins with another case.
      var number = place
      for fault in Self.faults {
        for isForEver in [false, true] {
          var call = 0
          while !settings.isOver {
            number += 1
            if number % stride == 0 {
              let isReached = fail(
                scenario, on: disk, at: call, fault, isForEver, settings.seed, &report)
              if !isReached { break }
            } else if call > Self.mostCalls {
              break
            }
            call += 1
          }
        }
      }
    }
  }

  /// More than any scenario makes.
  private static let mostCalls = 2_000

  /// - Returns: false where the scenario makes fewer calls.
  private func fail(
    _ scenario: Scenario, on disk: SimulatedDisk, at call: Int, _ fault: FaultyFileSystem.Fault,
    _ isForEver: Bool, _ seed: UInt64, _ report: inout TrialReport
  ) -> Bool {
    let injector = Injector(call: call, fault, isForEver)
    let (run, error) = scenario.attempt(on: disk, seed: seed) {
      FaultyFileSystem($0) { operation, _ in injector.decide(operation) }
    }
    guard injector.count > 0 else { return injector.calls > call }
    report.tried += 1
    report.injected += injector.count
    report.observe(error == nil ? "runs that coped" : "runs with an error", 1)
    let last = run.moments.count - 1
    let place = "\(scenario.name), call \(call), \(fault)\(isForEver ? " for ever" : "")"
    var check = RecoveryCheck(
      SimulatedFileSystem(run.moments[last].disk.surviving()), base: run.base,
      run.expectation(at: last, isPowerCut: false))
    check.run()
    report.violations += check.violations.map { "\(place): \($0)" }
    // What was acknowledged for good is there after a power cut as well.
    var cut = PowerCut(seed: seed &+ UInt64(call))
    var after = RecoveryCheck(
      SimulatedFileSystem(cut.state(of: run.moments[last].disk)), base: run.base,
      run.expectation(at: last, isPowerCut: true))
    after.run()
    report.violations += after.violations.map { "\(place), then a power cut: \($0)" }
    return true
  }
}

/// Counts calls, and says when one is to fail.
private final class Injector: Sendable {
  private let state = Mutex((calls: 0, count: 0))
  private let call: Int
  private let fault: FaultyFileSystem.Fault
  private let isForEver: Bool

  init(call: Int, _ fault: FaultyFileSystem.Fault, _ isForEver: Bool) {
    self.call = call
    self.fault = fault
    self.isForEver = isForEver
  }

  var calls: Int { state.withLock { $0.calls } }
  /// How many faults there were.
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
