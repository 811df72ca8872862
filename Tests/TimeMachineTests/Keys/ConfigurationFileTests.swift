import Foundation
import HyperbasisCanvas
import HyperbasisTimeMachine
import Testing

@Suite struct ConfigurationFileTests {
  private func problems(_ text: String) -> [String] {
    ConfigurationFile(text).problems.map { "\($0.line): \($0.text.plain)" }
  }

  @Test func `keys are bound, unbound and replaced, comments and blank lines pass`() {
    let file = ConfigurationFile(
      """
      # mine
      bind ctrl-u undo   # beside u
      unbind F3

      zone = Z, f9
      back-ten = ,
      bind # date
      """)
    #expect(file.problems.isEmpty)
    let keymap = file.keymap
    #expect(keymap.intent(for: .control("u"), in: [.space]) == .draft(.undo))
    #expect(keymap.intent(for: "u", in: [.space]) == .draft(.undo))
    #expect(keymap.intent(for: .function(3), in: [.space]) == nil)
    #expect(keymap.intent(for: "[", in: [.space]) == .time(.stepInstant(.back)))
    #expect(keymap.intent(for: "z", in: [.space]) == nil)
    #expect(keymap.intent(for: .function(9), in: [.space]) == .map(.cycleZone))
    #expect(keymap.intent(for: ",", in: [.space]) == .time(.stepTenPositions(.back)))
    #expect(keymap.intent(for: "#", in: [.space]) == .time(.askDate))
  }

  @Test func `options are set`() {
    let file = ConfigurationFile(
      "set colors type\nset zone = Europe/Berlin\nset threshold=5cm\nset labels off # all")
    #expect(file.problems.isEmpty)
    var settings = Settings()
    file.apply(to: &settings)
    #expect(settings.coloring == .type)
    #expect(settings.zone.identifier == "Europe/Berlin")
    #expect(settings.threshold == .fiveCentimetres)
    #expect(!settings.showsLabels)
    #expect(file.sets("colors") && !file.sets("charset"))
  }

  @Test func `all that is wrong is named with its line and the nearest name, the rest counts`() {
    let text = """
      bind x hystory
      bind crtl-u undo
      set colrs type
      set colors typ
      bnd x undo
      bind x
      undo =
      unbind f10
      redo = e
      threshold = T
      """
    #expect(
      problems(text) == [
        "1: there is no command \"hystory\"; did you mean history?",
        "2: there is no key \"crtl-u\"; did you mean ctrl-u?",
        "3: there is no option \"colrs\"; did you mean colors?",
        "4: colors takes type, change, color, actor, height, frame or key:NAME, not \"typ\"",
        "5: \"bnd\" is not one of bind KEY COMMAND, COMMAND = KEY, unbind KEY and set OPTION "
          + "VALUE; did you mean bind?",
        "6: expected bind KEY COMMAND or COMMAND = KEY",
        "7: expected COMMAND = KEY; there is no key after =",
        "8: f10 is not a key of any command",
      ])
    #expect(ConfigurationFile(text).keymap.intent(for: "e", in: [.space]) == .draft(.redo))
  }

  @Test func `a line that is not UTF-8 is told, and takes no other with it`() {
    let bytes =
      Array("bind ctrl-u undo\r\n# caf".utf8) + [0xE9] + Array("\r\nset zone utc\nfly".utf8)
    let file = ConfigurationFile(bytes: bytes)
    #expect(file.problems.map(\.line) == [2, 4])
    #expect(file.problems.first?.text.plain.contains("is not UTF-8") == true)
    #expect(file.keymap.intent(for: .control("u"), in: [.space]) == .draft(.undo))
    #expect(file.sets("zone"))
  }

  @Test func `a byte-order mark takes no line with it`() {
    let file = ConfigurationFile(bytes: [0xEF, 0xBB, 0xBF] + Array("set zone utc".utf8))
    #expect(file.problems.isEmpty && file.sets("zone"))
    #expect(ConfigurationFile(bytes: [0xEF, 0xBB, 0xBF]).problems.isEmpty)
  }

  @Test func `a command in the way of a key is named once`() {
    #expect(
      problems("bind f12 diff\nbind K diff\nbind K help").last
        == "3: K does not reach help, since it is diff in an open space")
  }

  @Test func `conflicts are told`() {
    #expect(
      problems("bind x undo\nbind x redo\nbind j redo\nbind q diff") == [
        "2: x was bound to undo in line 1; it is redo now",
        "2: x is redo now, so swap has no key left in an open space; bind another, or confirm "
          + "that with unbind x swap",
        "3: j does not reach redo, since it is row-down in lists and pan-down on the plan",
        "4: q is diff now, so close has no key left in an open space; bind another, or confirm "
          + "that with unbind q close",
      ])
    #expect(problems("unbind x\nbind x undo") == [])
    #expect(problems("bind x undo\nbind f9 swap") == [])
  }

  /// The line that the message suggests works both above and below the line in question.
  @Test(arguments: ["undo = u, z\nunbind z zone", "unbind z zone\nundo = u, z"])
  func `that a command has no key left is confirmed`(text: String) {
    let file = ConfigurationFile(text)
    #expect(file.problems.isEmpty)
    #expect(file.keymap.intent(for: "z", in: [.space]) == .draft(.undo))
    #expect(problems("undo = u, z").count == 1)
    #expect(
      problems("undo = u, z\nunbind z swap") == ["1: " + lostZone, "2: z is not a key of swap"])
  }

  private let lostZone =
    "z is undo now, so zone has no key left in an open space; bind another, or confirm that "
    + "with unbind z zone"

  @Test func `a key that is unbound below its line is told`() {
    #expect(
      problems("undo = u, z\nunbind z") == [
        "2: z was bound to undo in line 1; now it does nothing"
      ])
  }

  @Test func `hostile text in the file is shown, not obeyed`() {
    let file = ConfigurationFile("\u{1B}[2J = u\nbind \u{9B}2J undo\nset \u{202E}x y")
    #expect(file.problems.count == 3)
    for problem in file.problems {
      #expect(
        !problem.text.plain.unicodeScalars.contains { [0x1B, 0x9B, 0x202E].contains($0.value) })
    }
  }

  // MARK: - What cannot be bound

  private static let writing = Keymap.standardBindings.filter {
    $0.group == .write || $0.intent == .dialog(.confirm)
  }.map(\.name)

  @Test(arguments: writing)
  func `Enter never confirms or writes, however it is spelled`(command: String) {
    for key in [
      "enter", "return", "ctrl-m", "ctrl-j", "shift-enter", "alt-enter", "ctrl-enter", "escape",
      "ctrl-[",
    ] {
      for line in ["bind \(key) \(command)", "\(command) = \(key)", "\(command) = F9, \(key)"] {
        let file = ConfigurationFile(line)
        #expect(file.problems.count == 1, "\(line)")
        #expect(file.keymap == .standard, "\(line)")
      }
    }
  }

  @Test(arguments: writing.filter { $0 != "confirm" })
  func `the key that asks for a change never confirms it`(command: String) {
    for text in [
      "bind y \(command)", "bind F9 \(command)\nbind F9 confirm",
      "bind F9 confirm\nbind F9 \(command)", "\(command) = F9\nconfirm = F9",
    ] {
      let keymap = ConfigurationFile(text).keymap
      let confirming = Set(
        keymap.bindings.filter { $0.intent == .dialog(.confirm) }.flatMap(\.keys))
      let asking = Set(keymap.bindings.filter { $0.group == .write }.flatMap(\.keys))
      #expect(confirming.isDisjoint(with: asking), "\(text)")
      #expect(!confirming.isEmpty)
    }
  }

  @Test func `Enter on a plan writes nothing under any file`() {
    for text in ["bind enter confirm", "confirm = enter", "unbind enter", "unbind enter cancel"] {
      var session = Session()
      session.state.keymap = ConfigurationFile(text).keymap
      var store = FakeStore()
      session.press("[", "[", "S")
      store.answer(&session)
      guard case .plan = session.state.layers.last else {
        Issue.record("there is no plan to confirm")
        return
      }
      session.press(.enter)
      store.answer(&session)
      #expect(store.executed.isEmpty, "\(text)")
    }
  }

  @Test func `the table for documents has every command`() {
    let table = KeymapTable.markdown()
    for binding in Keymap.standardBindings {
      #expect(table.contains("`\(binding.name)`"), "\(binding.name)")
    }
  }
}
