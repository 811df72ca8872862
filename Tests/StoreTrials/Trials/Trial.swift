package import Foundation

/// One of the attacks on the store.
package protocol Trial: Sendable {
  /// Its number in the list.
  var number: Int { get }
  var title: String { get }
  /// What a whole run must reach.
  var target: String { get }
  /// The share of a whole run that fits into the tests.
  var quickScale: Double { get }
  func run(_ settings: TrialSettings, _ report: inout TrialReport) throws
}

/// How much to try, and from which seed.
package struct TrialSettings: Sendable {
  package let seed: UInt64
  /// The share of a whole run, from 0 to 1.
  package let scale: Double
  /// When to stop, whatever is left to do; nil for never.
  package let deadline: ContinuousClock.Instant?
  /// The program that trials start as other processes; nil if there is none.
  package let worker: URL?

  package init(
    seed: UInt64, scale: Double, deadline: ContinuousClock.Instant? = nil, worker: URL? = nil
  ) {
    self.seed = seed
    self.scale = scale
    self.deadline = deadline
    self.worker = worker
  }

  /// Returns this run's share of the number in a whole run, at least one.
  package func count(_ whole: Int) -> Int { max(1, Int((Double(whole) * scale).rounded())) }

  package var isOver: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

  /// The same for a trial that counts as it goes: on a busy machine the preparations may use up the time,
  /// and a trial that has tried nothing is not over.
  package func isOver(_ report: TrialReport) -> Bool { report.injected > 0 && isOver }
}

/// What a trial found.
package struct TrialReport: Sendable {
  package enum Verdict: Hashable, Sendable {
    case passed, failed
    case skipped(String)
  }

  package let number: Int
  package let title: String
  package let seed: UInt64
  /// How many cases were tried.
  package var tried = 0
  /// How many faults were injected; a trial without any proves nothing and fails.
  package var injected = 0
  /// What was observed, such as torn lines.
  package var observed: [(what: String, count: Int)] = []
  package var violations: [String] = []
  /// Why it could not be tried here.
  package var skipped: String?
  package var duration = Duration.zero

  package init(_ trial: any Trial, seed: UInt64) {
    number = trial.number
    title = trial.title
    self.seed = seed
  }
}

extension TrialReport {
  package var verdict: Verdict {
    if let skipped { return .skipped(skipped) }
    return violations.isEmpty && injected > 0 ? .passed : .failed
  }

  package mutating func observe(_ what: String, _ count: Int) {
    if let place = observed.firstIndex(where: { $0.what == what }) {
      observed[place].count += count
    } else {
      observed.append((what, count))
    }
  }

  package mutating func expect(_ isMet: Bool, _ violation: @autoclosure () -> String) {
    if !isMet { violations.append(violation()) }
  }
}

extension Trial {
  package var quickScale: Double { 0.01 }

  /// Runs the trial, measures it, and turns an error into a violation.
  package func report(_ settings: TrialSettings) -> TrialReport {
    var report = TrialReport(self, seed: settings.seed)
    let start = ContinuousClock.now
    do {
      try run(settings, &report)
    } catch {
      report.violations.append("stopped: \(error)")
    }
    report.duration = ContinuousClock.now - start
    if report.skipped == nil, report.injected == 0 {
      report.violations.append("nothing was injected: the trial is blind")
    }
    return report
  }
}
