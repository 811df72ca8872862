import Foundation
import Hyperbasis
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// How the plan and the lists share the screen.
@Suite struct MapShapeTests {
  /// Returns a session on a space of the given size in metres.
  private func session(width: Float, depth: Float, columns: Int = 160, rows: Int = 45) -> Session {
    let corners: [(Float, Float)] = [(0, 0), (width, depth), (0, depth), (width, 0)]
    let events = corners.enumerated().map { number, corner in
      SampleSpace.event(
        .created, SampleSpace.anchorId(number), 100 + number,
        SampleSpace.instant(day: number + 1, 12), version: 1,
        transform: HBTransform.make(position: SIMD3(corner.0, 0, corner.1)),
        metadata: ["text": .string("corner \(number)")])
    }
    return Session(size: TerminalSize(columns: columns, rows: rows), events: events)
  }

  @Test(arguments: [(160, 45), (100, 30), (80, 24)])
  func `a tall space leaves its room to the lists, a wide one takes it`(columns: Int, rows: Int) {
    let tall = session(width: 5, depth: 40, columns: columns, rows: rows).state.layout
    let wide = session(width: 40, depth: 5, columns: columns, rows: rows).state.layout
    #expect(tall.map.columns < wide.map.columns)
    #expect(tall.map.columns >= 30)
    for layout in [tall, wide] {
      #expect(layout.map.columns + layout.tabs.columns == columns)
      #expect(layout.tabs.columns >= 28)
    }
  }

  @Test func `the panes stand still while time goes by`() {
    var session = session(width: 5, depth: 40)
    let layout = session.state.layout
    session.press(.home, "]", "[", "(", ")")
    #expect(session.state.layout.map.columns == layout.map.columns)
  }

  @Test func `two plans take the room that they need, one above the other where that shows more`() {
    var wide = session(width: 60, depth: 10)
    let single = wide.state.layout.map
    wide.press("a", .home, "b", "s")
    let layout = wide.state.layout
    #expect(layout.map.columns > single.columns)
    let halves = layout.mapShape.halves(of: layout.map)
    #expect(halves.a.row < halves.b.row && halves.a.columns == layout.map.columns)
    #expect(wide.message == "A above B")
    var tall = session(width: 10, depth: 12)
    tall.press("a", .home, "b", "s")
    let beside = tall.state.layout.mapShape.halves(of: tall.state.layout.map)
    #expect(beside.a.row == beside.b.row)
    #expect(tall.message == "A beside B")
    // At another size it may no longer be true.
    tall.send(.terminal(.resize(TerminalSize(columns: 60, rows: 20))))
    #expect(tall.message.isEmpty)
  }

  @Test func `a click is about the plan that it is on`() throws {
    // At A all four corners exist, at B only the first.
    var session = session(width: 10, depth: 12)
    session.press("a", .home, "b", "s")
    let layout = session.state.layout
    let halves = layout.mapShape.halves(of: layout.map)
    for (half, isThere) in [(halves.b, false), (halves.a, true)] {
      session.view.lists.selection = nil
      let area = half.inset(by: 1)
      let projection = session.view.projection(in: MapScene.plotRegion(in: area))
      let cell = try #require(projection.cell(of: projection.point(of: SIMD3(10, 0, 12))))
      let position = Position(column: area.column + cell.column, row: area.row + cell.row)
      session.send(.terminal(.mouse(MouseEvent(.press(.left), at: position))))
      #expect((session.view.lists.selection != nil) == isThere)
    }
  }
}
