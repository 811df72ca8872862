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

  /// Steps end where time ends, not where the window does.
  @Test(arguments: TimeBarMode.allCases, [1, -1, 10, -10])
  func stepsGoOnBeyondTheWindow(_ mode: TimeBarMode, steps: Int) throws {
    var window: ClosedRange<HBInstant>? = at(400)...at(460)
    var cursor = at(430)
    var bar = TimeBar(times, mode: mode, width: 60, window: window)
    for _ in 0..<1200 {
      guard let next = bar.instant(from: cursor, steps: steps, beyondWindowIn: times) else { break }
      #expect(steps > 0 ? next > cursor : next < cursor)
      let distance = abs(next.microseconds - cursor.microseconds)
      #expect(distance <= 13_000_000)
      cursor = next
      window = bar.scrolled(toShow: cursor, times: times)
      bar = TimeBar(times, mode: mode, width: 60, window: window)
    }
    #expect(cursor == at(steps > 0 ? 999 : 0))
  }

  @Test func aWindowWithoutEventsIsLeftInSteps() throws {
    let sparse = EventTimes([at(0), at(1000)])
    for mode in TimeBarMode.allCases {
      let bar = TimeBar(sparse, mode: mode, width: 11, window: at(400)...at(500))
      let next = bar.instant(from: at(500), steps: 1, beyondWindowIn: sparse)
      #expect(next == at(mode == .time ? 510 : 1000), "\(mode)")
    }
    let empty = TimeBar(EventTimes([HBInstant]()), mode: .time, width: 10)
    let none = EventTimes([HBInstant]())
    #expect(empty.instant(from: at(0), steps: 1, beyondWindowIn: none) == nil)
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
