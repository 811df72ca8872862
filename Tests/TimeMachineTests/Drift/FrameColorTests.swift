import DriftTestSupport
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDrift
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// The plan coloured by the shift after which each anchor was written.
@Suite struct FrameColorTests {
  private func session(_ events: [HBAnchorEvent]) -> Session {
    Session(size: TerminalSize(columns: 100, rows: 30), events: events)
  }

  private func color(_ session: Session, _ anchor: Int, at offset: Int) throws -> Color? {
    let data = session.view.data
    let slot = try #require(data.index.slot(of: DriftLog.anchorId(anchor)))
    let ordinal = try #require(data.rows(at: offset).ordinal(ofSlot: slot))
    return AnchorColors(data, coloring: .frame, offset: nil).color(ofSlot: slot, after: ordinal)
  }

  /// Returns the space after a correction of its last shift, and the numbers of events before and after
  /// it.
  private func afterCorrection(by key: Key) throws -> (session: Session, shifted: Int, end: Int) {
    var session = session(ShiftedSpace.events)
    var store = FakeStore(events: ShiftedSpace.events)
    let shifted = session.view.index.count
    session.press("7", key)
    store.answer(&session)
    session.press("y")
    store.answer(&session)
    let end = session.view.index.count
    try #require(end > shifted)
    return (session, shifted, end)
  }

  @Test func `anchors of one frame have one colour`() throws {
    let session = session(ShiftedSpace.events)
    let end = session.view.index.count
    let (followed, left) = (try color(session, 0, at: end), try color(session, 1, at: end))
    #expect(followed != nil && left != nil && followed != left)
    #expect(try color(session, 2, at: end) == followed)
    #expect(try color(session, 3, at: end) == left)
    // A space that was put back is where it was at first; in between it was elsewhere.
    #expect(try color(session, 0, at: 25) == left)
    #expect(try color(session, 0, at: 50) != left)
    #expect(try color(session, 0, at: 75) == left)
  }

  /// A correction moves anchors alike, as a shift does, but back to where they were at first.
  @Test func `anchors that were put back have the colour of those that never shifted`() throws {
    let (session, shifted, end) = try afterCorrection(by: "R")
    let left = try color(session, 1, at: end)
    for anchor in [0, 2] {
      #expect(try color(session, anchor, at: shifted) != left)
      #expect(try color(session, anchor, at: end) == left)
    }
  }

  /// Anchors that are brought along come into the frame of those that followed the shift.
  @Test func `anchors that were brought along have the colour of those that followed`() throws {
    let (session, shifted, end) = try afterCorrection(by: "S")
    let followed = try color(session, 0, at: shifted)
    for anchor in [1, 3] {
      #expect(try color(session, anchor, at: shifted) != followed)
      #expect(try color(session, anchor, at: end) == followed)
    }
  }

  @Test func `the legend names the frames by their shifts`() {
    var session = session(ShiftedSpace.events)
    session.press(":")
    session.type("colors frame")
    session.press(.enter, "5")
    let screen = session.screen.plainText
    #expect(screen.contains("● at first ● since 2024-03-08"))
  }

  @Test func `the key goes to frames only where a space has shifted`() {
    for (events, isShifted) in [(ShiftedSpace.events, true), (SampleSpace.events, false)] {
      var session = session(events)
      session.press("c", "c", "c", "c")
      #expect(session.state.settings.coloring == .height)
      session.press("c")
      #expect(session.state.settings.coloring == (isShifted ? .frame : .type))
      session.press("c")
      #expect(session.state.settings.coloring == (isShifted ? .type : .change))
    }
  }

  @Test func `a space without shifts says so`() {
    var session = session(SampleSpace.events)
    session.press(":")
    session.type("colors frame")
    session.press(.enter, "5")
    #expect(session.screen.plainText.contains("this space did not shift"))
  }
}
