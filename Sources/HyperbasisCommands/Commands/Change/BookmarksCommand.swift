import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Lists the notes on instants, adds one, or removes one.
struct BookmarksCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "bookmarks", abstract: "List, add or remove notes on instants of a space.",
    discussion: """
      Bookmarks are kept in the store, for all of its users; they do not change the history. \
      Without SPACE those of all spaces are listed. With --json: a list of {id, spaceId, at, \
      note, actor, createdAt}; with --add and --remove {dryRun, bookmark, bookmarks}.
      """)

  @Argument(help: "The space: its id, its name, or the beginning of its id.")
  var space: String?

  @Option(help: ArgumentHelp("Add a bookmark with this note.", valueName: "note"))
  var add: String?

  @Option(
    help: ArgumentHelp(
      "The instant to note: -2h, end-1d, start+2h, 50%, 12:03, 2024-06-17 (else the latest event).",
      valueName: "date"))
  var at: String?

  @Option(
    help: ArgumentHelp("Remove the bookmark with this id, or its beginning.", valueName: "id"))
  var remove: String?

  @OptionGroup var options: WriteOptions

  func validate() throws {
    if add != nil, remove != nil {
      throw ValidationError("--add and --remove cannot be used together.")
    }
    if at != nil, add == nil { throw ValidationError("--at goes with --add.") }
  }

  func run(in context: CommandContext) throws {
    guard add != nil || remove != nil else {
      return try options.store.read(in: context) { try list($0) }
    }
    try options.run(in: context) { session, _ in
      if let add { try addBookmark(add, session) }
      if let remove { try removeBookmark(remove, session) }
    }
  }

  private func list(_ session: StoreSession) throws {
    let spaceId = try space.map { try session.spaceId($0) }
    let bookmarks = try session.store.bookmarks.load(spaceId: spaceId)
    if options.format.json { return try session.json.printList(bookmarks) { JSONNode($0) } }
    guard !bookmarks.isEmpty else {
      return try session.output.writeLine(
        "No bookmarks yet; --add NOTE --at DATE sets one.")
    }
    try session.print(try table(of: bookmarks, session))
  }

  private func table(of bookmarks: [Bookmark], _ session: StoreSession) throws -> TextTable {
    let ids = ShortIds(bookmarks.map(\.id))
    let names = Dictionary(
      try session.store.catalog.names().map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
    let isOfDeleted = bookmarks.contains { names[$0.spaceId] == nil }
    let hasSeveral = isOfDeleted || Set(bookmarks.map(\.spaceId)).count > 1
    let trash = isOfDeleted ? TrashNames(session) : nil
    var table = TextTable(columns: ["ID", "TIME", .flexible("NOTE"), .optional("BY", worth: 1)])
    if hasSeveral { table.columns.append(.flexible("SPACE")) }
    table.rows = bookmarks.map { bookmark in
      let title = title(of: bookmark.spaceId, names, trash)
      return [
        .init(ids.text(bookmark.id), .init(.accent)), .init(bookmark.instant),
        .init(bookmark.note), .init(bookmark.actor ?? ""),
      ] + (hasSeveral ? [.init(title)] : [])
    }
    return table
  }

  private func title(
    of id: UUID, _ names: [UUID: String?], _ trash: TrashNames?
  ) -> TerminalText {
    if let name = names[id] { return SpaceTitle.text(name, id) }
    return "\(SpaceTitle.text(trash?.name(of: id), id)) (deleted)"
  }
}

// MARK: - Changes

extension BookmarksCommand {
  private func addBookmark(_ note: String, _ session: StoreSession) throws {
    guard !note.allSatisfy(\.isWhitespace) else {
      throw CommandFailure.usage("a bookmark needs a note that is not empty")
    }
    let snapshot = try session.snapshot(space)
    let index = snapshot.timeline.index
    guard let instant = try at.map({ try session.instant($0, in: index) }) ?? index.end else {
      throw CommandFailure.data("\(snapshot.title.plain) has no events yet, so no date to note")
    }
    let bookmark = session.store.bookmarks.make(note, at: instant, spaceId: snapshot.spaceId)
    try finish(bookmark, "Set", session) { try session.store.bookmarks.add(bookmark) }
  }

  private func removeBookmark(_ text: String, _ session: StoreSession) throws {
    let spaceId = try space.map { try session.spaceId($0) }
    let bookmarks = try session.store.bookmarks.load(spaceId: spaceId)
    let matching = bookmarks.filter { UUIDPrefix(text)?.matches($0.id) ?? false }
    guard let bookmark = matching.first else {
      let list = session.command("bookmarks" + (spaceId.map { " \($0.uuidString)" } ?? ""))
      throw CommandFailure.data("no bookmark \"\(text)\"; \(list) lists them with their ids")
    }
    guard matching.count == 1 else {
      let ids = matching.map(\.id.uuidString).joined(separator: ", ")
      throw CommandFailure.data("\"\(text)\" matches \(matching.count) bookmarks: \(ids)")
    }
    try finish(bookmark, "Remove", session) { try session.store.bookmarks.remove(bookmark) }
  }

  private func finish(
    _ bookmark: Bookmark, _ verb: String, _ session: StoreSession,
    _ change: () throws -> [Bookmark]
  ) throws {
    let isDryRun = options.change.dryRun
    let bookmarks =
      isDryRun ? try session.store.bookmarks.load(spaceId: bookmark.spaceId) : try change()
    if !isDryRun { session.noteSaved() }
    if options.format.json {
      return try session.json.print(
        .object([
          ("dryRun", .bool(isDryRun)), ("bookmark", JSONNode(bookmark)),
          ("bookmarks", .array(bookmarks.map { JSONNode($0) })),
        ]))
    }
    let date = session.time.text(bookmark.instant)
    let title = "\(verb) the bookmark at \(date): \(bookmark.note)"
    try session.output.writeLine(session.paint(TerminalText(title), .bold))
    try session.output.writeLine(isDryRun ? "Nothing was written (--dry-run)." : "Done.")
  }
}

extension JSONNode {
  init(_ bookmark: Bookmark) {
    self = .object([
      ("id", JSONNode(bookmark.id)), ("spaceId", JSONNode(bookmark.spaceId)),
      ("at", JSONNode(bookmark.instant)), ("note", .string(bookmark.note)),
      ("actor", .optional(bookmark.actor)),
      ("createdAt", JSONNode(bookmark.createdAt)),
    ])
  }
}
