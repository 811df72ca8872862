import Canvas
import Hyperbasis

extension State {
  /// The time bar as wide as the screen shows it.
  package var timeBar: TimeBar {
    let width = layout.barColumns.columns
    guard let view else {
      return TimeBar(EventTimes(), mode: .time, width: width)
    }
    return TimeBar(
      view.times, mode: view.bar.mode, width: width > 1 ? width : Self.hiddenBarWidth,
      window: view.bar.window)
  }

  /// How many positions there are while no bar is on screen.
  private static let hiddenBarWidth = 100

  mutating func cycleBar() {
    guard let mode = view?.bar.mode.next else { return }
    view?.bar.mode = mode
    switch mode {
    case .time: message = .note("time bar: by time")
    case .cut: message = .note("time bar: by time, gaps cut out")
    case .event: message = .note("time bar: by event")
    }
  }

  /// Halves or doubles the time on the bar; the cursor keeps its place.
  mutating func zoomBar(_ direction: Direction) {
    guard let view, let start = view.index.start, let end = view.index.end,
      let cursor = view.instant
    else { return }
    let window = view.bar.window ?? start...end
    let factor = direction == .forward ? 0.5 : 2.0
    let before = Double(cursor.microseconds - window.lowerBound.microseconds) * factor
    let after = Double(window.upperBound.microseconds - cursor.microseconds) * factor
    let low = max(start, cursor.advanced(byMicroseconds: -Int64(clamping: before)))
    let high = min(end, cursor.advanced(byMicroseconds: Int64(clamping: after)))
    if low == start, high == end {
      self.view?.bar.window = nil
    } else if high.microseconds - low.microseconds >= Self.shortestWindow {
      self.view?.bar.window = low...high
    } else {
      message = .note("this is as close as it gets")
    }
  }

  private static let shortestWindow: Int64 = 1000

  /// Moves the part on screen so that the cursor is on it.
  mutating func keepCursorOnBar() {
    guard let view, let window = view.bar.window, let cursor = view.instant,
      let start = view.index.start, let end = view.index.end, !window.contains(cursor)
    else { return }
    let length = window.upperBound.microseconds - window.lowerBound.microseconds
    let middle = cursor.advanced(byMicroseconds: -length / 2)
    let low = max(start, min(middle, end.advanced(byMicroseconds: -length)))
    self.view?.bar.window = low...min(end, low.advanced(byMicroseconds: length))
  }
}

extension Int64 {
  /// The whole number nearest to a value, clamped to 64 bits.
  init(clamping value: Double) {
    self = Int64(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
  }
}
