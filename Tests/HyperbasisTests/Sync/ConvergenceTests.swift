import Foundation
import Hyperbasis
import TestSupport
import Testing

/// Three devices with clocks an hour apart do anything, in any order, while connections break,
/// answers get lost and processes are killed; then all is well, and they hold the same.
///
/// `SYNC_RUNS` sets how many runs are made for each course, `SYNC_SEED` the first seed; without it
/// seeds are new each time, and are told where a run fails.
@Suite struct ConvergenceTests {
  private static var runs: Range<Int> {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["SYNC_SEED"].flatMap { Int($0) } ?? Int.random(in: 1...1_000_000_000)
    let count = environment["SYNC_RUNS"].flatMap { Int($0) } ?? 5
    return first..<first + count
  }

  @Test(arguments: ConvergenceRun.Course.allCases)
  func devicesConverge(course: ConvergenceRun.Course) async throws {
    for seed in Self.runs {
      let run = try ConvergenceRun(course, seed: UInt64(seed))
      try await run.play()
      let faults = try await run.heal()
      #expect(faults.isEmpty, "\(course) seed \(seed): \(faults.joined(separator: "; "))")
      if !faults.isEmpty { return }
    }
  }
}
