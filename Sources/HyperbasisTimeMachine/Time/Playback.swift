import HyperbasisAnchorLog
import HyperbasisHistory

/// Lets the cursor run through a history.
struct Playback {
  private let data: SpaceData
  private let times: EventTimes
  private let marks: Marks
  private(set) var time: TimeState

  init(_ view: SpaceView) {
    data = view.data
    times = view.times
    marks = view.compare.marks
    time = view.time
  }

  private var instant: HBInstant? { data.instant(of: time.cursor) }

  private func isAtEdge(_ direction: Direction) -> Bool {
    direction == .forward ? time.cursor == .end : instant == data.index.start
  }

  /// Starts to play, from the other edge if it cannot go on from here.
  mutating func start() {
    if isAtEdge(time.play.direction) {
      let start = time.play.direction == .forward ? data.index.start : nil
      time.cursor = start.map { data.cursor(at: $0) } ?? .end
    }
    time.play.isRunning = true
    time.play.remainder = 0
  }

  /// Plays for some seconds.
  ///
  /// - Returns: Whether the cursor was moved.
  mutating func advance(by seconds: Double) -> Bool {
    guard let instant else {
      time.play.isRunning = false
      return false
    }
    guard let target = target(from: instant, after: seconds) else { return false }
    if let wrapped = wrapped(target, from: instant) {
      time.cursor = data.cursor(at: wrapped)
    } else {
      time.cursor = data.cursor(at: target)
      if loop == nil, isAtEdge(time.play.direction) { time.play.isRunning = false }
    }
    return true
  }

  /// Returns where the cursor goes; nil if too little time has passed for a step.
  private mutating func target(from instant: HBInstant, after seconds: Double) -> HBInstant? {
    let play = time.play
    if let multiple = play.speed.multiple {
      return skippingGaps(instant, by: multiple * seconds * 1_000_000)
    }
    time.play.remainder += (play.speed.eventsPerSecond ?? 1) * seconds
    let steps = Int(time.play.remainder)
    guard steps > 0 else { return nil }
    time.play.remainder -= Double(steps)
    let number =
      play.direction == .forward
      ? times.instants(through: instant) - 1 + steps : times.instants(before: instant) - steps
    guard times.instantCount > 0, number >= 0 else { return data.index.start }
    return number < times.instantCount ? times.instant(number) : data.index.end
  }

  /// Returns where the cursor goes: if gaps are cut out of the bar, play skips those without events as
  /// well.
  private func skippingGaps(_ instant: HBInstant, by length: Double) -> HBInstant {
    let isForward = time.play.direction == .forward
    let step = Int64(clamping: length)
    let target = instant.advanced(byMicroseconds: isForward ? step : -step)
    guard time.bar.mode == .cut,
      let event = isForward ? times.next(after: instant) : times.previous(before: instant),
      isForward ? event > target : event < target
    else { return target }
    let gap = event.microseconds - target.microseconds
    return abs(gap) > Int64(clamping: length * 25) ? event : target
  }

  /// The time that play loops through; nil if it does not loop, or if that would be one instant. There
  /// is nothing to play outside the history.
  private var loop: (low: HBInstant, high: HBInstant)? {
    guard time.play.loops, let (a, b) = marks.both, let start = data.index.start,
      let end = data.index.end
    else { return nil }
    let (low, high) = (max(min(a, b), start), min(max(a, b), end))
    return low < high ? (low, high) : nil
  }

  /// Returns the other mark if a loop passes one of them.
  private func wrapped(_ target: HBInstant, from instant: HBInstant) -> HBInstant? {
    guard let (low, high) = loop else { return nil }
    if time.play.direction == .forward {
      return target > high || target <= instant || instant < low ? low : nil
    }
    return target < low || target >= instant || instant > high ? high : nil
  }
}

extension Int64 {
  /// Creates the whole number nearest to a value, clamped to 64 bits.
  init(clamping value: Double) {
    self = Int64(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
  }
}
