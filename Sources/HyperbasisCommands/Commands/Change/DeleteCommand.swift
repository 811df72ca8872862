import ArgumentParser
import Foundation
import Hyperbasis

/// Deletes an anchor.
struct DeleteCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete an anchor; its history stays.")

  @OptionGroup var anchor: AnchorOptions

  func run(in context: CommandContext) throws {
    try anchor.run("Delete an anchor", in: context, unless: "it is already deleted") {
      // Deleting an anchor again changes nothing, and is no error.
      .delete($0.isHidden ? [] : [$0.id])
    }
  }
}

/// Brings a deleted anchor back.
struct RestoreCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Bring a deleted anchor back as it was.",
    discussion: FrameOptions.discussion)

  @OptionGroup var anchor: AnchorOptions
  @OptionGroup var frame: FrameOptions

  func run(in context: CommandContext) throws {
    try anchor.run(
      "Restore an anchor", in: context, prefersDeleted: true, unless: "it is not deleted"
    ) {
      frame.placing(.restore([$0.id]))
    }
  }
}

/// The options of changes of one anchor that need nothing else.
struct AnchorOptions: ParsableArguments {
  @Argument(help: "The anchor: its id, the beginning of its id, or its label.")
  var anchor: String

  @OptionGroup var place: AnchorSpaceOptions
  @OptionGroup var options: WriteOptions

  /// - Parameters:
  ///   - reason: why there is nothing to change, if that is so.
  ///   - request: returns what to plan for the anchor as it is now.
  func run(
    _ title: String, in context: CommandContext, prefersDeleted: Bool = false,
    unless reason: String, request: (AnchorLocation) -> HBPlanRequest
  ) throws {
    try options.run(in: context) { session, runner in
      let location = try session.anchor(anchor, place, prefersDeleted: prefersDeleted)
      try location.checkForPlace(session)
      var runner = runner
      runner.reasonForNothing = { reason }
      try runner.run(in: location.snapshot.spaceId, title: title) { snapshot in
        try request(location.moved(to: snapshot))
      }
    }
  }
}
