import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine
import Testing

@Suite struct LayerTests {
  private func quits(_ effects: [Effect]) -> Bool {
    effects.contains { if case .quit = $0 { true } else { false } }
  }

  @Test func `q closes what is on top, then quits`() {
    var session = Session()
    session.press("?")
    #expect(session.state.layers.count == 1)
    session.press("q")
    #expect(session.state.layers.isEmpty)
    #expect(!quits(session.effects))
    session.press("q")
    #expect(quits(session.effects))
  }

  @Test(arguments: [Key.character("Q"), .control("c")])
  func `Q and control-C quit from everywhere`(key: Key) {
    var session = Session()
    session.press("?", key)
    #expect(quits(session.takeEffects()))
  }

  @Test func `escape leaves one thing after the other and never quits`() {
    var session = Session()
    session.press(.down, "o", "d", .space)
    for _ in 0..<10 { session.press(.escape) }
    #expect(!session.view.time.play.isRunning)
    #expect(!session.view.lists.isNarrowed)
    #expect(session.view.compare.mode == .off)
    #expect(session.view.lists.selection == nil)
    #expect(!quits(session.effects))
    #expect(session.message.contains("nothing is open"))
  }

  @Test func `a key without a meaning says so and names the help`() {
    var session = Session()
    session.press("J")
    #expect(session.message == "J does nothing here; ? lists the keys")
    session.press("h")
    #expect(session.message.contains("works on the plan"))
  }

  @Test func `letters that are typed in a prompt are not keys`() {
    var session = Session()
    session.press("/")
    session.type("quS R")
    guard case .prompt(let prompt) = session.state.layers.last else {
      Issue.record("the prompt is gone")
      return
    }
    #expect(prompt.editor.text == "quS R")
    #expect(session.effects.isEmpty)
  }

  @Test func `pasted line breaks are blanks and run nothing`() {
    var session = Session()
    session.press(":")
    session.send(.terminal(.paste("quit\nquit\n")))
    guard case .prompt(let prompt) = session.state.layers.last else {
      Issue.record("the prompt is gone")
      return
    }
    #expect(prompt.editor.text == "quit quit ")
    #expect(!quits(session.effects))
  }

  @Test func `a paste outside of a prompt does nothing`() {
    var session = Session()
    session.send(.terminal(.paste("SyQ")))
    #expect(session.effects.isEmpty)
  }

  @Test func `commands run by their names, some with text`() {
    var session = Session()
    session.press(":")
    session.type("date 2024-03-02 12:00")
    session.press(.enter)
    #expect(session.view.time.cursor == .at(SampleSpace.instant(day: 2, 12)))
    session.press(":")
    session.type("end")
    session.press(.enter)
    #expect(session.view.time.cursor == .end)
  }

  @Test func `an unknown command stays in the prompt and names the nearest`() {
    var session = Session()
    session.press(":")
    session.type("histry")
    session.press(.enter)
    guard case .prompt(let prompt) = session.state.layers.last else {
      Issue.record("the prompt is gone")
      return
    }
    #expect(prompt.complaint?.plain.contains("history") == true)
  }

  @Test func `tab completes a command`() {
    var session = Session()
    session.press(":")
    session.type("his")
    session.press(.tab)
    guard case .prompt(let prompt) = session.state.layers.last else {
      Issue.record("the prompt is gone")
      return
    }
    #expect(prompt.editor.text == "history")
  }

  @Test(arguments: [":", "f", "/", "t", "&"] as [Key])
  func `backspace held in a prompt neither closes it nor leaves the space`(key: Key) {
    var session = Session()
    session.press(key)
    session.type("old")
    for _ in 0..<5 { session.press(.backspace) }
    guard case .prompt(let prompt) = session.state.layers.last else {
      Issue.record("the prompt is gone")
      return
    }
    #expect(prompt.editor.isEmpty)
    session.press(.escape)
    #expect(session.state.layers.isEmpty && session.state.view != nil)
  }

  @Test func `backspace goes back to the spaces`() {
    var session = Session()
    session.press(.backspace)
    #expect(session.state.view == nil)
    #expect(session.effects.contains { if case .loadSpaces = $0 { true } else { false } })
  }

  @Test func `a suspended program is drawn again when it comes back`() {
    var session = Session()
    session.press(.control("z"))
    session.send(.terminal(.resumed))
    let kinds = session.effects.map { effect -> String in
      switch effect {
      case .suspend: "suspend"
      case .redraw: "redraw"
      default: "other"
      }
    }
    #expect(kinds == ["suspend", "redraw"])
  }

  @Test func `y copies the id, Y the position`() {
    var session = Session()
    session.press(.down, "y", "Y")
    let texts = session.effects.compactMap { effect -> String? in
      if case .copy(let text) = effect { text.plain } else { nil }
    }
    #expect(texts == [SampleSpace.chair.uuidString, "1.5,0.0,-1.0"])
  }
}
