import Foundation
import HyperbasisHistory
import HyperbasisWording

/// The dates of both ends of a period, as precise as its length deserves.
///
/// The first one includes the year; the second one leaves out the year or the day that they share.
struct EndDates: Equatable, Sendable {
  /// The texts of the first and the last date, from the most to the least detailed.
  private let candidates: [(first: String, last: String)]

  static func == (left: EndDates, right: EndDates) -> Bool {
    left.candidates.elementsEqual(right.candidates, by: ==)
  }

  init(_ range: ClosedRange<HBInstant>, zone: TimeZone) {
    let text = TimeText(zone: zone)
    let (first, last) = (range.lowerBound, range.upperBound)
    let days = (text.day(first), text.day(last))
    if Self.isLong(range) {
      let isOneYear = days.0.dropLast(6) == days.1.dropLast(6)
      candidates = [
        (days.0, isOneYear ? String(days.1.suffix(5)) : days.1),
        (String(days.0.dropLast(3)), String(days.1.dropLast(3))),
      ]
      return
    }
    let length = last.microseconds - first.microseconds
    let times = (Self.time(first, length, text), Self.time(last, length, text))
    let isOneDay = days.0 == days.1
    let short = (String(days.0.suffix(5)), String(days.1.suffix(5)))
    candidates = [
      ("\(days.0) \(times.0)", isOneDay ? times.1 : "\(short.1) \(times.1)"),
      ("\(short.0) \(times.0)", isOneDay ? times.1 : "\(short.1) \(times.1)"),
      isOneDay ? times : short,
    ]
  }

  /// Returns whether a period takes two days or more, so that the time of day says nothing.
  static func isLong(_ range: ClosedRange<HBInstant>) -> Bool {
    let (length, overflow) = range.upperBound.microseconds
      .subtractingReportingOverflow(range.lowerBound.microseconds)
    return overflow || length >= 2 * 86_400_000_000
  }

  /// Returns a time of day with as many digits as tell moments of a length apart.
  private static func time(_ instant: HBInstant, _ length: Int64, _ text: TimeText) -> String {
    switch length {
    case 600_000_000...: String(text.time(instant).prefix(5))
    case 10_000_000..., 0: text.time(instant)
    default: text.time(instant, fraction: .digits(3))
    }
  }
}

extension EndDates {
  /// Returns both dates, as much of them as fits with some room between them; nil if nothing does.
  func fitting(_ columns: Int) -> (first: String, last: String)? {
    candidates.first { $0.first.utf8.count + $0.last.utf8.count + 2 <= columns }
  }

  /// Returns the first date alone, as much of it as fits; nil if nothing does.
  func fittingFirst(_ columns: Int) -> String? {
    candidates.map(\.first).first { $0.utf8.count <= columns }
  }

  /// `2024-06-15 to 2024-06-17`
  var text: String { candidates.first.map { "\($0.first) to \($0.last)" } ?? "" }
}
