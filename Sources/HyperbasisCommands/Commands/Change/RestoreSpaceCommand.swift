import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisWording

/// Brings a deleted space back.
struct RestoreSpaceCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "restore-space",
    abstract: "Bring a deleted space back from the trash, with its anchors and its history.",
    discussion: """
      If a space was deleted more than once, the latest comes back, unless --deleted-at chooses \
      another of those that hyperbasis trash lists: by its date or, of several within one second, by \
      the name of its folder, which hyperbasis trash --json shows. If the cloud knows of the deletion, \
      the anchors get restored events, so they come back there as well. With --json: {operation, \
      dryRun, events, anchors, space}.
      """)

  @Argument(help: "The deleted space: its id, its name, or the beginning of its id.")
  var space: String

  @Option(
    help: ArgumentHelp(
      "Of several deletions, the last one at or before this date, or the one in this folder.",
      valueName: "date"))
  var deletedAt: String?

  @OptionGroup var options: WriteOptions

  func run(in context: CommandContext) throws {
    try options.run(in: context) { session, runner in
      let (trashed, count) = try find(session)
      if let obstacle = try session.store.trash.obstacle(to: trashed) {
        throw CommandFailure.failed(obstacle.errorDescription ?? "the space cannot be restored")
      }
      let summary = trashed.summary
      let anchors = summary.anchors + summary.deletedAnchors
      let report = SpaceChangeReport(runner: runner)
      let contents = report.contents(summary)
      let choice = count > 1 ? Self.choice(trashed, of: count, session) : ""
      let title =
        "Restore the space \"\(SpaceTitle.text(summary.name, summary.id))\" with \(contents)\(choice)"
      if options.change.dryRun {
        try report.print(title, summary: summary)
        return try report.warnOfNamesakes(of: summary)
      }
      let lines = [session.paint(TerminalText(title), .bold)]
      let wasShown = try runner.ask(
        .returnOfSpace(anchors: anchors, with: contents), showing: lines)
      let plans = try session.restoreSpace(trashed)
      let restored = try report.summaries(of: trashed.id).first
      try report.print(wasShown ? nil : title, summary: restored, plans: plans)
      try report.warnOfNamesakes(of: summary)
    }
  }

  /// Returns the space in the trash that is meant, and how many times it is there.
  private func find(_ session: StoreSession) throws -> (space: TrashedSpace, count: Int) {
    let all = try session.store.trash.list()
    let spaces = all.latest
    guard !spaces.isEmpty else {
      throw CommandFailure.data(
        "the trash is empty; see \(session.command("spaces")) for what is there")
    }
    let id = try id(among: spaces.candidates)
    let own = all.filter { $0.id == id }
    let found = try deletedAt.map { try chosen($0, among: own, session) } ?? own.first
    guard let found else { throw HBStorageError.notFound(type: "space", id: id) }
    return (found, own.count)
  }

  /// Returns the last deletion at or before a date, or the one in the folder of that name.
  private func chosen(
    _ text: String, among spaces: [TrashedSpace], _ session: StoreSession
  ) throws -> TrashedSpace {
    if let named = spaces.first(where: { $0.entry == text }) { return named }
    let dates = spaces.compactMap(\.deletedAt)
    let date = try session.instant(text, start: dates.min(), end: dates.max())
    let found = spaces.first { space in space.deletedAt.map { $0 <= date } ?? false }
    guard let found else {
      let list = dates.sorted().map { session.time.text($0) }.joined(separator: ", ")
      throw CommandFailure.data(
        "it was not deleted by \(session.time.text(date)); it was deleted at \(list)")
    }
    return found
  }

  /// Returns the part of the title that says which of several deletions is meant.
  private static func choice(
    _ space: TrashedSpace, of count: Int, _ session: StoreSession
  ) -> String {
    let date = space.deletedAt.map { " at \(session.time.text($0))" } ?? ""
    return ", as it was when it was deleted\(date);"
      + " it was deleted \(count) times, and --deleted-at DATE chooses another"
  }

  private func id(among candidates: [TextualSelector.Candidate]) throws -> UUID {
    do {
      return try TextualSelector.space(space, among: candidates)
    } catch {
      guard case .notFound(_, _, let nearest) = error, nearest.isEmpty else { throw error }
      throw CommandFailure.data(
        "no space \"\(space)\" in the trash; hyperbasis trash lists those that are")
    }
  }
}
