import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine
import HyperbasisWording

/// Changes an anchor's metadata.
struct SetCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set or unset metadata of an anchor.",
    discussion: "A VALUE is JSON if it parses as JSON (1, true, null, \"1\", [1]), else text.")

  @Argument(help: "The anchor: its id, the beginning of its id, or its label.")
  var anchor: String

  @Argument(help: ArgumentHelp("Metadata.", valueName: "key=value"))
  var metadata: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Remove this key; may be repeated.", valueName: "key"))
  var unset: [String] = []

  @OptionGroup var place: AnchorSpaceOptions
  @OptionGroup var options: WriteOptions

  func run(in context: CommandContext) throws {
    let arguments = try metadata.map(MetadataArguments.piece)
    guard !arguments.isEmpty || !unset.isEmpty else {
      throw CommandFailure.usage("nothing to set; give KEY=VALUE or --unset KEY")
    }
    if let both = arguments.first(where: { unset.contains($0.key) }) {
      throw CommandFailure.usage("\"\(both.key)\" cannot be both set and unset; choose one")
    }
    try options.run(in: context) { session, runner in
      let location = try session.anchor(anchor, place)
      try location.checkForPlace(session)
      try runner.run(
        in: location.snapshot.spaceId, title: "Set metadata of an anchor"
      ) { snapshot in
        var changed = try changed(location.moved(to: snapshot).latestAnchor(), arguments)
        changed.updatedAt = session.now.date
        return .save([changed])
      }
    }
  }

  private func changed(_ anchor: HBAnchor, _ arguments: [KeyValueText.Piece]) throws -> HBAnchor {
    var changed = anchor
    for key in unset {
      guard anchor.metadata[key] != nil else {
        throw CommandFailure.data(Self.lack(of: key, in: anchor))
      }
      changed.metadata[key] = nil
    }
    for argument in arguments { changed.metadata[argument.key] = argument.value }
    return changed
  }

  /// Returns a message that an anchor lacks a key, with the keys that it has.
  private static func lack(of key: String, in anchor: HBAnchor) -> String {
    let name = AnchorDescription(anchor.metadata, id: anchor.id).label.plain
    let keys = anchor.metadata.keys.sorted()
    let lack = "\(name) has no metadata key \"\(key)\"; it has "
    let more = keys.count > mostKeys ? " and \(keys.count - mostKeys) more" : ""
    return lack + (keys.isEmpty ? "none" : keys.prefix(mostKeys).joined(separator: ", ") + more)
  }

  /// More keys than this would not help.
  private static let mostKeys = 12
}
