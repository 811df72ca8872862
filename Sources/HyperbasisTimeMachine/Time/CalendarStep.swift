import Foundation
import HyperbasisHistory
import HyperbasisWording

/// A step of calendar or clock; the time bar can have ticks where one begins.
enum CalendarStep: Hashable, Sendable {
  case years(Int)
  case months(Int)
  /// Counted from the first of each month, so that every month begins with a step.
  case days(Int)
  /// A number of microseconds that divides a day.
  case clock(Int64)

  /// From the finest to the coarsest.
  static let ladder: [CalendarStep] =
    [1, 2, 5, 10, 20, 50, 100, 200, 500].map { .clock($0 * millisecond) }
    + [1, 2, 5, 10, 15, 30].map { .clock($0 * second) }
    + [1, 2, 5, 10, 15, 30].map { .clock($0 * 60 * second) }
    + [1, 2, 3, 6, 12].map { .clock($0 * 3600 * second) }
    + [1, 2, 5, 10, 15].map { .days($0) }
    + [1, 2, 3, 6].map { .months($0) }
    + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map { .years($0) }

  /// Those of a day or more.
  static let ladderOfDays = ladder.drop { $0.isOfClock }

  var isOfClock: Bool {
    if case .clock = self { true } else { false }
  }

  private static let millisecond: Int64 = 1000
  private static let second: Int64 = 1_000_000
}

extension CalendarStep {
  /// Returns the number of the step that a date is in; it grows with the date.
  func number(of date: LocalDateTime) -> Int64 {
    if case .clock(let length) = self { return date.microseconds.flooredQuotient(length) }
    let (year, month, day) = HBInstant.civil(fromDays: date.days)
    let months = Int64(year) * 12 + Int64(month) - 1
    return switch self {
    case .years(let count): Int64(year).flooredQuotient(Int64(count))
    case .months(let count): months.flooredQuotient(Int64(count))
    // The days beyond the 30th belong to the last step of their month.
    case .days(let count):
      months * 32 + Int64(count == 1 ? day : min((day - 1) / count, 30 / count - 1))
    case .clock: 0
    }
  }

  /// Returns the beginning of the step that a date is in.
  func start(of date: LocalDateTime) -> LocalDateTime {
    if case .clock(let length) = self {
      return LocalDateTime(microseconds: date.microseconds.flooredQuotient(length) * length)
    }
    var (year, month, day) = HBInstant.civil(fromDays: date.days)
    switch self {
    case .years(let count):
      year = Int(Int64(year).flooredQuotient(Int64(count))) * count
      (month, day) = (1, 1)
    case .months(let count): (month, day) = ((month - 1) / count * count + 1, 1)
    case .days(let count):
      if count > 1 { day = min((day - 1) / count, 30 / count - 1) * count + 1 }
    case .clock: break
    }
    let days = HBInstant.days(year: year, month: month, day: day)
    let (microseconds, overflow) = days.multipliedReportingOverflow(by: 86_400_000_000)
    return overflow ? date : LocalDateTime(microseconds: microseconds)
  }
}

// MARK: - Text

extension CalendarStep {
  /// Returns the label of a date at a tick of this step: no more than distinguishes it from the date to
  /// its left.
  func label(_ date: LocalDateTime, after former: LocalDateTime) -> String {
    // Read as UTC, a local date has the same digits.
    let instant = HBInstant(microseconds: date.microseconds)
    let text = TimeText(zone: .gmt)
    switch self {
    case .years: return String(text.day(instant).dropLast(6))
    case .months: return String(text.day(instant).dropLast(3))
    case .days: return Self.day(date, after: former)
    case .clock(let length):
      let time = Self.time(instant, length, after: HBInstant(microseconds: former.microseconds))
      guard date.days != former.days else { return time }
      let day = Self.day(date, after: former)
      return date == date.startOfDay ? day : "\(day) \(time)"
    }
  }

  /// Returns a day, with the year if that has changed; on the first day of a year, the year alone.
  private static func day(_ date: LocalDateTime, after former: LocalDateTime) -> String {
    let day = TimeText(zone: .gmt).day(HBInstant(microseconds: date.microseconds))
    let year = HBInstant.civil(fromDays: date.days).year
    if year == HBInstant.civil(fromDays: former.days).year { return String(day.suffix(5)) }
    return date.microseconds == date.startOfDay.microseconds && day.hasSuffix("-01-01")
      ? String(day.dropLast(6)) : day
  }

  /// Returns a time as precise as the step; the later of two times in one second is only its fraction.
  private static func time(
    _ instant: HBInstant, _ length: Int64, after former: HBInstant
  ) -> String {
    let text = TimeText(zone: .gmt)
    if length >= 60 * second { return String(text.time(instant).prefix(5)) }
    if length >= second { return text.time(instant) }
    let isSameSecond = instant.wholeSeconds == former.wholeSeconds
    if instant.fraction == 0, !isSameSecond { return text.time(instant) }
    let exact = text.time(instant, fraction: .digits(3))
    return isSameSecond ? String(exact.suffix(4)) : exact
  }
}
