import ArgumentParser
import Hyperbasis

/// Takes the newest operations back.
struct UndoCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Undo the newest operation, whoever made it.")

  @Argument(help: "The space: its id, its name, or the beginning of its id.")
  var space: String?

  @Option(help: ArgumentHelp("How many operations (else 1).", valueName: "n"))
  var count: String?

  @OptionGroup var change: ChangeOptions
  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(in context: CommandContext) throws {
    let count = try count.map { try PlaceArguments.count($0, option: "count") } ?? 1
    try options.write(in: context, change, format) { session in
      let runner = OperationRunner(
        runner: ChangeRunner(session: session, change: change, json: format.json), direction: .undo)
      try runner.run(in: session.snapshot(space), count: count)
    }
  }
}
