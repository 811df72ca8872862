import StoreTrials
import Testing

/// A check that finds nothing even if there is something proves nothing.
@Suite struct NegativeControlTests {
  @Test func `without flushes a power cut loses what was acknowledged`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let violations = try NegativeControls.withoutFlushes(seed: seed)
    #expect(violations.contains { $0.contains("I1") }, "seed \(seed)")
  }

  @Test func `without locks two writers give one version twice`() throws {
    #expect(try !NegativeControls.withoutLocks().isEmpty)
    #expect(try NegativeControls.withLocks().isEmpty)
  }

  @Test func `without a newline behind a fragment the next event is gone`() throws {
    #expect(try !NegativeControls.withoutNewlines().isEmpty)
    #expect(try NegativeControls.withNewlines().isEmpty)
  }

  @Test func `a trial that injects nothing fails`() {
    let report = BlindTrial().report(TrialSettings(seed: 1, scale: 1))
    #expect(report.verdict == .failed)
  }
}

private struct BlindTrial: Trial {
  let number = 0
  let title = "nothing"
  let target = "nothing"

  func run(_ settings: TrialSettings, _ report: inout TrialReport) { report.tried = 100 }
}
