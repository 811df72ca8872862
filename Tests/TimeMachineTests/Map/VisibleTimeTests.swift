import Hyperbasis
import HyperbasisCanvas
import Testing

@testable import HyperbasisTimeMachine

/// The plan is fitted to the time on the bar, not to the date on screen.
@Suite struct VisibleTimeTests {
  /// An anchor that stays at the origin, and one that ends 100 m away.
  private static let events: [HBAnchorEvent] = [
    SampleSpace.event(
      .created, SampleSpace.chair, 1, SampleSpace.instant(day: 1, 0), version: 1,
      transform: HBTransform.make(position: SIMD3(0, 0, 0)), metadata: [:]),
    SampleSpace.event(
      .created, SampleSpace.lamp, 2, SampleSpace.instant(day: 1, 1), version: 1,
      transform: HBTransform.make(position: SIMD3(4, 0, 0)), metadata: [:]),
    SampleSpace.event(
      .moved, SampleSpace.lamp, 3, SampleSpace.instant(day: 1, 2), version: 2,
      transform: HBTransform.make(position: SIMD3(5, 0, 0))),
    SampleSpace.event(
      .moved, SampleSpace.lamp, 4, SampleSpace.instant(day: 9, 0), version: 3,
      transform: HBTransform.make(position: SIMD3(100, 0, 0))),
  ]

  @Test func `zooming the bar fits the plan to what it shows`() {
    var session = Session(events: Self.events)
    // By time, so that each step shows half of the time.
    session.press("~", "~", .home)
    #expect(session.view.bounds.maxX == 100)
    session.press(")", ")", ")", ")")
    #expect(session.view.bounds.maxX == 5)
    #expect(session.view.bounds.minX == 0)
    session.press("(", "(", "(", "(", "(")
    #expect(session.view.bounds.maxX == 100)
  }

  @Test func `an anchor that stands still in that time counts too`() {
    var session = Session(events: Self.events)
    session.press(")", ")", ")")
    // Near the end only the lamp has events; the chair is still there.
    #expect(session.view.bounds.minX == 0)
  }

  @Test func `stepping does not change the fit`() {
    var session = Session(events: Self.events)
    session.press("~", "~", .home, ")", ")")
    let bounds = session.view.bounds
    session.press("]")
    #expect(session.view.bounds == bounds)
    session.press("]")
    #expect(session.view.bounds == bounds)
  }
}
