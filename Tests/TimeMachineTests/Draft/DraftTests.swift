import Hyperbasis
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

@Suite struct DraftTests {
  private var session = Session()
  private var store = FakeStore()

  private func quits(_ effects: [Effect]) -> Bool {
    effects.contains { if case .quit = $0 { true } else { false } }
  }

  @Test mutating func `edits are staged and written as one operation`() throws {
    session.press(.down, "D", .down, "M", .right, .right, .shiftUp, .enter)
    #expect(store.executed.isEmpty)
    #expect(session.screen.plainText.contains("DRAFT of 2"))
    session.press("W")
    store.answer(&session)
    guard case .plan(let dialog) = session.state.layers.last else {
      Issue.record("two anchors are written without a question")
      return
    }
    #expect(dialog.anchorCount == 2)
    session.press("y")
    store.answer(&session)
    let plan = try #require(store.executed.first)
    #expect(plan.events.map(\.type).sorted { $0.rawValue < $1.rawValue } == [.deleted, .moved])
    let moved = try #require(plan.events.first { $0.type == .moved }?.transform)
    #expect(abs(HBTransform.position(moved).x - -1.98) < 1e-5)
    #expect(abs(HBTransform.position(moved).z - 1.4) < 1e-5)
    #expect(session.view.editing.draft == nil)
  }

  /// It would be two events that change nothing, and an undo would affect what another user did.
  @Test mutating func `what a draft adds and deletes again is not part of it`() {
    session.press("A")
    session.type("temp")
    session.press(.enter, .enter)
    #expect(session.screen.plainText.contains("DRAFT of 1"))
    session.press("D")
    #expect(session.message == "temp is no longer in the draft; u takes that back")
    #expect(!session.view.editing.hasDraft)
    session.press("W")
    store.answer(&session)
    #expect(session.message == "there is no draft")
    #expect(store.executed.isEmpty)
    session.press("u")
    #expect(session.screen.plainText.contains("DRAFT of 1"))
  }

  @Test func `a space without events has drafts, whose edits can be undone`() {
    var session = Session(events: [])
    session.press("A")
    session.type("temp")
    session.press(.enter, .enter, "u")
    #expect(!session.view.editing.hasDraft)
    session.press("U")
    #expect(session.view.editing.hasDraft)
    session.press(.down, "D")
    #expect(session.message == "temp is no longer in the draft; u takes that back")
    session.press("u")
    #expect(session.view.editing.hasDraft)
    session.press("X", "u")
    #expect(session.message == "this space has no events yet")
  }

  /// What the keys move is what the other panes show.
  @Test mutating func `an anchor is selected while it is added`() {
    session.press(.down)
    let former = session.view.lists.selection
    session.press("A")
    session.type("temp")
    session.press(.enter)
    guard case .move(let move) = session.state.layers.last else {
      Issue.record("nothing is moved")
      return
    }
    #expect(session.view.lists.selection == move.anchor.id)
    session.press(.escape)
    #expect(session.message == "temp is not added")
    #expect(former != nil && session.view.lists.selection == former)
  }

  /// What a draft changes is shown even if the filter hides it.
  @Test mutating func `a filter holds for what a draft leaves as it is`() {
    session.press("A")
    session.type("temp")
    session.press(.enter, .enter, "f")
    session.type("sofa")
    session.press(.enter)
    let screen = session.screen.plainText
    #expect(screen.contains("filtered out") && screen.contains("temp"), "\(screen)")
  }

  @Test mutating func `an added anchor stays selected when it is written`() throws {
    session.press("A")
    session.type("temp")
    session.press(.enter, .enter)
    let added = try #require(session.view.lists.selection)
    session.press("W")
    store.answer(&session)
    if case .plan = session.state.layers.last {
      session.press("y")
      store.answer(&session)
    }
    #expect(store.executed.count == 1)
    #expect(session.view.lists.selection == added)
    #expect(session.view.selectedSlot != nil, "what was written is read back")
    #expect(session.view.editing.awaited == nil)
  }

  @Test mutating func `metadata that are as they were are no edit`() {
    session.press(.down, "E", .control("u"))
    session.type("modelName=stool type=model")
    session.press(.enter)
    #expect(session.view.editing.hasDraft)
    session.press("E", .control("u"))
    session.type("modelName=chair type=model")
    session.press(.enter)
    #expect(!session.view.editing.hasDraft)
  }

  @Test mutating func `a bracket that is not closed takes nothing along`() {
    session.press(.down, "E", .control("u"))
    session.type("y=[1 z=01 w=-0")
    session.press(.enter)
    #expect(!session.view.editing.hasDraft)
    guard case .prompt(let prompt) = session.state.layers.last else {
      Issue.record("the prompt is gone")
      return
    }
    #expect(
      prompt.complaint?.plain == "a bracket or a quote is not closed in \"y=[1 z=01 w=-0\"")
    session.press(.control("u"))
    session.type("y=[1")
    session.press(.enter)
    #expect(session.view.editing.hasDraft)
  }

  /// The message of an undo says what the next redo will do.
  @Test mutating func `a redo is about what was undone last, be it of the draft or of the store`() {
    session.press(.down, "D", "u", "u")
    store.answer(&session)
    #expect(store.executed.map(\.kind) == [.undo])
    session.press("U")
    let isAsked = session.effects.contains {
      if case .plan(.redo, _) = $0 { true } else { false }
    }
    #expect(isAsked)
    #expect(!session.view.editing.hasDraft)
    store.answer(&session)
    session.press("U")
    #expect(session.message.hasPrefix("redone: chair deleted"))
    #expect(session.view.editing.hasDraft)
  }

  @Test mutating func `metadata are edited in a line`() throws {
    session.press(.down, "E")
    guard case .prompt(let prompt) = session.state.layers.last else {
      Issue.record("there is no prompt")
      return
    }
    #expect(prompt.editor.text == "modelName=chair type=model")
    session.press(.control("u"))
    session.type(#"modelName="my chair" order=3 tags=["a b",1]"#)
    session.press(.enter, "W")
    store.answer(&session)
    let metadata = try #require(store.executed.first?.events.first?.metadata)
    #expect(metadata == ["modelName": "my chair", "order": 3, "tags": ["a b", 1]])
  }

  @Test mutating func `a new anchor stands in the middle of the plan`() throws {
    session.press("A")
    session.type("hello")
    session.press(.enter, "t", .control("u"))
    session.type("1, 2, 3, 90")
    session.press(.enter, .enter, "W")
    store.answer(&session)
    let event = try #require(store.executed.first?.events.first)
    #expect(event.type == .created)
    #expect(event.metadata == ["type": "sticky_note", "text": "hello"])
    let transform = try #require(event.transform)
    #expect(HBTransform.position(transform) == SIMD3(1, 2, 3))
    #expect(HBTransform.yaw(transform) == 90)
  }

  @Test mutating func `u and U undo and redo in the draft`() {
    session.press(.down, "D", .down, "D")
    #expect(session.view.editing.draft?.count == 2)
    session.press("u")
    #expect(session.view.editing.draft?.count == 1)
    session.press("U")
    #expect(session.view.editing.draft?.count == 2)
    session.press("u", "u")
    #expect(session.view.editing.draft?.isEmpty == true)
    #expect(session.effects.isEmpty, "the store's undo was not touched")
    session.press("u")
    #expect(session.effects.count == 1, "an empty draft leaves u to the store")
  }

  /// Presses a key some time after the session's clock, which stands still.
  private mutating func press(_ key: Key, afterMilliseconds milliseconds: Int64) {
    let instant = SampleSpace.now.advanced(byMicroseconds: milliseconds * 1000)
    _ = update(&session.state, .terminal(.key(key)), at: instant)
  }

  private var draftedX: Float? {
    session.view.editing.draft?.edit(SampleSpace.chair).map {
      HBTransform.position($0.after.transform).x
    }
  }

  @Test mutating func `nudges in quick succession are one step, after a pause another`() throws {
    session.press(.down, "M")
    press(.right, afterMilliseconds: 0)
    press(.right, afterMilliseconds: 300)
    press(.right, afterMilliseconds: 900)
    press(.right, afterMilliseconds: 3000)
    #expect(abs(try #require(draftedX) - 1.54) < 1e-5)
    press("u", afterMilliseconds: 3100)
    #expect(abs(try #require(draftedX) - 1.53) < 1e-5)
    #expect(session.message.hasPrefix("undone: chair moved 1.0 cm"))
    press("u", afterMilliseconds: 3200)
    #expect(draftedX == nil)
    press("u", afterMilliseconds: 3300)
    #expect(session.message == "it is where it was")
    press("U", afterMilliseconds: 3400)
    #expect(abs(try #require(draftedX) - 1.53) < 1e-5)
    guard case .move(let layer) = session.state.layers.last else {
      Issue.record("the anchor is no longer moved")
      return
    }
    #expect(layer.moved == session.view.editing.draft?.edits.first?.after)
  }

  @Test mutating func `a series that is kept is one step of the draft`() {
    session.press(.down, "D", .down, "M")
    press(.right, afterMilliseconds: 0)
    press(.down, afterMilliseconds: 5000)
    session.press("t", .control("u"))
    session.type("1,2,3")
    session.press(.enter, .enter)
    #expect(session.view.editing.draft?.count == 2)
    session.press("u")
    #expect(session.message.hasPrefix("undone: Entrance moved 3"), "\(session.message)")
    #expect(session.view.editing.draft?.edits.map(\.after).map(\.id) == [SampleSpace.chair])
    session.press("u")
    #expect(session.message.hasPrefix("undone: chair deleted; the draft is empty"))
    session.press("U", "U")
    #expect(session.message.hasPrefix("redone: Entrance moved 3"))
    #expect(session.view.editing.draft?.count == 2)
  }

  @Test mutating func `an edit of metadata is one step and says what it was`() {
    session.press(.down, "E", .control("u"))
    session.type("modelName=throne")
    session.press(.enter, "u")
    #expect(session.message.hasPrefix("undone: "), "\(session.message)")
    #expect(session.message.contains("throne"), "\(session.message)")
    #expect(session.view.editing.draft?.isEmpty == true)
  }

  @Test mutating func `Escape takes a series back and leaves the rest of the draft`() {
    session.press(.down, "D", .down, "M", .right, .right, .escape)
    #expect(session.view.editing.draft?.edits.map(\.after).map(\.id) == [SampleSpace.chair])
    session.press("u")
    #expect(session.view.editing.draft?.isEmpty == true)
    session.press("M", .right, "Q", "Q")
    #expect(quits(session.takeEffects()))
  }

  @Test func `a copy of the state is a value of its own`() {
    var session = Session()
    session.press(.down, "D", .down, "M", .right)
    var copy = session
    copy.press(.right, .right, .enter, "u", "u")
    #expect(copy.view.editing.draft?.isEmpty == true)
    #expect(session.view.editing.draft?.count == 2)
    session.press(.enter, "u")
    #expect(session.view.editing.draft?.edits.map(\.after).map(\.id) == [SampleSpace.chair])
    #expect(copy.view.editing.draft?.isEmpty == true)
  }

  @Test func `turning an anchor keeps its scale and its place`() throws {
    var transform = HBTransform.make(position: SIMD3(1, 2, 3), yaw: 90)
    for column in 0..<3 {
      for row in 0..<3 { transform[column * 4 + row] *= Float(column + 2) }
    }
    let created = SampleSpace.event(
      .created, SampleSpace.chair, 1, SampleSpace.instant(day: 1, 10), version: 1,
      transform: transform)
    var session = Session(events: [created])
    var store = FakeStore(events: [created])
    session.press(.down, "M", "<", .enter, "W")
    store.answer(&session)
    let turned = try #require(store.executed.first?.events.first?.transform)
    let scale = HBTransform.scale(turned)
    #expect(abs(scale.x - 2) + abs(scale.y - 3) + abs(scale.z - 4) < 1e-5)
    #expect(HBTransform.position(turned) == SIMD3(1, 2, 3))
    #expect(abs(try #require(HBTransform.yaw(turned)) - 95) < 1e-4)
  }

  @Test mutating func `only the present is edited, and rollback waits for the draft`() {
    session.press(.down, "[", "D")
    #expect(session.message.contains("only the present can be edited"))
    session.press(.end, "D", "[", "R")
    #expect(session.message.contains("write or drop the draft first"))
    session.press("S")
    #expect(session.message.contains("write or drop the draft first"))
  }

  @Test mutating func `nothing is marked as moved before it has moved`() {
    session.press(.down)
    let legend = session.screen.plainText.firstMatch(of: /before|● moved|≈ updated/)
    #expect(legend == nil)
    session.press("M")
    #expect(session.screen.plainText.firstMatch(of: /before|● moved|≈ updated/) == nil)
    for _ in 0..<30 { session.press(.shiftRight) }
    #expect(session.screen.plainText.contains("● moved ○ before"))
  }

  @Test mutating func `escape while moving changes nothing`() {
    session.press(.down, "M", .left, .escape)
    #expect(session.view.editing.draft == nil)
    #expect(session.state.layers.isEmpty)
  }

  @Test(
    arguments: [
      ["text": "plain"], ["text": "two words"], ["text": "1"], ["text": ""], ["text": "\"quoted\""],
      ["text": "[list"], ["text": "line\nbreak"], ["text": "a=b"], ["text": "ü字"], ["n": 1.5],
      ["list": [1, ["deep": "x y"]]], ["none": nil], ["flag": true],
    ] as [[String: AnyCodableValue]])
  func `a line of metadata is read back as it was`(metadata: [String: AnyCodableValue]) throws {
    var session = Session(events: [
      SampleSpace.event(
        .created, SampleSpace.chair, 1, SampleSpace.instant(day: 1, 1), version: 1,
        transform: HBTransform.identity, metadata: metadata)
    ])
    session.press(.down, "E")
    session.type(" more=1")
    session.press(.enter)
    let more = metadata.merging(["more": 1]) { $1 }
    #expect(session.view.editing.draft?.edits.first?.after.metadata == more)
  }
}
