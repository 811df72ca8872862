package import HyperbasisHistory

/// What is compared with what.
package struct CompareState: Hashable, Sendable {
  package var marks = Marks()
  package var mode = DiffMode.off
  package var isSideBySide = false
  /// Whether a shift of the whole space is taken out.
  package var takesShiftOut = false
}

/// The two dates that the user marks to compare or to loop.
package struct Marks: Hashable, Sendable {
  package var a: HBInstant?
  package var b: HBInstant?

  /// Both marks, if both are set.
  var both: (a: HBInstant, b: HBInstant)? {
    guard let a, let b else { return nil }
    return (a, b)
  }

  package mutating func swap() {
    (a, b) = (b, a)
  }
}

/// What the state on screen is compared with.
package enum DiffMode: String, CaseIterable, Hashable, Sendable {
  case off
  /// A with B.
  case marks
  /// The state before the last events at or before the date on screen with the one after them.
  case previous
  /// The state on screen with the latest one.
  case now
}
