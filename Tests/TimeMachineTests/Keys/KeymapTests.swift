import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

@Suite struct KeymapTests {
  private let bindings = Keymap.standardBindings

  @Test func `no key has two meanings in one scope`() {
    for scope in Scope.allCases {
      let keys = bindings.filter { $0.scope == scope }.flatMap(\.keys)
      let doubled = Set(keys.filter { key in keys.filter { $0 == key }.count > 1 })
      #expect(doubled.isEmpty, "\(scope): \(doubled)")
    }
  }

  @Test func `what writes is on upper case, u or control-R`() {
    let writing = bindings.filter { $0.group == .write }
    #expect(writing.count == 10)
    for key in writing.flatMap(\.keys) where key != "u" && key != .control("r") {
      #expect(key.typed?.properties.isUppercase == true, "\(key)")
    }
  }

  @Test func `other upper-case letters mirror their small ones`() {
    let others = bindings.filter { $0.group != .write && $0.scope == .space }
    for binding in others {
      for key in binding.keys {
        guard let scalar = key.typed, scalar.properties.isUppercase else { continue }
        let small = Key.character(Unicode.Scalar(scalar.value + 32) ?? scalar)
        #expect(bindings.contains { $0.keys.contains(small) }, "\(key)")
      }
    }
  }

  @Test(arguments: ["[", "]", "{", "}", "\\", "~"] as [Key])
  func `keys that need AltGr somewhere have a second one`(key: Key) {
    let binding = bindings.first { $0.scope == .space && $0.keys.contains(key) }
    #expect((binding?.keys.count ?? 0) > 1)
  }

  @Test func `commands have names of their own and a help text`() {
    for binding in bindings {
      #expect(!binding.name.isEmpty && !binding.help.isEmpty)
      let same = bindings.filter { $0.name == binding.name }
      #expect(same.allSatisfy { $0.intent == binding.intent }, "\(binding.name)")
    }
  }

  @Test func `rebinding takes the key from others of the scope`() throws {
    var keymap = Keymap.standard
    try keymap.rebind("undo", to: ["d"])
    #expect(keymap.intent(for: "d", in: [.space]) == .draft(.undo))
    #expect(keymap.intent(for: "u", in: [.space]) == nil)
    #expect(keymap.binding(for: .compare(.cycleDiff), in: [.space])?.keys.isEmpty == true)
    #expect(throws: Complaint.self) { try keymap.rebind("fly", to: ["F"]) }
  }

  /// A key of a dialog or of the help does nothing if that is not open.
  @Test func `messages name no key of another place`() {
    var session = Session()
    session.state.keymap = ConfigurationFile("unbind q\nunbind u undo").keymap
    session.press(.escape)
    #expect(session.message == "nothing is open; Q quits")
    #expect(session.state.keymap.label(of: .draft(.undo)) == ":undo")
    #expect(session.state.keymap.label(of: .dialog(.confirm)) == "y")
    session.state.keymap = ConfigurationFile("unbind q\nunbind Q\nunbind ctrl-c").keymap
    session.press(.escape)
    #expect(session.message == "nothing is open; :quit quits")
    session.run("quit")
    #expect(session.effects.contains { if case .quit = $0 { true } else { false } })
  }

  @Test func `the help lists every key`() {
    var session = Session(size: TerminalSize(columns: 100, rows: 400))
    session.press("?")
    let text = session.screen.plainText
    for binding in bindings {
      #expect(text.contains(binding.help.plain.prefix(60)), "\(binding.name)")
    }
  }

  @Test func `the footer shows only keys that work`() {
    var session = Session(size: TerminalSize(columns: 200, rows: 40))
    let atEnd = session.screen.plainLines.last ?? ""
    #expect(!atEnd.contains("roll back"))
    // The first anchor has changed since.
    session.press(.down, .home)
    let past = session.screen.plainLines.last ?? ""
    #expect(past.contains("R roll back") && past.contains("S roll back space"))
    #expect(!past.contains("delete"), "drafts are not there yet")
  }

  @Test func `where nothing is listed the footer does not offer to go there, and Enter says why`() {
    var session = Session(size: TerminalSize(columns: 200, rows: 40))
    session.press("7", .enter)
    #expect(session.message == "nothing is listed here")
    session.press(.escape)
    let footer = session.screen.plainLines.last ?? ""
    #expect(!footer.contains("go there") && !footer.contains("take it out"))
  }

  @Test func `no rollback is offered to the state that an anchor has`() {
    var session = Session()
    session.run("select Entrance")
    session.press("3", "j")
    #expect(!session.screen.plainText.contains("R roll back"))
    session.press("R")
    #expect(session.message == "nothing to write: Entrance is at version 1 already")
    session.press("1", .home, "R")
    #expect(session.message == "nothing to write: Entrance has not changed since")
    session.run("select chair")
    session.press("3", "j")
    #expect(session.screen.plainText.contains("R roll back"))
  }
}
