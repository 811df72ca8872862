package import HyperbasisCanvas
package import HyperbasisHistory
import HyperbasisWording

/// The moment on screen.
package enum Cursor: Hashable, Sendable {
  /// The latest state; it moves on with what others write.
  case end
  case at(HBInstant)
}

/// Which moment is shown, and how to move through time.
package struct TimeState: Hashable, Sendable {
  package var cursor = Cursor.end
  package var bar = BarWindow()
  package var play = Play()
  /// Events that arrived while an earlier date was on screen.
  package var arrived = 0
  /// What is being counted for the second line of the bar.
  var counting: AnchorCounts.Key?
  /// Events that were written here and have not been read back yet.
  package var ownEvents = 0
}

/// How the time bar is shown.
package struct BarWindow: Hashable, Sendable {
  package var mode = TimeBarMode.time
  /// Whether the user chose the mode; if not, it follows from the gaps between events.
  package var isModeChosen = false
  /// What is drawn besides the density of events.
  package var line = BarLine.off
  /// The part on screen; nil for all.
  package var window: ClosedRange<HBInstant>?
}

/// Whether time runs, how fast and which way.
package struct Play: Hashable, Sendable {
  package var isRunning = false
  package var direction = Direction.forward
  package var speed = PlaySpeed.standard
  package var loops = false
  /// The part of a step that has run so far, in instants with events.
  package var remainder = 0.0
}

/// A step of the ladder of speeds: multiples of real time, then instants with events each second.
package struct PlaySpeed: Hashable, Sendable {
  private let step: Int

  /// 1/8 × to 1024 × are steps 0 to 13; 1 to 64 instants each second are steps 14 to 20.
  private static let lastMultiple = 13
  private static let lastStep = 20

  package static let standard = PlaySpeed(step: lastMultiple + 3)

  /// Returns the speed that suits a history of a length in microseconds: real time or a multiple of it
  /// up to an hour, events beyond.
  package static func suiting(length: Int64) -> PlaySpeed {
    switch length {
    case ...60_000_000: multiple(exponent: 0)
    case ...3_600_000_000: multiple(exponent: 3)
    default: standard
    }
  }

  /// Returns a multiple of real time: 2 to the power of the exponent.
  package static func multiple(exponent: Int) -> PlaySpeed {
    PlaySpeed(step: min(max(exponent + 3, 0), lastMultiple))
  }

  /// Returns a number of instants with events each second: 2 to the power of the exponent.
  package static func events(exponent: Int) -> PlaySpeed {
    PlaySpeed(step: min(max(lastMultiple + 1 + exponent, lastMultiple + 1), lastStep))
  }

  /// Returns the next slower or faster speed; nil at the end of the ladder.
  package func next(_ direction: Direction) -> PlaySpeed? {
    let next = step + direction.sign
    return (0...Self.lastStep).contains(next) ? PlaySpeed(step: next) : nil
  }
}

extension PlaySpeed {
  /// The multiple of real time; nil if the speed counts events.
  package var multiple: Double? {
    guard step <= Self.lastMultiple else { return nil }
    return step >= 3 ? Double(1 << (step - 3)) : 1 / Double(1 << (3 - step))
  }

  /// Instants with events each second; nil if the speed is a multiple of real time.
  package var eventsPerSecond: Double? {
    step > Self.lastMultiple ? Double(1 << (step - Self.lastMultiple - 1)) : nil
  }

  /// `4/s`, for when there is no room to say what is counted.
  var short: TerminalText { eventsPerSecond.map { "\(Int($0))/s" } ?? text }

  package var text: TerminalText {
    if let eventsPerSecond { return "\(CountText.text(Int(eventsPerSecond), "instant"))/s" }
    return step >= 3 ? "×\(1 << (step - 3))" : "×1/\(1 << (3 - step))"
  }
}
