import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisWording

/// Moves a space to the trash.
struct DeleteSpaceCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "delete-space",
    abstract: "Move a space with its anchors and its history to the store's trash.")

  @Argument(help: "The space: its id, its name, or the beginning of its id.")
  var space: String

  @OptionGroup var options: WriteOptions

  func run(in context: CommandContext) throws {
    try options.run(in: context) { session, runner in
      let snapshot = try session.snapshot(space)
      let report = SpaceChangeReport(runner: runner)
      let summary = try report.summaries(of: snapshot.spaceId).first
      let anchors = summary.map { $0.anchors + $0.deletedAnchors } ?? 0
      let contents = summary.map { " with \(report.contents($0))" } ?? ""
      let title = "Delete the space \"\(snapshot.title)\"\(contents)"
      let consequence = session.consequence(ofDeleting: snapshot.spaceId)
      if options.change.dryRun {
        try report.print(title, summary: summary)
        if let consequence, !runner.json { try session.output.writeLine(consequence) }
        return
      }
      var lines = [session.paint(TerminalText(title), .bold)]
      if let consequence { lines.append(consequence) }
      let wasShown = try runner.ask(
        .deletionOfSpace(anchors: anchors, contents), showing: lines)
      try session.deleteSpace(snapshot.spaceId)
      try report.print(wasShown ? nil : title, summary: summary)
      if !runner.json {
        let word = TrashNames(session).argument(of: snapshot.spaceId)
        let trash = session.directory.appending(path: ".hyperbasis/trash").path
        try session.output.writeLine(
          "It is kept in \(session.paint(TerminalText(trash))); "
            + "\(session.command("restore-space \(word)")) brings it back.")
        if !wasShown, let consequence { try session.output.writeLine(consequence) }
      }
    }
  }
}
