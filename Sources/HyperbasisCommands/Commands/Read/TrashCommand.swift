import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisWording
import SystemPackage

/// Lists the deleted spaces.
struct TrashCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "trash", abstract: "List the deleted spaces, the last deleted first.",
    discussion: """
      restore-space brings one back, unless it exists again, for example because somebody else \
      restored it. With --json: a list of {id, name, deletedAt, bytes, events, anchors, \
      folder, isThereAgain}.
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(in context: CommandContext) throws {
    try options.read(in: context) { session in
      let spaces = try session.store.trash.list()
      let back = spacesBack(among: spaces, session)
      if format.json {
        return try session.json.printList(spaces) {
          JSONNode($0, isThereAgain: back.contains($0.id))
        }
      }
      guard !spaces.isEmpty else { return try session.output.writeLine("The trash is empty.") }
      try session.print(table(of: spaces, back))
    }
  }

  /// Returns the spaces that the store has again, which therefore cannot come back from the trash.
  private func spacesBack(among spaces: [TrashedSpace], _ session: StoreSession) -> Set<UUID> {
    // If that cannot be determined, restore-space reports it.
    Set(spaces.filter { (try? session.store.trash.isThereAgain($0)) ?? false }.map(\.id))
  }

  private func table(of spaces: [TrashedSpace], _ back: Set<UUID>) -> TextTable {
    let ids = ShortIds(Set(spaces.map(\.id)))
    var table = TextTable(
      columns: [
        "ID", .flexible("NAME"), "DELETED", .number("SIZE", worth: 3), .number("EVENTS", worth: 2),
        .number("ANCHORS", worth: 1),
      ],
      rows: spaces.map { space in
        [
          .init(ids.text(space.id), .init(.accent)), .init(space.summary.name ?? ""),
          .init(space.deletedAt, showsFraction: false),
          .init(ByteCountText.text(space.summary.bytes)), .init(space.summary.text(\.events)),
          .init(space.summary.text(\.anchors)),
        ]
      })
    guard !back.isEmpty else { return table }
    table.columns.append("NOW")
    for (row, space) in spaces.enumerated() {
      table.rows[row].append(.init(back.contains(space.id) ? "exists again" : ""))
    }
    return table
  }
}

extension JSONNode {
  init(_ space: TrashedSpace, isThereAgain: Bool) {
    self = .object([
      ("id", JSONNode(space.id)), ("name", .optional(space.summary.name)),
      ("deletedAt", .optional(space.deletedAt)), ("bytes", .integer(space.summary.bytes)),
      ("events", .optional(space.summary.known(\.events)) { .integer($0) }),
      ("anchors", .optional(space.summary.known(\.anchors)) { .integer($0) }),
      ("folder", .string(space.folder.string)), ("isThereAgain", .bool(isThereAgain)),
    ])
  }
}
