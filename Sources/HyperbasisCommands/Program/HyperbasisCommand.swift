import ArgumentParser
import Hyperbasis

/// The root of all commands.
struct HyperbasisCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hyperbasis",
    abstract: "A time machine for anchors in space.",
    discussion: """
      Shows the anchors of an AR space as they were at any time, what changed between two dates, \
      and brings back what was lost. Without a subcommand it opens the time machine.
      """,
    version: "hyperbasis 0.1.0",
    subcommands: [ManCommand.self],
    groupedSubcommands: [
      CommandGroup(name: "Time machine", subcommands: [OpenCommand.self, DemoCommand.self]),
      CommandGroup(
        name: "View",
        subcommands: [
          ShowCommand.self, LogCommand.self, HistoryCommand.self, FindCommand.self,
          BlameCommand.self, DiffCommand.self, DriftCommand.self, PlotCommand.self,
          StatsCommand.self,
        ]),
      CommandGroup(
        name: "Spaces",
        subcommands: [
          SpacesCommand.self, NewCommand.self, RenameCommand.self, DeleteSpaceCommand.self,
          TrashCommand.self, RestoreSpaceCommand.self,
        ]),
      CommandGroup(
        name: "Change",
        subcommands: [
          AddCommand.self, MoveCommand.self, SetCommand.self, DeleteCommand.self,
          RestoreCommand.self, BookmarksCommand.self,
        ]),
      CommandGroup(
        name: "Undo and roll back",
        subcommands: [
          UndoCommand.self, RedoCommand.self, OperationsCommand.self, RollbackCommand.self,
          CorrectCommand.self,
        ]),
      CommandGroup(name: "Data in and out", subcommands: [ImportCommand.self, ExportCommand.self]),
      CommandGroup(
        name: "Store and cloud",
        subcommands: [
          VerifyCommand.self, PurgeCommand.self, SyncCommand.self, FollowCommand.self,
          UnfollowCommand.self, ForgetCommand.self, DoctorCommand.self, KeysCommand.self,
        ]),
    ],
    defaultSubcommand: OpenCommand.self)
}

extension HyperbasisCommand {
  static let subcommandNames = Set(
    configuration.subcommands.compactMap { $0.configuration.commandName })

  /// The subcommand that a word looks like.
  static func nearestSubcommand(to word: String) -> String? {
    NearestNames.nearest(to: word, among: subcommandNames.sorted()).first
  }

  /// What to say to somebody who wants help with what is not a subcommand.
  static func unknownTopic(_ word: String) -> CommandFailure {
    let help =
      nearestSubcommand(to: word).map { "did you mean hyperbasis help \($0)?" }
      ?? "see hyperbasis --help for the commands"
    return .usage("\"\(word)\" is not a command; \(help)")
  }

  /// What to say to a word that is neither a subcommand nor a space.
  static func unknownWord(_ word: String) -> CommandFailure {
    let help =
      nearestSubcommand(to: word).map { "did you mean hyperbasis \($0)?" }
      ?? "see hyperbasis --help for the commands, and hyperbasis spaces for the spaces"
    return .usage("\"\(word)\" is neither a command nor a space; \(help)")
  }
}

/// A command that does its work in a given context.
protocol Subcommand: ParsableCommand {
  func run(in context: CommandContext) throws
}
