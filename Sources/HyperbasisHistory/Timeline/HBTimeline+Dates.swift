public import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

extension HBTimeline {
  /// Returns dates for a scrubber: `steps` of them, evenly spaced, the last exactly the end.
  ///
  /// It is the start alone with fewer than two steps, or if the start is not before the end or the end is
  /// infinite; it is empty if the start is not finite, or there are no events and no `from`.
  ///
  /// - Parameters:
  ///   - from: the first date; the first event's if nil.
  ///   - to: the last date; the last event's if nil.
  public func scrubberDates(from: Date? = nil, to: Date? = nil, steps: Int = 100) -> [Date] {
    guard let start = from ?? startDate, start.timeIntervalSince1970.isFinite else { return [] }
    guard let end = to ?? endDate, start < end, end.timeIntervalSince1970.isFinite, steps >= 2
    else { return [start] }
    let step = end.timeIntervalSince(start) / Double(steps - 1)
    let inner = (0..<steps - 1).map { start.addingTimeInterval(step * Double($0)) }
    return inner + [end]
  }

  /// The date of the first event of each local day that has events.
  public var significantDates: [Date] { significantDates(in: .current) }

  /// Returns the date of the first event of each day of a calendar that has events.
  ///
  /// - Complexity: a binary search for each such day; no event is decoded.
  package func significantDates(in calendar: Calendar) -> [Date] {
    var result: [Date] = []
    var ordinal = 0
    while ordinal < index.count {
      let date = index.date(ordinal)
      result.append(date)
      guard let day = calendar.dateInterval(of: .day, for: date), day.end > date else { break }
      // At least one event further, whatever rounding does at the edge of the day.
      ordinal = max(ordinal + 1, index.eventCount(before: HBInstant(day.end)))
    }
    return result
  }
}
