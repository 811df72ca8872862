import DriftTestSupport
import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisHistory
import HyperbasisModels
import HyperbasisWording
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// What the list of shifts and its questions call shifts, corrections, undos and redos.
@Suite struct ShiftWordsTests {
  /// The events of two rooms that shift at one instant.
  private static let twoRooms: [HBAnchorEvent] =
    [TwoRooms.places, TwoRooms.shifted].enumerated().flatMap { round, places in
      places.enumerated().map { number, place in
        SampleSpace.event(
          round == 0 ? .created : .moved, DriftLog.anchorId(number), 100 * round + number,
          SampleSpace.instant(day: 1 + round, 10), version: 1 + round, transform: place.transform,
          metadata: round == 0 ? ["type": "model"] : nil, actor: "phone A")
      }
    }

  /// Presses keys, answers what they ask the store, and agrees.
  private static func write(_ session: inout Session, _ store: inout FakeStore, _ keys: Key...) {
    for key in keys { session.press(key) }
    store.answer(&session)
    session.press("y")
    store.answer(&session)
  }

  @Test func `two shifts of one burst are told apart by the question`() {
    var titles: Set<String> = []
    for keys in [["7", "g", "R"], ["7", "g", "j", "R"]] as [[Key]] {
      var session = Session(
        size: TerminalSize(columns: 150, rows: 32), events: Self.twoRooms)
      var store = FakeStore(events: Self.twoRooms)
      for key in keys { session.press(key) }
      store.answer(&session)
      guard case .plan(let dialog) = session.state.layers.last else { continue }
      titles.insert(dialog.request.title.plain)
    }
    #expect(
      titles == [
        "Take out the shift of 2024-03-02 10:00:00 UTC by 35 cm, yaw +5°",
        "Take out the shift of 2024-03-02 10:00:00 UTC by 33 cm, yaw -3°",
      ])
  }

  /// A correction of two shifts makes two motions.
  @Test func `a correction counts once`() throws {
    var log = TwoRooms.log()
    let shifts = try DriftHistory(log.index()).shifts.map(\.id)
    let tag = CorrectionTag(shifts: shifts, frame: .old, since: HBInstant(microseconds: 0))
    for (number, place) in TwoRooms.places.enumerated() {
      log.write(.moved, number, place.transform, at: 20_000, operation: 2, correcting: tag)
    }
    let drift = try SpaceDrift(log.index())
    #expect(drift.countText == "2 shifts, 1 correction")
    #expect(
      drift.shifts.map(\.text.standingWhat.plain)
        == ["correction", "correction", "taken out", "taken out"])
    #expect(drift.shifts.prefix(2).map(\.commandId) == [2, 2].map(DriftLog.operationId))
  }

  @Test(arguments: [TerminalSize(columns: 60, rows: 20), .init(columns: 100, rows: 30)])
  func `each row says what it is`(size: TerminalSize) {
    var session = Session(size: size, events: ShiftedSpace.events)
    var store = FakeStore(events: ShiftedSpace.events)
    Self.write(&session, &store, "7", "R")
    Self.write(&session, &store, "u")
    Self.write(&session, &store, "U")
    session.press("7", .end, "g")
    let lines = session.screen.plainLines
    let words = [["redo"], ["undo"], ["correction", "fix"], ["taken out", "out"]]
    let rows = lines.filter { $0.contains("│◇ ") }
    #expect(rows.count >= words.count)
    for (row, words) in zip(rows, words) {
      #expect(words.contains { row.contains(" \($0)") }, "\(row)")
    }
    let heading = lines.first { $0.contains("3 shifts") }
    #expect(heading.map { !$0.contains("…") && $0.contains("1 correction") } == true)
  }

  @Test func `the history tells corrections`() {
    var session = Session(
      size: TerminalSize(columns: 240, rows: 32), events: ShiftedSpace.events)
    var store = FakeStore(events: ShiftedSpace.events)
    Self.write(&session, &store, "7", "R")
    session.press("3", .end, "g")
    #expect(session.screen.plainText.contains("(correction)"))
  }

  /// A column that a narrower list has is not missing from a wider one.
  @Test func `a wider list shows no less`() throws {
    var log = GridCase.log(
      GridCase.places, GridCase.places.moved(by: GridCase.motion()), actor: "A")
    let tag = CorrectionTag(
      shifts: [DriftLog.operationId(1)], frame: .old, since: HBInstant(microseconds: 0))
    for (number, place) in GridCase.places.enumerated() {
      log.write(.moved, number, place.transform, at: 20_000, operation: 2, correcting: tag)
    }
    let shifts = try SpaceDrift(log.index()).shifts
    let dates = [TerminalText](repeating: "03-04 10:55", count: shifts.count)
    var narrower: Set<Substring> = []
    for room in 4...120 {
      let titles = ShiftTable(shifts, dates: dates, room: room).titles
      #expect(titles.width <= room)
      let columns = Set(titles.plain.split(separator: " "))
      #expect(narrower.isSubset(of: columns), "\(room): \(columns)")
      narrower = columns
    }
    #expect(narrower.count == 9)
    let some = ShiftTable(shifts, dates: dates, room: 30).titles.plain
    #expect(some.contains("yaw") && !some.contains("followed"), "\(some)")
  }

  /// The anchor that did not follow had moved by itself.
  @Test func `why nothing is brought along is said`() {
    var moved = 0
    let events = ShiftedSpace.events(shifts: 1).map { event in
      guard event.type == .moved, event.anchorId == DriftLog.anchorId(7) else { return event }
      moved += 1
      return SampleSpace.event(
        .moved, event.anchorId, 800, HBInstant(event.timestamp), version: event.version,
        transform: HBTransform.make(position: SIMD3(9, 0, 9)), actor: event.actorId)
    }
    #expect(moved == 1)
    var session = Session(size: TerminalSize(columns: 150, rows: 32), events: events)
    session.press("7", "S")
    #expect(
      session.message
        == "every anchor is in the frame after this shift by now: the one that did not "
        + "follow moved by itself in the same burst")
  }
}
