import ArgumentParser
import HyperbasisHistory

/// How large a move must be to count in a comparison of two dates.
struct MoveOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Leave out moves shorter than this, such as 5cm; metres without a unit.", valueName: "length")
  )
  var minMove: String?

  @Option(help: ArgumentHelp("Leave out turns smaller than this.", valueName: "degrees"))
  var minTurn: String?
}

extension MoveOptions {
  /// The rule that the options give; any move counts if they are missing.
  var rule: MoveRule {
    get throws {
      MoveRule(
        distance: try minMove.map { try PlaceArguments.length($0, option: "min-move") } ?? 0,
        angle: try minTurn.map { try PlaceArguments.turn($0) } ?? 0)
    }
  }
}
