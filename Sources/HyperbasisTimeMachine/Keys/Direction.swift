/// One of the two ways along a line: time, a list, a ladder.
package enum Direction: Hashable, Sendable {
  case back, forward

  package var sign: Int { self == .back ? -1 : 1 }
  package var opposite: Direction { self == .back ? .forward : .back }
}

/// A way across the plan.
package enum PanDirection: Hashable, Sendable {
  case left, right, up, down
}
