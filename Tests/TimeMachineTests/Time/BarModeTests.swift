import Foundation
import Hyperbasis
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// The initial mode of the time bar: gaps are cut out if one of them takes more than half of it.
@Suite struct BarModeTests {
  /// Returns a chair that moves at some minutes of a day, the last time possibly much later.
  private static func events(_ minutes: [Int], later day: Int? = nil) -> [HBAnchorEvent] {
    var instants = minutes.map { SampleSpace.instant(day: 1, 10, $0) }
    if let day { instants.append(SampleSpace.instant(day: day, 10)) }
    return instants.enumerated().map { number, instant in
      SampleSpace.event(
        number == 0 ? .created : .moved, SampleSpace.chair, number + 1, instant,
        version: number + 1,
        transform: HBTransform.make(position: SIMD3(Float(number), 0, 0)))
    }
  }

  @Test func `a long silence is cut from the start`() {
    let session = Session(events: Self.events([0, 1, 2, 4], later: 9))
    #expect(session.view.time.bar.mode == .cut)
    #expect(!session.view.time.bar.isModeChosen)
    #expect(session.screen.plainText.contains("⋯ 7 d ⋯"))
  }

  @Test func `without one the bar is by time`() {
    #expect(Session(events: Self.events([0, 1, 3, 4])).view.time.bar.mode == .time)
    #expect(Session(events: []).view.time.bar.mode == .time)
    #expect(Session(events: Self.events([0])).view.time.bar.mode == .time)
    #expect(Session(events: Self.events([0, 4])).view.time.bar.mode == .time, "nothing to cut")
  }

  @Test func `what would not be cut is not said to be`() {
    #expect(!Session(events: Self.events([0, 4])).screen.plainText.contains("without events"))
    var session = Session(events: Self.events([0, 1, 2, 4], later: 9))
    session.press("~", "~")
    #expect(session.screen.plainText.contains("7 d without events; ~ cuts it out"))
  }

  @Test func `three instants are enough for a cut`() {
    #expect(Session(events: Self.events([0, 1], later: 9)).view.time.bar.mode == .cut)
  }

  @Test func `an event that makes a gap cuts it and says so`() {
    var session = Session(events: Self.events([0, 1, 2, 4]))
    session.send(
      .snapshotLoaded(
        .success(
          SpaceData(SampleSpace.snapshot(events: Self.events([0, 1, 2, 4], later: 9))))))
    #expect(session.view.time.bar.mode == .cut)
    #expect(
      session.message == "the time bar leaves out 7 d without events; ~ changes that")
  }

  @Test func `an undo's own message stays`() {
    var session = Session(events: Self.events([0, 1, 2, 4]))
    var store = FakeStore(events: Self.events([0, 1, 2, 4]))
    session.press("u")
    store.answer(&session)
    #expect(session.view.time.bar.mode == .cut)
    #expect(session.message.hasPrefix("undid "))
    #expect(session.message.hasSuffix("; the bar skips 14 d; ~ changes it"))
  }

  @Test func `a bar that somebody chose stays`() {
    var session = Session(events: Self.events([0, 1, 2, 4]))
    session.press("~", "~", "~")
    #expect(session.view.time.bar.mode == .time)
    let later = SampleSpace.snapshot(events: Self.events([0, 1, 2, 4], later: 9))
    session.send(.snapshotLoaded(.success(SpaceData(later))))
    #expect(session.view.time.bar.mode == .time)
    #expect(session.message.isEmpty || !session.message.contains("leaves out"))
  }

  @Test func `only a bar that somebody chose is remembered`() throws {
    for (keys, mode) in [([], TimeBarMode.cut), (["~", "~"], .time)] as [([Key], TimeBarMode)] {
      var session = Session(events: Self.events([0, 1, 2, 4], later: 9))
      for key in keys { session.press(key) }
      let text = try RememberedView(session.view, session.state.settings)
        .text(store: "/store", spaceId: SampleSpace.id)
      var recollection = Recollection(spaceId: SampleSpace.id)
      recollection.view = try RememberedView.read(text)
      var next = Session(events: Self.events([0, 1, 2, 4], later: 9))
      next.send(.recalled(recollection))
      #expect(next.view.time.bar.mode == mode)
      #expect(next.view.time.bar.isModeChosen == !keys.isEmpty)
    }
  }

  @Test func `the second line is remembered`() throws {
    var session = Session()
    session.press("_", "_")
    #expect(session.view.time.bar.line == .differing)
    #expect(session.message == "second line: anchors that differ from now at each date")
    let text = try RememberedView(session.view, session.state.settings)
      .text(store: "/store", spaceId: SampleSpace.id)
    #expect(try RememberedView.read(text).bar.line == .differing)
    session.press("_")
    #expect(session.view.time.bar.line == .off)
  }
}
