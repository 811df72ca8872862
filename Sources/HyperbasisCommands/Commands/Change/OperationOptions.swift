import ArgumentParser
import Hyperbasis

/// What undo and redo take alike.
struct OperationOptions: ParsableArguments {
  @Argument(help: "The space: its id, its name, or the beginning of its id.")
  var space: String?

  @Option(help: ArgumentHelp("How many operations (else 1).", valueName: "n"))
  var count: String?

  @OptionGroup var change: ChangeOptions
  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(_ direction: OperationRunner.Direction, in context: CommandContext) throws {
    let count = try count.map { try PlaceArguments.count($0, option: "count") } ?? 1
    try options.write(in: context, change, format) { session in
      let runner = ChangeRunner(session: session, change: change, json: format.json)
      try OperationRunner(runner: runner, direction: direction)
        .run(in: session.snapshot(space), count: count)
    }
  }
}
