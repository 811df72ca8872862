import Hyperbasis
import HyperbasisTimeMachine
import Testing

struct TimeBarZoomTests {
  private let times = EventTimes((0..<1000).map { HBInstant(microseconds: Int64($0) * 1_000_000) })

  private func at(_ second: Int64) -> HBInstant { HBInstant(microseconds: second * 1_000_000) }

  @Test(arguments: TimeBarMode.allCases)
  func zoomsAboutTheCursor(_ mode: TimeBarMode) throws {
    let bar = TimeBar(times, mode: mode, width: 101)
    let cursor = bar.positions[25]
    let window = try #require(bar.zoomedIn(about: cursor))
    let zoomed = TimeBar(times, mode: mode, width: 101, window: window)
    let column = try #require(zoomed.place(of: cursor).column)
    #expect(abs(column - 25) <= 2)
    let length = window.upperBound.microseconds - window.lowerBound.microseconds
    #expect(abs(length - 500_000_000) < 15_000_000)
  }

  @Test(arguments: TimeBarMode.allCases, [0, 3, 499, 999] as [Int64])
  func zoomingOutEndsWithEverything(_ mode: TimeBarMode, _ second: Int64) throws {
    let cursor = at(second)
    var window: ClosedRange<HBInstant>?
    for _ in 0..<30 {
      window = TimeBar(times, mode: mode, width: 60, window: window).zoomedIn(about: cursor)
      let shown = try #require(window)
      #expect(shown.contains(cursor))
      #expect(shown.lowerBound >= at(0) && shown.upperBound <= at(999))
    }
    var steps = 0
    while window != nil, steps < 80 {
      window = TimeBar(times, mode: mode, width: 60, window: window)
        .zoomedOut(about: cursor, times: times)
      if let window { #expect(window.contains(cursor)) }
      steps += 1
    }
    #expect(window == nil)
  }

  @Test(arguments: TimeBarMode.allCases)
  func theWindowFollowsTheCursor(_ mode: TimeBarMode) throws {
    let window = at(100)...at(200)
    let bar = TimeBar(times, mode: mode, width: 60, window: window)
    #expect(bar.scrolled(toShow: at(150), times: times) == window)
    for second in [0, 99, 201, 640, 999] as [Int64] {
      let moved = try #require(bar.scrolled(toShow: at(second), times: times))
      #expect(moved.contains(at(second)))
      #expect(moved.upperBound.microseconds - moved.lowerBound.microseconds == 100_000_000)
    }
  }
}
