import DriftTestSupport
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisHistory
import HyperbasisWording
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// Shifts are taken out from the list that shows them.
@Suite struct ShiftCorrectionTests {
  private var session = Session(
    size: TerminalSize(columns: 150, rows: 32), events: ShiftedSpace.events)
  private var store = FakeStore(events: ShiftedSpace.events)

  private var dialog: PlanDialog? {
    if case .plan(let dialog) = session.state.layers.last { dialog } else { nil }
  }

  @Test mutating func `R asks with what becomes of the anchors, and writes the very plan`() throws {
    session.press("7")
    let shift = try #require(session.view.selectedShift?.shift)
    session.press("R")
    store.answer(&session)
    let asked = try #require(dialog)
    #expect(asked.plan.kind == .correct)
    #expect(session.screen.plainText.contains("Take out the shift of"))
    #expect(session.screen.plainText.contains("move ("))
    #expect(asked.anchorCount == shift.followers.count)
    session.press("y")
    store.answer(&session)
    #expect(store.executed.map(\.operation) == [asked.plan.operation])
    #expect(session.message.contains("is taken out"))
    #expect(session.message.contains("u undoes it"))
  }

  /// Another user deletes two anchors while the question is open.
  @Test mutating func `a question that is asked again counts again`() throws {
    session.press("7", "R")
    store.answer(&session)
    let asked = try #require(dialog)
    #expect(asked.request.remark?.plain.hasPrefix("\(asked.anchorCount) move") == true)
    for (number, change) in asked.plan.changes.prefix(2).enumerated() {
      store.append(
        SampleSpace.event(
          .deleted, change.anchorId, 900 + number, SampleSpace.instant(day: 14, 1), version: 9))
    }
    session.press("y")
    store.answer(&session)
    let again = try #require(dialog)
    #expect(again.isRenewed && again.anchorCount == asked.anchorCount - 2)
    #expect(again.request.remark?.plain.hasPrefix("\(again.anchorCount) move") == true)
  }

  /// A correction also moves all anchors as one, but is not a shift to be examined.
  @Test func `a correction is listed and counted as what it is`() throws {
    let places = GridCase.places
    var log = GridCase.log(places, places.moved(by: GridCase.motion()))
    let shift = try #require(DriftHistory(log.index()).shifts.first)
    let tag = CorrectionTag(shifts: [shift.id], frame: .old, since: HBInstant(microseconds: 0))
    let shifted = places.moved(by: GridCase.motion())
    for (round, after) in [places, shifted, places].enumerated() {
      for (number, place) in after.enumerated() {
        log.write(
          .moved, number, place.transform, at: 20_000 * Double(round + 1), operation: round + 2,
          undoing: round == 1 ? 2 : nil, redoing: round == 2 ? 2 : nil, correcting: tag)
      }
    }
    let drift = try SpaceDrift(log.index())
    #expect(
      drift.shifts.map(\.role) == [.redoneCorrection, .undoneCorrection, .correction, .shift])
    #expect(
      drift.countTexts
        == [
          "1 shift, 1 correction, 1 undo, 1 redo", "1 shift, 1 correction, 1 undo",
          "1 shift, 1 correction", "1 shift",
        ])
    #expect(
      drift.shifts.map(\.text.standingWhat.plain) == ["redo", "undo", "correction", "taken out"])
    #expect(
      drift.shifts.prefix(3).map(\.text.verdict.plain)
        == ["redo of a correction", "undo of a correction", "a correction"])
  }

  @Test mutating func `a correction and its undo say which key reverses them`() throws {
    func write(_ key: Key) {
      session.press("7", key)
      store.answer(&session)
      session.press("y")
      store.answer(&session)
    }
    /// Returns the response to an attempt to take out the newest motion.
    func refusal() -> String {
      session.press("7", .end, "g", "R")
      return session.message
    }
    write("R")
    #expect(refusal() == "this is a correction, not a shift; u takes it back")
    write("u")
    #expect(
      refusal() == "this is the undo of a correction, not a shift; U makes the correction again")
    #expect(session.screen.plainText.contains("plan: undo of a correction, 20"))
    write("U")
    #expect(
      refusal() == "this is the redo of a correction, not a shift; u takes it back")
    // Something else is done later, which an undo takes back first.
    store.append(
      SampleSpace.event(
        .deleted, DriftLog.anchorId(24), 900, SampleSpace.instant(day: 28, 1), version: 9))
    session.send(.snapshotLoaded(.success(SpaceData(store.snapshot))))
    #expect(
      refusal()
        == "this is the redo of a correction, not a shift; 6 lists it, and R there takes it back")
  }

  @Test mutating func `S brings the rest along`() throws {
    session.press("7", "S")
    store.answer(&session)
    let asked = try #require(dialog)
    #expect(asked.plan.kind == .correct)
    #expect(session.screen.plainText.contains("Bring the rest along"))
    session.press(.escape)
    #expect(store.executed.isEmpty)
  }

  @Test mutating func `what is not a shift is not taken out`() {
    session.press("7", "i", "g")
    for _ in 0..<6 {
      guard let shift = session.view.selectedShift?.shift else { break }
      _ = session.takeEffects()
      session.press("R")
      let asks = session.takeEffects().contains { if case .plan = $0 { true } else { false } }
      // The shift of the whole space and the one that corrected it leave nothing to take out.
      #expect(asks == (shift.kind.isShift && shift.to == ShiftedSpace.partShift))
      session.view.editing.write = nil
      session.press("j")
    }
    var none = Session()
    none.press("7", "R")
    #expect(none.message == "no shift is listed here")
  }

  @Test mutating func `what is taken out already is not offered again`() {
    session.press("7", "R")
    store.answer(&session)
    session.press("y")
    store.answer(&session)
    // The correction itself is listed, and the shift below it.
    session.press("7", .end)
    session.press("g", "j")
    for _ in 0..<4 where session.view.selectedShift?.instant != ShiftedSpace.partShift {
      session.press("j")
    }
    #expect(session.view.selectedShift?.instant == ShiftedSpace.partShift)
    #expect(!session.screen.plainText.contains("R take it out"))
    _ = session.takeEffects()
    session.press("R")
    #expect(session.message.contains("there is nothing to take out"))
    #expect(session.takeEffects().isEmpty)
  }
}
