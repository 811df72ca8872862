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

  @OptionGroup var change: ChangeOptions
  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(in context: CommandContext) throws {
    try SpaceChangeReport.check(name: name)
    try options.write(in: context, change, format) { session in
      let snapshot = try session.snapshot(space)
      let report = SpaceChangeReport(session: session, isDryRun: change.dryRun, json: format.json)
      guard snapshot.name != name else { return try report.printNothing(id: snapshot.spaceId) }
      if !change.dryRun {
        try session.store.spaces.rename(snapshot.spaceId, to: name)
        session.noteForCloud([.saveSpace(snapshot.spaceId)])
      }
      let old = snapshot.title
      try report.print("Rename the space \"\(old)\" to \"\(name)\"", id: snapshot.spaceId)
    }
  }
}
