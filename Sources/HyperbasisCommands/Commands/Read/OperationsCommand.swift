import ArgumentParser
import Hyperbasis
import HyperbasisCanvas
import HyperbasisWording

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
      let operations = OperationLog(index: snapshot.timeline.index).operations(limit: limit)
      if format.json { return try session.json.printList(operations) { JSONNode($0) } }
      if operations.isEmpty { return try session.output.writeLine("No operations yet.") }
      try session.print(table(of: operations, session))
    }
  }

  private func table(of operations: [HBOperation], _ session: StoreSession) -> TextTable {
    let ids = ShortIds(operations.map(\.id))
    return TextTable(
      columns: [
        "OPERATION", "TIME", "KIND", .number("EVENTS", worth: 1), .number("ANCHORS", worth: 2),
        .flexible("ACTOR"), "STATE",
      ],
      rows: operations.map { operation in
        let style: Style = operation.isUndone ? .dim : .plain
        return [
          .init(ids.text(operation.id), .init(.accent)),
          .init(operation.instant, style), .init(operation.kind.rawValue, style),
          .init("\(operation.eventCount)", style), .init("\(operation.anchorIds.count)", style),
          .init(operation.actor ?? "", style), .init(operation.isUndone ? "undone" : "", style),
        ]
      })
  }
}
