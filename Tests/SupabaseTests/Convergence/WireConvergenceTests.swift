import Foundation
import Hyperbasis
import SupabaseTestSupport
import Testing

/// Three machines with clocks an hour apart do anything, in any order, over real connections that
/// break, to a server that is busy, slow or hidden; then all is well, and they hold the same as
/// PostgreSQL.
///
/// `SYNC_RUNS` sets how many runs are made for each course, `SYNC_SEED` the first seed; without it
/// seeds are new each time, and are told where a run fails.
@Suite(.requiresSupabase, .serialized) struct WireConvergenceTests {
  private static var runs: Range<Int> {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["SYNC_SEED"].flatMap { Int($0) } ?? Int.random(in: 1...1_000_000_000)
    let count = environment["SYNC_RUNS"].flatMap { Int($0) } ?? 2
    return first..<first + count
  }

  /// The server as it begins, and whether it is migrated meanwhile.
  @Test(arguments: [
    (SupabaseServer.Tier.seed, false), (.migrated, false), (.seed, true),
  ])
  func machinesConverge(tier: SupabaseServer.Tier, isMigrated: Bool) async throws {
    for seed in Self.runs {
      let faults = try await SupabaseServer.withProject(tier) { project in
        let run = try await WireConvergenceRun(
          project, tier.cloudTier, isMigrated: isMigrated, seed: UInt64(seed))
        defer { run.removeStores() }
        try await run.play()
        return try await run.heal()
      }
      #expect(
        faults.isEmpty,
        "\(tier)\(isMigrated ? ", migrated" : ""), seed \(seed): \(faults.joined(separator: "; "))")
      if !faults.isEmpty { return }
    }
  }
}
