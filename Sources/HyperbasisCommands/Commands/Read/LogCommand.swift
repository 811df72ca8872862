import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas

/// Prints events.
struct LogCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Print the events of a space, or of all spaces merged.")

  @Argument(help: "The space: its id, its name, or the beginning of its id.")
  var space: String?

  @Option(help: ArgumentHelp("Only events of this anchor.", valueName: "id"))
  var anchor: String?

  @Option(
    name: .customLong("type"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Only events of this type: created, moved, updated, deleted or restored; may be repeated.",
      valueName: "type"))
  var types: [String] = []

  @Option(help: ArgumentHelp("Only events at or after this date.", valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("Only events at or before this date.", valueName: "date"))
  var to: String?

  @Option(help: ArgumentHelp("At most this many, the first of those printed.", valueName: "n"))
  var limit: String?

  @Flag(help: "The newest first.")
  var reverse = false

  @Flag(help: "The lines of the log as they are on disk, in their order there.")
  var raw = false

  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(in context: CommandContext) throws {
    let limit = try limit.map { try PlaceArguments.count($0, option: "limit", minimum: 0) }
    let types = try Set(types.map(Self.type))
    try options.read(in: context) { session in
      let snapshots = try session.snapshots(space)
      let anchorId = try anchor.map { try Self.anchor($0, in: snapshots) }
      var query = EventQuery(types: types, isReversed: reverse, limit: limit)
      let starts = snapshots.compactMap { $0.timeline.index.start }
      let ends = snapshots.compactMap { $0.timeline.index.end }
      query.from = try from.map { try session.instant($0, start: starts.min(), end: ends.max()) }
      query.to = try to.map { try session.instant($0, start: starts.min(), end: ends.max()) }
      if raw {
        let lines = RawLog(query: query, anchorId: anchorId)
        return try lines.print(snapshots, session, json: format.json)
      }
      let indexes = snapshots.map(\.timeline.index)
      let events = query.events(in: indexes, anchorId: anchorId)
      if format.json {
        return try session.json.printList(events) {
          try JSONNode($0.ordinal, in: indexes[$0.space])
        }
      }
      let printer = EventPrinter(session, snapshots)
      for event in events { try printer.print(event) }
    }
  }

  private static func type(_ text: String) throws -> HBAnchorEvent.EventType {
    guard let type = HBAnchorEvent.EventType(rawValue: text.lowercased()) else {
      throw CommandFailure.usage(
        "\"\(text)\" is not a type of event; give created, moved, updated, deleted or restored")
    }
    return type
  }

  private static func anchor(_ text: String, in snapshots: [LogSnapshot]) throws -> UUID {
    let ids = snapshots.map(\.timeline.index).flatMap { index in
      (0..<index.slotCount).map(index.anchorId(ofSlot:))
    }
    return try TextualSelector.anchor(text, among: Set(ids))
  }
}
