import ArgumentParser
import Hyperbasis

/// What every command takes that changes something.
struct ChangeOptions: ParsableArguments {
  @Flag(name: .long, help: "Print the plan and write nothing.")
  var dryRun = false

  @Flag(name: [.long, .customShort("y")], help: "Do not ask before changing several anchors.")
  var yes = false

  @Option(help: "What a change survives: os (the end of this program) or disk (a power cut).")
  var durability: DurabilityChoice = .os
}

/// What a finished change survives.
enum DurabilityChoice: String, ExpressibleByArgument, CaseIterable {
  case os, disk

  var durability: HBDurability {
    switch self {
    case .os: .os
    case .disk: .disk
    }
  }
}
