import Foundation
import HyperbasisHistory
import HyperbasisModels
import HyperbasisWording
import TestSupport
import Testing

struct TimeTextTests {
  private func text(
    _ date: String, _ zone: String = "UTC", _ fraction: TimeText.Fraction = .whenPresent
  ) throws -> String {
    let instant = try #require(HBInstant(rfc3339: date))
    return TimeText(zone: try #require(TimeZone(identifier: zone))).text(
      instant, fraction: fraction)
  }

  @Test(arguments: [
    ("2024-06-17T23:49:51Z", "UTC", "2024-06-17 23:49:51 UTC"),
    ("2024-06-17T23:49:51Z", "Europe/Berlin", "2024-06-18 01:49:51 +02:00"),
    ("2024-01-17T23:49:51Z", "Europe/Berlin", "2024-01-18 00:49:51 +01:00"),
    ("2024-06-17T23:49:51Z", "America/St_Johns", "2024-06-17 21:19:51 -02:30"),
    ("2024-01-17T23:49:51Z", "Europe/London", "2024-01-17 23:49:51 UTC"),
    ("1890-01-01T00:00:00Z", "Europe/Berlin", "1890-01-01 00:53:28 +00:53:28"),
    ("1969-12-31T23:59:59.999999Z", "UTC", "1969-12-31 23:59:59.999999 UTC"),
    ("2024-06-17T23:49:51.4Z", "UTC", "2024-06-17 23:49:51.4 UTC"),
    ("2024-06-17T23:49:51.000001Z", "UTC", "2024-06-17 23:49:51.000001 UTC"),
  ])
  func dateTimeAndZone(date: String, zone: String, expected: String) throws {
    #expect(try text(date, zone) == expected)
  }

  @Test func fractions() throws {
    let date = "2024-06-17T23:49:51.456Z"
    #expect(try text(date, "UTC", .never) == "2024-06-17 23:49:51 UTC")
    #expect(try text(date, "UTC", .digits(1)) == "2024-06-17 23:49:51.4 UTC")
    #expect(try text(date, "UTC", .digits(6)) == "2024-06-17 23:49:51.456000 UTC")
    #expect(
      try text("2024-06-17T23:49:51Z", "UTC", .digits(3)) == "2024-06-17 23:49:51.000 UTC")
  }

  @Test func parts() throws {
    let instant = try #require(HBInstant(rfc3339: "2024-06-17T23:49:51.25Z"))
    let berlin = TimeText(zone: try #require(TimeZone(identifier: "Europe/Berlin")))
    #expect(berlin.day(instant) == "2024-06-18")
    #expect(berlin.time(instant) == "01:49:51")
    #expect(berlin.time(instant, fraction: .whenPresent) == "01:49:51.25")
    #expect(berlin.zoneText(at: instant) == "+02:00")
  }

  @Test func extremesDoNotTrap() throws {
    let berlin = TimeText(zone: try #require(TimeZone(identifier: "Europe/Berlin")))
    #expect(berlin.text(HBInstant(microseconds: .max)).hasPrefix("294247-01-10 "))
    #expect(berlin.text(HBInstant(microseconds: .min)).hasPrefix("-290308-12-21 "))
  }

  /// What is printed can be typed.
  @Test func roundTrip() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let zones = ["UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Apia"]
    for _ in 0..<2000 {
      let instant = HBInstant(
        microseconds: .random(in: -3_000_000_000_000_000...9_000_000_000_000_000, using: &generator)
      )
      let name = try #require(zones.randomElement(using: &generator))
      let zone = try #require(TimeZone(identifier: name))
      let text = TimeText(zone: zone).text(instant)
      let context = DateExpression.Context(now: instant, start: nil, end: nil, zone: .gmt)
      #expect(try DateExpression.instant(text, in: context) == instant, "\(text), seed \(seed)")
    }
  }
}
