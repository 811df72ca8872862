import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// Others write while a draft is open.
@Suite struct DraftConflictTests {
  private var session = Session()
  private var store = FakeStore()

  private static let shifted: [Float] = HBTransform.make(position: SIMD3(7, 0, 7))

  /// Selects the chair and nudges it by a centimetre in a draft.
  private mutating func nudgeChair() {
    session.press(.down, "M", .right, .enter)
  }

  private mutating func others(
    _ type: HBAnchorEvent.EventType, transform: [Float]? = nil,
    metadata: [String: AnyCodableValue]? = nil, isSeen: Bool = true
  ) {
    let newest = store.snapshot.timeline.index.instant(store.events.count - 1)
    store.append(
      SampleSpace.event(
        type, SampleSpace.chair, 900 + store.events.count,
        newest.advanced(byMicroseconds: 1_000_000),
        version: 90, transform: transform, metadata: metadata))
    guard isSeen else { return }
    session.send(.snapshotLoaded(.success(SpaceData(store.snapshot))))
  }

  private var chair: HBAnchor? {
    store.snapshot.timeline.state(at: .distantFuture).first { $0.id == SampleSpace.chair }
  }

  private mutating func write() {
    session.press("W")
    store.answer(&session)
  }

  @Test mutating func `what others changed elsewhere in an anchor stays`() throws {
    nudgeChair()
    others(.updated, metadata: ["modelName": "chair", "type": "model", "color": "red"])
    #expect(session.view.conflictingAnchors.isEmpty)
    write()
    let plan = try #require(store.executed.first, "nobody needs to be asked")
    #expect(plan.events.map(\.type) == [.moved])
    #expect(plan.changes.first?.after?.metadata["color"] == "red")
  }

  @Test mutating func `what others have deleted already is not an addition`() {
    session.press(.down, "D")
    others(.deleted)
    #expect(session.view.draftedChanges.isEmpty)
    session.press("4")
    let text = session.screen.plainText
    #expect(text.contains("already deleted"))
    #expect(!text.contains("restored") && !text.contains("+ added"))
    write()
    #expect(session.message == "the draft changes nothing any more; X drops it")
  }

  @Test mutating func `keys of metadata are merged one by one`() throws {
    session.press(.down, "E", .control("u"))
    session.type("modelName=chair type=model seats=2")
    session.press(.enter)
    others(.updated, metadata: ["modelName": "chair", "type": "model", "color": "red"])
    write()
    #expect(
      store.executed.first?.events.first?.metadata
        == ["modelName": "chair", "type": "model", "seats": 2, "color": "red"])
  }

  /// The change is relative to what the line showed when it opened, not to what is there at Enter.
  @Test mutating func `what others wrote while metadata are typed stays`() throws {
    session.press(.down, "E", .end)
    session.type(" seats=2")
    others(.updated, metadata: ["modelName": "stool", "type": "model", "color": "red"])
    session.press(.enter)
    #expect(session.view.conflictingAnchors.isEmpty)
    write()
    #expect(
      store.executed.first?.events.first?.metadata
        == ["modelName": "stool", "type": "model", "seats": 2, "color": "red"])
  }

  @Test mutating func `a key that others changed while it was typed is asked about`() {
    session.press(.down, "E", .control("u"))
    session.type("modelName=throne type=model")
    others(.updated, metadata: ["modelName": "stool", "type": "model", "color": "red"])
    session.press(.enter)
    #expect(session.message == "others changed throne too; W asks before it replaces that")
    write()
    #expect(store.executed.isEmpty)
    session.press("y")
    store.answer(&session)
    #expect(
      store.executed.first?.events.first?.metadata
        == ["modelName": "throne", "type": "model", "color": "red"])
  }

  @Test mutating func `what others deleted while metadata are typed is asked about`() throws {
    session.press(.down, "E", .end)
    session.type(" seats=2")
    others(.deleted)
    session.press(.enter)
    #expect(session.message == "others deleted chair; W asks before it brings it back")
    write()
    #expect(store.executed.isEmpty)
    session.press("y")
    store.answer(&session)
    let anchor = try #require(chair)
    #expect(!anchor.isDeleted && anchor.metadata["seats"] == 2)
  }

  @Test mutating func `what others wrote before the first nudge is asked about`() {
    session.press(.down, "M")
    others(.moved, transform: Self.shifted)
    session.press(.right, .enter)
    #expect(session.message == "others changed chair too; W asks before it replaces that")
    write()
    #expect(store.executed.isEmpty)
  }

  @Test mutating func `a place that both changed is asked about`() throws {
    nudgeChair()
    others(.moved, transform: Self.shifted)
    #expect(session.message.contains("others changed chair too"))
    write()
    #expect(store.executed.isEmpty)
    guard case .plan(let dialog) = session.state.layers.last else {
      Issue.record("one anchor that others moved is written over without a question")
      return
    }
    #expect(dialog.request.title.plain.contains("over others' changes of chair"))
    session.press(.escape)
    #expect(store.executed.isEmpty)
    #expect(session.view.editing.draft?.count == 1, "the draft is still there")
    write()
    session.press("y")
    store.answer(&session)
    #expect(store.executed.count == 1)
    #expect(session.view.editing.draft == nil)
  }

  @Test mutating func `what others deleted is not written without a question`() throws {
    nudgeChair()
    others(.deleted)
    #expect(session.message == "others deleted chair; W asks before it brings it back")
    #expect(session.screen.plainText.contains("chair"), "the draft still shows it")
    write()
    #expect(store.executed.isEmpty)
    session.press("y")
    store.answer(&session)
    let anchor = try #require(chair)
    #expect(!anchor.isDeleted)
    #expect(anchor.transform == store.executed.first?.changes.first?.after?.transform)
  }

  @Test mutating func `what others moved is not deleted without a question`() {
    session.press(.down, "D")
    others(.moved, transform: Self.shifted)
    #expect(session.message.contains("others changed chair too"))
    write()
    #expect(store.executed.isEmpty)
    session.press("y")
    store.answer(&session)
    #expect(store.executed.first?.events.map(\.type) == [.deleted])
  }

  @Test mutating func `a further edit does not hide what both changed`() {
    nudgeChair()
    others(.moved, transform: Self.shifted)
    session.press("E", .end)
    session.type(" seats=2")
    session.press(.enter)
    #expect(session.view.conflictingAnchors.map(\.id) == [SampleSpace.chair])
  }

  @Test mutating func `what others wrote and nobody has seen yet is laid under the draft`() throws {
    nudgeChair()
    others(
      .updated, metadata: ["modelName": "chair", "type": "model", "color": "red"], isSeen: false)
    write()
    #expect(store.executed.isEmpty, "the plan over a space that nobody has seen is looked at")
    session.press("y")
    store.answer(&session)
    let plan = try #require(store.executed.first)
    #expect(plan.events.map(\.type) == [.moved])
    #expect(plan.changes.first?.after?.metadata["color"] == "red")
  }
}
