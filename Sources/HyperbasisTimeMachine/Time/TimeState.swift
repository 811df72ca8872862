package import HyperbasisCanvas
package import HyperbasisHistory
import HyperbasisWording

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
  /// What is being counted for the second line of the bar.
  var counting: AnchorCounts.Key?
  /// Events that were written here and have not been read back yet.
  package var ownEvents = 0
}

/// How the time bar is shown.
package struct BarWindow: Hashable, Sendable {
  package var mode = TimeBarMode.time
  /// Whether somebody chose the mode; where nobody did, it follows from the gaps between events.
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
  /// What has run but was too little for a step, in microseconds of the bar or in events.
  package var remainder = 0.0
}

/// A step of the ladder of speeds: multiples of real time, then instants with events each second.
package struct PlaySpeed: Hashable, Sendable {
  private let step: Int

  /// 1/8 × to 1024 × are steps 0 to 13; 1 to 64 instants each second are steps 14 to 20.
  private static let lastMultiple = 13
  private static let lastStep = 20

  package static let standard = PlaySpeed(step: lastMultiple + 3)

  /// What suits a history of a length in microseconds: real time for seconds and minutes, events
  /// for days and years.
  package static func suiting(length: Int64) -> PlaySpeed {
    switch length {
    case ...60_000_000: multiple(exponent: 0)
    case ...3_600_000_000: multiple(exponent: 3)
    default: standard
    }
  }

  /// Times real time; 2 to the power of the exponent.
  package static func multiple(exponent: Int) -> PlaySpeed {
    PlaySpeed(step: min(max(exponent + 3, 0), lastMultiple))
  }

  /// So many instants with events each second; 2 to the power of the exponent.
  package static func events(exponent: Int) -> PlaySpeed {
    PlaySpeed(step: min(max(lastMultiple + 1 + exponent, lastMultiple + 1), lastStep))
  }

  /// The next slower or faster speed; nil at the end of the ladder.
  package func next(_ direction: Direction) -> PlaySpeed? {
    let next = step + direction.sign
    return (0...Self.lastStep).contains(next) ? PlaySpeed(step: next) : nil
  }
}

extension PlaySpeed {
  /// Times real time; nil where the speed counts events.
  package var multiple: Double? {
    guard step <= Self.lastMultiple else { return nil }
    return step >= 3 ? Double(1 << (step - 3)) : 1 / Double(1 << (3 - step))
  }

  /// Instants with events each second; nil where the speed is a multiple of real time.
  package var eventsPerSecond: Double? {
    step > Self.lastMultiple ? Double(1 << (step - Self.lastMultiple - 1)) : nil
  }

  /// `4/s`, for where there is no room for what is counted.
  var short: TerminalText { eventsPerSecond.map { "\(Int($0))/s" } ?? text }

  package var text: TerminalText {
    if let eventsPerSecond { return "\(CountText.text(Int(eventsPerSecond), "instant"))/s" }
    return step >= 3 ? "×\(1 << (step - 3))" : "×1/\(1 << (3 - step))"
  }
}
