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
      Of a space that was deleted more than once, the latest comes back. If the cloud knows of \
      the deletion, the anchors get restored events, so they come back there as well. With \
      --json: {operation, dryRun, events, anchors, space}.
      """)

  @Argument(help: "The deleted space: its id, its name, or the beginning of its id.")
  var space: String

  @OptionGroup var options: WriteOptions

  func run(in context: CommandContext) throws {
    try options.run(in: context) { session, runner in
      let trashed = try find(session)
      if let obstacle = try session.store.trash.obstacle(to: trashed) {
        throw CommandFailure.failed(obstacle.errorDescription ?? "the space cannot be restored")
      }
      let summary = trashed.summary
      let anchors = summary.anchors + summary.deletedAnchors
      let report = SpaceChangeReport(runner: runner)
      let contents = report.contents(summary)
      let title =
        "Restore the space \"\(SpaceTitle.text(summary.name, summary.id))\" with \(contents)"
      if options.change.dryRun { return try report.print(title, summary: summary) }
      let lines = [session.paint(TerminalText(title), .bold)]
      let wasShown = try runner.ask(
        .returnOfSpace(anchors: anchors, with: contents), showing: lines)
      let plans = try session.restoreSpace(trashed)
      let restored = try report.summaries(of: trashed.id).first
      try report.print(wasShown ? nil : title, summary: restored, plans: plans)
    }
  }

  /// The space in the trash that is meant.
  private func find(_ session: StoreSession) throws -> TrashedSpace {
    let spaces = try session.trashedSpaces()
    guard !spaces.isEmpty else {
      throw CommandFailure.data("the trash is empty; see hyperbasis spaces for what is there")
    }
    let id = try id(among: spaces.candidates)
    guard let found = spaces[id] else { throw HBStorageError.notFound(type: "space", id: id) }
    return found
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
