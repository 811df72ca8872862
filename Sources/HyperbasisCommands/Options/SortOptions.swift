import ArgumentParser
import HyperbasisCanvas
import HyperbasisTimeMachine

/// The order in which anchors are printed: one of the orders of the time machine's lists.
struct SortOptions: ParsableArguments {
  @Option(
    name: .customLong("sort"),
    help: ArgumentHelp(
      """
      Sort by name, changed (the latest first), distance (from its first place; of a diff, how far it \
      moved), events, alive (how long it was there) or path (how far it went).
      """, valueName: "order"),
    completion: .list(AnchorOrder.allCases.map(\.rawValue)))
  var name: String?

  func order() throws -> AnchorOrder {
    do {
      return try name.map { text throws(Complaint) in try AnchorOrder(named: text) } ?? .usual
    } catch {
      throw CommandFailure.usage(error.text.plain)
    }
  }
}
