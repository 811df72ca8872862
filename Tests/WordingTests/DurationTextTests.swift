import Foundation
import HyperbasisModels
import HyperbasisWording
import Testing

struct DurationTextTests {
  static let day: Int64 = 86_400_000_000

  private static let knownLengths: [(Int64, String)] = [
    (0, "0 s"), (1, "1 µs"), (999, "999 µs"), (1000, "1 ms"), (350_999, "350 ms"),
    (1_000_000, "1 s"), (12_500_000, "12.5 s"), (59_999_999, "59.9 s"), (60_000_000, "1 min"),
    (61_000_000, "1 min 1 s"), (4_800_000_000, "1 h 20 min"), (86_399_000_000, "23 h 59 min"),
    (86_400_000_000, "1 d"), (90_000_000_000, "1 d 1 h"), (243 * day, "243 d"),
    (10 * day + 3_600_000_000, "10 d"), (700 * day, "700 d"),
    (1500 * day, "4 y 39 d"), (-90_000_000, "1 min 30 s"),
    (Int64.min, "292271 y 8 d"),
  ]

  private static let knownDistances: [(Int64, String)] = [
    (0, "now"), (-999_999, "now"), (-1_000_000, "1 s ago"), (-59_000_000, "59 s ago"),
    (-119_000_000, "1 min ago"), (7_200_000_000, "in 2 h"), (-86_399_000_000, "23 h ago"),
    (-3 * day, "3 d ago"), (-729 * day, "729 d ago"),
    (-731 * day, "2 y ago"), (400 * day, "in 400 d"),
  ]

  @Test(arguments: knownLengths)
  func lengths(microseconds: Int64, expected: String) {
    #expect(DurationText.text(microseconds: microseconds) == expected)
  }

  @Test(arguments: knownDistances)
  func relative(microseconds: Int64, expected: String) {
    let reference = HBInstant(microseconds: 1_700_000_000_000_000)
    let instant = reference.advanced(byMicroseconds: microseconds)
    #expect(DurationText.relative(instant, to: reference) == expected)
  }

  @Test func extremesDoNotTrap() {
    let ends = (HBInstant(microseconds: .min), HBInstant(microseconds: .max))
    #expect(DurationText.text(from: ends.0, to: ends.1) == "292271 y 8 d")
    #expect(DurationText.relative(ends.0, to: ends.1) == "292271 y ago")
    #expect(DurationText.relative(ends.1, to: ends.0) == "in 292271 y")
  }

  @Test(arguments: [
    (0, "0 µs"), (999, "999 µs"), (40_000, "40 ms"), (3_000_000, "3 s"), (720_000_000, "12 min"),
    (18_000_000_000, "5 h"), (243 * day, "243 d"), (700 * day, "700 d"), (1000 * day, "2.7 y"),
    (365_250 * day, "1000 y"), (-3_000_000, "3 s"), (.min, "292271 y"),
  ])
  func inOneUnit(_ microseconds: Int64, _ text: String) {
    #expect(DurationText.short(microseconds: microseconds) == text)
  }

  /// All texts of the same duration begin with the same unit.
  @Test func allFormsUseTheSameUnits() {
    let reference = HBInstant(microseconds: 0)
    for exponent in stride(from: 0.0, to: 17, by: 0.01) {
      let length = Int64(pow(10, exponent))
      let instant = reference.advanced(byMicroseconds: -length)
      let words = DurationText.text(microseconds: length).split(separator: " ")
      let short = DurationText.short(microseconds: length).split(separator: " ")
      #expect(words[1] == short[1])
      let relative = DurationText.relative(instant, to: reference)
      #expect(relative == "now" || relative.split(separator: " ")[1] == short[1])
    }
  }
}
