import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisTimeMachine
import TestSupport
import Testing

@Suite struct OperationsTabTests {
  @Test func `operations are listed with what an undo takes back next`() {
    var session = Session(size: TerminalSize(columns: 120, rows: 32))
    session.press("6")
    let screen = session.screen.plainText
    #expect(screen.contains("9 operations"))
    #expect(screen.contains("(u) 03-12 18:00"))
    #expect(screen.contains("× deletion of buy bread"))
    #expect(screen.contains("u undoes it: 1 anchor changes"))
    #expect(screen.contains("plan: effect of an undo"))
    #expect(screen.contains("× lamp deleted"))
  }

  /// Its event says "restored" whatever it did.
  @Test func `a rollback of an anchor that was there is not marked as an addition`() {
    let rollback = SampleSpace.event(
      .restored, SampleSpace.lamp, 20, SampleSpace.instant(day: 13, 1), version: 2,
      transform: HBTransform.make(position: SIMD3(7, 0, 7)))
    var session = Session(
      size: TerminalSize(columns: 160, rows: 32), events: SampleSpace.events + [rollback])
    session.press("6")
    let screen = session.screen.plainText
    #expect(screen.contains("∗ 2024-03-13 01:00:00 rollback of lamp"), "\(screen)")
  }

  /// Two users may delete what is deleted already, or bring back what is there.
  @Test func `what changed nothing is not said to have added or removed anything`() {
    let vain = [
      SampleSpace.event(
        .restored, SampleSpace.lamp, 20, SampleSpace.instant(day: 13, 1), version: 2),
      SampleSpace.event(
        .deleted, SampleSpace.note, 21, SampleSpace.instant(day: 13, 2), version: 4),
    ]
    var session = Session(
      size: TerminalSize(columns: 160, rows: 32), events: SampleSpace.events + vain)
    session.press("6")
    let screen = session.screen.plainText
    #expect(screen.contains("return of lamp, no change"), "\(screen)")
    #expect(screen.contains("deletion of buy bread, no change"), "\(screen)")
    #expect(screen.contains("× 2024-03-09 09:00:00 deletion of buy bread"))
    session.press("3")
    let history = session.screen.plainText
    #expect(history.contains("restored, no change") && history.contains("deleted, no change"))
  }

  @Test func `what an undo takes back next keeps its date in a narrow list`() throws {
    let move = SampleSpace.event(
      .moved, SampleSpace.lamp, 20, SampleSpace.instant(day: 13, 1), version: 2,
      transform: HBTransform.make(position: SIMD3(1, 2, 0)))
    var session = Session(
      size: TerminalSize(columns: 60, rows: 20), events: SampleSpace.events + [move])
    session.press("6")
    let row = session.screen.plainLines.first { $0.contains("(u)") }
    #expect(try #require(row).contains("~ move of… (u) 03-13 01:00"))
  }

  @Test func `an operation keeps its name when its anchor gets another one`() {
    let edits = ["cup", "bowl"].enumerated().map { number, name in
      SampleSpace.event(
        .updated, SampleSpace.lamp, 20 + number, SampleSpace.instant(day: 13 + number, 1),
        version: 2 + number, metadata: ["type": "model", "modelName": .string(name)])
    }
    var session = Session(
      size: TerminalSize(columns: 120, rows: 32), events: SampleSpace.events + edits)
    session.press("6")
    let screen = session.screen.plainText
    #expect(screen.contains("edit of bowl") && screen.contains("edit of cup"))
    #expect(screen.contains("creation of lamp"))
  }

  @Test func `any of them shows what its own undo would do`() {
    var session = Session(size: TerminalSize(columns: 120, rows: 32))
    session.press("6", "j", "j", "j")
    let screen = session.screen.plainText
    #expect(screen.contains("move of chair"))
    #expect(screen.contains("R undoes it by itself: 1 anchor changes"))
    #expect(screen.contains("~ chair moved 1.00 m"))
  }

  /// The effect of an undo is read before it is done: if there is room, nothing of it is cut.
  @Test func `a long change goes on in the next line`() {
    let edit = SampleSpace.event(
      .updated, SampleSpace.lamp, 20, SampleSpace.instant(day: 13, 1), version: 2,
      metadata: [
        "type": "model", "modelName": "a lamp with a long name", "text": "and with a text",
      ])
    var session = Session(
      size: TerminalSize(columns: 100, rows: 32), events: SampleSpace.events + [edit])
    session.press("6")
    let lines = session.screen.plainLines
    let first = lines.firstIndex { $0.contains("≈ ") && $0.contains("modelName") } ?? 0
    let preview = lines[first...].prefix(3).joined()
    #expect(first > 0 && !preview.contains("…"), "\(session.screen.plainText)")
    #expect(preview.contains("-text"), "\(session.screen.plainText)")
  }

  @Test func `R takes the selected one back by itself`() throws {
    var session = Session()
    session.press("6", "j", "j", "j")
    _ = session.takeEffects()
    session.press("R")
    let request = session.takeEffects().compactMap { effect -> HBPlanRequest? in
      if case .plan(let request, _) = effect { request } else { nil }
    }.first
    guard case .undoOperation(let id) = try #require(request) else {
      Issue.record("another request")
      return
    }
    #expect(id == SampleSpace.events[5].id)
  }

  @Test func `enter goes to its date, and back in the tab the row is the same`() {
    var session = Session()
    session.press("6", "j", .enter)
    #expect(session.view.time.cursor == .at(SampleSpace.instant(day: 9, 9)))
    session.press("R")
    let isAsked = session.takeEffects().contains { effect in
      if case .plan(.undoOperation(let id), _) = effect {
        id == SampleSpace.events[7].id
      } else {
        false
      }
    }
    #expect(isAsked, "a rollback of the anchor is another thing")
  }

  @Test func `what is undone says so, and is not undone again`() throws {
    var session = Session()
    session.send(.snapshotLoaded(.success(SpaceData(try undone()))))
    session.press("6", "g", "j")
    #expect(session.screen.plainText.contains("(undone)"))
    session.press("R")
    #expect(session.message.contains("already undone"))
    session.press("g", "R")
    #expect(session.message.contains("cannot be undone by itself"))
  }

  @Test(arguments: [TerminalSize(columns: 100, rows: 30), TerminalSize(columns: 60, rows: 20)])
  func `that it is undone is said however narrow the list is`(_ size: TerminalSize) throws {
    var session = Session(size: size)
    session.send(.snapshotLoaded(.success(SpaceData(try undone()))))
    session.press("6")
    let row = session.screen.plainLines.first { $0.contains("(undone)") }
    #expect(try #require(row).contains("03-12 18:00") == (size.columns >= 100))
  }

  /// Returns the sample after an undo.
  ///
  /// - Parameter later: What was done since.
  private func undone(then later: [HBAnchorEvent] = []) throws -> LogSnapshot {
    let sample = SampleSpace.snapshot()
    var index = sample.timeline.index
    var count = 0
    let plan = try Planner(
      index: index, head: sample.head, actor: "tester", now: SampleSpace.now,
      makeUUID: {
        count += 1
        return SampleSpace.event(.moved, SampleSpace.lamp, 900 + count, SampleSpace.now, version: 1)
          .id
      }
    ).plan(.undo)
    try index.append(planned: plan.events, operation: plan.operation, undone: plan.tag)
    if !later.isEmpty {
      try index.append(planned: later, operation: SampleSpace.anchorId(99), undone: nil)
    }
    return LogSnapshot(
      spaceId: sample.spaceId, name: sample.name, timeline: HBTimeline(index: index),
      head: HBLogHead(bytes: sample.head.bytes + 1, events: index.count, lastEventId: nil),
      problems: [])
  }

  @Test func `what was changed since is shown and stays`() {
    let later = SampleSpace.event(
      .updated, SampleSpace.chair, 10, SampleSpace.instant(day: 13, 9), version: 3,
      metadata: ["type": "model", "modelName": "armchair"])
    let again = SampleSpace.event(
      .updated, SampleSpace.chair, 11, SampleSpace.instant(day: 14, 9), version: 4,
      metadata: ["type": "model", "modelName": "sofa"])
    var session = Session(
      size: TerminalSize(columns: 120, rows: 32), events: SampleSpace.events + [later, again])
    session.press("6", "j")
    let screen = session.screen.plainText
    #expect(screen.contains("all of it has changed since"))
    #expect(screen.contains("! sofa: modelName has changed since"))
  }

  @Test func `an empty space has no operations`() {
    var session = Session(events: [])
    session.press("6")
    #expect(session.screen.plainText.contains("0 operations"))
    session.press("R", .enter, "j")
  }

  @Test func `an undo says whether it can be taken back`() throws {
    var session = Session(size: TerminalSize(columns: 120, rows: 32))
    session.send(.snapshotLoaded(.success(SpaceData(try undone()))))
    session.press("6", "g")
    #expect(session.screen.plainText.contains("an undo; U takes it back"))
    let later = SampleSpace.event(
      .deleted, SampleSpace.exit, 20, SampleSpace.instant(day: 16, 1), version: 2)
    session = Session(size: TerminalSize(columns: 120, rows: 32))
    session.send(.snapshotLoaded(.success(SpaceData(try undone(then: [later])))))
    session.press("6", "g", "j")
    #expect(session.screen.plainText.contains("an undo; there is nothing to redo now"))
  }

  @Test func `no undo is promised where nothing can be written, or a draft comes first`() {
    var session = Session(size: TerminalSize(columns: 120, rows: 32))
    session.state.settings.isReadOnly = true
    session.press("6")
    for _ in 0..<2 {
      let screen = session.screen.plainText
      #expect(!screen.contains("undone next") && !screen.contains("(u)"))
      #expect(!screen.contains("undoes it") && screen.contains("1 anchor changes; read-only"))
      session.press("j")
    }
    session = Session(size: TerminalSize(columns: 120, rows: 32))
    session.press("j", "D", "6")
    #expect(session.screen.plainText.contains("1 anchor changes; u first takes"))
    session.press("j")
    #expect(session.screen.plainText.contains("1 anchor changes; write or drop"))
    #expect(!session.screen.plainText.contains("undoes it"))
  }

  @Test func `what an undo of its own would not change is not offered`() {
    let names = ["armchair", "sofa"]
    let edits = names.enumerated().map { number, name in
      SampleSpace.event(
        .updated, SampleSpace.chair, 10 + number, SampleSpace.instant(day: 13 + number, 9),
        version: 3 + number, metadata: ["type": "model", "modelName": .string(name)])
    }
    var session = Session(
      size: TerminalSize(columns: 120, rows: 32), events: SampleSpace.events + edits)
    session.press("6", "j")
    #expect(!session.screen.plainText.contains("R undo this one"))
    _ = session.takeEffects()
    session.press("R")
    #expect(session.message == "all of it has changed since, so there is nothing to undo")
    #expect(session.takeEffects().isEmpty)
    session.press("j", "j")
    #expect(session.screen.plainText.contains("R undo this one"))
  }
}
