import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import HyperbasisWording

/// Prints the versions of an anchor.
struct HistoryCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Print the versions of an anchor.")

  @Argument(help: "The anchor: its id, the beginning of its id, or its label.")
  var anchor: String

  @OptionGroup var place: AnchorSpaceOptions
  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(in context: CommandContext) throws {
    try options.read(in: context) { session in
      let location = try session.anchor(anchor, place)
      let ordinals = location.index.ordinals(ofSlot: location.slot)
      if format.json {
        return try session.json.printList(ordinals) { try JSONNode($0, in: location.index) }
      }
      try printHeading(location, versions: ordinals.count, session)
      let events = ordinals.map { EventReference(space: 0, ordinal: $0) }
      try EventPrinter(session, [location.snapshot], events, namesAnchors: false)
        .print(events)
    }
  }

  private func printHeading(
    _ location: AnchorLocation, versions: Int, _ session: StoreSession
  ) throws {
    let index = location.index
    let newest = index.newestOrdinal(ofSlot: location.slot)
    let metadata = try index.metadata(newest)
    let label = AnchorDescription(metadata, id: location.id).label
    let state =
      !index.hasStarted(newest) ? " · without a place" : index.isVisible(newest) ? "" : " · deleted"
    try session.printHeading(
      label,
      "\(location.id.uuidString) · \(location.snapshot.title) · "
        + "\(CountText.text(versions, "version"))\(state)")
  }
}
