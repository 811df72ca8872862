package import HyperbasisHistory

/// What lists need that takes a pass over the log.
package enum LogReading: Hashable, Sendable {
  /// Which operations there are.
  case operations
  /// What an undo would do.
  case undo(UndoPreview.Request)
  /// What moved as one.
  case drift(DriftReading)
  /// What anchors were called in the state after so many events, to list them by name.
  case names(stateAt: Int)
}

extension SpaceView {
  /// What the screen waits for; nil for nothing.
  func awaitedReading(_ coloring: Coloring) -> LogReading? {
    awaitedNames ?? awaitedOperations ?? awaitedDrift(coloring).map { .drift($0) }
  }

  /// What a list by name waits for; nil for nothing.
  private var awaitedNames: LogReading? {
    guard lists.order == .name else { return nil }
    let compared = comparedOffsets.map { [$0.from, $0.to] } ?? []
    return ([offset] + compared).lazy.map { .names(stateAt: $0) }.first { data.takesTime($0) }
  }

  /// In which order anchors and changes are listed: as was asked, but as usual while names are read.
  var listedOrder: AnchorOrder { awaitsNames ? .usual : lists.order }

  /// Whether names are read before anchors and changes are listed by them.
  var awaitsNames: Bool { awaitedNames != nil }
}
