package import HyperbasisAnchorLog
package import HyperbasisCanvas
package import HyperbasisModels

/// Says that events of a log lie ahead of the clock.
package enum FutureText {
  /// `3 events lie after today, the last in 2301; see verify`; nil if there are none.
  ///
  /// - Parameters:
  ///   - now: the clock.
  ///   - time: the zone in which days are shown.
  ///   - isCounted: which events count.
  package static func text(
    _ index: EventIndex, now: HBInstant, _ time: TimeText,
    where isCounted: (_ ordinal: Int) -> Bool = { _ in true }
  ) -> TerminalText? {
    let ahead = index.ordinals(aheadOf: now).filter(isCounted)
    guard let first = ahead.first, let last = ahead.last else { return nil }
    let (today, day) = (time.day(now), time.day(index.instant(last)))
    let count = CountText.text(ahead.count, "event")
    let verb = ahead.count == 1 ? "lies" : "lie"
    let bound = time.day(index.instant(first)) == today ? "ahead of the clock" : "after today"
    let place = place(index.instant(last), day: day, today: today, time)
    let which = ahead.count == 1 ? place : "the last \(place)"
    return "\(count) \(verb) \(TerminalText(bound)), \(TerminalText(which)); see verify"
  }

  /// Returns as much of an instant as distinguishes it from now.
  private static func place(
    _ instant: HBInstant, day: String, today: String, _ time: TimeText
  ) -> String {
    if day == today { return "at \(time.time(instant)) \(time.zoneText(at: instant))" }
    let year = day.prefix { $0 != "-" }
    return today.hasPrefix("\(year)-") ? "on \(day)" : "in \(year)"
  }
}
