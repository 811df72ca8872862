import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisWording

/// Lists the spaces of the store.
struct SpacesCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "spaces", abstract: "List the spaces.")

  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(in context: CommandContext) throws {
    try options.read(in: context) { session in
      let spaces = try session.store.catalog.summaries()
      // Spaces that cannot be listed must not look as if there were none.
      if spaces.isEmpty { try session.checkFolders() }
      if format.json { return try session.json.printList(spaces) { JSONNode($0) } }
      if spaces.isEmpty { return try session.output.writeLine(session.paint(nothing(session))) }
      try session.print(table(of: spaces, session))
    }
  }

  /// Returns the text to print instead of an empty list.
  private func nothing(_ session: StoreSession) -> TerminalText {
    let folder = session.directory.path
    let trashed = (try? session.trashedSpaces().count) ?? 0
    if trashed > 0 { return "No spaces in \(folder); \(session.wordsOfTrash(trashed))" }
    return "No spaces yet in \(folder). Create one with \(session.command("new NAME")), or look at "
      + "the sample with hyperbasis demo."
  }

  private func table(of spaces: [SpaceSummary], _ session: StoreSession) -> TextTable {
    let ids = ShortIds(spaces.map(\.id))
    return TextTable(
      columns: [
        "ID", .flexible("NAME"), .number("ANCHORS"), .number("DELETED", worth: 2),
        .number("EVENTS", worth: 5), .optional("FIRST", worth: 1), .optional("LAST", worth: 4),
        .number("SIZE", worth: 3),
      ],
      rows: spaces.map { space in
        [
          .init(ids.text(space.id), .init(.accent)), .init(space.name ?? ""),
          .init(space.text(\.anchors)), .init(space.text(\.deletedAnchors)),
          .init(space.text(\.events)),
          .init(space.startDate, showsFraction: false), .init(space.endDate, showsFraction: false),
          .init(ByteCountText.text(space.bytes)),
        ]
      })
  }
}

extension SpaceSummary {
  /// Returns one of its numbers for a table.
  func text(_ number: KeyPath<SpaceSummary, Int>) -> TerminalText {
    known(number).map { "\($0)" } ?? "–"
  }
}

extension JSONNode {
  init(_ space: SpaceSummary) {
    self = .object([
      ("id", JSONNode(space.id)), ("name", .optional(space.name)),
      ("createdAt", .optional(space.createdAt)),
      ("updatedAt", .optional(space.updatedAt)),
      ("anchors", .optional(space.known(\.anchors)) { .integer($0) }),
      ("deletedAnchors", .optional(space.known(\.deletedAnchors)) { .integer($0) }),
      ("events", .optional(space.known(\.events)) { .integer($0) }),
      ("startDate", .optional(space.startDate)),
      ("endDate", .optional(space.endDate)),
      ("worldMapBytes", .integer(space.worldMapBytes)), ("bytes", .integer(space.bytes)),
    ])
  }
}
