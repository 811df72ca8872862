import Foundation
import Hyperbasis
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// What outlives a session: unwritten drafts, and how spaces were viewed.
@Suite struct MemoryTests {
  private var store = FakeStore()

  /// What a session asks to be kept.
  private struct Kept {
    var draft: SavedDraft?
    var view: RememberedView?
    var forgotten: [SavedDraft] = []
    var quits = false

    init(_ effects: [Effect]) {
      for effect in effects {
        switch effect {
        case .saveDraft(let draft): self.draft = draft
        case .remember(let view, _): self.view = view
        case .forgetDraft(let draft): forgotten.append(draft)
        case .quit: quits = true
        default: break
        }
      }
    }
  }

  private func end(_ session: inout Session, _ event: InputEvent = .terminate(signal: 15)) -> Kept {
    _ = session.takeEffects()
    session.send(.terminal(event))
    return Kept(session.takeEffects())
  }

  /// Returns a draft after a round trip through its file.
  private func reread(_ draft: SavedDraft) throws -> SavedDraft {
    let (result, problems) = try SavedDraft.read(draft.text(store: "/store"))
    #expect(problems.isEmpty)
    return result
  }

  /// Returns a session that is offered a draft.
  private func session(offered draft: SavedDraft, events: [HBAnchorEvent]? = nil) -> Session {
    var session = Session(events: events ?? SampleSpace.events)
    var recollection = Recollection(spaceId: SampleSpace.id)
    recollection.draft = draft
    session.send(.recalled(recollection))
    return session
  }

  /// Returns a draft in which the chair is deleted, the note moved, and an anchor added.
  private func savedDraft() throws -> SavedDraft {
    var session = Session()
    session.press(.down, "D", .down, "M", .right, .enter, "A")
    session.type("hi")
    session.press(.enter, .enter)
    return try #require(end(&session).draft)
  }

  // MARK: - Saving

  @Test(arguments: [InputEvent.terminate(signal: 1), .terminate(signal: 15), .closed])
  func `a signal saves the draft, then quits`(event: InputEvent) throws {
    var session = Session()
    session.press(.down, "D", .down, "M", .right, .enter)
    let before = session.view.editing.draft?.edits.map(\.after)
    let kept = end(&session, event)
    #expect(kept.quits)
    let draft = try reread(try #require(kept.draft))
    #expect(draft.edits.map(\.after) == before)
    #expect(draft.edits.map { $0.before?.id } == [SampleSpace.chair, SampleSpace.entrance])
    #expect(draft.savedAt == SampleSpace.now)
    #expect(draft.head == session.view.data.head)
  }

  @Test func `what is being moved belongs to the draft`() throws {
    var session = Session()
    session.press(.down, "M", .right, .right)
    let draft = try #require(end(&session).draft)
    #expect(abs(HBTransform.position(draft.edits[0].after.transform).x - 1.52) < 1e-5)
    var idle = Session()
    idle.press(.down, "M")
    #expect(end(&idle).draft == nil)
  }

  @Test func `without a draft a signal saves none`() {
    var session = Session()
    session.press(.down, "D", "u")
    #expect(end(&session).draft == nil)
  }

  @Test func `transforms that are no numbers are kept too`() throws {
    let strange = HBAnchor(
      id: SampleSpace.chair, spaceId: SampleSpace.id,
      transform: [.nan, .infinity, 0.1] + [Float](repeating: 1, count: 13),
      metadata: ["text": "line\nbreak \u{1B}[2J", "n": 1.5, "deep": ["a": [nil, true]]])
    let draft = SavedDraft(
      spaceId: SampleSpace.id, savedAt: SampleSpace.now,
      head: HBLogHead(bytes: 1, events: 1, lastEventId: nil),
      edits: [.init(before: nil, after: strange)])
    let text = try draft.text(store: "/x")
    #expect(text.split(separator: "\n").count == 2)
    let read = try reread(draft).edits[0].after
    #expect(read.metadata == strange.metadata)
    #expect(read.transform[2] == 0.1 && read.transform[0].isNaN)
  }

  // MARK: - Offering

  @Test func `the next start offers it and Enter writes and loses nothing`() throws {
    let draft = try savedDraft()
    for key in [Key.enter, .escape, "n", "q"] {
      var session = session(offered: draft)
      #expect(session.screen.plainText.contains("Draft of 3 edits from"))
      _ = session.takeEffects()
      session.press(key)
      #expect(session.state.layers.isEmpty)
      #expect(session.view.editing.draft == nil)
      #expect(session.effects.isEmpty, "\(key)")
      #expect(session.message.contains("offers it again"))
    }
  }

  @Test mutating func `taken up it is the draft again, and forgotten when it is written`() throws {
    let draft = try savedDraft()
    var session = session(offered: draft)
    session.press("y")
    #expect(session.view.editing.draft?.edits.map(\.after) == draft.edits.map(\.after))
    #expect(session.message.contains("3 edits is back"))
    #expect(Kept(session.takeEffects()).forgotten.isEmpty, "a crash now must not lose it")
    session.press("W")
    store.answer(&session)
    session.press("y")
    let executing = session.takeEffects()
    for effect in executing {
      if case .execute(let plan) = effect { session.send(.executed(.success(plan))) }
    }
    #expect(Kept(session.takeEffects()).forgotten == [draft])
  }

  @Test func `it is forgotten when it is dropped, before or after`() throws {
    let draft = try savedDraft()
    var first = session(offered: draft)
    first.press("X")
    #expect(Kept(first.takeEffects()).forgotten == [draft])
    var second = session(offered: draft)
    second.press("y", "X")
    #expect(Kept(second.takeEffects()).forgotten == [draft])
    var third = session(offered: draft)
    third.press("y", "Q")
    #expect(Kept(third.takeEffects()).forgotten.isEmpty)
    third.press("Q")
    #expect(Kept(third.takeEffects()).forgotten == [draft])
  }

  @Test func `taken up and interrupted again, the new one stands for the old`() throws {
    let draft = try savedDraft()
    var session = session(offered: draft)
    session.press("y", "u")
    let kept = end(&session)
    #expect(kept.forgotten == [draft])
    #expect(kept.draft?.edits.count == 2)
    var later = self.session(offered: draft)
    #expect(end(&later).forgotten.isEmpty, "an offer without an answer stays")
  }

  @Test(arguments: [
    TerminalSize(columns: 100, rows: 30), .init(columns: 60, rows: 20),
    .init(columns: 30, rows: 10), .init(columns: 1, rows: 1),
  ])
  func `it is drawn in every size`(size: TerminalSize) throws {
    var session = session(offered: try savedDraft())
    session.send(.terminal(.resize(size)))
    session.press(.down, .pageDown, .up)
    #expect(session.screen.size == size)
    guard size.columns >= 30 else { return }
    let text = session.screen.plainText
    #expect(text.contains("[Later] y continue") && text.contains("X drop"))
  }

  @Test(arguments: [(30, 10), (40, 12), (60, 20)])
  func `the date of a draft and its replies are not cut`(columns: Int, rows: Int) throws {
    var session = session(offered: try savedDraft())
    session.send(.terminal(.resize(TerminalSize(columns: columns, rows: rows))))
    let shown = session.screen.plainText
    #expect(shown.contains("2024-03-15") && shown.contains("12:00:00 UTC"), "\(shown)")
    #expect(shown.contains(/\[Later\] y continue,? X drop *│/), "\(shown)")
  }

  /// A remark must not leave only the key that drops the draft in the footer.
  @Test(arguments: [(30, 10), (40, 12), (60, 20), (80, 24), (100, 30)])
  func `a remark leaves the replies to the offer`(columns: Int, rows: Int) throws {
    var session = session(offered: try savedDraft())
    session.send(.terminal(.resize(TerminalSize(columns: columns, rows: rows))))
    session.press("d")
    let shown = session.screen.plainText
    #expect(shown.contains("d does nothing here"), "\(shown)")
    let footer = session.screen.plainLines.last ?? ""
    #expect(footer.contains("y continue  n later"), "\(shown)")
    #expect(columns < 40 || footer.contains("X drop"), "\(shown)")
    #expect(footer.contains("? help"), "\(shown)")
  }

  @Test func `an older draft is offered after it`() throws {
    let newest = try savedDraft()
    let edits = [newest.edits[0]]
    let earlier = newest.savedAt.advanced(byMicroseconds: -3_600_000_000)
    let older = SavedDraft(
      spaceId: newest.spaceId, savedAt: earlier, head: newest.head, edits: edits)
    for key in ["n", "X"] as [Key] {
      var session = Session()
      var recollection = Recollection(spaceId: SampleSpace.id)
      recollection.draft = newest
      recollection.olderDrafts = [older]
      session.send(.recalled(recollection))
      #expect(session.screen.plainText.contains("Draft of 3 edits from 2024-03-15"))
      #expect(session.screen.plainText.contains("1 older after it"))
      _ = session.takeEffects()
      session.press(key)
      #expect(session.screen.plainText.contains("Draft of 1 edit from"))
      session.press("X")
      #expect(session.state.layers.isEmpty)
      #expect(Kept(session.takeEffects()).forgotten == (key == "n" ? [older] : [newest, older]))
      session.send(.recalled(recollection))
      session.press("y")
      #expect(session.message.contains("3 edits is back") && session.state.layers.isEmpty)
      #expect(session.message.hasSuffix("; 1 older draft stays saved"))
    }
  }

  // MARK: - Changed since

  private func later(
    _ type: HBAnchorEvent.EventType, _ anchor: UUID, version: Int, transform: [Float]? = nil,
    metadata: [String: AnyCodableValue]? = nil
  ) -> [HBAnchorEvent] {
    SampleSpace.events + [
      SampleSpace.event(
        type, anchor, 77, SampleSpace.instant(day: 14, 1), version: version, transform: transform,
        metadata: metadata)
    ]
  }

  @Test func `what others changed elsewhere stays`() throws {
    var moving = Session()
    moving.press(.down, "M", .right, .enter)
    let draft = try #require(end(&moving).draft)
    let events = later(.updated, SampleSpace.chair, version: 3, metadata: ["modelName": "throne"])
    var session = session(offered: draft, events: events)
    #expect(session.screen.plainText.contains("others have written since"))
    session.press("y")
    let anchor = try #require(session.view.editing.draft?.edits.first?.after)
    #expect(anchor.metadata["modelName"] == "throne")
    #expect(abs(HBTransform.position(anchor.transform).x - 1.51) < 1e-5)
  }

  @Test func `an edit of what others changed is back, and writing it asks`() throws {
    let draft = try savedDraft()
    let elsewhere = HBTransform.make(position: SIMD3(0, 0, 9))
    var session = session(
      offered: draft, events: later(.moved, SampleSpace.entrance, version: 2, transform: elsewhere))
    #expect(session.screen.plainText.contains("! Entrance (others too) moved 1.0 cm"))
    session.press("y")
    #expect(session.view.editing.draft?.count == 3)
    #expect(
      session.message
        == "the draft of 3 edits is back; others changed Entrance too; W asks before it replaces that"
    )
    #expect(session.view.conflictingAnchors.map(\.id) == [SampleSpace.entrance])
  }

  @Test func `an edit that is in the store already is no edit`() throws {
    var deleting = Session()
    deleting.press(.down, "D")
    let draft = try #require(end(&deleting).draft)
    var session = session(offered: draft, events: later(.deleted, SampleSpace.chair, version: 3))
    #expect(session.screen.plainText.contains("the store has all of it already"))
    session.press("y")
    #expect(session.view.editing.draft == nil)
    #expect(session.message == "the store has all of the saved draft already")
    #expect(Kept(session.takeEffects()).forgotten == [draft])
  }

  @Test func `what is in the store already is counted`() throws {
    let draft = try savedDraft()
    var session = session(offered: draft, events: later(.deleted, SampleSpace.chair, version: 3))
    #expect(session.screen.plainText.contains("the store has 1 of the edits"))
    session.press("y")
    #expect(
      session.message
        == "the draft of 2 edits is back; 1 more is in the store already; W writes, X drops")
  }

  // MARK: - Files

  @Test func `damaged lines are named and the others count`() throws {
    var lines = try savedDraft().text(store: "/s").split(separator: "\n").map(String.init)
    lines[2] = "{\"before\": null, \"after\": 7}"
    lines.insert("{ oops", at: 1)
    let (draft, problems) = try SavedDraft.read(lines.joined(separator: "\n"))
    #expect(draft.edits.count == 2)
    #expect(problems.map(\.line) == [2, 4])
    for text in ["", "\n", "[]", "{}", "{\"format\":\"hyperbasis draft\",\"version\":2}", "\u{0}"] {
      #expect(throws: MemoryFile.Problem.self) { try SavedDraft.read(text) }
      #expect(throws: MemoryFile.Problem.self) { try RememberedView.read(text) }
    }
  }

  // MARK: - Views

  @Test func `reopening is where one was`() throws {
    var session = Session()
    session.press(
      .down, .down, "+", "+", "a", "[", "b", "d", "~", ")", "w", "r", "c", "e", "i", "5")
    session.press("[", "f")
    session.type("type:model")
    session.press(.enter)
    let view = try #require(end(&session).view)
    let read = try RememberedView.read(try view.text(store: "/s", spaceId: SampleSpace.id))
    #expect(read == view)
    var next = Session()
    var recollection = Recollection(spaceId: SampleSpace.id)
    recollection.view = read
    next.send(.recalled(recollection))
    #expect(next.view.map.camera == session.view.map.camera)
    #expect(next.view.compare.marks == session.view.compare.marks)
    #expect(next.view.lists.selection == session.view.lists.selection)
    #expect(next.state.settings == session.state.settings)
    #expect(next.view.time.cursor == .end, "the date is not remembered: without --at it is the end")
    #expect(next.view.lists.filter == nil, "nothing is hidden unasked")
    #expect(end(&next).view == nil, "what has not changed is not written again")
  }

  @Test(arguments: [
    "{\"camera\":[1,2,-3]}", "{\"camera\":[1]}", "{\"window\":[\"x\",\"y\"]}", "{\"a\":7}",
    "{\"diff\":\"marks\",\"sideBySide\":true}", "{\"tab\":\"moon\",\"bar\":9}",
    "{\"options\":{\"colors\":\"loud\",\"fly\":\"1\",\"labels\":3}}", "{\"selection\":\"nobody\"}",
  ])
  func `what means nothing is left out`(members: String) throws {
    let text = members.replacing(
      "{\"", with: "{\"format\":\"hyperbasis view\",\"version\":1,\"", maxReplacements: 1)
    var recollection = Recollection(spaceId: SampleSpace.id)
    recollection.view = try RememberedView.read(text)
    var session = Session()
    let before = session.screen
    session.send(.recalled(recollection))
    #expect(session.screen == before)
  }
}
