import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import HyperbasisWording

/// Finds anchors across the whole history.
struct FindCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Find anchors by what they are or ever were called, and when they were there.",
    discussion: """
      TEXT is the same as for / in the time machine and for --where elsewhere: words in the \
      metadata, key=value, type:sticky_note, after:DATE, kind:deleted, actor:name, '"a phrase"'. \
      An anchor is listed with the times at which it was there and matched; if its deletion \
      matches, with the time that the deletion ended. Without SPACE all spaces are searched. With \
      --json: [{id, spaceId, label, from, to, spans: [{from, to}]}], to is null if the anchor is \
      still there.
      """)

  @Argument(help: "Text of the metadata, or the beginning of an id.")
  var text: String

  @Argument(help: "The space: its id, its name, or the beginning of its id.")
  var space: String?

  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(in context: CommandContext) throws {
    try options.read(in: context) { session in
      let matches = try search(session)
      if format.json { return try session.json.printList(matches) { $0.node } }
      guard !matches.isEmpty else {
        return try session.output.writeLine(
          "Nothing matches \"\(session.paint(TerminalText(text, limit: 60)))\" at any time.")
      }
      try session.print(table(of: matches, session))
    }
  }

  private func search(_ session: StoreSession) throws -> [Match] {
    let snapshots = try session.snapshots(space)
    guard let filter = try EventFilter.read(text, among: snapshots, session) else {
      throw CommandFailure.usage("give a text to find")
    }
    // An anchor's age grows between its events too, while spans begin and end with events.
    guard !filter.asksForAges else {
      throw CommandFailure.usage("alive is about one date; use show --at DATE --where 'alive<5min'")
    }
    return try snapshots.flatMap { snapshot in
      let data = SpaceData(snapshot)
      let found = data.found(filter)
      let matches = found.map { Match(found: $0, snapshot: snapshot, data: data) }
        .filter { !$0.spans.isEmpty }
      _ = matches.map { $0.data.description(after: $0.found.newest) }
      // Data that cannot be read may well be what was looked for.
      try data.requireReadable()
      return matches
    }
  }

  private func table(of matches: [Match], _ session: StoreSession) -> TextTable {
    let ids = ShortIds(matches.map(\.id))
    let hasSeveral = Set(matches.map(\.snapshot.spaceId)).count > 1
    var table = TextTable(columns: [
      "ID", .flexible("LABEL"), "FROM", .optional("TO", worth: 2),
    ])
    if hasSeveral { table.columns.append(.flexible("SPACE", worth: 1)) }
    table.rows = matches.flatMap { match in
      match.spans.map { span in
        [
          .init(ids.text(match.id), .init(.accent)), .init(match.label(span)),
          .init(span.from), span.to.map { .init($0) } ?? .init("still there"),
        ] + (hasSeveral ? [.init(match.snapshot.title)] : [])
      }
    }
    return table
  }
}

extension FindCommand {
  /// An anchor that was found.
  private struct Match {
    let found: FoundAnchor
    let snapshot: LogSnapshot
    let data: SpaceData

    var id: UUID { data.index.anchorId(ofSlot: found.slot) }

    /// The spans of time; what lasted only from one event to another of the same instant was never there
    /// at any date.
    var spans: [(from: HBInstant, to: HBInstant?, last: Int)] {
      found.spans.map { span in
        (data.index.instant(span.first), span.end.map { data.index.instant($0) }, span.last)
      }
      .filter { $0.from != $0.to }
    }

    func label(_ span: (from: HBInstant, to: HBInstant?, last: Int)) -> TerminalText {
      data.description(after: span.last).label
    }

    /// The present name of the anchor in full: as data, not as a terminal shows it.
    private var name: String {
      // Metadata that cannot be read gives no name but the id.
      let metadata = (try? data.index.metadata(after: [found.newest]).first) ?? [:]
      return AnchorDescription.name(of: metadata, id: id)
    }

    var node: JSONNode {
      .object([
        ("id", JSONNode(id)), ("spaceId", JSONNode(snapshot.spaceId)),
        ("label", .string(name)),
        ("from", .optional(spans.first?.from)), ("to", .optional(spans.last?.to)),
        (
          "spans",
          .array(
            spans.map { .object([("from", JSONNode($0.from)), ("to", .optional($0.to))]) })
        ),
      ])
    }
  }
}
