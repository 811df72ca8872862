package import Foundation
import HyperbasisHistory
package import HyperbasisModels

/// Instants as text for people, in one zone, the same in every locale.
///
/// Made for drawing: it uses no formatter and no locale, and takes a few hundred nanoseconds per text.
package struct TimeText: Hashable, Sendable {
  package let zone: TimeZone

  /// How much of an instant below a second is shown.
  package enum Fraction: Hashable, Sendable {
    case never
    /// The digits that are there, without trailing zeros.
    case whenPresent
    /// This many digits, 1 to 6; the others are cut off.
    case digits(Int)
  }

  package init(zone: TimeZone) {
    self.zone = zone
  }
}

extension TimeText {
  /// `2024-06-17 23:49:51 UTC`, `2024-06-18 01:49:51.4 +02:00`.
  ///
  /// A ``DateExpression`` reads it back as the same instant, unless a fraction was cut.
  package func text(_ instant: HBInstant, fraction: Fraction = .whenPresent) -> String {
    let offset = zone.secondsFromGMT(at: instant)
    var text = DigitText(capacity: 40)
    text.append(date: instant, offset: offset)
    text.append(" ")
    text.append(time: instant, offset: offset, fraction)
    text.append(" ")
    text.append(zoneOffset: offset)
    return text.string
  }

  /// `2024-06-17`, without the zone: for a column whose heading shows it.
  package func day(_ instant: HBInstant) -> String {
    var text = DigitText(capacity: 10)
    text.append(date: instant, offset: zone.secondsFromGMT(at: instant))
    return text.string
  }

  /// `23:49:51`, without the zone: for a column whose heading shows it.
  package func time(_ instant: HBInstant, fraction: Fraction = .never) -> String {
    var text = DigitText(capacity: 16)
    text.append(time: instant, offset: zone.secondsFromGMT(at: instant), fraction)
    return text.string
  }

  /// The zone as it holds at an instant: `UTC`, `+02:00`.
  package func zoneText(at instant: HBInstant) -> String {
    var text = DigitText(capacity: 10)
    text.append(zoneOffset: zone.secondsFromGMT(at: instant))
    return text.string
  }

  /// The same for a span of time; `Europe/Berlin` if the clocks changed in it.
  package func zoneText(from start: HBInstant, through end: HBInstant) -> String {
    let change = zone.nextDaylightSavingTimeTransition(after: start.date)
    guard let change, change <= end.date else { return zoneText(at: end) }
    return zone.identifier
  }
}

/// ASCII text under construction.
private struct DigitText {
  private var bytes: [UInt8] = []

  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ number: Int, width: Int) {
    if number < 0 { append("-") }
    let digits = String(number.magnitude).utf8
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: max(0, width - digits.count)))
    bytes.append(contentsOf: digits)
  }

  mutating func append(date instant: HBInstant, offset: Int) {
    let days = (instant.wholeSeconds + Int64(offset)).flooredQuotient(86_400)
    let (year, month, day) = HBInstant.civil(fromDays: days)
    append(year, width: 4)
    append("-")
    append(month, width: 2)
    append("-")
    append(day, width: 2)
  }

  mutating func append(time instant: HBInstant, offset: Int, _ fraction: TimeText.Fraction) {
    let seconds = instant.wholeSeconds + Int64(offset)
    let second = Int(seconds - seconds.flooredQuotient(86_400) * 86_400)
    append(second / 3600, width: 2)
    append(":")
    append(second / 60 % 60, width: 2)
    append(":")
    append(second % 60, width: 2)
    switch fraction {
    case .never: break
    case .whenPresent: append(fraction: instant.fraction, keep: 0)
    case .digits(let count): append(fraction: instant.fraction, keep: max(1, min(6, count)))
    }
  }

  /// Appends a point and exactly `keep` digits, or with 0 the digits up to the last one that is not 0.
  private mutating func append(fraction: Int, keep: Int) {
    guard fraction != 0 || keep > 0 else { return }
    append(".")
    let start = bytes.count
    append(fraction, width: 6)
    if keep > 0 {
      bytes.removeLast(bytes.count - start - keep)
    } else {
      while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    }
  }

  mutating func append(zoneOffset offset: Int) {
    guard offset != 0 else { return append("UTC") }
    append(offset < 0 ? "-" : "+")
    let seconds = Int(offset.magnitude)
    append(seconds / 3600, width: 2)
    append(":")
    append(seconds / 60 % 60, width: 2)
    guard seconds % 60 != 0 else { return }
    append(":")
    append(seconds % 60, width: 2)
  }
}
