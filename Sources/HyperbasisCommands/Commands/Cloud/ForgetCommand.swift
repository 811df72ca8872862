import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisWording

/// Removes a space from the cloud for good.
struct ForgetCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Delete a space with its history and its world map from the cloud, for good.",
    discussion: """
      What is on this machine and on others stays there, and is not sent again. It asks for the \
      name of the space; without a terminal, give it with --confirm. If people share spaces, only \
      an owner can do this. --bring-back undoes it if a machine still has the space: the next \
      sync of that machine sends all of it.
      With --json: {spaceId, name, dryRun, events, anchors, worldMaps}; with --bring-back {spaceId, \
      wasForgotten}.
      """)

  @Argument(help: "The space: its id, its name, or the beginning of its id.")
  var space: String

  @Option(help: ArgumentHelp("The name of the space, instead of typing it.", valueName: "name"))
  var confirm: String?

  @Flag(help: "Print what would be deleted, and delete nothing.")
  var dryRun = false

  @Flag(help: "Let a space that was forgotten come back.")
  var bringBack = false

  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func validate() throws {
    if bringBack, dryRun || confirm != nil {
      throw ValidationError("--bring-back deletes nothing; leave the other option out")
    }
  }

  func run(in context: CommandContext) throws {
    let session = StoreSession(options, context)
    let cloud = try session.cloud()
    if bringBack { return try bringBack(session, cloud) }
    let found = try RemoteSpace(space, session).space
    let extent = try cloud.wait { try await $0.forgetInCloud(found.id, isRehearsal: true) }
    if dryRun { return try report(found, extent, session) }
    try confirm(found, extent, session)
    let removed = try cloud.wait { try await $0.forgetInCloud(found.id, isRehearsal: false) }
    try report(found, removed, session)
  }

  private func title(_ space: FoundSpace) -> TerminalText { SpaceTitle.text(space.name, space.id) }

  private func text(_ extent: ForgottenExtent) -> TerminalText {
    "\(CountText.text(extent.events, "event")), \(CountText.text(extent.anchors, "anchor")), "
      + "\(CountText.text(extent.worldMaps, "world map"))"
  }

  /// - Throws: ``CommandFailure`` unless the name was given correctly.
  private func confirm(
    _ space: FoundSpace, _ extent: ForgottenExtent, _ session: StoreSession
  ) throws {
    let context = session.context
    let name = space.name ?? space.id.uuidString
    if let confirm {
      guard confirm == name else {
        throw CommandFailure.usage(
          "--confirm does not give the name of the space; nothing was deleted")
      }
      return
    }
    guard context.terminals.input, context.terminals.error || context.terminals.output else {
      throw CommandFailure.usage(
        "this deletes a space from the cloud for good; give its name with --confirm, or --dry-run to "
          + "see what would go")
    }
    let stream = format.json ? context.errorOutput : context.output
    try stream.writeLine(
      session.paint(title(space), .bold) + session.paint(": \(text(extent)) in the cloud"))
    try stream.write("This cannot be undone. Type the name of the space to delete all of it: ")
    try stream.flush()
    guard context.readLine()?.trimmingCharacters(in: .whitespaces) == name else {
      throw CommandFailure.usage("declined, nothing was deleted")
    }
  }

  private func report(
    _ space: FoundSpace, _ extent: ForgottenExtent, _ session: StoreSession
  ) throws {
    if format.json {
      return try session.json.print(
        .object([
          ("spaceId", JSONNode(space.id)), ("name", .optional(space.name)),
          ("dryRun", .bool(dryRun)), ("events", .integer(extent.events)),
          ("anchors", .integer(extent.anchors)), ("worldMaps", .integer(extent.worldMaps)),
        ]))
    }
    try session.output.writeLine(
      session.paint(title(space), .bold) + session.paint(": \(text(extent))"))
    try session.output.writeLine(
      dryRun
        ? "Nothing was deleted (--dry-run)."
        : "Deleted from the cloud. Copies on machines stay there, and are not sent again.")
  }

  private func bringBack(_ session: StoreSession, _ cloud: CloudSession) throws {
    // The cloud may know a space that this store has never had; only its full id names it here.
    let id = try UUID(uuidString: space) ?? session.spaceId(space)
    let wasForgotten = try cloud.wait { try await $0.bringBackToCloud(id) }
    if format.json {
      return try session.json.print(
        .object([("spaceId", JSONNode(id)), ("wasForgotten", .bool(wasForgotten))]))
    }
    guard wasForgotten else {
      return try session.output.writeLine("The cloud has not forgotten this space.")
    }
    let isHere = try session.store.catalog.holds(id)
    try session.output.writeLine(
      isHere
        ? "The space may come back; \(session.command("sync")) sends it."
        : "The space may come back, but is not here; run the same command, then sync, on a machine "
          + "that has it.")
  }
}

extension ForgetCommand {
  /// Returns lines about spaces here that somebody has deleted from the cloud for good; none if there are
  /// none.
  static func forgotten(_ ids: some Collection<UUID>, _ session: StoreSession) -> [TerminalText] {
    guard !ids.isEmpty else { return [] }
    let names = SpaceNames(session)
    let count = CountText.text(ids.count, "space")
    let verb: TerminalText = ids.count == 1 ? "was" : "were"
    return ["\(count) \(verb) deleted from the cloud for good; what is here stays and is not sent:"]
      + ids.prefix(RefusedRows.mostShown).map { "  \(names.text(of: $0))" }
      + ["\(TerminalText(session.command("forget SPACE --bring-back"))) takes that back."]
  }
}
