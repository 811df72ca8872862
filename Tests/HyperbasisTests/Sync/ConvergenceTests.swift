import Foundation
import Hyperbasis
import TestSupport
import Testing

/// Three devices with clocks an hour apart do anything, in any order, while connections break, answers
/// get lost and processes are killed; once all works again, they must converge.
///
/// `SYNC_RUNS` sets how many runs are made for each course, `SYNC_SEED` the first seed; without it, seeds
/// are new each time, and printed if a run fails. `SYNC_COURSE` selects a single course. What was done to
/// the devices is counted and printed, and a course of many runs in which some of it never happened
/// fails.
@Suite struct ConvergenceTests {
  private static let runs: Range<Int> = {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["SYNC_SEED"].flatMap { Int($0) } ?? Int.random(in: 1...1_000_000_000)
    let count = environment["SYNC_RUNS"].flatMap { Int($0) } ?? 2
    return first..<first + count
  }()

  private static let courses: [ConvergenceRun.Course] = {
    let name = ProcessInfo.processInfo.environment["SYNC_COURSE"]
    return ConvergenceRun.Course.allCases.filter { name == nil || $0.rawValue == name }
  }()

  @Test(arguments: courses)
  func devicesConverge(course: ConvergenceRun.Course) async throws {
    var tally = ConvergenceTally()
    for seed in Self.runs {
      let run = try ConvergenceRun(course, seed: UInt64(seed))
      try await run.play()
      let faults = try await run.heal()
      tally.add(run.tally, faults: faults)
      let text = faults.map(\.description).joined(separator: "; ")
      #expect(faults.isEmpty, "\(course) seed \(seed): \(text)")
    }
    let missing = tally.missing(besides: course.spared)
    #expect(missing.isEmpty, "\(course) seeds \(Self.runs): nothing of \(missing)")
    print("\(course), seeds \(Self.runs.lowerBound) to \(Self.runs.upperBound - 1): \(tally.text)")
  }
}
