public import Foundation

/// A point in time: a whole number of microseconds since 1970-01-01T00:00:00Z.
///
/// Events are ordered and compared by instants, never by floating-point dates, so that two machines with
/// the same log agree to the last bit. Instants before 1970 are negative.
public struct HBInstant: Hashable, Sendable {
  /// Microseconds since 1970-01-01T00:00:00Z; negative before that.
  public let microseconds: Int64

  /// Creates the instant a number of microseconds after 1970-01-01T00:00:00Z, or before it if negative.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Creates the instant nearest to a date.
  ///
  /// Dates beyond what 64-bit microseconds can hold are clamped; not-a-number becomes 1970.
  public init(_ date: Date) {
    let scaled = (date.timeIntervalSince1970 * 1_000_000).rounded()
    self.init(microseconds: Int64(exactly: scaled) ?? Self.clamp(scaled))
  }

  /// The instant as a date; between the years 1865 and 2106, converting it back gives the same instant.
  ///
  /// Otherwise it is the nearest instant that a date can hold, but never one in the year 10000 for an
  /// instant before it, since no file can name that year.
  public var date: Date {
    let seconds = Double(microseconds) / 1_000_000
    let isRoundedUp = seconds >= Self.year10000 && wholeSeconds < Int64(Self.year10000)
    return Date(timeIntervalSince1970: isRoundedUp ? Self.year10000.nextDown : seconds)
  }

  /// Seconds from 1970 to 10000-01-01T00:00:00Z.
  static let year10000: TimeInterval = 253_402_300_800
  static let year0: TimeInterval = -62_167_219_200

  /// The whole second that contains the instant; floored, also before 1970.
  public var wholeSeconds: Int64 {
    microseconds.flooredQuotient(1_000_000)
  }

  /// Microseconds past ``wholeSeconds``, 0 to 999,999.
  public var fraction: Int {
    Int(microseconds &- wholeSeconds &* 1_000_000)
  }

  /// Returns the instant a number of microseconds later, clamped to the ends of the range.
  public func advanced(byMicroseconds delta: Int64) -> HBInstant {
    let (sum, overflow) = microseconds.addingReportingOverflow(delta)
    if overflow { return HBInstant(microseconds: delta < 0 ? .min : .max) }
    return HBInstant(microseconds: sum)
  }

  private static func clamp(_ scaled: Double) -> Int64 {
    if scaled.isNaN { return 0 }
    return scaled < 0 ? .min : .max
  }
}

extension HBInstant: Comparable {
  public static func < (left: HBInstant, right: HBInstant) -> Bool {
    left.microseconds < right.microseconds
  }
}

extension Int64 {
  /// Integer division that rounds towards negative infinity, for a positive divisor.
  package func flooredQuotient(_ divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
