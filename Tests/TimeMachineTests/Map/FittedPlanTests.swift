import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// What is said of a plan that shows everything, and of one that leaves out what is far from the rest.
@Suite struct FittedPlanTests {
  private func session(_ places: [SIMD3<Float>]) -> Session {
    let events = places.enumerated().map { number, place in
      SampleSpace.event(
        .created, SampleSpace.anchorId(number + 1), number, SampleSpace.instant(day: 1, 1, number),
        version: 1, transform: HBTransform.make(position: place),
        metadata: ["text": .string("thing \(number)")])
    }
    return Session(size: TerminalSize(columns: 100, rows: 30), events: events)
  }

  private var places: [SIMD3<Float>] {
    (0..<12).map { SIMD3(Float($0 % 4), 0, Float($0 / 4)) }
  }

  @Test func `an empty plan is not zoomed or panned, but for a draft`() {
    var session = session([])
    session.press("5")
    for key in ["+", "-", "h", "l"] as [Key] {
      session.press(key)
      #expect(session.message == "this space has no events yet", "\(key)")
    }
    session.press("A")
    session.type("new")
    session.press(.enter, .enter, "+")
    #expect(session.message.isEmpty && session.view.map.camera != nil)
  }

  @Test func `all of it is called the whole space`() {
    var session = session(places)
    session.press("0")
    #expect(session.message == "the plan is fitted already")
    session.press("5", "+", "0")
    #expect(session.message == "the whole space")
  }

  @Test func `what stays outside is counted`() {
    var session = session(places + [SIMD3(1e7, 0, 0), SIMD3(0, 0, -2e7)])
    session.press("0")
    #expect(session.message == "the plan is fitted already")
    session.press("5", "+", "0")
    #expect(session.message == "fitted; 2 anchors are outside")
  }
}
