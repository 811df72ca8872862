package import Foundation

// Before 1865 and after 2106 several instants share a date. Whoever asks for what was at a date means all
// of them: an event must be there at its own date.

extension HBInstant {
  /// Creates the last instant that a date stands for.
  package init(endOf date: Date) {
    var instant = HBInstant(date)
    while instant.date > date, case let earlier = instant.advanced(byMicroseconds: -1),
      earlier != instant, earlier.date >= date
    { instant = earlier }
    while case let later = instant.advanced(byMicroseconds: 1), later != instant, later.date <= date
    {
      instant = later
    }
    self = instant
  }

  /// Creates the first instant that a date stands for.
  package init(startOf date: Date) {
    var instant = HBInstant(date)
    while instant.date < date, case let later = instant.advanced(byMicroseconds: 1),
      later != instant,
      later.date <= date
    { instant = later }
    while case let earlier = instant.advanced(byMicroseconds: -1), earlier != instant,
      earlier.date >= date
    { instant = earlier }
    self = instant
  }
}

extension HBInstant: CustomStringConvertible {
  /// The instant in UTC, as ``rfc3339Text``.
  public var description: String { rfc3339Text }
}
