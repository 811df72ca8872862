import Foundation
import Hyperbasis
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// Typed positions and turns: a suggested value changes nothing, and what changes nothing is not an edit.
struct MoveTests {
  private static let odd = HBTransform.make(position: SIMD3(0.1, 0.1234, -1e-6), yaw: 159.3456)

  /// Returns a session in which the chair is selected, at a position of many digits.
  private static func session() -> Session {
    var session = Session(
      events: SampleSpace.events + [
        SampleSpace.event(
          .moved, SampleSpace.chair, 77, SampleSpace.instant(day: 14, 1), version: 3, transform: odd
        )
      ])
    session.press(.down)
    return session
  }

  private static func typePlace(_ text: String, in session: inout Session) {
    session.press("M", "t", .control("u"))
    session.type(text)
    session.press(.enter, .enter)
  }

  /// The user watches what the keys change; the name gives way to it.
  @Test func `the whole place shows while an anchor is moved on a small screen`() {
    let named = SampleSpace.event(
      .updated, SampleSpace.chair, 78, SampleSpace.instant(day: 14, 2), version: 3,
      metadata: ["text": "a chair with a name of many words"])
    for columns in [40, 60, 100] {
      var session = Session(
        size: TerminalSize(columns: columns, rows: 12), events: SampleSpace.events + [named])
      session.press(.down, "M")
      let line = session.screen.plainLines.first { $0.contains(" m, yaw ") } ?? ""
      #expect(line.contains("a ch") && line.contains("°"), "\(session.screen.plainText)")
    }
  }

  @Test(arguments: [[Key.escape], [.right, .right, .escape], [.right, "u", "u"]])
  func `an anchor that is left while it is placed is not added`(_ keys: [Key]) {
    var session = Session()
    session.press("A")
    session.type("oops")
    session.press(.enter)
    for key in keys { session.press(key) }
    #expect(session.message == "oops is not added")
    #expect(session.view.editing.draft == nil)
    #expect(session.state.layers.isEmpty)
    // One that was added before stays where it is.
    session.press("A")
    session.type("kept")
    session.press(.enter, .right, .enter)
    #expect(session.message.hasPrefix("draft: kept is added"))
    session.press("M", .right, .escape)
    #expect(session.message == "kept stays where it is")
    #expect(session.screen.plainText.contains("DRAFT of 1"))
    session.press("u")
    #expect(!session.view.editing.hasDraft)
  }

  @Test func `what is offered to be edited changes nothing`() {
    var session = Self.session()
    session.press("M", "t", .enter, .enter)
    #expect(session.message == "chair stays where it is")
    #expect(!session.view.editing.hasDraft)
  }

  @Test(arguments: ["0.1,0.1234,-1e-6", "0.1 0.1234 -0.000001 159.35"])
  func `the place where it is, is not a move`(_ text: String) {
    var session = Self.session()
    Self.typePlace(text, in: &session)
    #expect(session.message == "chair stays where it is")
    #expect(!session.view.editing.hasDraft)
  }

  @Test func `a full turn is none`() {
    var session = Session()
    session.press(.down)
    Self.typePlace("1.5,0,-1,450", in: &session)
    #expect(session.message == "chair stays where it is")
    session.press(":")
    session.type("move 1.5,0,-1")
    session.press(.enter)
    #expect(session.message == "chair stays where it is")
    #expect(!session.view.editing.hasDraft)
  }

  @Test func `yaws are within a half turn, and nothing is written as minus nothing`() {
    var layer = MoveLayer(
      adding: HBAnchor(
        id: SampleSpace.chair, spaceId: SampleSpace.id,
        transform: HBTransform.make(position: SIMD3(0, 0, -0.001), yaw: 170), metadata: [:]))
    #expect(layer.text == "0.00, 0.00, 0.00 m, yaw 170°")
    layer.turn(by: 25)
    #expect(layer.text == "0.00, 0.00, 0.00 m, yaw -165°")
    layer.set([0, 0, 0, 410])
    #expect(layer.yaw == 50)
    layer.turn(by: 130)
    #expect(layer.yaw == 180)
    layer.set([0, 0, 0, -180])
    #expect(layer.yaw == 180)
  }

  /// Like the key that asks for numbers: they apply to the anchor that is being moved.
  @Test func `numbers typed by name go to the anchor that is being moved`() {
    var session = Session()
    session.press(.down, "M")
    session.run("move 9 0 9")
    #expect(session.screen.plainText.contains("moving chair: 9.00, 0.00, 9.00 m"))
    session.press(.right)
    #expect(session.screen.plainText.contains("moving chair: 9.01, 0.00, 9.00 m"))
    session.press(.enter)
    #expect(session.message.hasPrefix("draft: chair is moved"))
    #expect(session.view.editing.draft?.edit(SampleSpace.chair)?.after.position.z == 9)
    session.press("M")
    session.run("move 1 1 1")
    session.press(.escape)
    #expect(session.message == "chair stays where it is")
    #expect(session.view.editing.draft?.edit(SampleSpace.chair)?.after.position.z == 9)
  }

  @Test func `numbers typed by name go to the anchor that is being placed`() throws {
    var session = Session()
    session.press(.down)
    session.run("add label=new")
    session.run("move 7 0 7")
    #expect(session.screen.plainText.contains("moving new: 7.00, 0.00, 7.00 m"))
    #expect(session.view.editing.draft?.edit(SampleSpace.chair) == nil)
    session.press(.enter)
    #expect(session.message.hasPrefix("draft: new is added"))
    let added = try #require(session.view.editing.draft?.edits.first?.after)
    #expect(added.position == SIMD3(7, 0, 7))
    #expect(session.view.editing.draft?.count == 1)
  }

  /// A draft applies to the present: time cannot go to a past date while an anchor is being moved.
  @Test(
    arguments: [
      "goto start", "date start", "start", "a start", "diff now", "select lamp", "find Exit",
      "filter type:model", "add text=x", "bookmark here", "bookmarks", "slice 0..1", "measure",
      "move", "delete", "end",
    ])
  func `nothing turns away from an anchor that is being moved`(command: String) {
    var session = Session()
    session.press(.down, "M", .right)
    let former = session.view.time.cursor
    session.run(command)
    #expect(session.message == "chair is being moved; Enter keeps it, Esc cancels")
    #expect(session.state.layers.count == 1 && session.view.time.cursor == former)
    #expect(session.view.lists.selection == SampleSpace.chair && session.view.lists.filter == nil)
    session.press(.enter)
    #expect(session.message.hasPrefix("draft: chair is moved"))
  }

  @Test func `what only shows it otherwise works while an anchor is moved`() {
    var session = Session()
    session.run("add label=new")
    for command in ["view side", "trails long", "zone utc", "undo"] {
      session.run(command)
      #expect(!session.message.contains("is being"), "\(command)")
    }
    session.run("add label=new")
    session.run("goto start")
    #expect(session.message == "new is being placed; Enter keeps it, Esc cancels")
  }

  @Test func `a play does not go on into the past while an anchor is moved`() {
    var session = Session()
    session.press(.down, "\\", .space, "M")
    session.send(.tick(microseconds: 1_000_000))
    #expect(session.view.isAtEnd && !session.view.time.play.isRunning)
  }

  @Test func `metadata that stay as they are, are no edit`() {
    var session = Session()
    session.press(.down, "E", .enter)
    #expect(session.message == "chair already has this metadata")
    #expect(!session.view.editing.hasDraft)
  }

  @Test func `the place that is on screen is copied, also that of a draft`() {
    var session = Session()
    session.press(.down, "M", .shiftRight, .enter)
    _ = session.takeEffects()
    session.press("Y")
    let copied = session.takeEffects().compactMap { effect -> String? in
      if case .copy(let text) = effect { text.plain } else { nil }
    }
    #expect(copied == ["1.6,0.0,-1.0"])
  }
}
