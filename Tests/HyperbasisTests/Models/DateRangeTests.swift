import Foundation
import HyperbasisModels
import Testing

/// Dates that stand for several instants.
struct DateRangeTests {
  @Test(arguments: [1, 1700, 1850, 1864, 1970, 2024, 2107, 2300, 9000])
  func anInstantIsWithinItsOwnDate(year: Int) {
    let start = HBInstant.days(year: year, month: 1, day: 1) * 86_400_000_000
    for number in 0..<2000 {
      let instant = HBInstant(microseconds: start + Int64(number) * 1_000_003 + Int64(number % 977))
      let (first, last) = (HBInstant(startOf: instant.date), HBInstant(endOf: instant.date))
      #expect(first <= instant && instant <= last)
      #expect(last.microseconds - first.microseconds < 64)
      if (1865...2105).contains(year) { #expect(first == instant && last == instant) }
    }
  }

  @Test func aDateBetweenTwoInstantsIsTheNearer() {
    let date = Date(timeIntervalSince1970: 1_700_000_000.000_000_6)
    #expect(
      HBInstant(endOf: date) == HBInstant(date) && HBInstant(startOf: date) == HBInstant(date))
    for date in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .infinity)] {
      #expect(HBInstant(endOf: date) >= HBInstant(date))
      #expect(HBInstant(startOf: date) <= HBInstant(date))
    }
  }

  @Test func anInstantIsPrintedAsADate() {
    #expect("\(HBInstant(microseconds: 1_500_000))" == "1970-01-01T00:00:01.5Z")
  }
}
