import Foundation
import HyperbasisCanvas
import TestSupport
import Testing

@testable import Hyperbasis
@testable import HyperbasisTimeMachine

/// `:import FILE`, from the list of spaces: first shows what it would write, and then asks.
@Suite struct ImportDialogTests {
  private struct Start {
    var state: State
    private(set) var effects: [Effect] = []

    init(isReadOnly: Bool = false) {
      var settings = Settings()
      settings.isReadOnly = isReadOnly
      state = State(
        size: TerminalSize(columns: 80, rows: 24), now: SampleSpace.now, settings: settings)
      send(.spacesLoaded(.success([])))
    }

    mutating func send(_ input: Input) { effects = update(&state, input, at: SampleSpace.now) }

    mutating func press(_ key: Key) { send(.terminal(.key(key))) }

    mutating func type(_ text: String) {
      for scalar in text.unicodeScalars { press(.character(scalar)) }
    }

    mutating func survey(_ lines: Int = 3, refusal: TerminalText? = nil) {
      send(
        .importSurveyed(
          .success(
            ImportPreview(
              number: 7, lines: (1...lines).map { "line \($0)" }, refusal: refusal))))
    }

    var text: String { render(state).plainLines.joined(separator: "\n") }
    var message: String { state.message?.text.plain ?? "" }
    var performed: Int? {
      effects.compactMap { if case .performImport(let number) = $0 { number } else { nil } }.first
    }
  }

  /// The dialog covers the message line.
  @Test(arguments: [TerminalSize(columns: 120, rows: 32), TerminalSize(columns: 60, rows: 20)])
  func `an error that comes while it is open shows in it`(size: TerminalSize) {
    var start = Start()
    start.send(.terminal(.resize(size)))
    start.survey(60)
    let reason: TerminalText =
      "the store cannot be read any more, as its folder was moved away by somebody else meanwhile"
    start.send(.importSurveyed(.failure(Failure(text: reason))))
    #expect(start.text.contains("the store cannot be read any more"))
    #expect(start.text.contains("somebody else meanwhile"))
    #expect(start.text.contains("imports it"))
  }

  @Test func `an empty store says how data get in`() {
    let start = Start()
    #expect(start.text.contains(":import FILE takes data in"))
    #expect(start.text.contains(": commands"))
  }

  @Test func `a typed import is read first, shown, and written on y alone`() {
    var start = Start()
    start.type(":import a.csv --id name")
    start.press(.enter)
    guard case .surveyImport("a.csv --id name")? = start.effects.first else {
      Issue.record("\(start.effects)")
      return
    }
    #expect(start.message == "reading a.csv --id name")
    start.survey()
    #expect(start.text.contains("line 2"))
    #expect(start.text.contains("y imports it, n cancels"))
    start.press("y")
    #expect(start.performed == 7)
    start.send(.imported(.success(ImportOutcome(text: "imported 3 events into a"))))
    #expect(start.message == "imported 3 events into a")
    guard case .loadSpaces? = start.effects.first else {
      Issue.record("\(start.effects)")
      return
    }
  }

  /// Its rows are dated long before the last operation, which `u` would undo.
  @Test func `an import into the open space is selected, and its undo is named`() throws {
    var session = Session()
    let operation = SampleSpace.events[5].id
    session.send(
      .imported(
        .success(
          ImportOutcome(
            text: "imported 2 events into Living Room",
            operations: [SampleSpace.id: operation]))))
    #expect(session.message == "imported 2 events into Living Room; 6, then R undoes it")
    // Its events arrive as somebody else's.
    let imported = SampleSpace.event(
      .updated, SampleSpace.chair, 999, SampleSpace.instant(day: 1, 1), version: 2,
      metadata: ["note": "imported"])
    session.send(
      .snapshotLoaded(
        .success(SpaceData(SampleSpace.snapshot(events: SampleSpace.events + [imported])))))
    #expect(session.message.hasPrefix("imported 2 events into Living Room; 6, then R undoes it"))
    session.press("6", "R")
    let requests = session.takeEffects().compactMap { effect -> UUID? in
      if case .plan(.undoOperation(let id), _) = effect { id } else { nil }
    }
    #expect(requests == [operation])
  }

  /// No key deletes a space: the message gives the command as it must be typed.
  @Test func `an import that made a space names the command that takes it back`() {
    var start = Start()
    start.state.settings.storeOptions = " --store /data"
    let text: TerminalText = "imported 3 events into u1"
    start.send(.imported(.success(ImportOutcome(text: text, newSpaces: ["u1"]))))
    #expect(
      start.message
        == "imported 3 events into u1; hyperbasis delete-space u1 --store /data takes it back")
    start.send(.imported(.success(ImportOutcome(text: text, newSpaces: ["u1", "'My room'"]))))
    #expect(
      start.message.hasSuffix(
        "; hyperbasis delete-space SPACE --store /data takes back what it made"))
    start.send(
      .imported(
        .success(ImportOutcome(text: text, operations: [UUID(): UUID()], newSpaces: ["u1"]))))
    #expect(
      start.message.hasSuffix(
        "u1; there 6 lists it, R undoes it; hyperbasis delete-space u1 --store /data takes the new "
          + "space back"))
  }

  @Test func `lines of a log are undone one by one`() {
    var session = Session()
    let text: TerminalText = "imported 2 events into Living Room"
    session.send(.imported(.success(ImportOutcome(text: text, extended: [SampleSpace.id]))))
    #expect(
      session.message
        == "imported 2 events into Living Room; 6 lists its operations, R undoes one")
    session.send(.imported(.success(ImportOutcome(text: text, extended: [UUID()]))))
    #expect(session.message.hasSuffix("; there 6 lists its operations, R undoes one"))
  }

  @Test(arguments: ["n", Key.escape, .enter])
  func `anything else leaves it`(key: Key) {
    var start = Start()
    start.survey()
    start.press(key)
    #expect(start.performed == nil)
    #expect(start.state.layers.isEmpty)
  }

  @Test func `what cannot be written says why`() {
    var start = Start(isReadOnly: true)
    start.survey()
    #expect(start.text.contains("read-only"))
    start.press("y")
    #expect(start.performed == nil)
    var empty = Start()
    empty.survey(refusal: "there is nothing to add")
    #expect(empty.text.contains("there is nothing to add; n closes"))
    empty.press("y")
    #expect(empty.performed == nil)
  }

  @Test func `a long report scrolls, at every size`() {
    var start = Start()
    start.survey(40)
    start.press(.end)
    start.press(.pageDown)
    #expect(start.text.contains("import: lines"))
    for columns in [1, 10, 30, 59, 200] {
      for rows in [1, 3, 10, 60] {
        start.send(.terminal(.resize(TerminalSize(columns: columns, rows: rows))))
        _ = start.text
        start.press(.down)
      }
    }
  }

  @Test func `a file that cannot be read is said`() {
    var start = Start()
    start.send(.importSurveyed(.failure(Failure(text: "a.csv cannot be opened"))))
    #expect(start.message == "a.csv cannot be opened")
    #expect(start.state.layers.isEmpty)
  }
}
