import Hyperbasis
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// How a draft ends without being written: it is dropped, or the space is left.
@Suite struct UnwrittenDraftTests {
  private var session = Session()
  private var store = FakeStore()

  private func quits(_ effects: [Effect]) -> Bool {
    effects.contains { if case .quit = $0 { true } else { false } }
  }

  @Test mutating func `X drops the draft`() {
    session.press(.down, "D", "X")
    #expect(session.view.editing.draft == nil)
    session.press("W")
    #expect(session.message == "there is no draft")
  }

  @Test mutating func `U brings a dropped draft back, with its steps`() {
    session.press(.down, "D", .down, "D", "X")
    #expect(session.message == "the draft is dropped, nothing was written; U brings it back")
    session.press("U")
    #expect(session.message == "the draft of 2 anchors is back; W writes, X drops")
    #expect(session.view.editing.draft?.count == 2)
    session.press("u")
    #expect(session.view.editing.draft?.count == 1)
    #expect(session.effects.isEmpty, "the store is left alone")
    session.press("X", "U")
    #expect(session.view.editing.draft?.count == 1)
  }

  /// The message of an undo says what the next redo will do.
  @Test mutating func `U first redoes what was undone after a draft was dropped`() {
    session.press(.down, "D", "X", "u")
    store.answer(&session)
    session.press("U")
    store.answer(&session)
    #expect(store.executed.map(\.kind) == [.undo, .redo])
    #expect(!session.view.editing.hasDraft)
    session.press("U")
    #expect(session.view.editing.hasDraft)
  }

  @Test mutating func `a dropped draft does not come back once another was written`() {
    session.press(.down, "D", "X", .down, "D", "W")
    store.answer(&session)
    #expect(store.executed.count == 1)
    session.press("U")
    store.answer(&session)
    #expect(!session.view.editing.hasDraft)
    #expect(session.message.contains("nothing to redo"))
  }

  @Test mutating func `a move that is cancelled keeps what was dropped before`() {
    session.press(.down, "D", "X", "M", .right, .escape, "U")
    #expect(session.view.editing.draft?.count == 1)
  }

  @Test mutating func `leaving with a draft asks once`() {
    session.press(.down, "D", "q")
    #expect(!quits(session.effects))
    #expect(session.message.contains("not written"))
    session.press("1", "Q")
    #expect(!quits(session.effects), "another key in between asks again")
    session.press("Q")
    #expect(quits(session.effects))
  }

  @Test mutating func `only the command that asked is a confirmation`() {
    session.press(.down, "D")
    for (key, label) in [(.backspace, "Backspace"), ("q", "q"), ("Q", "Q")] as [(Key, String)] {
      session.press(key)
      #expect(
        session.message
          == "the draft is not written: W writes it, \(label) again leaves without writing")
    }
    #expect(!quits(session.effects) && session.state.view != nil)
    session.press(.control("c"))
    #expect(quits(session.effects), "another key of the same command confirms it")
  }

  @Test mutating func `a typed command that leaves with a draft is confirmed by typing it again`() {
    session.press(.down, "D")
    session.run("quit")
    #expect(!quits(session.effects) && session.message.contains("not written"))
    session.press(":", .escape, "Q")
    #expect(!quits(session.effects), "nothing shows the question any more")
    session.run("close")
    #expect(!quits(session.effects))
    session.run("close")
    #expect(quits(session.effects))
  }

  @Test mutating func `a click in between asks again whether to leave the draft`() {
    session.state.settings.usesMouse = true
    session.press(.down, "D", "q")
    session.send(
      .terminal(.mouse(MouseEvent(.press(.left), at: Position(column: 4, row: 4)))))
    session.press("q")
    #expect(!quits(session.effects))
  }

  @Test func `the question about a draft fits a narrow screen`() {
    var session = Session(size: TerminalSize(columns: 40, rows: 12))
    session.press(.down, "D", .backspace)
    #expect(session.screen.plainText.contains("Backspace again leaves without writing"))
  }
}
