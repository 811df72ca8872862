import ArgumentParser
import Hyperbasis

/// Brings a deleted anchor back.
struct RestoreCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Bring a deleted anchor back as it was.")

  @OptionGroup var anchor: AnchorOptions

  func run(in context: CommandContext) throws {
    try anchor.run("Restore an anchor", in: context) { .restore([$0]) }
  }
}
