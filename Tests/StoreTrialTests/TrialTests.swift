import Foundation
import StoreTrials
import Testing

/// The quick part of every trial, each time from another seed.
@Suite(.serialized) struct TrialTests {
  /// The time limit of each; the campaign lets them take what they need.
  private static let patience = Duration.seconds(1)

  @Test(arguments: Trials.all.map(\.number)) func `a hundredth of a trial passes`(
    number: Int
  ) throws {
    let trial = try #require(Trials.all.first { $0.number == number })
    let settings = TrialSettings(
      seed: UInt64.random(in: 0...UInt64.max), scale: trial.quickScale,
      deadline: ContinuousClock.now.advanced(by: Self.patience), worker: Self.worker)
    let report = trial.report(settings)
    #expect(report.violations.isEmpty, "\(trial.title), seed \(settings.seed)")
    if let reason = report.skipped { print("\(trial.title): skipped, \(reason)") }
  }

  /// Beside the test bundle, where the build puts every executable.
  private static var worker: URL {
    let folder = Bundle.main.bundleURL
    let beside = folder.appending(path: "StoreCampaign")
    if FileManager.default.isExecutableFile(atPath: beside.path) { return beside }
    return folder.deletingLastPathComponent().appending(path: "StoreCampaign")
  }
}
