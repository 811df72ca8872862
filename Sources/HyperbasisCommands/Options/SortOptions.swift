import ArgumentParser
import HyperbasisTimeMachine

/// In which order anchors are printed: the orders of the time machine's lists.
struct SortOptions: ParsableArguments {
  @Option(
    name: .customLong("sort"),
    help: ArgumentHelp(
      """
      Sort by name, changed (the latest first), distance (from its first place; of a diff, how far it \
      moved), events, alive (how long it was there) or path (how far it went).
      """, valueName: "order"))
  var order: AnchorOrder = .usual
}

extension AnchorOrder: ExpressibleByArgument {}
