import DriftTestSupport
import Hyperbasis
import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisHistory
import HyperbasisWording
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// What comes back across a shift is asked about first, and can be placed where it is today.
@Suite struct CrossingDialogTests {
  private static let model = DriftLog.anchorId(0)

  /// After the shifts, the first anchor is moved on its own.
  private static let events: [HBAnchorEvent] = {
    let place = GridCase.places[0].position + SIMD3(1, 0, 1)
    return ShiftedSpace.events + [
      SampleSpace.event(
        .moved, model, 900, SampleSpace.instant(day: 11, 9), version: 5,
        transform: Place(place).transform, metadata: nil, actor: "phone A")
    ]
  }()

  private var session: Session
  private var store = FakeStore(events: events)

  init() { session = Self.session(TerminalSize(columns: 100, rows: 30)) }

  private static func session(_ size: TerminalSize) -> Session {
    var session = Session(size: size, events: events)
    session.view.lists.selection = model
    return session
  }

  private var dialog: PlanDialog? {
    if case .plan(let dialog) = session.state.layers.last { dialog } else { nil }
  }

  private func place(_ dialog: PlanDialog) -> SIMD3<Float> {
    HBTransform.position(dialog.plan.changes.first?.after?.transform ?? [])
  }

  @Test mutating func `one anchor is asked about, and m has it where it is today`() throws {
    session.press(.home, "R")
    store.answer(&session)
    let then = try #require(dialog)
    #expect(store.executed.isEmpty && then.anchorCount == 1)
    #expect(then.plan.crossed?.frame == .then && place(then) == .zero)
    let text = session.screen.plainText
    #expect(text.contains("comes back as it was"))
    #expect(text.contains("m where it is today"))
    session.press("m")
    store.answer(&session)
    let now = try #require(dialog)
    #expect(session.state.layers.count == 1 && now.plan.crossed?.frame == .now)
    #expect(abs(place(now).x - place(then).x) > 0.2)
    #expect(session.screen.plainText.contains("comes back where it is"))
    #expect(session.screen.plainText.contains("m as it was then"))
    session.press("y")
    store.answer(&session)
    #expect(store.executed.map(\.operation) == [now.plan.operation])
    #expect(session.message.contains("u undoes it"))
  }

  @Test mutating func `m twice is as it was, and n writes nothing`() throws {
    session.press(.home, "R")
    store.answer(&session)
    for _ in 0..<2 {
      session.press("m")
      store.answer(&session)
    }
    #expect(try #require(dialog).plan.crossed?.frame == .then)
    session.press("n")
    store.answer(&session)
    #expect(session.state.layers.isEmpty && store.executed.isEmpty)
    #expect(session.view.editing.write == nil)
  }

  @Test mutating func `a reply while the other plan is worked out is to what is shown`() throws {
    session.press(.home, "R")
    store.answer(&session)
    let shown = try #require(dialog)
    session.press("m", "y")
    store.answer(&session)
    #expect(store.executed.map(\.operation) == [shown.plan.operation])
    #expect(session.state.layers.isEmpty && session.view.editing.write == nil)
  }

  /// It was not moved between the shift and now: it is where it belongs.
  @Test mutating func `nothing to write in the other frame is said, and the question stays`() throws
  {
    session = Session(size: TerminalSize(columns: 100, rows: 30), events: ShiftedSpace.events)
    store = FakeStore(events: ShiftedSpace.events)
    session.view.lists.selection = Self.model
    session.press("t")
    session.type("2024-03-07")
    session.press(.enter, "R")
    store.answer(&session)
    let asked = try #require(dialog)
    session.press("m")
    store.answer(&session)
    #expect(session.message.contains("everything is already where it is today"))
    #expect(dialog == asked)
    session.press("y")
    store.answer(&session)
    #expect(store.executed.map(\.operation) == [asked.plan.operation])
  }

  /// A clock that was moved before everything shifted by 30 cm.
  private static let moveBeforeShift: [HBAnchorEvent] = {
    let clock = DriftLog.anchorId(40)
    let steps: [(HBAnchorEvent.EventType, HBInstant, Double)] = [
      (.created, SampleSpace.instant(day: 1, 11), 2), (.moved, SampleSpace.instant(day: 2, 9), 3),
      (.moved, ShiftedSpace.shiftAway, 3.3),
    ]
    let own = steps.enumerated().map { number, step in
      SampleSpace.event(
        step.0, clock, 950 + number, step.1, version: number + 1,
        transform: Place(SIMD3(step.2, 1, 5)).transform, metadata: nil, actor: "phone A")
    }
    return ShiftedSpace.events(shifts: 1) + own
  }()

  @Test mutating func `a move that a shift alone followed is undone where it is today`() throws {
    session = Session(size: TerminalSize(columns: 100, rows: 30), events: Self.moveBeforeShift)
    store = FakeStore(events: Self.moveBeforeShift)
    session.press("6")
    for _ in 0..<26 { session.press("j") }
    let text = session.screen.plainText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("R undoes what a"), "\(text)")
    session.press("R")
    store.answer(&session)
    store.answer(&session)
    let now = try #require(dialog, "\(session.message) \(session.screen.plainText)")
    #expect(now.plan.crossed?.frame == .now && store.executed.isEmpty)
    #expect(abs(place(now).x - 2.3) < 0.001)
    session.press("m")
    store.answer(&session)
    #expect(dialog == now)
    #expect(
      session.message.contains("placed as it was then, nothing would be undone"),
      "\(session.message)")
    session.press("y")
    store.answer(&session)
    #expect(store.executed.map(\.operation) == [now.plan.operation])
  }

  @Test mutating func `what crosses no shift is not asked about`() {
    session.press("t")
    session.type("2024-03-09")
    session.press(.enter, "R")
    store.answer(&session)
    #expect(store.executed.count == 1 && store.executed.allSatisfy { $0.crossed == nil })
    session.press(.end, .home, "S")
    store.answer(&session)
    #expect(dialog != nil)
  }

  @Test mutating func `m does nothing in other questions`() throws {
    session = Session(size: TerminalSize(columns: 100, rows: 30))
    store = FakeStore()
    session.press(.home, "S")
    store.answer(&session)
    let asked = try #require(dialog)
    session.press("m")
    #expect(session.message.contains("no shift lies between"))
    #expect(dialog == asked && session.takeEffects().isEmpty)
  }

  /// What remains of the heading in a few lines is whole sentences.
  @Test func `what comes back is a whole sentence on a small screen`() throws {
    func asked(rows: Int) throws -> [String] {
      var session = Self.session(TerminalSize(columns: 40, rows: rows))
      var store = FakeStore(events: Self.events)
      session.press("t")
      session.type("2024-03-07")
      session.press(.enter, "S")
      store.answer(&session)
      let area = session.state.layout.dialogArea
      return session.screen.plainLines.dropFirst(area.row).prefix(area.rows).map { line in
        String(line.dropFirst(area.column).prefix(area.columns)).filter { $0 != "│" }
      }
    }
    let small = try asked(rows: 12)
    #expect(small.contains { $0.contains(/^\d+ come back as they were then */) }, "\(small)")
    let larger = try asked(rows: 16).joined(separator: " ")
    #expect(larger.contains(/\d+ new events for \d+ anchors/), "\(larger)")
    #expect(larger.contains(" come back as they"), "\(larger)")
  }

  @Test mutating func `fewer words are a whole sentence still`() throws {
    session.press(.home, "R")
    store.answer(&session)
    let then = try #require(dialog?.crossing(session.state.settings))
    #expect(then.short(columns: 80).plain.hasPrefix("1 anchor comes back as it was then, across "))
    #expect(then.short(columns: 30) == "1 comes back as it was then")
    #expect(then.short(columns: 26) == "1 comes back as then")
    session.press("m")
    store.answer(&session)
    let now = try #require(dialog?.crossing(session.state.settings))
    #expect(now.short(columns: 30) == "1 comes back where it is today")
    #expect(now.short(columns: 29) == "1 goes to where it is today")
    #expect(now.short(columns: 26) == "1 goes to today's place")
  }

  @Test(arguments: [
    TerminalSize(columns: 100, rows: 30), TerminalSize(columns: 60, rows: 20),
    TerminalSize(columns: 34, rows: 11),
  ])
  func `the screen`(size: TerminalSize) throws {
    var session = Self.session(size)
    var store = FakeStore(events: Self.events)
    session.press(.home, "R")
    store.answer(&session)
    session.press("m")
    store.answer(&session)
    try expectGolden(session.screen, "crossing-\(size)")
  }
}
