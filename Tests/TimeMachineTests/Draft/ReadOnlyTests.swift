import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import TestSupport
import Testing

/// In read-only mode nothing is written, and each key that would write says so.
@Suite struct ReadOnlyTests {
  private var session = Session(size: TerminalSize(columns: 100, rows: 30))
  private var store = FakeStore()

  private mutating func command(_ text: String) {
    session.press(":")
    session.type(text)
    session.press(.enter)
  }

  private static let writingKeys: [Key] = [
    "R", "S", "u", "U", .control("r"), "D", "E", "M", "A", "W", "C",
  ]

  @Test mutating func `each key that would write says why not`() {
    command("set readonly")
    #expect(session.message == "readonly is on")
    for position in [Key.end, .home] {
      session.press(position, .down)
      for key in Self.writingKeys {
        session.press(key)
        #expect(session.message.hasPrefix("read-only: nothing is written"), "\(key)")
      }
    }
    command("move 1 0 0")
    #expect(session.message.hasPrefix("read-only"))
    command("add text=x")
    #expect(session.message.hasPrefix("read-only"))
    store.answer(&session)
    #expect(
      store.executed.isEmpty && !session.view.editing.hasDraft && session.state.layers.isEmpty)
  }

  @Test mutating func `the title says so at every size`() {
    command("set readonly")
    for columns in [34, 60, 100] {
      session.send(.terminal(.resize(TerminalSize(columns: columns, rows: 20))))
      #expect(session.screen.plainLines.first?.contains("read-only") == true, "\(columns)")
    }
    command("set readonly off")
    #expect(session.screen.plainLines.first?.contains("read-only") == false)
    session.press(.down, "D")
    #expect(session.view.editing.hasDraft)
  }

  @Test mutating func `a change that was asked for before is not written`() {
    session.press(.home, "S")
    store.answer(&session)
    #expect(session.state.layers.count == 1)
    command("set readonly")
    session.press("y")
    #expect(session.message.hasPrefix("read-only"))
    session.press(.escape)
    command("set readonly off")
    session.press(.home, .down, "R")
    session.state.settings.isReadOnly = true
    store.answer(&session)
    #expect(session.message.hasPrefix("read-only"))
    #expect(store.executed.isEmpty && session.view.editing.write == nil)
  }

  /// What was begun before is kept in the draft, and no key is suggested that would refuse.
  @Test mutating func `a move that is kept says that it cannot be written`() {
    let reason = "read-only: nothing is written; :set readonly off ends that"
    session.press(.down, "M", .right)
    command("readonly on")
    session.press(.enter)
    #expect(session.message == "draft: chair is moved; \(reason)")
    session.press("W")
    #expect(session.message == reason)
    command("readonly off")
    session.press("M", .right, .enter)
    #expect(session.message == "draft: chair is moved; W writes, X drops")
  }

  @Test mutating func `a session that was started read-only stays so`() {
    (session.state.settings.isReadOnly, session.state.settings.staysReadOnly) = (true, true)
    command("set readonly off")
    #expect(session.state.settings.isReadOnly)
    session.press(.escape, .escape, .down, "D")
    #expect(session.message.contains("--read-only"))
  }

  @Test mutating func `nothing is synced by itself meanwhile`() {
    session.state.settings.syncStrategy = .onSave
    command("set readonly")
    command("set readonly off")
    let strategies = session.takeEffects().compactMap { effect -> HBSyncStrategy? in
      if case .setSync(let strategy) = effect { strategy } else { nil }
    }
    #expect(strategies == [.manual, .onSave])
  }

  @Test mutating func `no key is named that refuses`() {
    command("set readonly")
    session.press("i")
    #expect(session.message == "deleted anchors are listed")
    session.press("'")
    session.send(.bookmarked(.show, spaceId: SampleSpace.id, .success([])))
    #expect(session.message == "no bookmarks yet")
  }

  /// The same as for every other option.
  @Test mutating func `its name alone asks how it stands`() {
    command("readonly")
    #expect(session.message == "readonly is off: on or off")
    #expect(!session.state.settings.isReadOnly)
    command("readonly on")
    #expect(session.state.settings.isReadOnly)
  }
}
