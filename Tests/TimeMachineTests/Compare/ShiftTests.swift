import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import TestSupport
import Testing

@Suite struct ShiftTests {
  /// Ten anchors that all follow one shift; one of them is also moved on its own.
  private static let events: [HBAnchorEvent] = {
    let shift = HBRigidShift(
      translation: SIMD3(0.4, 0, 0), yaw: 8, residual: 0, inliers: 10, common: 10)
    var events: [HBAnchorEvent] = []
    for number in 0..<10 {
      let place = SIMD3<Float>(Float(number % 4), 0, Float(number / 4) * 1.5)
      let moved = shift.apply(to: SIMD3<Double>(place)) + (number == 7 ? SIMD3(0, 0, 2) : .zero)
      events.append(
        SampleSpace.event(
          .created, SampleSpace.anchorId(number), number, SampleSpace.instant(day: 1, 1),
          version: 1, transform: HBTransform.make(position: place)))
      events.append(
        SampleSpace.event(
          .moved, SampleSpace.anchorId(number), number + 100, SampleSpace.instant(day: 2, 1),
          version: 2, transform: HBTransform.make(position: SIMD3<Float>(moved), yaw: 8)))
    }
    return events
  }()

  @Test func `a shift of the whole space is named`() throws {
    var session = Session(size: TerminalSize(columns: 120, rows: 32), events: Self.events)
    session.press("d")
    #expect(session.message.contains("the space shifted"))
    let shift = try #require(session.view.comparison(.none)?.shift)
    #expect(abs(shift.motion.yaw - 8) < 0.01)
    #expect(abs(shift.motion.distance - 0.4) < 0.001)
    #expect(shift.motion.inliers == 9 && shift.shifts.count == 1)
    #expect(session.view.comparison(.none)?.rows.count == 10)
  }

  @Test func `taken out, only what was really moved is left`() throws {
    var session = Session(events: Self.events)
    session.press("d", "m")
    let comparison = try #require(session.view.comparison(.none))
    #expect(comparison.isShiftTakenOut)
    #expect(
      comparison.rows.map { session.view.index.anchorId(ofSlot: $0.slot) }
        == [SampleSpace.anchorId(7)])
    session.press("m")
    #expect(session.view.comparison(.none)?.rows.count == 10)
  }

  @Test func `a comparison says whether the shift is taken out already`() {
    var session = Session(size: TerminalSize(columns: 120, rows: 32), events: Self.events)
    session.press("d")
    #expect(session.message.hasSuffix("; m takes it out"))
    session.press("m", "d", "d", "d")
    #expect(
      session.message.contains("the space shifted") && session.message.hasSuffix("; taken out"))
  }

  @Test func `taken out or not, the changes are counted again for who listens`() {
    var session = Session(events: Self.events)
    session.press("d")
    let found = session.state
    session.press("m")
    let without = Announcer.lines(from: found, to: session.state).map(\.plain)
    #expect(without.count == 2 && without.last == "1 moved", "\(without)")
    let taken = session.state
    session.press("m")
    let lines = Announcer.lines(from: taken, to: session.state).map(\.plain)
    #expect(lines == ["with every shift", "10 moved"])
  }

  @Test func `taken out, what is left of a move is named`() {
    var session = Session(size: TerminalSize(columns: 120, rows: 32), events: Self.events)
    session.press("d", "m", "2")
    let row = session.screen.plainLines.first { $0.contains("moved") && $0.contains("~") }
    #expect(row?.contains("moved 2 m") == true || row?.contains("moved 2.00 m") == true)
    #expect(row?.contains("yaw") == false)
  }

  @Test func `a shift is taken out also of the only anchor there is, which also moved`()
    throws
  {
    let deletions = (0..<10).filter { $0 != 7 }.map { number in
      SampleSpace.event(
        .deleted, SampleSpace.anchorId(number), number + 200, SampleSpace.instant(day: 3, 1),
        version: 3)
    }
    var session = Session(events: Self.events + deletions)
    session.press(.home, "a", .end, "b", "d", "m")
    #expect(session.message.contains("and every anchor also moved individually; taken out"))
    let comparison = try #require(session.view.comparison(.none))
    let shift = try #require(comparison.shift)
    #expect(shift.motion.inliers == 0 && shift.motion.common == 1 && shift.displacement > 0.3)
    let moved = comparison.rows.filter { $0.difference == .moved }
    #expect(moved.count == 1 && abs(moved[0].distance - 2) < 0.001)
  }

  /// Words are easier to read than signs, wherever they fit.
  @Test(arguments: [80, 90, 100, 110, 120, 140])
  func `the heading of the changes uses words as far as they fit`(columns: Int) {
    var session = Session(
      size: TerminalSize(columns: columns, rows: 30), events: Self.events)
    session.press("d", "2")
    let heading = session.screen.plainLines.lazy.compactMap {
      $0.firstMatch(of: /│([^│]*(?:~10|10 moved)[^│]*)│/)?.1
    }.first
    #expect(heading?.contains("10 moved; shift") == true, "\(heading ?? "")")
  }

  @Test func `single moves are not a shift`() {
    var session = Session()
    session.press("m")
    #expect(session.message.contains("compare first"))
    session.press("d", "m")
    #expect(session.message.contains("did not shift"))
  }
}
