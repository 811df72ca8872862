import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisDiagnostics
import HyperbasisWording

/// Keeps spaces in step with the cloud from now on.
struct FollowCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "follow",
    abstract: "Keep spaces of the cloud in step from now on; without arguments, list them.",
    discussion: """
      All spaces are followed unless you say otherwise. What the cloud has of a newly followed \
      space comes with the next sync; sync --list shows what there is. With --json: {all, spaces} \
      or {all, except}, with ids.
      """)

  @OptionGroup var arguments: FollowArguments

  func run(in context: CommandContext) throws {
    try arguments.run(in: context) { followed, ids in
      if arguments.all { followed = .usual }
      followed.follow(ids)
    }
  }
}

extension FollowCommand {
  /// Returns the message for a store that follows no space, so that there is nothing to sync.
  static func nothing(_ session: StoreSession) -> TerminalText {
    "No space is followed; \(TerminalText(session.command("follow SPACE"))) keeps one in step."
  }
}

extension FollowCommand {
  /// Returns a message about spaces here that are not followed while others are; nil if there are none.
  static func unfollowed(_ session: StoreSession) -> TerminalText? {
    let ids = FollowedSpacesFile(session.store).unfollowed()
    guard !ids.isEmpty, !session.isFollowingNone else { return nil }
    let names = SpaceNames(session)
    let list = ids.map { names.text(of: $0) }.sorted { $0.description < $1.description }
    guard list.count <= mostNamed else {
      return "\(list.count) spaces here are not followed, so sync leaves them out; "
        + "\(TerminalText(session.command("sync --verify"))) names them."
    }
    let follow = TerminalText(session.command("follow SPACE"))
    return list.count == 1
      ? "\(list[0]) is not followed, so sync leaves it out; \(follow) changes that."
      : "\(list.joined(separator: ", ")) are not followed, so sync leaves them out; \(follow) "
        + "changes that."
  }

  /// With more names, it would no longer be a sentence.
  private static let mostNamed = 3
}

extension StoreSession {
  /// Whether no space at all is followed. A file that cannot be read has been reported already.
  var isFollowingNone: Bool { (try? FollowedSpacesFile(store).load()) == .some([]) }
}

/// Leaves spaces out of syncing, here and in the cloud.
struct UnfollowCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "unfollow",
    abstract: "Leave spaces out of syncing from now on, here and in the cloud.",
    discussion: """
      Both the local copies and those in the cloud stay; sync SPACE still syncs a space once. With \
      --all, no space is followed until follow names some, for a store that needs only a few of \
      very many. With --json: {all, spaces} or {all, except}, with ids.
      """)

  @OptionGroup var arguments: FollowArguments

  func run(in context: CommandContext) throws {
    try arguments.run(in: context) { followed, ids in
      if arguments.all { followed = .some([]) }
      followed.unfollow(ids)
    }
  }
}

/// The arguments of both commands.
struct FollowArguments: ParsableArguments {
  @Argument(help: "The spaces: their ids, names, or the beginnings of their ids.")
  var spaces: [String] = []

  @Flag(help: "All spaces.")
  var all = false

  @Flag(help: "Print what would be followed, and change nothing.")
  var dryRun = false

  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func validate() throws {
    if all, !spaces.isEmpty { throw ValidationError("Give --all or some spaces, not both.") }
  }

  func run(
    in context: CommandContext, _ change: (inout FollowedSpaces, [UUID]) -> Void
  ) throws {
    // What a new store follows is settled before its first sync.
    try options.requireStore(in: context, mayCreateStore: true)
    let session = StoreSession(options, context)
    let file = FollowedSpacesFile(session.store)
    if spaces.isEmpty, !all {
      // A typo in --store must not look as if all were well.
      if !session.isStoreThere {
        try context.writeError(
          "there is no folder \(session.directory.path) yet; the first sync creates it")
      }
      try report(try file.load(), session)
      return try session.warn()
    }
    let former = try file.load()
    var followed = former
    let ids =
      try spaces.isEmpty
      ? [] : CloudSpaces(session: session, cloud: session.cloud()).ids(of: spaces)
    change(&followed, ids)
    if followed != former, !dryRun {
      try file.save(followed)
      // If this fails, the next pass still finds it by comparison.
      DiagnosticLog.program.attempt("drop what nobody sends any more") {
        try PendingChanges(session.store).dropUnfollowed()
      }
    }
    try report(followed, session)
  }

  private func report(_ followed: FollowedSpaces, _ session: StoreSession) throws {
    let (isAll, ids) =
      switch followed {
      case .all(let exceptions): (true, exceptions)
      case .some(let ids): (false, ids)
      }
    if format.json {
      let list = ids.map(\.uuidString).sorted().map { JSONNode.string($0) }
      return try session.json.print(
        .object([("all", .bool(isAll)), (isAll ? "except" : "spaces", .array(list))]))
    }
    let names = SpaceNames(session)
    let texts = ids.map { names.text(of: $0) }.sorted { $0.plain < $1.plain }
    let list = texts.joined(separator: ", ")
    let line: TerminalText =
      switch (isAll, texts.isEmpty) {
      case (true, true): "All spaces are followed."
      case (true, false): "All spaces are followed, except \(list)."
      case (false, true): "No space is followed."
      case (false, false): "Followed: \(list)."
      }
    try session.output.writeLine(line.plain)
    if dryRun { try session.output.writeLine("Nothing was written (--dry-run).") }
  }
}
