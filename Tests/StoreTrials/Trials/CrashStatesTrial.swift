import StoreSimulation

/// Every state in which a crash may leave what was not flushed.
package struct CrashStatesTrial: Trial {
  package let number = 5
  package let title = "crash states of a simulated disk"
  package let target =
    "1,000,000 states of 18 scenarios, crashes inside recovery included, 0 violations"

  private static let states = 1_000_000
  /// About how many calls of a scenario change the disk.
  private static let usualCalls = 60
  private static let secondLevelPercent = 20

  package init() {}

  package func run(_ settings: TrialSettings, _ report: inout TrialReport) throws {
    let scenarios = Scenario.all
    report.observe("scenarios", scenarios.count)
    var tally = CrashExplorer.Tally()
    let wanted = settings.count(Self.states)
    var round: UInt64 = 0
    // Each round has fresh seeds; the last one stops at the number of states.
    while tally.states < wanted, !settings.isOver || round == 0 {
      let cuts = max(1, min(200, (wanted - tally.states) / scenarios.count / Self.usualCalls))
      for (place, scenario) in scenarios.enumerated() {
        if settings.isOver, tally.losses.total > 0 { break }
        let explorer = CrashExplorer(
          seed: settings.seed &+ round &* 1000 &+ UInt64(place), cuts: cuts,
          secondLevelPercent: Self.secondLevelPercent, deadline: settings.deadline)
        tally.add(explorer.explore(try scenario.record(seed: settings.seed &+ round)))
      }
      round += 1
    }
    fill(&report, tally)
  }

  private func fill(_ report: inout TrialReport, _ tally: CrashExplorer.Tally) {
    report.tried = tally.states
    report.injected = tally.losses.total
    report.observe("distinct states", tally.distinct)
    report.observe("deaths of the process", tally.processDeaths)
    report.observe("crashes inside recovery", tally.secondLevel)
    report.observe("names lost", tally.losses.entries)
    report.observe("writes lost", tally.losses.writes)
    report.observe("writes torn", tally.losses.tornWrites)
    report.observe("sectors trashed", tally.losses.trashedSectors)
    report.observe("sizes before bytes", tally.losses.sizes)
    report.observe("damaged lines seen", tally.damagedLines)
    report.observe("damaged files seen", tally.damagedFiles)
    report.violations += tally.violations
  }
}
