import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import HyperbasisWording

/// Removes the files of anchors that were deleted long ago.
struct PurgeCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "purge",
    abstract: "Remove the files of anchors deleted before a date; their history stays.")

  @Option(help: ArgumentHelp("Anchors deleted before then.", valueName: "date"))
  var before: String

  @OptionGroup var options: WriteOptions

  func run(in context: CommandContext) throws {
    try options.run(in: context) { session, runner in
      let snapshots = try session.snapshots(nil)
      let indexes = snapshots.map(\.timeline.index)
      let date = try session.instant(
        before, start: indexes.compactMap(\.start).min(), end: indexes.compactMap(\.end).max())
      let anchors = try snapshots.flatMap { try purgeable($0, before: date, session) }
      if anchors.isEmpty { return try runner.printNothing() }
      let lines = lines(anchors, date, session)
      if options.change.dryRun { return try report(anchors, lines, session) }
      let wasShown = try runner.ask(.purge(files: anchors.count), showing: lines)
      try session.store.purgeDeletedAnchors(before: date.date)
      session.noteSaved()
      try report(anchors, wasShown ? [] : lines, session)
    }
  }

  /// Returns the anchors of a space that were deleted before a date and still have a file.
  private func purgeable(
    _ snapshot: LogSnapshot, before date: HBInstant, _ session: StoreSession
  ) throws -> [HBAnchor] {
    try session.store.loadAnchors(spaceId: snapshot.spaceId).filter { anchor in
      anchor.deletedAt.map { HBInstant($0) < date } ?? false
    }
  }

  private func lines(
    _ anchors: [HBAnchor], _ date: HBInstant, _ session: StoreSession
  ) -> [String] {
    let ids = ShortIds(anchors.map(\.id))
    let heading = TerminalText(
      "Remove \(CountText.text(anchors.count, "file")) of anchors deleted before "
        + session.time.text(date))
    return [session.paint(heading, .bold)]
      + anchors.map { anchor in
        let label = AnchorDescription(anchor.metadata, id: anchor.id).label
        let deleted = anchor.deletedAt.map { session.time.text(HBInstant($0)) } ?? ""
        return "  " + session.paint(TerminalText(ids.text(anchor.id)), .init(.accent)) + "  "
          + session.paint("\(label), deleted \(deleted)")
      }
  }

  private func report(_ anchors: [HBAnchor], _ lines: [String], _ session: StoreSession) throws {
    if options.format.json {
      return try session.json.print(
        .object([
          ("operation", .null), ("dryRun", .bool(options.change.dryRun)), ("events", .array([])),
          ("anchors", .array(anchors.map { JSONNode($0) })),
        ]))
    }
    for line in lines { try session.output.writeLine(line) }
    try session.output.writeLine(
      options.change.dryRun
        ? "Nothing was removed (--dry-run)."
        : "Removed \(CountText.text(anchors.count, "file")); the history stays.")
  }
}
