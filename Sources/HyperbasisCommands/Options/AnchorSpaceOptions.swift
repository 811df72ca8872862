import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisHistory

/// Where the anchor of a command is looked for: labels and the beginnings of ids may match anchors in
/// several spaces, and one anchor may have a history in more than one space.
struct AnchorSpaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Look for the anchor in this space alone (else in all of them).", valueName: "space"))
  var space: String?
}

extension StoreSession {
  /// Returns the anchor that a text names, searched for where the options say.
  ///
  /// - Parameter prefersDeleted: whether the deleted one is meant if several share the label.
  func anchor(
    _ text: String, _ place: AnchorSpaceOptions, prefersDeleted: Bool = false
  ) throws -> AnchorLocation {
    try anchor(text, in: place.space, prefersDeleted: prefersDeleted)
  }

  /// - Parameter space: names the only space to search; nil for all of them.
  func anchor(
    _ text: String, in space: String?, prefersDeleted: Bool = false
  ) throws -> AnchorLocation {
    guard let space else { return try anchor(text, prefersDeleted: prefersDeleted) }
    let snapshot = try snapshot(space)
    let id = try Self.anchorId(text, in: [snapshot], prefersDeleted: prefersDeleted)
    guard let slot = snapshot.timeline.index.slot(of: id) else {
      throw HBStorageError.notFound(type: "anchor", id: id)
    }
    return AnchorLocation(id: id, slot: slot, snapshot: snapshot)
  }
}
