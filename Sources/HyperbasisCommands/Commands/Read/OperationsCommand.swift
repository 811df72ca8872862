import ArgumentParser
import Hyperbasis
import HyperbasisAnchorLog

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
      let list =
        limit.map { ListedOperations(OperationLog(index: index).operations(limit: $0)) }
        ?? ListedOperations(OperationSequence(index))
      try show(list, index, session)
    }
  }

  private func show(
    _ list: ListedOperations, _ index: EventIndex, _ session: StoreSession
  ) throws {
    if format.json { return try session.json.printList(list.count, { list.nodes($0) }) }
    guard limit.flatMap({ Int($0) }) != 0 else { return }
    guard let printer = try OperationPrinter(session, list, index) else {
      return try session.output.writeLine("No operations yet.")
    }
    try printer.print(list)
  }
}

/// Operations to list, newest first; any part of the list can be produced by itself.
struct ListedOperations: Sendable {
  /// An upper bound for the number of operations.
  let count: Int
  private let part: @Sendable (Range<Int>) -> [OperationSummary]

  init(_ operations: [HBOperation]) {
    count = operations.count
    part = { operations[$0].map { OperationSummary($0) } }
  }

  /// Lists all operations of a space.
  init(_ sequence: OperationSequence) {
    let count = sequence.eventCount
    self.count = count
    part = { sequence.summaries(endingIn: count - $0.upperBound..<count - $0.lowerBound) }
  }

  /// Returns the operations at some places of the list; there may be none.
  func summaries(_ places: Range<Int>) -> [OperationSummary] { part(places) }

  func nodes(_ places: Range<Int>) -> [JSONNode] { part(places).map { JSONNode($0) } }
}
