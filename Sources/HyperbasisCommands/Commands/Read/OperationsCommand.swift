import ArgumentParser
import Hyperbasis

/// Lists the operations of a space.
struct OperationsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "operations",
    abstract: "List what was done, the newest first: what undo and redo work on.")

  @Argument(help: "The space: its id, its name, or the beginning of its id.")
  var space: String?

  @Option(help: ArgumentHelp("At most this many.", valueName: "n"))
  var limit: String?

  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(in context: CommandContext) throws {
    let limit = try limit.map { try PlaceArguments.count($0, option: "limit", minimum: 0) }
    try options.read(in: context) { session in
      let snapshot = try session.snapshot(space)
      let index = snapshot.timeline.index
      if let limit {
        return try show(OperationLog(index: index).operations(limit: limit), session)
      }
      try show(OperationSequence(index), session)
    }
  }

  private func show(_ operations: some Sequence<HBOperation>, _ session: StoreSession) throws {
    if format.json { return try session.json.printList(operations) { JSONNode($0) } }
    guard operations.contains(where: { _ in true }) else {
      return try session.output.writeLine("No operations yet.")
    }
    try OperationPrinter(session, operations).print(operations)
  }
}
