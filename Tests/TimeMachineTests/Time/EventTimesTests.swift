import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

struct EventTimesTests {
  private func times(_ seconds: [Int64]) -> EventTimes {
    EventTimes(seconds.map { HBInstant(microseconds: $0 * 1_000_000) })
  }

  private func at(_ second: Int64) -> HBInstant { HBInstant(microseconds: second * 1_000_000) }

  @Test func countsEventsAndDistinctInstants() {
    let times = times([3, 3, 5, 9, 9, 9])
    #expect(times.instantCount == 3)
    #expect(times.eventCount == 6)
    #expect(times.start == at(3) && times.end == at(9))
    #expect(times.events(through: at(2)) == 0)
    #expect(times.events(through: at(3)) == 2)
    #expect(times.events(before: at(9)) == 3)
    #expect(times.events(through: at(100)) == 6)
    #expect(times.instants(before: at(5)) == 1 && times.instants(through: at(5)) == 2)
  }

  @Test func stepsFromInstantToInstant() {
    let times = times([3, 3, 5, 9])
    #expect(times.next(after: at(3)) == at(5))
    #expect(times.next(after: at(4)) == at(5))
    #expect(times.next(after: at(9)) == nil)
    #expect(times.previous(before: at(5)) == at(3))
    #expect(times.previous(before: at(3)) == nil)
    #expect(times.next(after: HBInstant(microseconds: .min)) == at(3))
    #expect(times.previous(before: HBInstant(microseconds: .max)) == at(9))
  }

  @Test func withoutEventsThereIsNothing() {
    let times = EventTimes()
    #expect(times.start == nil && times.end == nil && times.eventCount == 0)
    #expect(times.next(after: at(0)) == nil && times.previous(before: at(0)) == nil)
    #expect(times.events(through: at(0)) == 0)
  }

  @Test func appendingGivesTheSameAsMakingItAtOnce() {
    let seconds = (Int64(0)..<3000).map { (number: Int64) -> Int64 in
      number * number % 7 + number * 3
    }.sorted()
    for cut in [0, 1, 511, 512, 513, 1024, 2999, 3000] {
      var grown = times(Array(seconds[..<cut]))
      grown.append(seconds[cut...].map { HBInstant(microseconds: $0 * 1_000_000) })
      #expect(grown == times(seconds))
    }
  }

  @Test func anInstantBeforeTheEndCountsAsTheEnd() {
    var times = times([3, 9])
    times.append([at(4)])
    #expect(times.events(through: at(8)) == 1)
    #expect(times.events(through: at(9)) == 3)
  }

  @Test(arguments: [1, 2, 3, 20, 700])
  func longestGapsAreThoseOfASort(_ count: Int) {
    let seed: UInt64 = 4711
    var random = SeededGenerator(seed: seed)
    var second: Int64 = 0
    let seconds = (0..<5000).map { _ in
      second += Int64.random(
        in: 1...(Int.random(in: 0..<50, using: &random) == 0 ? 9000 : 60), using: &random)
      return second
    }
    let times = times(seconds)
    for range in [0..<5000, 0..<2, 100..<101, 700..<4100, 511..<513, 1024..<2048] {
      let naive = range.dropFirst()
        .map { EventTimes.Gap(end: $0, length: (seconds[$0] - seconds[$0 - 1]) * 1_000_000) }
        .sorted { ($0.length, $1.end) > ($1.length, $0.end) }
        .prefix(count)
      #expect(times.longestGaps(in: range, count: count) == Array(naive), "seed \(seed), \(range)")
    }
  }

  @Test func extremeInstantsDoNotOverflow() {
    let times = EventTimes([
      HBInstant(microseconds: .min), HBInstant(microseconds: 0), HBInstant(microseconds: .max),
    ])
    #expect(times.longestGaps(in: 0..<3, count: 2).count == 2)
    for mode in TimeBarMode.allCases {
      let bar = TimeBar(times, mode: mode, width: 40)
      #expect(bar.start == times.start && bar.end == times.end)
    }
  }
}
