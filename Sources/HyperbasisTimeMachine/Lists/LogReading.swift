package import HyperbasisHistory

/// Something that lists need and that takes a pass over the log.
package enum LogReading: Hashable, Sendable {
  /// Which operations there are.
  case operations
  /// What an undo would do.
  case undo(UndoPreview.Request)
  /// What moved as one.
  case drift(DriftReading)
  /// The names of anchors in the state after that many events, to list them by name.
  case names(stateAt: Int)
}

extension SpaceView {
  /// Returns what the screen waits for; nil for nothing.
  func awaitedReading(_ coloring: Coloring) -> LogReading? {
    awaitedNames ?? awaitedOperations ?? awaitedDrift(coloring).map { .drift($0) }
  }

  /// What a list by name waits for; nil for nothing.
  private var awaitedNames: LogReading? {
    guard lists.order == .name else { return nil }
    let compared = comparedOffsets.map { [$0.from, $0.to] } ?? []
    return ([offset] + compared).lazy.map { .names(stateAt: $0) }.first { data.takesTime($0) }
  }

  /// The order in which anchors and changes are listed: as requested, but the usual one while names are
  /// read.
  var listedOrder: AnchorOrder { awaitsNames ? .usual : lists.order }

  /// Whether the names by which anchors and changes are to be listed are still being read.
  var awaitsNames: Bool { awaitedNames != nil }
}
