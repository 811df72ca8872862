import ArgumentParser
import Hyperbasis

/// Deletes an anchor.
struct DeleteCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete an anchor; its history stays.")

  @OptionGroup var anchor: AnchorOptions

  func run(in context: CommandContext) throws {
    try anchor.run("Delete an anchor", in: context) { .delete([$0]) }
  }
}
