import Foundation

extension HBInstant {
  /// The next instant at which something can be written, a microsecond later.
  ///
  /// Events carry dates, which cannot hold every microsecond from the year 2106 on; from then it is the
  /// next instant that a date can hold. It stays within the year 9999, the last that a log can name, so for
  /// the last instants of that year it is not later than they are.
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

  /// The last instant before the year 10000 that a date can hold.
  private static let lastWritable = HBInstant(
    Date(timeIntervalSince1970: year10000.nextDown))
}
