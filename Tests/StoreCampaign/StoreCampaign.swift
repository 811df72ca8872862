import ArgumentParser
import Foundation
import StoreTrials

/// The attacks on the store in full; the tests run a hundredth of them.
@main
struct StoreCampaign: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "StoreCampaign",
    abstract: "Attack the store, and count what was tried, injected, seen and lost.",
    subcommands: [RunTrials.self, WorkerCommand.self], defaultSubcommand: RunTrials.self)
}

/// A process of a trial; only for the campaign and the tests.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "worker", shouldDisplay: false)

  @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

  func run() throws {
    guard let worker = Worker(arguments: arguments) else {
      throw ValidationError("not a worker: \(arguments.joined(separator: " "))")
    }
    try worker.run()
  }
}

struct RunTrials: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "run", abstract: "Run trials.")

  @Option(name: .customLong("test"), help: "The number of a trial; may be given again.")
  var tests: [Int] = []

  @Option(help: "The seed to repeat a run with.")
  var seed: UInt64 = UInt64.random(in: 0...UInt64.max)

  @Option(help: "The part of a whole run.")
  var scale = 1.0

  @Option(help: "Stop each trial after so many seconds.")
  var seconds: Int?

  func run() throws {
    var failures = 0
    for trial in Trials.all where tests.isEmpty || tests.contains(trial.number) {
      let settings = TrialSettings(
        seed: seed, scale: scale,
        deadline: seconds.map { ContinuousClock.now.advanced(by: .seconds($0)) },
        worker: URL(fileURLWithPath: CommandLine.arguments[0]))
      let report = trial.report(settings)
      // Written immediately, even to a file: a campaign is long.
      let text = TrialText(report: report, target: trial.target).text
      try FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8))
      if report.verdict == .failed { failures += 1 }
    }
    if failures > 0 { throw ExitCode(1) }
  }
}
