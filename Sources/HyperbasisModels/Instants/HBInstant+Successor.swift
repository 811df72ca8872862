import Foundation

extension HBInstant {
  /// The next instant, a microsecond later, at which something can be written.
  ///
  /// Events carry dates, which cannot hold every microsecond from the year 2106 on; there it is
  /// the next instant that a date holds. It stays within the year 9999, the last one that a log
  /// can name, and so is not later than the last instants of that year.
  package var successor: HBInstant {
    guard self < Self.lastWritable else { return Self.lastWritable }
    var date = advanced(byMicroseconds: 1).date
    var next = HBInstant(date)
    while next <= self || HBInstant(next.date) != next, next < Self.lastWritable {
      date = Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.nextUp)
      next = HBInstant(date)
    }
    return min(next, Self.lastWritable)
  }

  /// The last instant that a date holds before the year 10000.
  private static let lastWritable = HBInstant(
    Date(timeIntervalSince1970: year10000.nextDown))
}
