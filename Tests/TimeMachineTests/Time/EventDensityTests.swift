import Hyperbasis
import Testing

@testable import HyperbasisTimeMachine

struct EventDensityTests {
  @Test func aLoneEventIsVisibleAndNotFullHeight() {
    #expect(EventDensity.levels([0, 1, 0]) == [0, 3, 0])
    #expect(EventDensity.levels([1, 100_000, 0]) == [1, 8, 0])
  }

  @Test func heightsGrowWithTheCount() {
    let levels = EventDensity.levels([0, 1, 2, 5, 10, 20, 40, 80])
    #expect(levels == levels.sorted())
    #expect(levels.first == 0 && levels.last == 8)
  }

  @Test func aColumnCountsWhatHappensWhenTheCursorStepsOntoIt() {
    let times = EventTimes([0, 0, 10, 11, 20].map { HBInstant(microseconds: $0) })
    let bar = TimeBar(times, mode: .time, width: 3)
    #expect(EventDensity(bar, times: times).counts == [2, 1, 2])
  }

  @Test func aZoomedBarCountsOnlyItsWindow() {
    let times = EventTimes((0..<100).map { HBInstant(microseconds: $0) })
    let window = HBInstant(microseconds: 20)...HBInstant(microseconds: 39)
    for mode in TimeBarMode.allCases {
      let bar = TimeBar(times, mode: mode, width: 7, window: window)
      #expect(EventDensity(bar, times: times).counts.reduce(0, +) == 20)
    }
  }
}
