import Foundation
import Hyperbasis
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// If the screen is too small to show anything, nothing is done unseen.
struct UnseenScreenTests {
  private static let tiny = TerminalSize(columns: 20, rows: 5)

  @Test func `no key changes anything`() {
    var session = Session(size: Self.tiny)
    let before = session.view.time.cursor
    for key in ["S", "D", "u", "U", "R", "y", "A", ":", "[", "b", "?"] as [Key] + [.home, .down] {
      session.press(key)
    }
    #expect(session.view.time.cursor == before)
    #expect(session.state.layers.isEmpty && !session.view.editing.hasDraft)
    #expect(session.effects.isEmpty)
  }

  @Test func `no question is answered that nobody can read`() {
    var session = Session(size: TerminalSize(columns: 100, rows: 30))
    var store = FakeStore()
    session.press(.home, "S")
    store.answer(&session)
    session.send(.terminal(.resize(Self.tiny)))
    session.press("y", .enter, "n")
    session.send(.terminal(.paste("y")))
    store.answer(&session)
    #expect(store.executed.isEmpty)
    session.send(.terminal(.resize(TerminalSize(columns: 100, rows: 30))))
    session.press("y")
    store.answer(&session)
    #expect(store.executed.count == 1)
  }

  @Test(arguments: ["q", "Q", .control("c")] as [Key])
  func `quitting works, and keeps a draft`(_ key: Key) {
    var session = Session()
    session.press(.down, "D")
    _ = session.takeEffects()
    session.send(.terminal(.resize(Self.tiny)))
    session.press(key)
    let asked = session.takeEffects()
    #expect(asked.contains { if case .quit = $0 { true } else { false } })
    #expect(asked.contains { if case .saveDraft = $0 { true } else { false } })
  }

  @Test(arguments: [
    (TerminalSize(columns: 50, rows: 9), "needs 30x10, this is 50x9; q quits"),
    (TerminalSize(columns: 20, rows: 5), "needs 30x10; q quits"),
    (TerminalSize(columns: 12, rows: 5), "needs 30x10"),
    (TerminalSize(columns: 4, rows: 1), "30x1"),
  ])
  func `one line says what is needed`(_ size: TerminalSize, _ text: String) {
    let lines = Session(size: size).screen.plainLines.map { $0.trimmingCharacters(in: [" "]) }
    #expect(lines == [text] + Array(repeating: "", count: size.rows - 1))
  }
}
