import Hyperbasis
import HyperbasisCanvas
import Testing

@testable import HyperbasisTimeMachine

/// An open time machine reports when a shift arrives.
@Suite struct ShiftNewsTests {
  private func grow(_ session: inout Session, to events: [HBAnchorEvent], at now: HBInstant) {
    let data = SpaceData(
      SampleSpace.snapshot(events: events), following: session.view.data)
    _ = update(&session.state, .snapshotLoaded(.success(data)), at: now)
  }

  @Test func `a shift that comes in is told`() {
    var session = Session(events: ShiftedSpace.events(shifts: 0))
    grow(
      &session, to: ShiftedSpace.events(shifts: 1),
      at: ShiftedSpace.shiftAway.advanced(byMicroseconds: 1_000_000))
    #expect(
      session.message.hasPrefix("phone A shifted the whole space by 30 cm just now; 7 shows it"))
    grow(&session, to: ShiftedSpace.events(shifts: 2), at: SampleSpace.now)
    #expect(session.message.hasPrefix("phone B shifted the whole space by 30 cm at 2024-03-05"))
  }

  @Test func `what is not a shift, or was known before, is not told`() {
    let events = ShiftedSpace.events
    var session = Session(events: Array(events.dropLast(5)))
    grow(&session, to: events, at: SampleSpace.now)
    #expect(!session.message.contains("shifted"))
    let later = SampleSpace.event(
      .deleted, SampleSpace.lamp, 900, SampleSpace.instant(day: 11, 9), version: 1)
    grow(&session, to: events + [later], at: SampleSpace.now)
    #expect(!session.message.contains("shifted"))
  }

  @Test func `what was written here is told of otherwise`() {
    var session = Session(events: ShiftedSpace.events(shifts: 0))
    session.view.time.ownEvents = 25
    grow(&session, to: ShiftedSpace.events(shifts: 1), at: SampleSpace.now)
    #expect(!session.message.contains("shifted"))
  }
}
