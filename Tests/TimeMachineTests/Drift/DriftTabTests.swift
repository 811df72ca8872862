import DriftTestSupport
import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisWording
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

@Suite struct DriftTabTests {
  private static let wide = TerminalSize(columns: 150, rows: 32)

  private func session(
    size: TerminalSize = wide, charset: Charset = .braille,
    events: [HBAnchorEvent] = ShiftedSpace.events
  ) -> Session {
    Session(size: size, charset: charset, events: events)
  }

  @Test func `shifts are listed, the newest first, with what they are`() throws {
    var session = session()
    session.press("7")
    let screen = session.screen.plainText
    #expect(screen.contains("3 shifts, dates in UTC"))
    let rows = session.screen.plainLines.filter { $0.contains("◇ 2024-03") }
    #expect(rows.count == 3)
    #expect(rows[0].contains("2024-03-08 10:14:59 phone A part"))
    #expect(rows[0].contains("10/25"))
    #expect(rows[1].contains("2024-03-05 08:59:59 phone B space"))
    #expect(rows[2].contains("25/25"))
    #expect(screen.contains("part: 10 of 25 anchors by"))
    #expect(screen.contains("certain, 10/25 followed"))
  }

  @Test func `the names of the columns stand above them`() throws {
    var session = session()
    session.press("7")
    let lines = session.screen.plainLines
    let titles = try #require(lines.first { $0.contains("followed") })
    let row = try #require(lines.first { $0.contains("◇ 2024-03-08") })
    for (title, cell) in [("when", "2024-03-08"), ("who", "phone A"), ("what", "part")] {
      let (above, below) = (titles.range(of: title), row.range(of: cell))
      #expect(
        above.map { titles.distance(from: titles.startIndex, to: $0.lowerBound) }
          == below.map { row.distance(from: row.startIndex, to: $0.lowerBound) })
    }
  }

  @Test func `what is not a shift is not called one where the plan shows it`() {
    var session = session()
    session.press("7", "i", "g")
    for _ in 0..<4 where session.view.selectedShift?.shift.kind.isShift == true {
      session.press("j")
    }
    session.press(.enter)
    #expect(session.view.shownShift?.shift.kind == .together)
    let screen = session.screen.plainText
    #expect(screen.contains("plan: motion of 2024") && !screen.contains("shift of"))
  }

  @Test func `a part that all anchors followed is told with all of them`() throws {
    var shift = try #require(
      GridCase.history(GridCase.places, GridCase.places.moved(by: GridCase.motion())).shifts.first)
    shift.kind = .part
    #expect(ShiftText(shift).sentence.plain.hasPrefix("all 20 anchors by 35 cm"))
  }

  @Test func `what only moved alike is listed when asked for`() {
    var session = session()
    session.press("7")
    #expect(session.screen.plainText.contains("i: 1 more moved alike"))
    #expect(!session.screen.plainText.contains("together"))
    session.press("i")
    #expect(session.screen.plainText.contains("together"))
    #expect(session.screen.plainText.contains("moved as one: not a shift"))
    session.press("i")
    #expect(!session.screen.plainText.contains("together"))
    session.press(":")
    session.type("drift all")
    session.press(.enter)
    #expect(session.screen.plainText.contains("3 shifts of 4 that moved alike"))
    session.press(":")
    session.type("drift none")
    session.press(.enter)
    #expect(session.screen.plainText.contains("drift takes all or shifts"))
  }

  @Test func `where people moved a few anchors, the space is nowhere else`() {
    var events: [HBAnchorEvent] = []
    for (number, way) in [Float(0.01), 0.01, 0.2].enumerated() {
      let (anchor, x) = (SampleSpace.anchorId(number), Float(number))
      events.append(
        SampleSpace.event(
          .created, anchor, number, SampleSpace.instant(day: 1, 1), version: 1,
          transform: HBTransform.make(position: SIMD3(x, 0, 0))))
      events.append(
        SampleSpace.event(
          .moved, anchor, number + 10, SampleSpace.instant(day: 2, 1), version: 2,
          transform: HBTransform.make(position: SIMD3(x + way, 0, 0))))
    }
    var session = session(events: events)
    session.press("7")
    #expect(session.screen.plainText.contains(" the space ─"))
  }

  @Test func `where nothing moved alike, that is said`() {
    var session = session(events: SampleSpace.events)
    session.press("7")
    session.press("i")
    #expect(session.message == "nothing moved alike in this space")
  }

  @Test func `enter goes to the date of a shift, where it stays selected`() {
    var session = session()
    session.press("7", "j", .enter)
    #expect(session.view.time.cursor == .at(ShiftedSpace.shiftBack))
    #expect(session.view.selectedShift?.instant == ShiftedSpace.shiftBack)
  }

  @Test func `the selection follows the date on screen`() {
    var session = session()
    session.press("7", .home)
    #expect(session.view.selectedShift?.instant == ShiftedSpace.shiftAway)
    session.press(.end)
    #expect(session.view.selectedShift?.instant == ShiftedSpace.partShift)
    session.press("G")
    #expect(session.view.selectedShift?.instant == ShiftedSpace.shiftAway)
  }

  @Test func `the plan shows who followed and from where`() throws {
    var session = session()
    #expect(!session.screen.plainText.contains("before"))
    session.press("7", "G")
    #expect(session.screen.plainText.contains("plan: shift of 2024-03-03 17:59:59"))
    #expect(session.screen.plainText.contains("before"))
    let shift = try #require(session.view.shownShift)
    let builder = MapSceneBuilder(
      data: session.view.data, projection: session.view.mapProjection(session.state.layout))
    let items = builder.scene(of: shift).items
    #expect(items.count == 25)
    for item in items {
      let ghost = try #require(item.ghost)
      #expect(abs(item.point.x - ghost.x - 0.3) < 1e-5)
    }
    session.press("g")
    let part = builder.scene(of: try #require(session.view.shownShift)).items
    #expect(part.count { $0.change == .moved } == 10)
    session.press("5")
    #expect(!session.screen.plainText.contains("shift of 2024-03-03"))
  }

  @Test func `a comparison is not covered by a shift`() {
    var session = session()
    session.press("7", "d")
    #expect(session.view.shownShift == nil)
  }

  @Test func `a space that never shifted says so`() {
    var session = Session(size: TerminalSize(columns: 120, rows: 32))
    session.press("7")
    #expect(session.screen.plainText.contains("no shifts"))
    #expect(session.screen.plainText.contains("the space did not shift"))
    session.press("j")
    #expect(session.message == "nothing is listed here")
    session.press(.enter)
    let chairs = ShiftedSpace.events.filter { event in
      event.type == .created || event.actorId == "tablet"
    }
    var other = self.session(events: chairs)
    other.press("7")
    #expect(other.screen.plainText.contains("no shifts; 1 group moved alike"))
  }

  @Test func `an empty space has no drift`() {
    var session = Session(events: [])
    session.press("7", .enter, "j", "i")
    #expect(session.screen.plainText.contains("no shifts"))
  }

  @Test func `the curve tells how far the space was away`() throws {
    var session = session(size: TerminalSize(columns: 100, rows: 30))
    session.press("7")
    let columns = try #require(session.view.curveColumns(width: 90))
    #expect(abs(columns.peak - 0.3) < 0.01)
    let away = columns.column(of: ShiftedSpace.shiftAway)
    let back = columns.column(of: ShiftedSpace.shiftBack)
    #expect(try #require(columns.columns[away - 1].last) < 0.001)
    #expect(columns.columns[away..<back].allSatisfy { abs(($0.last ?? 0) - 0.3) < 0.01 })
    #expect(try #require(columns.columns[back].last) < 0.01)
    #expect(session.screen.plainText.contains("30 cm"))
  }

  @Test func `the curve has a gap where the space has gone apart`() throws {
    let places = GridCase.places
    let motions = [GridCase.motion(), places.motion(yaw: -3, then: SIMD3(-0.2, 0, 0.25))]
    var log = DriftLog()
    for (hour, halves) in [
      [Motion](repeating: .identity, count: 2), motions, [.identity, .identity],
    ].enumerated() {
      for (number, place) in places.enumerated() {
        log.write(
          hour == 0 ? .created : .moved, number,
          place.moved(by: halves[number < 10 ? 0 : 1]).transform, at: 36_000 * Double(hour),
          operation: hour)
      }
    }
    let index = try log.index()
    let curve = try DriftCurve(index, DriftHistory(index))
    let (start, end) = (try #require(index.start), try #require(index.end))
    let columns = CurveColumns(curve, from: start, to: end, width: 40).columns
    #expect(columns[0..<20].allSatisfy { $0.last == 0 })
    #expect(columns[20].last == nil && columns[20].range == 0...0)
    #expect(columns[21..<39].allSatisfy { $0.last == nil && $0.range == nil })
    #expect(try #require(columns[39].last) < 0.001)
  }

  @Test func `lines tell each row`() {
    var session = session()
    session.press("7")
    let before = session.state
    session.press("j")
    let lines = Announcer.lines(from: before, to: session.state).map(\.plain)
    #expect(
      lines.contains {
        $0.hasPrefix("2 of 3: space, the whole space by 30 cm, 2024-03-05 09:00")
          && $0.contains("by phone B") && $0.hasSuffix("undoes an earlier one")
      }, "\(lines)")
    var none = Session()
    let closed = none.state
    none.press("7")
    #expect(Announcer.lines(from: closed, to: none.state).map(\.plain).contains("no shifts"))
  }

  /// If there is no curve, the words have all of its room.
  @Test func `why there are no shifts is not cut on a small screen`() {
    var none = Session(size: TerminalSize(columns: 60, rows: 20))
    none.press("7")
    let area = none.state.layout.tabRows
    let text = none.screen.plainLines.dropFirst(area.row).prefix(area.rows)
      .map { $0.dropFirst(area.column).prefix(area.columns).trimmingCharacters(in: .whitespaces) }
      .joined(separator: " ")
    #expect(text.contains("at no time did anchors that had stood still move as one"), "\(text)")
  }

  @Test(arguments: [TerminalSize(columns: 100, rows: 30), TerminalSize(columns: 60, rows: 20)])
  func `the screen`(size: TerminalSize) throws {
    var session = session(size: size)
    session.press("7", "j")
    try expectGolden(session.screen, "drift-\(size)")
  }

  @Test func `the screen in ASCII`() throws {
    var session = session(size: TerminalSize(columns: 100, rows: 30), charset: .ascii)
    session.press("7", "j")
    try expectGolden(session.screen, "drift-100x30-ascii")
  }

  /// The date and the author come before the measures, for which the list has columns.
  @Test func `the words of a shift say when and who, and that there is more`() {
    var session = session(size: TerminalSize(columns: 100, rows: 30))
    session.press("7", "j")
    let screen = session.screen.plainText
    for text in [
      "2024-03-05 08:59:59.76 UTC", "by phone", "id E0000000",
      "2 more lines: hyperbasis drift --json",
    ] {
      #expect(screen.contains(text), "\(text)")
    }
    session.send(.terminal(.resize(TerminalSize(columns: 60, rows: 20))))
    #expect(session.screen.plainText.contains("2024-03-05 08:59"))
    #expect(session.screen.plainText.contains("…"))
  }

  /// Beside the size of the selected shift it would be read as another size of that shift.
  @Test func `how far the space is now is said to be from its start`() {
    for shifts in [1, 2] {
      var session = session(
        size: TerminalSize(columns: 100, rows: 30), events: ShiftedSpace.events(shifts: shifts))
      session.press("7")
      let screen = session.screen.plainText
      #expect(screen.contains(shifts == 1 ? "now 30 cm from its start" : "now where it was"))
      #expect(screen.contains("the whole space by 30 cm"))
    }
  }
}
