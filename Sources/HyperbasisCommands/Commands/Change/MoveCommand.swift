import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisAnchorLog

/// Moves an anchor.
struct MoveCommand: Subcommand {
  static let configuration = CommandConfiguration(commandName: "move", abstract: "Move an anchor.")

  @Argument(help: "The anchor: its id, the beginning of its id, or its label.")
  var anchor: String

  @Option(help: ArgumentHelp("Where to, in metres.", valueName: "x,y,z"))
  var to: String

  @Option(
    help: ArgumentHelp(
      "The new heading, counter-clockwise seen from above (else its rotation stays).",
      valueName: "degrees"))
  var yaw: String?

  @OptionGroup var place: AnchorSpaceOptions
  @OptionGroup var options: WriteOptions

  func run(in context: CommandContext) throws {
    let position = try PlaceArguments.position(to, option: "to")
    let yaw = try yaw.map {
      try PlaceArguments.number($0, option: "yaw", unit: "degrees", example: "90")
    }
    try options.run(in: context) { session, runner in
      let location = try session.anchor(anchor, place)
      try runner.run(in: location.snapshot.spaceId, title: "Move an anchor") { snapshot in
        var moved = try location.moved(to: snapshot).latestAnchorOrOneToPlace(session.now)
        if let yaw { HBTransform.setYaw(yaw, of: &moved.transform) }
        moved.transform.replaceSubrange(12..<15, with: [position.x, position.y, position.z])
        moved.updatedAt = session.now.date
        return .save([moved])
      }
    }
  }
}

extension AnchorLocation {
  /// Returns the anchor in another state of its space's log.
  func moved(to snapshot: LogSnapshot) throws -> AnchorLocation {
    guard let slot = snapshot.timeline.index.slot(of: id) else {
      throw HBStorageError.notFound(type: "anchor", id: id)
    }
    return AnchorLocation(id: id, slot: slot, snapshot: snapshot)
  }

  /// Whether no event of the anchor carries a transform, so that it has no state.
  private var lacksPlace: Bool { !index.hasStarted(index.newestOrdinal(ofSlot: slot)) }

  /// - Throws: ``CommandFailure`` for an anchor without a place, which says how to give it one.
  func checkForPlace(_ session: StoreSession) throws {
    guard lacksPlace else { return }
    let move = session.command("move \(id.uuidString) --to X,Y,Z")
    throw CommandFailure.data(
      "anchor \(id.uuidString) has no place: none of its events carries a transform; \(move) gives it "
        + "one")
  }

  /// Returns the anchor as it is now; if it has no place, as it was written so far, at the origin.
  func latestAnchorOrOneToPlace(_ now: HBInstant) throws -> HBAnchor {
    guard lacksPlace else { return try latestAnchor() }
    let metadata = try index.ordinals(ofSlot: slot).reversed()
      .compactMap { try index.event($0).metadata }.first
    return HBAnchor(
      id: id, spaceId: snapshot.spaceId, transform: HBTransform.identity,
      metadata: metadata ?? [:], createdAt: now.date)
  }

  /// Returns the anchor as it is now, hidden or not.
  ///
  /// - Throws: ``HBStorageError/reconstructionFailed(anchorId:)`` if no event carries a transform.
  func latestAnchor() throws -> HBAnchor {
    let state = index.state(through: index.count)
    guard let anchor = try index.anchor(slot: slot, in: state), anchor.transform.count == 16 else {
      throw HBStorageError.reconstructionFailed(anchorId: id)
    }
    return anchor
  }
}
