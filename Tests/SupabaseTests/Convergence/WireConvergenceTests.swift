import Foundation
import Hyperbasis
import SupabaseTestSupport
import TestSupport
import Testing

/// Three machines with clocks an hour apart do anything, in any order, over real connections that break,
/// to a server that is busy, slow or hidden; once all works again, they must hold the same as PostgreSQL.
///
/// `SYNC_RUNS` sets how many runs are made for each course, `SYNC_SEED` the first seed; without it, seeds
/// are new each time, and printed if a run fails. What was done to the machines is counted and printed,
/// and a course of many runs in which some of it never happened fails.
@Suite(.requiresSupabase) struct WireConvergenceTests {
  private static let runs: Range<Int> = {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["SYNC_SEED"].flatMap { Int($0) } ?? Int.random(in: 1...1_000_000_000)
    let count = environment["SYNC_RUNS"].flatMap { Int($0) } ?? 2
    return first..<first + count
  }()

  /// The server as it begins, and whether it is migrated meanwhile.
  @Test(arguments: [
    (SupabaseServer.Tier.seed, false), (.migrated, false), (.seed, true),
  ])
  func machinesConverge(tier: SupabaseServer.Tier, isMigrated: Bool) async throws {
    var tally = ConvergenceTally()
    let course = "\(tier)\(isMigrated ? ", migrated" : "")"
    for seed in Self.runs {
      let (faults, counts) = try await SupabaseServer.withProject(tier) { project in
        let run = try await WireConvergenceRun(
          project, tier.cloudTier, isMigrated: isMigrated, seed: UInt64(seed))
        defer { run.removeStores() }
        try await run.play()
        return (try await run.heal(), run.tally)
      }
      tally.add(counts, faults: faults)
      let text = faults.map(\.description).joined(separator: "; ")
      #expect(faults.isEmpty, "\(course), seed \(seed): \(text)")
    }
    let missing = tally.missing(
      besides: ConvergenceTally.ofParts.union(isMigrated ? [] : [.migrations]))
    #expect(missing.isEmpty, "\(course), seeds \(Self.runs): nothing of \(missing)")
    print("\(course), seeds \(Self.runs.lowerBound) to \(Self.runs.upperBound - 1): \(tally.text)")
  }
}
