import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// Lists can be sorted by a key and by a command, and the heading names the order.
@Suite struct AnchorOrderTests {
  private static func names(_ session: Session) -> [String] {
    let view = session.view
    let state = view.data.state(at: view.offset)
    return view.anchorList.slots.compactMap { slot in
      state.ordinal(ofSlot: Int(slot)).map { view.data.description(after: $0).label.plain }
    }
  }

  private static func session(_ order: String, at keys: [Key] = []) -> Session {
    var session = Session(size: TerminalSize(columns: 110, rows: 30))
    for key in keys { session.press(key) }
    session.press(":")
    session.type("sort \(order)")
    session.press(.enter)
    return session
  }

  @Test(arguments: [
    ("usual", ["chair", "Entrance", "Exit", "4.5 m", "lamp"]),
    ("name", ["4.5 m", "chair", "Entrance", "Exit", "lamp"]),
    ("changed", ["lamp", "chair", "4.5 m", "Exit", "Entrance"]),
    ("distance", ["chair", "Entrance", "Exit", "4.5 m", "lamp"]),
    ("events", ["chair", "Entrance", "Exit", "4.5 m", "lamp"]),
    ("alive", ["chair", "Entrance", "Exit", "4.5 m", "lamp"]),
    ("path", ["chair", "Entrance", "Exit", "4.5 m", "lamp"]),
  ])
  func `anchors are listed in the order asked for`(_ order: String, _ names: [String]) {
    let session = Self.session(order)
    #expect(Self.names(session) == names)
    let heading = ", by \(order)"
    #expect(session.screen.plainText.contains(heading) == (order != "usual"))
  }

  @Test func `a key goes through the orders`() {
    var session = Session()
    for order in AnchorOrder.allCases.dropFirst() + [.usual] {
      session.press(";")
      #expect(session.view.lists.order == order)
    }
    session.press(":")
    session.type("sort size")
    session.press(.enter)
    #expect(session.view.lists.order == .usual)
  }

  @Test func `the rows and the selection go by the order`() {
    var session = Self.session("name")
    session.press("g")
    #expect(session.view.selectionName == "4.5 m")
    session.press(.down)
    #expect(session.view.selectionName == "chair")
    session.press("G")
    #expect(session.view.selectionName == "lamp")
  }

  @Test func `changes are listed in the same orders`() {
    var session = Self.session("name", at: [.home])
    session.press("d", "d")
    let changes = session.view.listedChanges(.none)
    let names = changes?.slots.map { slot in
      let newest = session.view.index.newestOrdinal(ofSlot: slot)
      return session.view.data.description(after: newest).label.plain
    }
    #expect(names == ["buy bread", "chair", "lamp"])
    #expect(session.screen.plainText.contains(", by name"))
    session.press("g")
    #expect(session.view.selectedSlot == changes?.slots.first)
    session.press("n")
    #expect(session.view.selectedSlot == changes?.slots.dropFirst().first)
  }

  @Test func `where neither list is on screen, the message says how to get there`() {
    var session = Self.session("name")
    session.press(";")
    #expect(session.message == "anchors and changes by latest change, newest first")
    session.press("3", ";")
    #expect(
      session.message
        == "anchors and changes by distance from the first place, farthest first; 1 shows the anchors"
    )
  }

  /// Compared with sums over the events of each anchor, one after the other.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `totals are what a walk through the history gives`(_ seed: UInt64) {
    let events = AnchorCountsTests.events(seed)
    let index = HBTimeline(spaceId: SampleSpace.id, events: events).index
    let half = HBTimeline(
      spaceId: SampleSpace.id, events: Array(events.prefix(events.count / 2))
    ).index
    let all = [AnchorTotals(index), AnchorTotals(half).extended(to: index)]
    for slot in 0..<index.slotCount {
      var (alive, path): (Int64, Double) = (0, 0)
      var previous: Int?
      for ordinal in index.ordinals(ofSlot: slot) {
        if let previous, index.isVisible(previous) {
          alive += index.instant(ordinal).microseconds - index.instant(previous).microseconds
          if index.isVisible(ordinal) {
            let delta =
              SIMD3<Double>(index.position(ordinal)) - SIMD3<Double>(index.position(previous))
            path += Double(Float((delta * delta).sum().squareRoot()))
          }
        }
        for totals in all.prefix(index.continues(half) ? 2 : 1) {
          #expect(totals.aliveTime(after: ordinal, at: index.instant(ordinal), index) == alive)
          #expect(totals.pathLength(after: ordinal) == path)
        }
        previous = ordinal
      }
    }
  }
}
