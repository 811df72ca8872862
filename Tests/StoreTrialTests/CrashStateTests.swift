import SeededRandom
import StoreSimulation
import StoreTrials
import Testing

@Suite struct CrashStateTests {
  @Test(arguments: Scenario.all.map(\.name))
  func `every crash of a scenario keeps the promises`(name: String) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let scenario = try #require(Scenario.all.first { $0.name == name })
    let tally = CrashExplorer(
      seed: seed, cuts: 2, secondLevelPercent: 5,
      deadline: ContinuousClock.now.advanced(by: .milliseconds(400))
    ).explore(try scenario.record(seed: seed))
    #expect(tally.violations.isEmpty, "seed \(seed)")
    #expect(tally.states > 0)
  }
}
