/// A unit of time, as typed and printed.
enum TimeUnit: CaseIterable {
  case microsecond, millisecond, second, minute, hour, day, week, month, year

  /// Creates the unit with a name in lower case: `h`, `hr`, `hour`, `hours`.
  init?(name: String) {
    guard let unit = TimeUnit.allCases.first(where: { $0.names.contains(name) }) else {
      return nil
    }
    self = unit
  }

  private var names: [String] {
    switch self {
    case .microsecond: ["us", "microsecond", "microseconds"]
    case .millisecond: ["ms", "millisecond", "milliseconds"]
    case .second: ["s", "sec", "secs", "second", "seconds"]
    case .minute: ["m", "min", "mins", "minute", "minutes"]
    case .hour: ["h", "hr", "hrs", "hour", "hours"]
    case .day: ["d", "day", "days"]
    case .week: ["w", "wk", "wks", "week", "weeks"]
    case .month: ["mo", "mos", "month", "months"]
    case .year: ["y", "yr", "yrs", "year", "years"]
    }
  }

  /// The length; nil for months and years, whose lengths vary.
  var microseconds: Int64? {
    switch self {
    case .microsecond: 1
    case .millisecond: 1000
    case .second: 1_000_000
    case .minute: 60_000_000
    case .hour: 3_600_000_000
    case .day: 86_400_000_000
    case .week: 604_800_000_000
    case .month, .year: nil
    }
  }

  var months: Int64? {
    switch self {
    case .month: 1
    case .year: 12
    default: nil
    }
  }
}

extension TimeUnit {
  /// Returns a number of these units as an amount; nil if it does not fit.
  func amount(_ number: DateScanner.Decimal, sign: Int64) -> DateExpression.Amount? {
    guard let whole = number.whole else { return nil }
    if let months {
      guard let total = whole.multiplied(by: months * sign), let count = Int(exactly: total) else {
        return nil
      }
      return DateExpression.Amount(months: count)
    }
    let unit = microseconds ?? 0
    let part = number.millionths * unit / 1_000_000
    guard let total = whole.multiplied(by: unit)?.added(part) else { return nil }
    return DateExpression.Amount(microseconds: total * sign)
  }
}

extension DateExpression.Amount {
  /// Adds another amount; returns false if the sum does not fit.
  mutating func add(_ other: DateExpression.Amount) -> Bool {
    let (months, overflow) = months.addingReportingOverflow(other.months)
    guard !overflow, let microseconds = microseconds.added(other.microseconds) else {
      return false
    }
    self = DateExpression.Amount(microseconds: microseconds, months: months)
    return true
  }
}
