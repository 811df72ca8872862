import Hyperbasis
import HyperbasisCanvas

extension State {
  mutating func togglePlay() {
    guard var view else { return }
    if view.play.isRunning {
      view.play.isRunning = false
      message = .note("paused")
    } else {
      if view.isAtEdge(view.play.direction) { view.moveToEdge(view.play.direction.opposite) }
      view.play.isRunning = true
      view.play.remainder = 0
    }
    self.view = view
  }

  mutating func changeSpeed(_ direction: Direction) {
    guard let view else { return }
    guard let speed = view.play.speed.next(direction) else {
      message = .note("\(view.play.speed.text) is the end of the ladder")
      return
    }
    self.view?.play.speed = speed
    self.view?.play.remainder = 0
    message = .note("speed \(speed.text)")
  }

  mutating func reversePlay() {
    guard let direction = view?.play.direction.opposite else { return }
    view?.play.direction = direction
    view?.play.remainder = 0
    message = .note(direction == .forward ? "play forward" : "play backward")
  }

  mutating func toggleLoop() {
    view?.play.loops.toggle()
    message = .note(view?.play.loops == true ? "play loops from A to B" : "no loop")
  }

  /// Lets time run for a number of microseconds of the clock.
  mutating func play(for microseconds: Int64) -> [Effect] {
    guard var view, view.play.isRunning, microseconds > 0 else { return [] }
    // After a suspension there is nothing to catch up with.
    view.advance(by: Double(min(microseconds, 1_000_000)) / 1_000_000)
    if !view.play.isRunning {
      message = .note(view.play.direction == .forward ? "the end" : "the start")
    }
    self.view = view
    return []
  }
}

extension SpaceView {
  func isAtEdge(_ direction: Direction) -> Bool {
    direction == .forward ? isAtEnd : instant == index.start
  }

  mutating func moveToEdge(_ direction: Direction) {
    guard direction == .back, let start = index.start else {
      cursor = .end
      return
    }
    cursor = data.cursor(at: start)
  }

  /// Plays for some seconds.
  fileprivate mutating func advance(by seconds: Double) {
    guard let instant else {
      play.isRunning = false
      return
    }
    guard let target = target(from: instant, after: seconds) else { return }
    historyRow = nil
    if let wrapped = wrapped(target, from: instant) {
      cursor = data.cursor(at: wrapped)
    } else {
      cursor = data.cursor(at: target)
      if isAtEdge(play.direction) { play.isRunning = false }
    }
  }

  /// Nil where too little time passed for a step.
  private mutating func target(from instant: HBInstant, after seconds: Double) -> HBInstant? {
    if let multiple = play.speed.multiple {
      return skippingGaps(instant, by: multiple * seconds * 1_000_000)
    }
    play.remainder += (play.speed.eventsPerSecond ?? 1) * seconds
    let steps = Int(play.remainder)
    guard steps > 0 else { return nil }
    play.remainder -= Double(steps)
    let times = times
    let number =
      play.direction == .forward
      ? times.instants(through: instant) - 1 + steps : times.instants(before: instant) - steps
    guard times.instantCount > 0, number >= 0 else { return index.start }
    return number < times.instantCount ? times.instant(number) : index.end
  }

  /// Where gaps are cut out of the bar, play jumps over those without events too.
  private func skippingGaps(_ instant: HBInstant, by length: Double) -> HBInstant {
    let target = instant.advanced(byMicroseconds: Int64(clamping: length) * play.sign)
    guard bar.mode == .cut else { return target }
    if play.direction == .forward {
      guard let next = times.next(after: instant), next > target else { return target }
      let isLong = next.microseconds - target.microseconds > Int64(clamping: length * 25)
      return isLong ? next : target
    }
    guard let previous = times.previous(before: instant), previous < target else { return target }
    let isLong = target.microseconds - previous.microseconds > Int64(clamping: length * 25)
    return isLong ? previous : target
  }

  /// The other mark, where a loop passes one of them.
  private func wrapped(_ target: HBInstant, from instant: HBInstant) -> HBInstant? {
    guard play.loops, let a = marks.a, let b = marks.b, a != b else { return nil }
    let (low, high) = (min(a, b), max(a, b))
    if play.direction == .forward {
      return target > high || target <= instant || instant < low ? low : nil
    }
    return target < low || target >= instant || instant > high ? high : nil
  }
}

extension Play {
  fileprivate var sign: Int64 { direction == .forward ? 1 : -1 }
}
