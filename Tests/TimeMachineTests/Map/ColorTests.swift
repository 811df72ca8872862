import Foundation
import Hyperbasis
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// Each way to colour anchors shows something, and explains it.
@Suite struct ColorTests {
  private static func legend(_ keys: Key...) -> String {
    var session = Session(size: TerminalSize(columns: 120, rows: 32))
    for key in keys { session.press(key) }
    return edges(session)
  }

  private static func prompt(_ session: Session) -> Prompt? {
    guard case .prompt(let prompt) = session.state.layers.last else { return nil }
    return prompt
  }

  /// Returns the edges of the plan: what has no room in the upper one is in the lower one.
  private static func edges(_ session: Session) -> String {
    session.screen.plainLines.filter { $0.hasPrefix("┌") || $0.hasPrefix("└") }.joined()
  }

  @Test func `by change: what the instant on screen did`() {
    #expect(Self.legend("c").contains(" last: 1 added "))
    #expect(Self.legend("c", "[").contains(" last: 1 removed "))
    #expect(Self.legend("c", "[", "[").contains(" last: 1 updated "))
    #expect(Self.legend("c", "[", "[", "[").contains(" last: 1 moved "))
  }

  @Test func `while two states are compared: what differs`() {
    var session = Session(size: TerminalSize(columns: 120, rows: 32))
    session.press(.home, "d", "d")
    #expect(session.screen.plainText.contains("× removed + added ● moved ○ before"))
  }

  @Test func `by type from the start; then by change, key color, actor and height`() {
    #expect(Self.legend().contains("· model ▲ waypoint ◆ measurement last: 1 added"))
    #expect(Self.legend("c", "c").contains("no anchor here has a key color"))
    #expect(Self.legend("c", "c", "c").contains("● kit"))
    #expect(Self.legend("c", "c", "c", "c").contains("0 m ■■■■■■ 2.00 m"))
    #expect(Self.legend("c", "c", "c", "c", "c").contains("waypoint"))
  }

  @Test func `where colours tell something else, the shapes are still explained`() {
    var session = Session(size: TerminalSize(columns: 160, rows: 40))
    for coloring in ["change", "color", "actor", "height", "key:order"] {
      session.run("set colors \(coloring)")
      let legend = Self.edges(session)
      #expect(legend.contains("· model ▲ waypoint ◆ measurement"), "\(coloring): \(legend)")
    }
    session.run("set colors type")
    session.press(.home, "d", "d")
    let compared = Self.edges(session)
    #expect(compared.contains("▲ waypoint ◆ measurement"), "\(compared)")
    session.run("set colors actor")
    #expect(Self.edges(session).contains("■ kit"))
  }

  @Test func `a colour has not the sign of a move`() {
    for (charset, signs) in [
      (Charset.block, ["● moved", "■ 1"]), (.ascii, ["@ moved", "* 1"]),
    ] {
      var session = Session(size: TerminalSize(columns: 160, rows: 40))
      session.state.settings.charset = charset
      session.run("set colors order")
      session.press(.home, "d", "d")
      let legend = session.screen.plainText
      for sign in signs { #expect(legend.contains(sign), "\(sign): \(legend)") }
      #expect(!legend.contains("● 1") && !legend.contains("@ 1"), "\(legend)")
    }
  }

  @Test func `without colours the legend names signs alone`() {
    var session = Session(size: TerminalSize(columns: 160, rows: 40))
    session.state.settings.hasColors = false
    #expect(Self.edges(session).contains("· model ▲ waypoint ◆ measurement"))
    for coloring in ["color", "actor", "height", "key:order"] {
      session.run("set colors \(coloring)")
      let legend = Self.edges(session)
      #expect(legend.contains("no colours here"), "\(coloring): \(legend)")
      #expect(session.screen.plainText.contains("but this terminal shows none"))
    }
  }

  /// One symbol with three names says more than three identical symbols.
  @Test func `types that look alike without colours share their sign`() {
    let types = ["tree", "bench", "sign", "tree", nil]
    let events = types.enumerated().map { number, type in
      SampleSpace.event(
        .created, SampleSpace.anchorId(number), number, SampleSpace.instant(day: 1, 1),
        version: 1, transform: HBTransform.make(position: SIMD3(Float(number), 0, 0)),
        metadata: type.map { ["type": .string($0)] })
    }
    var session = Session(size: TerminalSize(columns: 160, rows: 40), events: events)
    #expect(Self.edges(session).contains("• tree • bench • sign • no type"))
    session.state.settings.hasColors = false
    #expect(Self.edges(session).contains("• tree, bench, sign, …"))
    session.run("set colors change")
    #expect(Self.edges(session).contains("• anchor"))
  }

  @Test func `crowds and what is outside are explained`() {
    let events = (0..<40).map { number in
      // Ten at the same position, and one beyond the edge once the plan is zoomed.
      let x: Float = number < 10 ? 0 : Float(number)
      return SampleSpace.event(
        .created, SampleSpace.anchorId(number), number, SampleSpace.instant(day: 1, 1),
        version: 1, transform: HBTransform.make(position: SIMD3(x, 0, 0)))
    }
    var session = Session(size: TerminalSize(columns: 160, rows: 40), events: events)
    #expect(session.screen.plainText.contains("# more than nine"))
    #expect(!session.screen.plainText.contains("outside"))
    session.press(.down, "5", "+", "+", "+")
    #expect(session.screen.plainText.contains(" outside"))
  }

  @Test func `where one edge is too short, both explain all`() {
    for columns in [96, 100, 120] {
      var session = Session(size: TerminalSize(columns: columns, rows: 30))
      session.press("[", "[")
      let legend = Self.edges(session)
      for word in ["model", "sticky_note", "waypoint", "measurement", "last: 1 updated", "faces"] {
        #expect(legend.contains(word), "\(columns): \(word)")
      }
      #expect(!legend.contains("…"), "\(columns)")
    }
  }

  @Test func `by any key: each value a colour, numbers on a scale`() {
    func legend(_ key: String, _ events: [HBAnchorEvent], word: String? = nil) -> String {
      var session = Session(size: TerminalSize(columns: 120, rows: 32), events: events)
      session.press(":")
      session.type("set colors \(key)")
      session.press(.enter)
      #expect(session.state.settings.coloring.word == word ?? "key:\(key)")
      return Self.edges(session)
    }
    #expect(legend("order", SampleSpace.events).contains("● 1 ● 2"))
    #expect(
      legend("key:nothing", SampleSpace.events, word: "key:nothing")
        .contains("no anchor here has a key nothing"))
    let measured = (0..<20).map { number in
      SampleSpace.event(
        .created, UUID(uuidString: "A0000000-0000-4000-8000-0000000001\(number + 10)") ?? UUID(),
        100 + number, SampleSpace.now, version: 1,
        transform: HBTransform.make(position: SIMD3(Float(number), 0, 0)),
        metadata: ["weight": .double(Double(number) / 2)])
    }
    #expect(legend("weight", measured).contains("weight 0 ■■■■■■ 9.5"))
    #expect(
      legend("key:height", measured, word: "key:height").contains("no anchor here has a key height")
    )
  }

  /// Including lists and objects, and values that would be blank or read as others.
  @Test func `every colour has a name`() {
    func legend(_ coloring: String, _ metadata: [[String: AnyCodableValue]]) -> String {
      let events = metadata.enumerated().map { number, metadata in
        SampleSpace.event(
          .created, SampleSpace.anchorId(number), number, SampleSpace.instant(day: 1, 1),
          version: 1, transform: HBTransform.make(position: SIMD3(Float(number), 0, 0)),
          metadata: metadata)
      }
      var session = Session(size: TerminalSize(columns: 200, rows: 40), events: events)
      session.run("set colors \(coloring)")
      return Self.edges(session)
    }
    let values: [AnyCodableValue] = [
      .array([.int(1), .int(2)]), .dictionary(["a": .bool(true)]), "", "1", .int(1), .null, "red",
      .array((0..<30).map { .int($0) }),
    ]
    let names = legend("key:prio", values.map { ["prio": $0] })
    for name in [
      "● [1,2] ", "● {\"a\":true} ", "● \"\" ", "● \"1\" ", "● 1 ", "● null ", "● red ",
      "● [0,1,2,",
    ] {
      #expect(names.contains(name), "\(name) in \(names)")
    }
    #expect(!names.contains("10,11"), "\(names)")
    #expect(legend("color", [["color": ""], ["color": "red"]]).contains("● \"\" ● red "))
    let types = legend("type", [["type": ""], ["type": "sign"]])
    #expect(types.contains("• \"\" • sign "), "\(types)")
  }

  /// A key counts whether anchors have it now or at the date under the cursor.
  @Test func `keys of the date on screen and of the latest state are taken`() {
    let events = [["early": 1], ["late": 2]].enumerated().map { number, metadata in
      SampleSpace.event(
        number == 0 ? .created : .updated, SampleSpace.anchorId(1), number,
        SampleSpace.instant(day: 1 + number, 1), version: 1 + number,
        transform: number == 0 ? HBTransform.identity : nil,
        metadata: metadata.mapValues { .int($0) })
    }
    var session = Session(size: TerminalSize(columns: 160, rows: 40), events: events)
    session.press(.home)
    for key in ["early", "late"] {
      session.run("colors \(key)")
      #expect(session.state.settings.coloring == .key(key))
    }
    #expect(Self.edges(session).contains("no anchor here has a key late"))
    session.press(":")
    session.type("colors lat")
    session.press(.tab)
    #expect(Self.prompt(session)?.editor.text == "colors late")
    session.press(.control("u"))
    session.type("colors never")
    session.press(.enter)
    #expect(Self.prompt(session)?.complaint?.plain.hasSuffix("not \"never\"") == true)
    #expect(session.state.settings.coloring == .key("late"))
    session.press(.escape, .end)
    session.run("colors early")
    #expect(session.state.settings.coloring == .key("late"), "no anchor has it any more")
  }

  @Test func `that no anchor has a key is said, however it is typed`() {
    var session = Session()
    session.run("colors key:never")
    #expect(session.message == "colours by the key never; no anchor has it at this date or now")
    session.run("colors order")
    #expect(session.message == "colours by the key order")
    session.run("colors never")
    #expect(
      Self.prompt(session)?.complaint?.plain
        == "no anchor has the key never at this date or now; colors takes type, change, color, "
        + "actor, height, frame or key:NAME, not \"never\"")
  }

  @Test func `keys that are called as a way to colour are told from it`() {
    let event = SampleSpace.event(
      .created, SampleSpace.anchorId(1), 1, SampleSpace.instant(day: 1, 1), version: 1,
      transform: HBTransform.identity, metadata: ["type": "a", "height": 2])
    var session = Session(events: [event])
    session.press(":")
    session.type("set colors key:")
    session.press(.tab)
    let text = session.screen.plainText
    #expect(text.contains("key:height key:type"), "\(text)")
  }

  @Test func `a list of what can be typed says where it is cut`() {
    var session = Session(size: TerminalSize(columns: 60, rows: 20))
    session.press(":", .tab)
    #expect(session.screen.plainLines[18].hasSuffix("…"), "\(session.screen.plainText)")
    session.press(.control("u"))
    session.type("import /tmp/")
    session.press(.tab)
    #expect(session.screen.plainText.contains("names of files are not completed here"))
  }

  @Test func `keys are completed`() {
    var session = Session()
    session.press(":")
    session.type("set colors model")
    session.press(.tab)
    #expect(session.screen.plainText.contains("modelName"))
  }

  @Test func `types that the system knows have colours of their own`() {
    let colors = ["sticky_note", "model", "waypoint", "measurement"]
      .map(CategoryNumber.color(ofType:))
    #expect(Set(colors).count == 4)
  }

  @Test func `a colour of a height is the same at every date`() throws {
    let data = Session().view.data
    let range = try #require(data.heightRange)
    #expect(range.low == 0 && range.high == 2)
    #expect(range.share(of: 1) == 0.5)
    #expect(range.share(of: -9) == 0 && range.share(of: 9) == 1)
  }

  @Test func `glyphs in the list have the colours of the plan`() throws {
    let session = Session()
    let row = try #require(
      session.screen.plainLines.firstIndex { $0.contains("Entrance        ") })
    #expect(session.screen[45, row]?.style.foreground == CategoryNumber.color(ofType: "waypoint"))
  }

  /// Showing half of it would look like all of it.
  @Test func `what changed last stands together`() {
    let moved = [SampleSpace.chair, SampleSpace.exit].enumerated().map { number, anchor in
      SampleSpace.event(
        .moved, anchor, 50 + number, SampleSpace.instant(day: 13, 1), version: 5,
        transform: HBTransform.make(position: SIMD3(Float(number), 0, 1)))
    }
    let edited = SampleSpace.event(
      .updated, SampleSpace.lamp, 60, SampleSpace.instant(day: 13, 1), version: 5,
      metadata: ["type": "model", "modelName": "lamp", "color": "red"])
    for columns in 60...130 {
      let session = Session(
        size: TerminalSize(columns: columns, rows: 32),
        events: SampleSpace.events + moved + [edited])
      let lines = session.screen.plainLines
      for line in lines where line.contains("last: ") {
        #expect(line.contains("last: 2 moved, 1 updated"), "\(columns): \(line)")
      }
    }
  }
}
