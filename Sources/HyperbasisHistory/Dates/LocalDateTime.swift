package import Foundation
package import HyperbasisModels

/// A date and a time of day on the calendar and clock of a place, without its zone.
package struct LocalDateTime: Hashable, Sendable {
  /// Microseconds since 1970-01-01 00:00 at the same place.
  package let microseconds: Int64

  package init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Creates what calendar and clock show in a zone at an instant.
  package init(_ instant: HBInstant, in zone: TimeZone) {
    let offset = Int64(zone.secondsFromGMT(at: instant)) * 1_000_000
    microseconds = instant.advanced(byMicroseconds: offset).microseconds
  }
}

extension LocalDateTime {
  /// Returns the instant in a zone.
  ///
  /// For a time that occurs twice, when clocks go back, it is the first of the two. A time that does not
  /// occur, when clocks go forward, is read with the offset in force before: 02:30 becomes 03:30, and a
  /// midnight that does not occur becomes the first instant of its day.
  package func instant(in zone: TimeZone) -> HBInstant {
    let candidates = candidates(in: zone)
    return candidates.filter { LocalDateTime($0, in: zone) == self }.min() ?? candidates[0]
  }

  /// How often the clocks of a zone show a time.
  package enum Occurrence: Hashable, Sendable {
    case once
    /// The clocks went back.
    case twice
    /// The clocks went forward.
    case never
  }

  /// Returns how often the clocks of a zone show this time.
  package func occurrence(in zone: TimeZone) -> Occurrence {
    let valid = Set(candidates(in: zone).filter { LocalDateTime($0, in: zone) == self })
    return valid.isEmpty ? .never : valid.count == 1 ? .once : .twice
  }

  /// The instants by the offset in force a day before and by the one a day after.
  private func candidates(in zone: TimeZone) -> [HBInstant] {
    let asUTC = HBInstant(microseconds: microseconds)
    let day: Int64 = 86_400_000_000
    return [-day, day].map { delta in
      let offset = zone.secondsFromGMT(at: asUTC.advanced(byMicroseconds: delta))
      return asUTC.advanced(byMicroseconds: Int64(-offset) * 1_000_000)
    }
  }

  /// Midnight of the same day; clamped to the start of the range.
  package var startOfDay: LocalDateTime {
    LocalDateTime(microseconds: days.multiplied(by: 86_400_000_000) ?? .min)
  }

  /// Returns the same time of day some days later; clamped to the ends of the range.
  package func advanced(byDays count: Int) -> LocalDateTime {
    let (delta, overflow) = Int64(count).multipliedReportingOverflow(by: 86_400_000_000)
    let clamped: Int64 = overflow ? (count < 0 ? .min : .max) : delta
    return advanced(byMicroseconds: clamped)
  }

  /// Returns the same time of day some months later, on the last day of the month if that is too short.
  package func advanced(byMonths count: Int) -> LocalDateTime {
    let (year, month, day) = HBInstant.civil(fromDays: days)
    let (index, overflow) = (year * 12 + month - 1).addingReportingOverflow(count)
    // Beyond this, the day number times a day's microseconds exceeds 64 bits.
    guard !overflow, index.magnitude < 12 * 290_000 else {
      return LocalDateTime(microseconds: count < 0 ? .min : .max)
    }
    let newMonth = index - (index >= 0 ? index : index - 11) / 12 * 12
    let newYear = (index - newMonth) / 12
    let newDay = min(day, HBInstant.dayCount(year: newYear, month: newMonth + 1))
    let newDays = HBInstant.days(year: newYear, month: newMonth + 1, day: newDay)
    return LocalDateTime(microseconds: newDays * 86_400_000_000)
      .advanced(byMicroseconds: microseconds - startOfDay.microseconds)
  }

  package func advanced(byMicroseconds delta: Int64) -> LocalDateTime {
    let sum = HBInstant(microseconds: microseconds).advanced(byMicroseconds: delta)
    return LocalDateTime(microseconds: sum.microseconds)
  }

  /// Days since 1970-01-01.
  package var days: Int64 { microseconds.flooredQuotient(86_400_000_000) }
}

extension TimeZone {
  /// Seconds east of UTC at an instant.
  package func secondsFromGMT(at instant: HBInstant) -> Int {
    secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(instant.wholeSeconds)))
  }
}
