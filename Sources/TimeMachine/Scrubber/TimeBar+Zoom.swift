package import Hyperbasis

// A window is the part of the whole time that the bar shows; nil stands for all of it.

extension TimeBar {
  /// The window of half the positions about an instant, which stays where it is on the screen.
  ///
  /// The present window where it cannot be divided any further.
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

  /// The window of twice the time or, but for bars by time, twice the instants, about an instant;
  /// nil once it holds everything.
  package func zoomedOut(
    about instant: HBInstant, times: EventTimes
  ) -> ClosedRange<HBInstant>? {
    guard let start, let end else { return nil }
    if mode != .time {
      let count = times.instants(through: end) - times.instants(before: start)
      return TimeBar.window(
        times, about: instant, instants: max(4, count * 2), share: share(of: instant))
    }
    let span = max(1, end.microseconds.subtractingClamped(start.microseconds))
    let before = Int64(clampingDouble: Double(span) * 2 * share(of: instant))
    let first = instant.advanced(byMicroseconds: -before)
    let last = first.advanced(byMicroseconds: span.doubledClamped)
    return TimeBar.clamped(first, last, to: times)
  }

  /// The window moved so that it shows an instant; unchanged where it already does.
  package func scrolled(
    toShow instant: HBInstant, times: EventTimes
  ) -> ClosedRange<HBInstant>? {
    guard let start, let end else { return nil }
    if (start...end).contains(instant) { return TimeBar.clamped(start, end, to: times) }
    if mode != .time {
      let count = times.instants(through: end) - times.instants(before: start)
      return TimeBar.window(times, about: instant, instants: max(2, count), share: 0.5)
    }
    let span = max(1, end.microseconds.subtractingClamped(start.microseconds))
    let middle = min(max(instant, times.start ?? instant), times.end ?? instant)
    var first = middle.advanced(byMicroseconds: -(span / 2))
    if let end = times.end { first = min(first, end.advanced(byMicroseconds: -span)) }
    if let start = times.start { first = max(first, start) }
    return TimeBar.clamped(first, first.advanced(byMicroseconds: span), to: times)
  }

  /// How far along the bar an instant is, from 0 to 1.
  private func share(of instant: HBInstant) -> Double {
    switch place(of: instant) {
    case .before: 0
    case .after: 1
    case .column(let column): width > 1 ? Double(column) / Double(width - 1) : 0.5
    }
  }

  /// A window of a number of instants, a share of which lies before an instant.
  private static func window(
    _ times: EventTimes, about instant: HBInstant, instants count: Int, share: Double
  ) -> ClosedRange<HBInstant>? {
    guard count < times.instantCount else { return nil }
    let at = times.instants(before: instant)
    let wanted = at - Int(Double(count) * share)
    let first = min(max(0, wanted), times.instantCount - count)
    return times.instant(first)...times.instant(first + count - 1)
  }

  private static func clamped(
    _ first: HBInstant, _ last: HBInstant, to times: EventTimes
  ) -> ClosedRange<HBInstant>? {
    guard let start = times.start, let end = times.end else { return nil }
    if first <= start, last >= end { return nil }
    return min(max(first, start), end)...max(min(last, end), start)
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

  fileprivate init(clampingDouble value: Double) {
    self = Int64(exactly: value.rounded()) ?? .max
  }
}
