import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisTimeMachine
import HyperbasisWording

/// Prints when and by whom each part of an anchor was last changed.
struct BlameCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "blame",
    abstract: "Say who last changed the place and each key of an anchor, and when.",
    discussion: """
      An event that repeats what was there before changes nothing. If an anchor is deleted at that \
      date, the first row says when and by whom. With --json: {id, spaceId, at, deleted: event, \
      place: event, keys: {KEY: {value, event}}}; deleted is null if it is not deleted.
      """)

  @Argument(help: "The anchor: its id, the beginning of its id, or its label.")
  var anchor: String

  @Option(
    help: ArgumentHelp(
      "As of then: -2h, end-1d, start+2h, 50%, 12:03, 2024-06-17 (else the latest).",
      valueName: "date"))
  var at: String?

  @OptionGroup var place: AnchorSpaceOptions
  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(in context: CommandContext) throws {
    try options.read(in: context) { session in
      let location = try session.anchor(anchor, place)
      let index = location.index
      let moment = try session.moment(at, in: index)
      guard let ordinal = moment.state.ordinal(ofSlot: location.slot) else {
        throw CommandFailure.data("the anchor is not there yet at \(session.time.text(moment.at))")
      }
      let blame = try index.blame(after: ordinal)
      let metadata = try index.metadata(ordinal)
      if format.json {
        return try session.json.print(
          .object([
            ("id", JSONNode(location.id)), ("spaceId", JSONNode(location.snapshot.spaceId)),
            ("at", JSONNode(moment.at)),
            ("deleted", try .optional(blame.deletion) { try JSONNode($0, in: index) }),
            ("place", try .optional(blame.place) { try JSONNode($0, in: index) }),
            ("keys", try keys(blame, metadata, index)),
          ]))
      }
      let label = AnchorDescription(metadata, id: location.id).label
      let state: TerminalText =
        if blame.deletion != nil {
          "deleted"
        } else {
          index.hasStarted(ordinal) ? .empty : "without a place"
        }
      let date = TerminalText(session.text(of: moment, in: location.snapshot))
      try session.printHeading(
        label, [state, date].filter { !$0.isEmpty }.joined(separator: " · "))
      try session.print(try table(blame, metadata, ordinal, index, session))
    }
  }

  private func keys(
    _ blame: Blame, _ metadata: [String: AnyCodableValue], _ index: EventIndex
  ) throws -> JSONNode {
    .object(
      try blame.keys.sorted { $0.key < $1.key }.map { key, ordinal in
        (
          key,
          .object([
            ("value", metadata[key].map { JSONNode($0) } ?? .null),
            ("event", try JSONNode(ordinal, in: index)),
          ])
        )
      })
  }

  private func table(
    _ blame: Blame, _ metadata: [String: AnyCodableValue], _ ordinal: Int, _ index: EventIndex,
    _ session: StoreSession
  ) throws -> TextTable {
    var table = TextTable(columns: [
      .flexible("PART"), .flexible("VALUE"), "SINCE", .flexible("BY"), .number("VERSION", worth: 1),
    ])
    func row(_ part: TerminalText, _ value: TerminalText, _ origin: Int) -> [TextTable.Cell] {
      [
        .init(part), .init(value), .init(index.instant(origin)),
        .init(ActorText.name(index.actor(origin), limit: .max) ?? .empty),
        .init("\(index.version(origin))"),
      ]
    }
    if let deletion = blame.deletion { table.rows.append(row("(deleted)", .empty, deletion)) }
    if let place = blame.place {
      table.rows.append(row("(place)", PointText.text(index.position(ordinal)), place))
    }
    table.rows += blame.keys.sorted { $0.key < $1.key }.map { key, origin in
      row(
        KeyText.text(key, limit: .max), metadata[key].map { ValueText.text($0) } ?? .empty, origin)
    }
    return table
  }
}
