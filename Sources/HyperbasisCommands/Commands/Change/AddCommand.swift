import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisWording

/// Adds an anchor.
struct AddCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add an anchor.",
    discussion: """
      A VALUE is JSON if it parses as JSON (1, true, null, "1", [1]), else text. The yaw is in \
      degrees, counter-clockwise seen from above.
      """)

  @Argument(help: "The space: its id, its name, or the beginning of its id.")
  var space: String?

  @Argument(help: ArgumentHelp("Metadata.", valueName: "key=value"))
  var metadata: [String] = []

  @Option(help: ArgumentHelp("Where, in metres.", valueName: "x,y,z"))
  var position: String

  @Option(help: ArgumentHelp("The heading; 0 looks along −z.", valueName: "degrees"))
  var yaw: String?

  @OptionGroup var options: WriteOptions

  func run(in context: CommandContext) throws {
    let position = try PlaceArguments.position(position, option: "position")
    let yaw =
      try yaw.map { try PlaceArguments.number($0, option: "yaw", unit: "degrees", example: "90") }
      ?? 0
    try options.run(in: context) { session, runner in
      let (snapshot, words) = try resolve(session)
      let arguments = try words.map(MetadataArguments.piece)
      let anchor = HBAnchor(
        id: context.makeUUID(), spaceId: snapshot.spaceId,
        transform: HBTransform.make(position: position, yaw: yaw),
        metadata: Dictionary(
          arguments.map { ($0.key, $0.value) }, uniquingKeysWith: { _, last in last }),
        createdAt: session.now.date)
      try runner.run(in: snapshot.spaceId, title: "Add an anchor") { _ in
        .save([anchor])
      }
    }
  }

  /// Returns the space, and the words that are metadata: in a store with one space its name may be left
  /// out.
  private func resolve(_ session: StoreSession) throws -> (LogSnapshot, [String]) {
    // A word that names no space is metadata.
    guard let space, space.contains("="), (try? session.spaceId(space)) == nil else {
      return (try session.snapshot(space), metadata)
    }
    if let misplaced = metadata.first(where: { !$0.contains("=") }) {
      throw CommandFailure.usage(
        "\"\(misplaced)\" is not KEY=VALUE; if it is the space, put it before all of them")
    }
    return (try session.snapshot(nil), [space] + metadata)
  }
}
