import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

@Suite struct WriteTests {
  private var session = Session()
  private var store = FakeStore()

  private var dialog: PlanDialog? {
    if case .plan(let dialog) = session.state.layers.last { dialog } else { nil }
  }

  @Test mutating func `one anchor is rolled back without a question`() {
    session.press(.down, .home, "R")
    store.answer(&session)
    #expect(store.executed.count == 1)
    #expect(store.executed.first?.events.map(\.type) == [.restored])
    #expect(session.message.contains("chair is back to 2024-03-01 10:00:00 UTC"))
    #expect(session.message.contains("u undoes it"))
    #expect(session.view.index.count == 10, "what was written is read back")
    #expect(session.view.time.arrived == 0, "it is not somebody else's")
  }

  /// After it, every pane shows the name that the anchor had then.
  @Test mutating func `a rolled back anchor is named as it is called then`() {
    session.view.select(SampleSpace.note)
    session.press(.home, "R")
    store.answer(&session)
    #expect(session.message.contains("buy milk is back to "), "\(session.message)")
  }

  /// The key would undo what another user did since.
  @Test mutating func `no undo is promised once others have written`() {
    session.press(.down, .home, "R")
    store.answer(&session)
    #expect(session.message.contains("u undoes it"))
    store.append(
      SampleSpace.event(
        .moved, SampleSpace.note, 88, SampleSpace.instant(day: 20, 1), version: 9,
        transform: HBTransform.make(position: SIMD3(1, 0, 1))))
    session.send(.snapshotLoaded(.success(SpaceData(store.snapshot))))
    #expect(!session.message.contains("u undoes it"), "\(session.message)")
  }

  @Test mutating func `the row of the history goes before the date on screen`() {
    session.press(.down, "3", "j", "R")
    store.answer(&session)
    let transform = store.executed.first?.events.first?.transform ?? []
    #expect(HBTransform.position(transform) == SIMD3(0.5, 0, -1))
  }

  @Test mutating func `back to a deletion is said as what it is`() {
    let restored = SampleSpace.event(
      .restored, SampleSpace.note, 77, SampleSpace.instant(day: 14, 1), version: 4)
    store.append(restored)
    session = Session(events: store.events)
    session.press("3", "g", "j", "j", "R")
    store.answer(&session)
    #expect(store.executed.first?.events.map(\.type) == [.deleted])
    #expect(session.message.contains("buy bread is deleted; u undoes it"), "\(session.message)")
  }

  @Test mutating func `the row that stands out is the one that is rolled back to`() {
    session.press("[", "[", "3", "R")
    store.answer(&session)
    #expect(store.executed.first?.changes.map(\.anchorId) == [SampleSpace.note])
  }

  @Test mutating func `nothing to roll back to is said`() {
    session.press("R")
    #expect(session.message.contains("select an anchor first"))
    session.press(.down, "R")
    #expect(session.message.contains("current state"))
    session.press("S")
    #expect(session.message.contains("this is the end"))
    #expect(session.effects.isEmpty)
  }

  @Test mutating func `a deleted anchor is brought back from the list`() {
    session.press("i", .down, .down, "R")
    #expect(session.view.lists.selection == SampleSpace.note)
    store.answer(&session)
    #expect(store.executed.first?.events.map(\.type) == [.restored])
    #expect(session.view.anchorList.count == 6)
  }

  @Test mutating func `rolling a space back asks first, and y writes the very plan`() throws {
    session.press(.home, "S")
    store.answer(&session)
    let asked = try #require(dialog).plan
    #expect(store.executed.isEmpty)
    #expect(asked.changes.count == 3)
    session.press("y")
    store.answer(&session)
    #expect(store.executed == [asked])
    #expect(session.state.layers.isEmpty)
    #expect(session.message.contains("3 anchors changed"))
  }

  @Test(arguments: [Key.enter, "n", .escape, "q"])
  mutating func `enter, n, escape and q cancel`(key: Key) {
    session.press(.home, "S")
    store.answer(&session)
    #expect(dialog != nil)
    session.press(key)
    store.answer(&session)
    #expect(dialog == nil)
    #expect(store.executed.isEmpty)
    #expect(session.message.contains("nothing was written"))
    session.press("y")
    store.answer(&session)
    #expect(store.executed.isEmpty, "the answer does not wait for a later y")
  }

  @Test mutating func `a moved head makes a new plan and asks again`() throws {
    session.press(.home, "S")
    store.answer(&session)
    let first = try #require(dialog).plan
    store.append(
      SampleSpace.event(
        .deleted, SampleSpace.exit, 20, SampleSpace.instant(day: 14, 1), version: 2))
    session.press("y")
    store.answer(&session)
    let second = try #require(dialog)
    #expect(second.isRenewed)
    #expect(second.plan.changes.count == first.changes.count + 1)
    #expect(store.executed.isEmpty)
    session.press("y")
    store.answer(&session)
    #expect(store.executed == [second.plan])
  }

  @Test mutating func `a moved head makes even one anchor a question`() throws {
    session.press(.down, .home, "R")
    let effects = session.takeEffects()
    #expect(effects.count == 1)
    let plan = try Planner(
      index: store.snapshot.timeline.index, head: store.snapshot.head, actor: nil,
      now: SampleSpace.now, makeUUID: { SampleSpace.anchorId(9) }
    ).plan(
      .rollbackToInstant(anchorId: SampleSpace.chair, instant: SampleSpace.instant(day: 1, 10)))
    store.append(
      SampleSpace.event(
        .deleted, SampleSpace.exit, 20, SampleSpace.instant(day: 14, 1), version: 2))
    session.send(.planReady(.success(plan)))
    store.answer(&session)
    #expect(dialog?.isRenewed == true)
    #expect(store.executed.isEmpty)
  }

  @Test mutating func `over twenty anchors the count has to be typed`() throws {
    let many = (10..<40).map { number in
      SampleSpace.event(
        .created, SampleSpace.anchorId(number), number + 100, SampleSpace.instant(day: 13, 1),
        version: 1, transform: HBTransform.identity)
    }
    store = FakeStore(events: SampleSpace.events + many)
    session = Session(events: store.events)
    session.press("[", "S")
    store.answer(&session)
    #expect(dialog?.needsCount == true)
    session.press("y")
    store.answer(&session)
    #expect(store.executed.isEmpty)
    session.press("3", "1", .enter)
    #expect(session.message.contains("31 is not the number"))
    session.press("3", "0")
    store.answer(&session)
    // The last digit alone does nothing: a typed number requires Enter.
    #expect(store.executed.isEmpty)
    session.press(.enter)
    store.answer(&session)
    #expect(store.executed.first?.changes.count == 30)
  }

  @Test mutating func `a heading keeps its date however long the name is`() {
    let question = PlanTitle(
      "Roll space ", name: TerminalText(String(repeating: "Hall ", count: 40)),
      " back to 2024-03-01 10:00:00 UTC")
    for columns in 18...60 {
      for lines in 2...3 {
        let text = question.question(columns: columns, lines: lines, ellipsis: "…")
        #expect(text.count <= lines)
        #expect(text.allSatisfy { $0.width <= columns })
        let words = text.map(\.plain).joined(separator: " ")
        #expect(words.contains("2024-03-01 10:00:00 UTC?"), "\(columns), \(lines)")
      }
    }
    for size in [(34, 11), (40, 12), (60, 20), (80, 24), (100, 30)] {
      session = Session(size: TerminalSize(columns: size.0, rows: size.1))
      session.press(.home, "S")
      store.answer(&session)
      let text = session.screen.plainText
      #expect(text.contains("2024-03-01") && text.contains("10:00:00 UTC?"), "\(size)")
    }
  }

  @Test func `what a question has no room for stands above it`() {
    let question = PlanTitle(
      "Roll space ", name: "Apartment", " back to 2024-03-01 10:00:00.313858 UTC")
    #expect(
      question.question(columns: 26, lines: 2, ellipsis: "…")
        == ["back to 2024-03-01", "10:00:00.313858 UTC?"])
    #expect(
      question.beginning(columns: 26, lines: 2, ellipsis: "…") == "Roll space Apartment")
    #expect(question.beginning(columns: 36, lines: 2, ellipsis: "…") == nil)
    let nameless = PlanTitle("Take out the shift of 2024-03-01 10:00:00.313858 UTC")
    #expect(nameless.beginning(columns: 26, lines: 2, ellipsis: "…") == "Take out the shift of")
    #expect(
      nameless.question(columns: 26, lines: 2, ellipsis: "…")
        == ["2024-03-01 10:00:00.313858", "UTC?"])
  }

  @Test mutating func `undo takes the newest change back and says so`() {
    session.press("u")
    store.answer(&session)
    #expect(store.executed.first?.kind == .undo)
    #expect(session.message.contains("undid the creation of lamp by kit, 2024-03-12"))
    #expect(session.message.contains("lamp: deleted"))
    #expect(session.message.contains("U redoes it"))
  }

  /// An event that another device's clock dates ahead comes after it, and undo takes that event first.
  @Test(arguments: [false, true])
  mutating func `no key is named that would do something else`(isAhead: Bool) {
    let hour = Int64(isAhead ? 3_600_000_000 : -3_600_000_000)
    store.append(
      SampleSpace.event(
        .moved, SampleSpace.chair, 10,
        HBInstant(microseconds: SampleSpace.now.microseconds + hour), version: 3,
        transform: HBTransform.make(position: SIMD3(0, 0, 0)), actor: "ann@attic"))
    session.send(.snapshotLoaded(.success(SpaceData(store.snapshot))))
    session.press("1", .down, .down, "D", "W")
    store.answer(&session)
    #expect(store.executed.count == 1)
    #expect(session.message.contains("; u undoes it") != isAhead, "\(session.message)")
    #expect(session.message.contains("6, then R undoes it") == isAhead, "\(session.message)")
    // The key that is not mentioned asks before it takes back what was done elsewhere.
    session.press("u")
    store.answer(&session)
    #expect(store.executed.count == (isAhead ? 1 : 2))
    guard isAhead else { return }
    // However the question is wrapped.
    let words = session.screen.plainText.split { $0.isWhitespace || $0 == "│" }
    #expect(words.joined(separator: " ").contains("this is dated later than your"))
  }

  @Test mutating func `what the draft deletes is not said to be brought back by a rollback`() {
    session.press("1", .down, "D", "E")
    #expect(session.message.contains("the draft deletes it; u takes its last step back"))
    session.press("u", "E")
    #expect(!session.message.contains("the draft deletes it"))
  }

  @Test mutating func `nothing to redo is said`() {
    session.press("U")
    store.answer(&session)
    #expect(store.executed.isEmpty)
    #expect(session.message.contains("nothing to redo"))
  }

  @Test mutating func `an empty plan writes nothing`() {
    session.press(.down, .down, .home, "R")
    store.answer(&session)
    #expect(session.view.lists.selection == SampleSpace.entrance)
    #expect(store.executed.isEmpty)
    #expect(session.message.contains("nothing to write"))
  }

  @Test mutating func `a second change waits for the first`() {
    session.press("u", "u")
    #expect(session.message.contains("wait"))
    #expect(session.takeEffects().count == 1)
  }

  @Test mutating func `looking around writes nothing`() {
    for key: Key in [
      .left, .right, "[", "]", "{", "}", .home, .end, .space, "<", ">", "\\", "(", ")", "~", "a",
      "b", "x", "p", "d", "s", "n", "N", "e", .up, .down, "j", "k", "g", "G", .pageUp, .tab,
      "1", "2", "3", "4", "5", .enter, "i", "o", "+", "-", "0", "h", "l", "r", "w", "c", "v", "z",
    ] {
      session.press(key)
    }
    let writes = session.effects.contains { effect in
      switch effect {
      case .plan, .execute: true
      default: false
      }
    }
    #expect(!writes)
  }

  @Test mutating func `a date before the anchor was there is named as dates are here`() {
    session.press(":")
    session.type("select lamp")
    session.press(.enter, .home)
    #expect(!session.screen.plainText.contains("R roll back  "))
    session.press("R")
    #expect(
      session.message == "lamp did not exist yet: its first version is from 2024-03-12 18:00:00 "
        + "UTC; go to that date or a later one")
    store.answer(&session)
    #expect(store.executed.isEmpty)
  }

  @Test mutating func `nothing to undo is said in the words of the screen`() {
    store = FakeStore(events: [])
    session = Session(events: Array(SampleSpace.events.prefix(1)))
    session.press("u")
    _ = session.takeEffects()
    let failure = Failure(HBStorageError.nothingToUndo, text: "There is nothing to undo.")
    session.send(.planReady(.failure(failure)))
    #expect(session.message == "there is nothing to undo")
  }

  @Test func `what comes back or goes says what else becomes of it`() {
    var before = HBAnchor(
      id: SampleSpace.note, spaceId: SampleSpace.id,
      transform: HBTransform.make(position: SIMD3(1, 0, 0)), metadata: ["text": "milk"])
    var after = before
    before.deletedAt = SampleSpace.instant(day: 1, 1).date
    func text(_ old: HBAnchor?, _ new: HBAnchor?, isShort: Bool = false) -> TerminalText {
      HBPlannedChange(anchorId: SampleSpace.note, before: old, after: new, events: [])
        .effectText(in: nil, isShort: isShort)
    }
    #expect(text(before, after) == "restored")
    #expect(text(before, after, isShort: true) == "restored")
    #expect(text(nil, after, isShort: true) == "added")
    #expect(text(nil, after) == "added")
    #expect(text(after, before) == "deleted")
    after.transform = HBTransform.make(position: SIMD3(3, 0, 0))
    after.metadata = ["text": "bread"]
    #expect(text(before, after) == "restored, moved 2.00 m; text: milk → bread")
    #expect(text(before, after, isShort: true) == "restored, 2.00 m; text: milk → bread")
    #expect(text(after, before) == "deleted, moved 2.00 m; text: bread → milk")
  }

  /// The anchor was deleted after the edit: the edit is taken back, and the anchor stays deleted.
  @Test mutating func `an undo on a deleted anchor says what it did`() throws {
    session.press("6", "j", "j", "R")
    #expect(
      session.view.selectedOperation?.operation.instant == SampleSpace.instant(day: 2, 12, 0, 30))
    store.answer(&session)
    if dialog != nil {
      session.press("y")
      store.answer(&session)
    }
    let change = try #require(store.executed.first?.changes.first)
    #expect(change.effectText.plain.hasSuffix(", still deleted"), "\(change.effectText.plain)")
    #expect(!change.effectText.plain.contains("already"))
  }
}

@Suite struct FollowTests {
  private let more = SampleSpace.event(
    .deleted, SampleSpace.exit, 20, SampleSpace.instant(day: 14, 1), version: 2, actor: "kit")

  @Test func `at the end the view follows`() {
    var session = Session()
    session.send(
      .snapshotLoaded(
        .success(SpaceData(SampleSpace.snapshot(events: SampleSpace.events + [more])))))
    #expect(session.view.offset == 10)
    #expect(session.view.anchorList.count == 4)
  }

  @Test func `in the past the date stays and the banner says that there is more`() {
    var session = Session()
    session.press("[")
    session.send(
      .snapshotLoaded(
        .success(SpaceData(SampleSpace.snapshot(events: SampleSpace.events + [more])))))
    #expect(session.view.time.cursor == .at(SampleSpace.instant(day: 9, 9)))
    #expect(session.view.time.arrived == 1)
    #expect(session.screen.plainText.contains("1 new"))
    session.press(.end)
    #expect(session.view.time.arrived == 0)
  }

  @Test func `the banner says nothing of events that the date on screen shows`() {
    var session = Session()
    session.press("[")
    let shown = session.view.offset
    // From another machine, before that date.
    let late = SampleSpace.event(
      .deleted, SampleSpace.exit, 20, SampleSpace.instant(day: 8, 1), version: 2, actor: "kit")
    session.send(
      .snapshotLoaded(
        .success(SpaceData(SampleSpace.snapshot(events: SampleSpace.events + [late])))))
    #expect(session.view.offset == shown + 1)
    #expect(!session.screen.plainText.contains("1 new"))
  }

  @Test func `the chosen row of the history stays the same event`() {
    var session = Session()
    session.press("3", "j", "j")
    let row = session.view.currentHistoryRow.flatMap { session.view.historyOrdinal($0) }
    session.send(
      .snapshotLoaded(
        .success(SpaceData(SampleSpace.snapshot(events: SampleSpace.events + [more])))))
    #expect(session.view.currentHistoryRow.flatMap { session.view.historyOrdinal($0) } == row)
  }
}
