package import Foundation
package import HyperbasisModels

/// A date as a person types it: `now`, `start`, `end`, `today`, `yesterday`, `50%`, `-2h`,
/// `3d ago`, `end-1d`, `12:03`, `@1705312800.25`, or ISO 8601 with or without time and zone.
///
/// Parsing needs nothing but the text, so typing errors are found at once; what it means depends on the
/// clock, the time span of a space and a zone, which are passed to ``instant(in:)``.
///
/// A day alone means its midnight in the zone. A time alone is on the day in view, else on the day of the
/// end; an amount alone counts from the instant in view, else from the clock. `s`, `m`, `h`, `d` and `w`
/// are fixed lengths of time; `mo` and `y` keep the day of the month and the time of day. Amounts can be
/// joined (`-1h30m`), and an amount may follow a name (`end-2h`); `today` and `yesterday` may be followed
/// by a time (`yesterday 14:30`).
package struct DateExpression: Hashable, Sendable {
  /// The text as it was typed.
  package let text: String
  let form: Form

  /// What the text says, before its context is known.
  enum Form: Hashable, Sendable {
    /// A point in time.
    case instant(HBInstant)
    /// A date and a time of day in the zone.
    case local(LocalDateTime)
    /// A named point in time and an amount of time from it.
    case named(Name, Amount)
    /// An amount of time from the instant in view, else from the clock.
    case relative(Amount)
    /// A time of day in microseconds, some days from today.
    case day(Int, timeOfDay: Int64)
    /// A time of day in microseconds, on the day in view, else on the day of the end.
    case timeOfDay(Int64)
    /// A fraction of the time span: 0 to 1.
    case share(Double)
  }

  enum Name: Hashable, Sendable {
    case now, start, end
  }

  /// An amount of time, negative towards the past.
  struct Amount: Hashable, Sendable {
    var microseconds: Int64 = 0
    var months = 0
  }

  /// What a date depends on.
  package struct Context: Sendable {
    /// The current time.
    package var now: HBInstant
    /// The first instant with an event; nil for a space without events.
    package var start: HBInstant?
    /// The last instant with an event; nil for a space without events.
    package var end: HBInstant?
    package var zone: TimeZone
    /// The instant in view; nil if there is none, as on the command line.
    package var cursor: HBInstant?

    package init(
      now: HBInstant, start: HBInstant?, end: HBInstant?, zone: TimeZone, cursor: HBInstant? = nil
    ) {
      self.now = now
      self.start = start
      self.end = end
      self.zone = zone
      self.cursor = cursor
    }
  }

  /// Reads a date.
  package init(_ text: String) throws(DateExpressionError) {
    self.text = text
    var parser = DateExpressionParser(text)
    form = try parser.parse()
  }

  /// Whether it is the midnight at which a day begins, as a day alone means.
  package var isMidnight: Bool {
    switch form {
    case .local(let local): local == local.startOfDay
    case .day(_, let timeOfDay): timeOfDay == 0
    case .instant, .named, .relative, .timeOfDay, .share: false
    }
  }

  /// Whether it is the present, and not an amount of time from it.
  package var isNow: Bool { form == .named(.now, Amount()) }
}

// MARK: - Meaning

extension DateExpression {
  /// Returns the instant that a text means.
  package static func instant(
    _ text: String, in context: Context
  ) throws(DateExpressionError) -> HBInstant {
    try DateExpression(text).instant(in: context)
  }

  /// Returns the instant that the date means in a context.
  package func instant(in context: Context) throws(DateExpressionError) -> HBInstant {
    switch form {
    case .instant(let instant):
      return instant
    case .local(let local):
      return local.instant(in: context.zone)
    case .named(let name, let amount):
      return try instant(amount, from: instant(of: name, in: context), context.zone)
    case .relative(let amount):
      return try instant(amount, from: context.cursor ?? context.now, context.zone)
    case .day(let days, let timeOfDay):
      return Self.instant(timeOfDay, days: days, fromDayOf: context.now, context.zone)
    case .timeOfDay(let timeOfDay):
      guard let day = context.cursor ?? context.end else { throw .noEvents(text) }
      return Self.instant(timeOfDay, days: 0, fromDayOf: day, context.zone)
    case .share(let share):
      return try instant(share: share, in: context)
    }
  }

  private static func instant(
    _ timeOfDay: Int64, days: Int, fromDayOf day: HBInstant, _ zone: TimeZone
  ) -> HBInstant {
    LocalDateTime(day, in: zone).startOfDay.advanced(byDays: days)
      .advanced(byMicroseconds: timeOfDay).instant(in: zone)
  }

  private func instant(
    of name: Name, in context: Context
  ) throws(DateExpressionError) -> HBInstant {
    let named: HBInstant? =
      switch name {
      case .now: context.now
      case .start: context.start
      case .end: context.end
      }
    guard let named else { throw .noEvents(text) }
    return named
  }

  private func instant(
    _ amount: Amount, from base: HBInstant, _ zone: TimeZone
  ) throws(DateExpressionError) -> HBInstant {
    guard amount != Amount() else { return base }
    var result = base
    if amount.months != 0 {
      result = LocalDateTime(base, in: zone).advanced(byMonths: amount.months).instant(in: zone)
    }
    result = result.advanced(byMicroseconds: amount.microseconds)
    guard HBInstant.ofCommonEra.contains(result) else { throw .outOfRange(text) }
    return result
  }

  private func instant(
    share: Double, in context: Context
  ) throws(DateExpressionError) -> HBInstant {
    guard let start = context.start, let end = context.end else { throw .noEvents(text) }
    // The ends must come out exactly, whatever a product of doubles gives.
    if share == 1 { return end }
    let (span, overflow) = end.microseconds.subtractingReportingOverflow(start.microseconds)
    guard !overflow, span > 0 else { return start }
    let part = (Double(span) * share).rounded()
    return start.advanced(byMicroseconds: min(Int64(exactly: part) ?? span, span))
  }
}

extension HBInstant {
  /// The years 1 to 9999, which fit into four digits.
  static let ofCommonEra =
    HBInstant(
      microseconds: days(year: 1, month: 1, day: 1) * 86_400_000_000)...HBInstant(
      microseconds: days(year: 10_000, month: 1, day: 1) * 86_400_000_000 - 1)
}
