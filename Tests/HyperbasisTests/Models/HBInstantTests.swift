import Foundation
import Hyperbasis
import TestSupport
import Testing

struct HBInstantTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0),
    ("2024-01-15T10:30:00Z", 1_705_314_600_000_000),
    ("2024-05-01T12:00:00.4Z", 1_714_564_800_400_000),
    ("2024-05-01T14:00:00.4000009+02:00", 1_714_564_800_400_000),
    ("2024-05-01T12:00:00.123456789Z", 1_714_564_800_123_456),
    ("1969-12-31T23:59:59.999999Z", -1),
    ("0001-01-01T00:00:00Z", -62_135_596_800_000_000),
    ("9999-12-31T23:59:59Z", 253_402_300_799_000_000),
    ("2024-02-29T00:00:00-0130", 1_709_170_200_000_000),
  ])
  func readsDateTimes(text: String, microseconds: Int64) {
    #expect(HBInstant(rfc3339: text)?.microseconds == microseconds)
  }

  @Test(arguments: [
    "", "2024", "2024-01-15", "2024-01-15T10:30:00", "2024-13-01T00:00:00Z",
    "2023-02-29T00:00:00Z", "2024-01-15T24:00:00Z", "2024-01-15T10:30:00.Z",
    "2024-01-15T10:30:00Zz", "2024-01-15T10:30:00+25:00", "2o24-01-15T10:30:00Z",
  ])
  func refusesEverythingElse(text: String) {
    #expect(HBInstant(rfc3339: text) == nil)
  }

  @Test func writesWholeSecondsAndFractions() {
    let instant = HBInstant(microseconds: 1_714_564_800_400_000)
    #expect(instant.wholeSecondText == "2024-05-01T12:00:00Z")
    #expect(instant.rfc3339Text == "2024-05-01T12:00:00.4Z")
    #expect(HBInstant(microseconds: -1).rfc3339Text == "1969-12-31T23:59:59.999999Z")
    #expect(HBInstant(microseconds: -1).wholeSeconds == -1)
    #expect(HBInstant(microseconds: -1).fraction == 999_999)
  }

  @Test func textRoundTrips() {
    let seed: UInt64 = 20_240_115
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let microseconds = Int64.random(
        in: -62_135_596_800_000_000...253_402_300_799_999_999, using: &generator)
      let instant = HBInstant(microseconds: microseconds)
      #expect(HBInstant(rfc3339: instant.rfc3339Text) == instant, "seed \(seed)")
    }
  }

  @Test func datesRoundToTheNearestMicrosecond() {
    #expect(HBInstant(Date(timeIntervalSince1970: 0.000_000_6)).microseconds == 1)
    #expect(HBInstant(Date(timeIntervalSince1970: -0.000_000_6)).microseconds == -1)
    #expect(HBInstant(Date(timeIntervalSince1970: .nan)).microseconds == 0)
    #expect(HBInstant(Date(timeIntervalSince1970: .infinity)).microseconds == .max)
    #expect(HBInstant(Date.distantPast) < HBInstant(Date.distantFuture))
    let instant = HBInstant(microseconds: 1_714_564_800_400_001)
    #expect(HBInstant(instant.date) == instant)
  }

  @Test func advancingStopsAtTheEnds() {
    #expect(HBInstant(microseconds: .max).advanced(byMicroseconds: 1).microseconds == .max)
    #expect(HBInstant(microseconds: .min).advanced(byMicroseconds: -1).microseconds == .min)
  }
}
