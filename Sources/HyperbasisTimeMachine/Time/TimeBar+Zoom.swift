package import HyperbasisHistory

// A window is the part of the whole time that the bar shows; nil stands for all of it.

extension TimeBar {
  /// Returns the window of half the positions about an instant, which keeps its place on the screen.
  ///
  /// It is the present window if that cannot be divided any further.
  package func zoomedIn(about instant: HBInstant) -> ClosedRange<HBInstant>? {
    guard let start, let end else { return nil }
    guard positions.count > 2 else { return start...end }
    let at = min(positions.firstIndex { $0 >= instant } ?? positions.count, positions.count - 1)
    let half = positions.count / 2
    let before = at * half / (positions.count - 1)
    // An instant between two positions needs the one before it as well.
    let needed = positions[at] > instant && at > 0 ? 1 : 0
    let first = max(0, at - max(before, needed))
    let last = min(positions.count - 1, max(first + half, at))
    return positions[first]...positions[last]
  }

  /// Returns the window of twice the time or, except for bars by time, twice the instants, about an
  /// instant; nil once it holds everything.
  package func zoomedOut(about instant: HBInstant, times: EventTimes) -> ClosedRange<HBInstant>? {
    guard let start, let end else { return nil }
    if mode != .time {
      let count = times.instants(through: end) - times.instants(before: start)
      return TimeBar.window(
        times, about: instant, instants: max(4, count * 2), share: share(of: instant))
    }
    let span = max(1, end.microseconds.subtractingClamped(start.microseconds)).doubledClamped
    let before = Int64(clamping: Double(span) * share(of: instant))
    return TimeBar.window(
      times, from: instant.advanced(byMicroseconds: -before), microseconds: span)
  }

  /// Returns the window moved so that it shows an instant; unchanged if it already does.
  package func scrolled(toShow instant: HBInstant, times: EventTimes) -> ClosedRange<HBInstant>? {
    guard let start, let end else { return nil }
    if (start...end).contains(instant) {
      return start == times.start && end == times.end ? nil : start...end
    }
    if mode != .time {
      let count = times.instants(through: end) - times.instants(before: start)
      return TimeBar.window(times, about: instant, instants: max(2, count), share: 0.5)
    }
    let span = max(1, end.microseconds.subtractingClamped(start.microseconds))
    return TimeBar.window(
      times, from: instant.advanced(byMicroseconds: -(span / 2)), microseconds: span)
  }

  /// Returns the instant a number of steps away from one, as ``instant(from:steps:)`` does, but also
  /// beyond the ends of the window, where it goes on in steps of the same size to the ends of all time.
  package func instant(
    from instant: HBInstant, steps: Int, beyondWindowIn times: EventTimes
  ) -> HBInstant? {
    if let target = self.instant(from: instant, steps: steps) { return target }
    guard let target = target(beyond: instant, steps: steps, times) else { return nil }
    return (steps > 0 ? target > instant : target < instant) ? target : nil
  }

  private func target(beyond instant: HBInstant, steps: Int, _ times: EventTimes) -> HBInstant? {
    guard let first = times.start, let last = times.end else { return nil }
    guard mode == .time, let start, let end else {
      let at = steps > 0 ? times.instants(through: instant) - 1 : times.instants(before: instant)
      return times.instant(min(max(0, at + steps * stepSize(in: times)), times.instantCount - 1))
    }
    let span = end.microseconds.subtractingClamped(start.microseconds)
    let size = max(1, span / Int64(max(1, positions.count - 1)))
    let (distance, overflow) = Int64(steps).multipliedReportingOverflow(by: size)
    if overflow { return steps > 0 ? last : first }
    return min(max(first, instant.advanced(byMicroseconds: distance)), last)
  }

  /// Returns how many instants lie between two positions; one if the window has none.
  private func stepSize(in times: EventTimes) -> Int {
    guard let start, let end, positions.count > 1 else { return 1 }
    let shown = times.instants(through: end) - times.instants(before: start)
    return max(1, (shown - 1) / (positions.count - 1))
  }

  /// Returns how far along the bar an instant is, from 0 to 1.
  private func share(of instant: HBInstant) -> Double {
    switch place(of: instant) {
    case .before: 0
    case .after: 1
    case .column(let column): width > 1 ? Double(column) / Double(width - 1) : 0.5
    }
  }

  /// Returns a window of a number of instants, a share of which lies before an instant.
  private static func window(
    _ times: EventTimes, about instant: HBInstant, instants count: Int, share: Double
  ) -> ClosedRange<HBInstant>? {
    guard count < times.instantCount else { return nil }
    let at = times.instants(before: instant)
    let wanted = at - Int(Double(count - 1) * share)
    let first = min(max(0, wanted), times.instantCount - count)
    return times.instant(first)...times.instant(first + count - 1)
  }

  /// Returns a window of a length, moved so that it lies within all time.
  private static func window(
    _ times: EventTimes, from first: HBInstant, microseconds span: Int64
  ) -> ClosedRange<HBInstant>? {
    guard let start = times.start, let end = times.end,
      span < end.microseconds.subtractingClamped(start.microseconds)
    else { return nil }
    let first = max(min(first, end.advanced(byMicroseconds: -span)), start)
    return first...min(first.advanced(byMicroseconds: span), end)
  }
}

extension Int64 {
  fileprivate func subtractingClamped(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? .max : difference
  }

  fileprivate var doubledClamped: Int64 {
    let (double, overflow) = multipliedReportingOverflow(by: 2)
    return overflow ? .max : double
  }
}
