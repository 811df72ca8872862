import Foundation
import Hyperbasis
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

@Suite struct ShiftMarkTests {
  private func session() -> Session {
    Session(size: TerminalSize(columns: 100, rows: 30), events: ShiftedSpace.events)
  }

  @Test func `each shift is marked on the time bar`() {
    let session = session()
    let bar = session.view.timeBar(session.state.layout)
    let marks = session.view.barMarks(bar, zone: .gmt).filter { $0.kind == .shift }
    #expect(
      marks.map(\.instant)
        == [ShiftedSpace.shiftAway, ShiftedSpace.shiftBack, ShiftedSpace.partShift])
    let track = session.screen.plainLines[session.state.layout.bar.row + 1]
    #expect(track.count { $0 == "◇" } == 3)
  }

  @Test func `the keys for significant dates stop at shifts and say so`() {
    var session = session()
    var stops: [Cursor] = []
    for _ in 0..<12 {
      session.press("{")
      stops.append(session.view.time.cursor)
      if session.view.time.cursor == .at(ShiftedSpace.partShift) {
        #expect(session.message.hasPrefix("shift: 10 of 25 anchors by "))
      }
    }
    for shift in [ShiftedSpace.shiftAway, ShiftedSpace.shiftBack, ShiftedSpace.partShift] {
      #expect(stops.contains(.at(shift)))
    }
    #expect(!stops.contains(.at(ShiftedSpace.chairsMove)), "moved alike, but not a shift")
    session.press(.home, "}", "}")
    #expect(session.view.time.cursor == .at(ShiftedSpace.shiftAway))
    #expect(session.message == "shift: the whole space by 30 cm")
  }
}
