import ArgumentParser
import Hyperbasis
import HyperbasisExchange

/// The root of all commands.
struct HyperbasisCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hyperbasis",
    abstract: "A time machine for anchors in space.",
    discussion: """
      Shows the anchors of an AR space as they were at any time and what changed between two \
      dates, and brings back what was lost. Without a command it opens the time machine.

      A DATE is now, start, end, today, yesterday, 50%, -2h, 3d ago, end-1d, 12:03, \
      2024-06-17 (its midnight), 2024-06-17 14:30 or 2024-06-17T14:30:00Z. hyperbasis man prints \
      the manual page, which explains dates, filters and keys; hyperbasis \
      --generate-completion-script prints completions for bash, zsh or fish.
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

  /// Returns the subcommand that a word means in other programs, or resembles.
  static func nearestSubcommand(to word: String) -> String? {
    namesElsewhere[word.lowercased()]
      ?? NearestNames.nearest(to: word, among: subcommandNames.sorted()).first
  }

  /// The names that other programs use for what a subcommand does.
  private static let namesElsewhere = [
    "ls": "spaces", "list": "spaces", "dir": "spaces", "create": "new", "create-space": "new",
    "init": "new", "cat": "show", "get": "show", "state": "show", "put": "set",
    "rm": "delete", "remove": "delete", "del": "delete", "mv": "move", "edit": "set",
    "update": "set", "events": "log", "timeline": "log", "compare": "diff", "search": "find",
    "grep": "find",
    "check": "verify", "fsck": "verify", "repair": "verify", "status": "stats", "info": "stats",
    "revert": "rollback", "checkout": "rollback", "reset": "rollback", "push": "sync",
    "pull": "sync", "map": "plot", "draw": "plot",
  ]

  /// Returns the failure for a request for help with something that is not a subcommand.
  static func unknownTopic(_ word: String) -> CommandFailure {
    let help =
      nearestSubcommand(to: word).map { "did you mean hyperbasis help \($0)?" }
      ?? "see hyperbasis --help for the commands"
    return .usage("\"\(word)\" is not a command; \(help)")
  }

  /// Returns the failure for a word that is neither a subcommand nor a space.
  ///
  /// - Parameter space: the name of a space that resembles it.
  static func unknownWord(_ word: String, nearestSpace space: String? = nil) -> CommandFailure {
    let meant = nearestSubcommand(to: word) ?? space.map { ShellText.line([$0]) }
    let help =
      meant.map { "did you mean hyperbasis \($0)?" }
      ?? "see hyperbasis --help for the commands, and hyperbasis spaces for the spaces"
    return .usage("\"\(word)\" is neither a command nor a space; \(help)")
  }
}

/// A command that runs in a given context.
protocol Subcommand: ParsableCommand {
  func run(in context: CommandContext) throws
}
