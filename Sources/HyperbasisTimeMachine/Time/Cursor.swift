package import Hyperbasis

/// The moment that is shown.
package enum Cursor: Hashable, Sendable {
  /// The latest state; it moves on with what others write.
  case end
  case at(HBInstant)
}

/// The two dates that people set to compare or to loop.
package struct Marks: Hashable, Sendable {
  package var a: HBInstant?
  package var b: HBInstant?

  package mutating func swap() {
    (a, b) = (b, a)
  }
}

/// What the state on screen is compared with.
package enum DiffMode: Int, CaseIterable, Hashable, Sendable {
  case off
  /// The state before the latest event with the state on screen.
  case previous
  /// The state on screen with the latest one.
  case now
  /// A with B.
  case marks
}
