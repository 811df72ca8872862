import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

struct TimeBarTests {
  private static let day: Int64 = 86_400_000_000

  /// Returns bursts of events with days or months of silence between them.
  private static func bursts(seed: UInt64) -> EventTimes {
    var random = SeededGenerator(seed: seed)
    var now: Int64 = 1_600_000_000_000_000
    var instants: [HBInstant] = []
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      now += Int64.random(in: 1...(day * 90), using: &random)
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        instants.append(HBInstant(microseconds: now))
        now += Int64.random(in: 0...600_000_000, using: &random)
      }
    }
    return EventTimes(instants)
  }

  @Test(arguments: TimeBarMode.allCases, 1...20 as ClosedRange<UInt64>)
  func positionsAscendFromTheFirstToTheLastEvent(_ mode: TimeBarMode, _ seed: UInt64) {
    let times = Self.bursts(seed: seed)
    for width in [1, 2, 3, 7, 28, 66, 100, 400] {
      let bar = TimeBar(times, mode: mode, width: width)
      #expect(bar.positions == bar.positions.sorted(), "seed \(seed), width \(width)")
      #expect(Set(bar.positions).count == bar.positions.count)
      #expect(bar.columns == Array(Set(bar.columns)).sorted())
      #expect(bar.columns.allSatisfy { (0..<width).contains($0) })
      guard width > 1 else { continue }
      #expect(bar.start == times.start, "seed \(seed), width \(width)")
      #expect(bar.end == times.end, "seed \(seed), width \(width)")
      #expect(bar.columns.last == width - 1 || bar.positions.count == 1)
    }
  }

  @Test(arguments: TimeBarMode.allCases, 1...20 as ClosedRange<UInt64>)
  func everyEventIsInAColumnAndNoneIsCountedTwice(_ mode: TimeBarMode, _ seed: UInt64) {
    let times = Self.bursts(seed: seed)
    for width in [2, 3, 28, 66, 400] {
      let bar = TimeBar(times, mode: mode, width: width)
      let density = EventDensity(bar, times: times)
      #expect(density.counts.reduce(0, +) == times.eventCount, "seed \(seed), width \(width)")
      for number in 0..<times.instantCount {
        let column = bar.place(of: times.instant(number)).column
        #expect(column.map { density.counts[$0] > 0 } == true)
        #expect(column.map { density.levels[$0] > 0 } == true)
      }
    }
  }

  @Test(arguments: TimeBarMode.allCases, 1...20 as ClosedRange<UInt64>)
  func aCursorOnAPositionIsDrawnInItsColumn(_ mode: TimeBarMode, _ seed: UInt64) {
    let bar = TimeBar(Self.bursts(seed: seed), mode: mode, width: 66)
    for (position, column) in zip(bar.positions, bar.columns) {
      #expect(bar.place(of: position) == .column(column))
      #expect(bar.instant(atColumn: column) == position)
    }
  }

  @Test(arguments: TimeBarMode.allCases, 1...10 as ClosedRange<UInt64>)
  func stepsVisitEveryPositionBothWays(_ mode: TimeBarMode, _ seed: UInt64) throws {
    let bar = TimeBar(Self.bursts(seed: seed), mode: mode, width: 50)
    var cursor = try #require(bar.start)
    var visited = [cursor]
    while let next = bar.instant(from: cursor, steps: 1) {
      cursor = next
      visited.append(cursor)
    }
    #expect(visited == bar.positions)
    var back = [cursor]
    while let previous = bar.instant(from: cursor, steps: -1) {
      cursor = previous
      back.append(cursor)
    }
    #expect(back == bar.positions.reversed())
  }

  @Test func stepsFromBetweenTwoPositionsGoToTheNearerOnes() {
    let bar = TimeBar(
      EventTimes([0, 100].map { HBInstant(microseconds: $0) }), mode: .time, width: 11)
    let between = HBInstant(microseconds: 25)
    #expect(bar.instant(from: between, steps: 1) == HBInstant(microseconds: 30))
    #expect(bar.instant(from: between, steps: 2) == HBInstant(microseconds: 40))
    #expect(bar.instant(from: between, steps: -1) == HBInstant(microseconds: 20))
    #expect(bar.instant(from: between, steps: 10) == HBInstant(microseconds: 100))
    #expect(bar.instant(from: between, steps: -10) == HBInstant(microseconds: 0))
    #expect(bar.instant(from: HBInstant(microseconds: 900), steps: -1) == bar.end)
    #expect(bar.instant(from: HBInstant(microseconds: 900), steps: 1) == nil)
    #expect(bar.instant(from: HBInstant(microseconds: -5), steps: -1) == nil)
    #expect(bar.instant(from: HBInstant(microseconds: -5), steps: 1) == bar.start)
  }

  @Test(arguments: TimeBarMode.allCases, 1...10 as ClosedRange<UInt64>)
  func everyInstantIsReachedByZooming(_ mode: TimeBarMode, _ seed: UInt64) throws {
    let times = Self.bursts(seed: seed)
    for number in stride(from: 0, to: times.instantCount, by: 37) {
      let wanted = times.instant(number)
      var bar = TimeBar(times, mode: mode, width: 30)
      for _ in 0..<60 where !shows(wanted, bar, times) {
        let window = try #require(bar.zoomedIn(about: wanted))
        #expect(window.contains(wanted))
        bar = TimeBar(times, mode: mode, width: 30, window: window)
      }
      #expect(shows(wanted, bar, times), "seed \(seed), instant \(number)")
    }
  }

  /// Returns whether some position shows the state right after an instant.
  private func shows(_ instant: HBInstant, _ bar: TimeBar, _ times: EventTimes) -> Bool {
    guard let next = times.next(after: instant) else {
      return bar.end.map { $0 >= instant } == true
    }
    return bar.positions.contains { $0 >= instant && $0 < next }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func whereGapsAreCutEveryLoneEventIsReachable(_ seed: UInt64) {
    let times = Self.bursts(seed: seed)
    for width in [40, 66, 200] {
      let bar = TimeBar(times, mode: .cut, width: width)
      for (before, after) in zip(bar.gaps, bar.gaps.dropFirst()) {
        #expect(
          bar.positions.contains { $0 >= before.end && $0 <= after.start },
          "seed \(seed), width \(width)")
      }
      for gap in bar.gaps {
        #expect(bar.positions.contains(gap.start))
        #expect(!bar.columns.contains { gap.columns.contains($0) })
        for column in gap.columns {
          #expect(bar.instant(atColumn: column).map(bar.place) == .column(column))
        }
      }
    }
  }

  @Test func cutsTheLongGapAndKeepsTheRest() {
    // Ten days of daily events, 243 days of nothing, ten days more.
    let days = Array(0..<10) + Array(253..<263)
    let times = EventTimes(days.map { HBInstant(microseconds: Int64($0) * Self.day) })
    let bar = TimeBar(times, mode: .cut, width: 61)
    #expect(bar.gaps.count == 1)
    #expect(bar.gaps.first?.columns == 27..<36)
    #expect(bar.positions.count == 52)
    #expect(TimeBar(times, mode: .time, width: 61).gaps.isEmpty)
  }

  /// What follows the gap has not happened yet.
  @Test func aDateWithinAGapIsInItsMark() throws {
    let days = Array(0..<10) + Array(253..<263)
    let times = EventTimes(days.map { HBInstant(microseconds: Int64($0) * Self.day) })
    let bar = TimeBar(times, mode: .cut, width: 61)
    let gap = try #require(bar.gaps.first)
    #expect(bar.place(of: gap.start) == .column(26))
    #expect(bar.place(of: gap.start.advanced(byMicroseconds: 1)) == .column(27))
    #expect(bar.place(of: HBInstant(microseconds: 131 * Self.day)) == .column(31))
    #expect(bar.place(of: gap.end.advanced(byMicroseconds: -1)) == .column(35))
    #expect(bar.place(of: gap.end) == .column(36))
    for column in gap.columns {
      let clicked = try #require(bar.instant(atColumn: column))
      #expect(bar.place(of: clicked) == .column(column))
      #expect(bar.instant(from: clicked, steps: 1) == gap.end)
      #expect(bar.instant(from: clicked, steps: -1) == gap.start)
    }
  }

  @Test func withFewerInstantsThanColumnsEachHasItsOwn() {
    let times = EventTimes([0, 1, 5, 1000].map { HBInstant(microseconds: $0) })
    let bar = TimeBar(times, mode: .event, width: 10)
    #expect(bar.positions.map(\.microseconds) == [0, 1, 5, 1000])
    #expect(bar.columns == [0, 3, 6, 9])
    #expect(bar.instant(atColumn: 4) == HBInstant(microseconds: 1))
    #expect(bar.instant(atColumn: 5) == HBInstant(microseconds: 5))
    #expect(bar.instant(atColumn: -9) == HBInstant(microseconds: 0))
    #expect(bar.instant(atColumn: 99) == HBInstant(microseconds: 1000))
  }

  @Test(arguments: TimeBarMode.allCases, [0, 1, 2, 50])
  func tinyHistories(_ mode: TimeBarMode, _ width: Int) {
    #expect(TimeBar(EventTimes(), mode: mode, width: width).positions.isEmpty)
    let one = EventTimes([HBInstant(microseconds: 7)])
    let bar = TimeBar(one, mode: mode, width: width)
    #expect(bar.positions.count == min(1, width))
    #expect(bar.instant(from: HBInstant(microseconds: 7), steps: 1) == nil)
    #expect(bar.zoomedIn(about: HBInstant(microseconds: 7)) == bar.start.map { $0...$0 })
    let density = EventDensity(bar, times: one)
    #expect(density.counts.reduce(0, +) == min(1, width))
  }

  @Test func positionsByTimeAreTheTimelinesScrubberDates() {
    let space = UUID()
    let events = [0.25, 1e6 + 1 / 3, 7e7 + 0.1].map { second in
      HBAnchorEvent(
        anchorId: UUID(), spaceId: space, type: .created,
        timestamp: Date(timeIntervalSince1970: 1.6e9 + second), version: 1,
        transform: HBTransform.identity)
    }
    let timeline = HBTimeline(spaceId: space, events: events)
    let bar = TimeBar(EventTimes(index: timeline.index), mode: .time, width: 87)
    #expect(bar.positions == timeline.scrubberDates(steps: 87).map { HBInstant($0) })
  }
}
