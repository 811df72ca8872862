import ArgumentParser
import Foundation
import Hyperbasis

/// The options of every command: which store, and how its output looks.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of the store (else $HYPERBASIS_STORE, else ~/Documents/Hyperbasis).",
      valueName: "dir"),
    completion: .directory)
  var store: String?

  @Flag(help: "Show times in UTC, and take dates without a zone as UTC, instead of the local zone.")
  var utc = false

  @Option(help: ArgumentHelp("Colours: auto, always or never.", valueName: "when"))
  var color: ColorChoice = .auto

  @Option(
    help: ArgumentHelp(
      "The name to record changes under (else $HYPERBASIS_ACTOR, else user@host).",
      valueName: "name"))
  var actor: String?

  func validate() throws {
    if store == "" { throw ValidationError("--store needs the folder of a store, and is empty") }
    if actor == "" { throw ValidationError("--actor needs a name, and is empty") }
  }
}

/// When to use colours.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never
}

/// Output for other programs.
struct FormatOptions: ParsableArguments {
  @Flag(help: "Print JSON.")
  var json = false
}

extension StoreOptions {
  /// Returns the folder of the store, and whether it was named explicitly.
  func directory(in context: CommandContext) -> (url: URL, isNamed: Bool) {
    // A variable that is set and empty counts as unset; an empty option was refused.
    if let path = store ?? context.variable("HYPERBASIS_STORE") {
      return (URL(filePath: path, directoryHint: .isDirectory), true)
    }
    return (StoreDirectory.standard(home: context.homeDirectory), false)
  }

  /// Returns the name that changes are recorded under.
  func actorName(in context: CommandContext) -> String {
    actor ?? context.variable("HYPERBASIS_ACTOR") ?? context.defaultActor
  }

  /// Returns the zone for showing times, and for reading dates without a zone.
  func zone(in context: CommandContext) -> TimeZone {
    utc ? .gmt : context.localZone.zone
  }
}
