package import HyperbasisHistory

/// The moment that is shown.
package enum Cursor: Hashable, Sendable {
  /// The latest state; it moves on with what others write.
  case end
  case at(HBInstant)
}

/// Which moment is shown, and how time is gone through.
package struct TimeState: Hashable, Sendable {
  package var cursor = Cursor.end
  package var bar = BarWindow()
  package var play = Play()
  /// Events that arrived while an earlier date was on screen.
  package var arrived = 0
  /// Events that were written here and have not been read back yet.
  package var ownEvents = 0
}

/// How the time bar is shown.
package struct BarWindow: Hashable, Sendable {
  package var mode = TimeBarMode.time
  /// The part on screen; nil for all.
  package var window: ClosedRange<HBInstant>?
}
