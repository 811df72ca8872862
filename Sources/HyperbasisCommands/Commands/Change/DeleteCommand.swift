import ArgumentParser
import Hyperbasis

/// Deletes an anchor.
struct DeleteCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete an anchor; its history stays.")

  @Argument(help: "The anchor: its id, or the beginning of its id.")
  var anchor: String

  @OptionGroup var change: ChangeOptions
  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(in context: CommandContext) throws {
    try options.write(in: context, change, format) { session in
      let location = try session.anchor(anchor)
      let runner = ChangeRunner(session: session, change: change, json: format.json)
      try runner.run(in: location.snapshot.spaceId, title: "Delete an anchor") { _ in
        .delete([location.id])
      }
    }
  }
}
