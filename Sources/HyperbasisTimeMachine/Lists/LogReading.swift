package import HyperbasisHistory

/// What lists need that takes a pass over the log.
package enum LogReading: Hashable, Sendable {
  /// Which operations there are.
  case operations
  /// What an undo would do.
  case undo(UndoPreview.Request)
  /// What moved as one.
  case drift(DriftReading)
}

extension SpaceView {
  /// What the screen waits for; nil for nothing.
  func awaitedReading(_ coloring: Coloring) -> LogReading? {
    awaitedOperations ?? awaitedDrift(coloring).map { .drift($0) }
  }
}
