import Hyperbasis
import HyperbasisCanvas

extension State {
  /// The time bar as wide as the screen shows it.
  package var timeBar: TimeBar {
    let columns = TimeBarView.barWidth(in: layout.bar.columns)
    let width = columns > 1 ? columns : Self.hiddenBarWidth
    guard let view else { return TimeBar(EventTimes(), mode: .time, width: width) }
    return TimeBar(view.times, mode: view.bar.mode, width: width, window: view.bar.window)
  }

  /// How many positions there are while no bar is on screen.
  private static let hiddenBarWidth = 100

  mutating func cycleBar() {
    if let mode = view?.bar.mode.next { show(mode) }
  }

  mutating func show(_ mode: TimeBarMode) {
    view?.bar.mode = mode
    switch mode {
    case .time: message = .note("time bar: by time")
    case .cut: message = .note("time bar: by time, gaps cut out")
    case .event: message = .note("time bar: by event")
    }
  }

  mutating func zoomBar(_ direction: Direction) {
    guard let view, let cursor = view.instant else { return }
    let bar = timeBar
    let window =
      direction == .forward
      ? bar.zoomedIn(about: cursor) : bar.zoomedOut(about: cursor, times: view.times)
    self.view?.bar.window = window
    if let window, window != view.bar.window {
      let length = Hyperbasis.DurationText.text(from: window.lowerBound, to: window.upperBound)
      message = .note("the bar shows \(TerminalText(length))")
    } else {
      message = .note(
        direction == .forward ? "this is as close as it gets" : "the bar shows all time")
    }
  }

  /// Moves the part on screen so that the cursor is on it.
  mutating func keepCursorOnBar() {
    guard let view, let window = view.bar.window, let cursor = view.instant,
      !window.contains(cursor)
    else { return }
    let moved = timeBar.scrolled(toShow: cursor, times: view.times)
    self.view?.bar.window = moved
  }
}

extension Int64 {
  /// The whole number nearest to a value, clamped to 64 bits.
  init(clamping value: Double) {
    self = Int64(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
  }
}
