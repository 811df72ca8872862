import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine
import TestSupport
import Testing

/// Commands by name, followed by text.
@Suite struct CommandLineTests {
  private var session = Session(size: TerminalSize(columns: 100, rows: 30))

  private mutating func run(_ line: String) { session.run(line) }

  /// Returns the prompt's complaint about a line.
  private mutating func complaint(_ line: String) -> String? {
    run(line)
    guard case .prompt(let prompt) = session.state.layers.last else { return nil }
    session.press(.escape)
    return prompt.complaint?.plain
  }

  private mutating func completed(_ line: String) -> String {
    session.press(":")
    session.type(line)
    session.press(.tab)
    defer { session.press(.escape) }
    guard case .prompt(let prompt) = session.state.layers.last else { return "" }
    return prompt.editor.text
  }

  @Test mutating func `dates are gone to and marked`() {
    run("goto 2024-03-02 12:00")
    #expect(session.view.time.cursor == .at(SampleSpace.instant(day: 2, 12)))
    run("a start")
    run("b 2024-03-09")
    #expect(session.view.compare.marks.a == SampleSpace.instant(day: 1, 10))
    #expect(session.view.compare.marks.b == SampleSpace.instant(day: 9, 0))
    #expect(session.message == "B is 2024-03-09 00:00:00 UTC")
    run("diff marks")
    #expect(session.view.compare.mode == .marks)
    run("mark-b")
    #expect(session.view.compare.marks.b == SampleSpace.instant(day: 2, 12))
  }

  @Test mutating func `anchors are selected by name, part of a name, or id`() {
    run("select chair")
    #expect(session.view.lists.selection == SampleSpace.chair)
    run("select LAM")
    #expect(session.view.lists.selection == SampleSpace.lamp)
    run("select tran")
    #expect(session.view.lists.selection == SampleSpace.entrance)
    run("select \(SampleSpace.exit.uuidString)")
    #expect(session.view.lists.selection == SampleSpace.exit)
    #expect(
      complaint("select chiar") == "no anchor here is called \"chiar\"; did you mean chair?")
    #expect(
      complaint("select A000")?.hasPrefix("5 anchors match \"A000\": give the id, such as") == true)
  }

  @Test mutating func `an anchor is moved to typed numbers`() throws {
    run("select chair")
    run("move 1 0.5 -2 45")
    let anchor = try #require(session.view.editing.draft?.edits.first?.after)
    #expect(HBTransform.position(anchor.transform) == SIMD3(1, 0.5, -2))
    #expect(abs((HBTransform.yaw(anchor.transform) ?? 0) - 45) < 1e-3)
    #expect(complaint("move 1 2") == "move [X Y Z [YAW]]: metres, and degrees to turn it")
    session.press(.home)
    run("move 1 2 3")
    #expect(session.message.contains("only the present can be edited"))
  }

  @Test mutating func `speeds, bars, options`() {
    run("speed 8")
    #expect(session.view.time.play.speed == .multiple(exponent: 3))
    run("speed 1/4")
    #expect(session.view.time.play.speed == .multiple(exponent: -2))
    run("speed 16/s")
    #expect(session.view.time.play.speed == .events(exponent: 4))
    #expect(session.message == "speed 16 instants/s")
    run("speed 1 instant/s")
    #expect(session.view.time.play.speed == .events(exponent: 0))
    run("speed 4 instants/s")
    #expect(session.view.time.play.speed == .events(exponent: 2))
    #expect(complaint("speed 3")?.contains("1/8, 1/4, 1/2, 1, 2, 4 to 1024") == true)
    run("bar event")
    #expect(session.view.time.bar.mode == .event)
    #expect(complaint("bar days") == "bar takes time, cut or event")
    run("threshold 5 cm")
    #expect(session.state.settings.threshold == .fiveCentimetres)
    #expect(complaint("threshold 7") == "threshold takes 0, 1cm, 5cm or 10cm, not \"7\"")
    run("set colors = actor")
    #expect(session.state.settings.coloring == .actor)
    #expect(session.message == "colours by actor")
    run("set colors")
    #expect(
      session.message
        == "colors is actor: type, change, color, actor, height, frame or key:NAME")
    run("zone Europe/Berlin")
    #expect(session.state.settings.zone.identifier == "Europe/Berlin")
    run("zone utc")
    #expect(session.state.settings.zone == .gmt)
    #expect(complaint("zone Mars")?.contains("Europe/Berlin") == true)
  }

  @Test mutating func `what the driver has to know is told to it`() {
    _ = session.takeEffects()
    run("set theme light")
    run("mouse off")
    let effects = session.takeEffects().map { effect -> String in
      switch effect {
      case .setBackground(.light): "light"
      case .setMouse(false): "no mouse"
      default: "other"
      }
    }
    #expect(effects == ["light", "no mouse"])
  }

  @Test mutating func `errors name what is expected`() {
    #expect(complaint("gotoo end") == "no command \"gotoo\"; did you mean goto?")
    #expect(complaint("goto")?.hasPrefix("goto DATE: go to a date") == true)
    #expect(complaint("goto noon")?.contains("noon") == true)
    #expect(complaint("undo it") == "undo takes nothing after it")
    #expect(complaint("set colrs type")?.contains("did you mean colors?") == true)
    #expect(complaint("filter kind:eaten")?.contains("created, moved") == true)
    #expect(complaint("diff marks") == "diff marks needs both marks: a DATE, b DATE")
  }

  @Test mutating func `Tab completes names and what follows them`() {
    #expect(completed("got") == "goto ")
    #expect(completed("hist") == "history")
    // A value follows.
    #expect(completed("set thr") == "set threshold ")
    #expect(completed("set colors ty") == "set colors type")
    #expect(completed("trails lo") == "trails long")
    #expect(completed("zone europe/berl") == "zone Europe/Berlin")
    #expect(completed("select ch") == "select chair")
    #expect(completed("goto y") == "goto yesterday")
    #expect(completed("undo x") == "undo x")
  }

  /// Returns what is shown after some keys at a prompt.
  private mutating func line(_ purpose: Key, _ keys: [Key]) -> (text: String, complaint: String?) {
    session.press(purpose)
    for key in keys { session.press(key) }
    defer { session.press(.escape) }
    guard case .prompt(let prompt) = session.state.layers.last else { return ("", nil) }
    return (prompt.editor.text, prompt.complaint?.plain)
  }

  @Test mutating func `arrows bring earlier commands back`() {
    #expect(line(":", [.up]) == ("", "no command was typed before"))
    for command in ["view side", "trails long", "view side"] { run(command) }
    #expect(complaint("fly") != nil)
    #expect(line(":", ["x", .up]) == ("view side", nil))
    #expect(line(":", ["x", .up, .up]) == ("trails long", nil))
    #expect(line(":", ["x", .up, .up, .up]) == ("trails long", "no earlier command was typed"))
    #expect(line(":", ["x", .up, .up, .down, .down, .down]) == ("x", nil))
    #expect(line("f", ["x", .up]) == ("x", nil))
    session.press(":", .up, .backspace, .enter)
    #expect(session.state.layers.count == 1)
    session.press(.escape, "|")
    #expect(session.message.contains("from above"))
    session.press(":", .up, .enter)
    #expect(session.message.contains("from the side"))
  }

  @Test func `every command of the tables runs by its name without a trap`() {
    for name in Keymap.standardBindings.map(\.name) + TypedCommand.all.map(\.name) {
      for argument in ["", " x", " end", " 1 2 3", " on", " \u{1B}[2J"] {
        var session = Session()
        session.press(.down, ":")
        session.type(name + argument)
        session.press(.enter)
        _ = session.screen
      }
    }
  }

  @Test mutating func `a key is not taken for a mistyped command`() {
    #expect(complaint("W") == "no command \"W\"; it is a key, whose command is write")
    #expect(complaint("§") == "no command \"§\"")
  }

  @Test mutating func `of several anchors it is said that there are more`() {
    #expect(complaint("select A000")?.hasSuffix(" and 2 more") == true)
  }

  @Test func `a line that scrolls shows that something is left of it`() {
    var session = Session(size: TerminalSize(columns: 40, rows: 12))
    session.press(":")
    session.type(String(repeating: "abcdefghij", count: 3))
    #expect(!session.screen.plainText.contains("…abc"))
    session.type(String(repeating: "abcdefghij", count: 3))
    let line = session.screen.plainLines.last ?? ""
    #expect(line.contains("…") && line.contains("hij") && session.screen.cursor?.column == 38)
  }
}
