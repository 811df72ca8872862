import ArgumentParser
import DriftTestSupport

/// Measures the search for shifts: how much it finds in generated bursts and histories, and how long it
/// takes on long logs.
@main
struct DriftBenchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "DriftBenchmarks",
    abstract: "Measure how much the search for shifts finds, and how long it takes.")

  enum Part: String, CaseIterable, ExpressibleByArgument {
    case tables, decoys, corrections, histories, halves, creep, burst, speed, steady
  }

  @Option(help: "Measure this part alone.")
  var part: Part?

  @Option(help: "How many histories of each kind are generated.")
  var runs = 100

  @Option(help: "Generate this decoy alone.", transform: decoy)
  var decoy: Decoy?

  @Option(help: "Measure the speed with bursts of this size alone.")
  var size: Int?

  @Option(help: "How often the speed is measured.")
  var rounds = 3

  private static func decoy(_ name: String) throws -> Decoy {
    let found = Decoy.allCases.first { "\($0)" == name }
    guard let found else {
      let names = Decoy.allCases.map { "\($0)" }.joined(separator: ", ")
      throw ValidationError("\(name) is not a decoy; there are \(names)")
    }
    return found
  }

  func run() throws {
    for part in part.map({ [$0] }) ?? Part.allCases { try measure(part) }
  }

  private func measure(_ part: Part) throws {
    switch part {
    case .tables: try Tables.print(runs: runs)
    case .decoys: try Tables.printDecoys(decoy.map { [$0] } ?? Decoy.allCases, runs: runs * 7)
    case .corrections: try Tables.printCorrections(runs: runs)
    case .histories: try Tables.printHistories(runs: runs)
    case .halves: try Halves.print(runs: runs)
    case .creep: try CreepTable.print(runs: max(1, runs / 5))
    case .burst: try LargeBurst.print(rounds: 40)
    case .speed: try speed.print()
    case .steady: try speed.printSteady()
    }
  }

  private var speed: Speed { Speed(sizes: size.map { [$0] }, rounds: rounds) }
}
