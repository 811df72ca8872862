import ArgumentParser
import Hyperbasis
import HyperbasisCanvas
import HyperbasisWording

/// Gives a space another name.
struct RenameCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Rename a space.")

  @Argument(help: "The space: its id, its name, or the beginning of its id.")
  var space: String

  @Argument(help: "Its new name.")
  var name: String

  @OptionGroup var options: WriteOptions

  func run(in context: CommandContext) throws {
    try SpaceChangeReport.check(name: name)
    try options.run(in: context) { session, runner in
      let snapshot = try session.snapshot(space)
      let report = SpaceChangeReport(runner: runner)
      guard snapshot.name != name else { return try report.printNothing(id: snapshot.spaceId) }
      if !options.change.dryRun {
        try session.store.spaces.rename(snapshot.spaceId, to: name)
        session.noteSaved()
        session.noteForCloud([.saveSpace(snapshot.spaceId)], of: snapshot.spaceId)
      }
      let old = snapshot.title
      try report.print("Rename the space \"\(old)\" to \"\(name)\"", id: snapshot.spaceId)
      try report.warnOfNamesakes(name, of: snapshot.spaceId)
    }
  }
}
