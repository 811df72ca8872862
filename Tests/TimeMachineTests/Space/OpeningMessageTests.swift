import Hyperbasis
import HyperbasisCanvas
import HyperbasisHistory
import TestSupport
import Testing

@testable import HyperbasisAnchorLog
@testable import HyperbasisTimeMachine

/// Messages about a log when its space is opened, and about later damage.
@Suite struct OpeningMessageTests {
  private func data(_ kinds: [LogProblem.Kind]) -> SpaceData {
    let problems = kinds.map {
      LogProblem(kind: $0, offset: 0, length: 10, line: 1, detail: "something")
    }
    let whole = SampleSpace.snapshot()
    return SpaceData(
      LogSnapshot(
        spaceId: whole.spaceId, name: whole.name, timeline: whole.timeline, head: whole.head,
        problems: problems))
  }

  private func message(_ kinds: LogProblem.Kind...) -> String {
    var session = Session()
    session.send(.snapshotLoaded(.success(data(kinds))))
    return session.state.openingMessage(data(kinds))?.text.plain ?? ""
  }

  @Test func `damaged lines are counted`() {
    #expect(message(.damagedLine) == "skipped 1 damaged line (kept on disk); verify shows it")
    #expect(message(.damagedLine, .nulFill, .tornTail).hasPrefix("skipped 3 damaged lines ("))
  }

  /// Such as an error in the configuration file, which is reported before a space is open.
  @Test func `a warning of before stays when a sample or a damaged log is opened`() {
    for (sample, kinds) in [(Sample.scratch, []), (nil, [LogProblem.Kind.damagedLine])] {
      var settings = Settings()
      settings.sample = sample
      var state = State(
        size: TerminalSize(columns: 80, rows: 24), now: SampleSpace.now, settings: settings)
      state.message = .warning("config, line 1: there is no option \"foo\"")
      _ = state.start(space: SampleSpace.id)
      _ = update(&state, .snapshotLoaded(.success(data(kinds))), at: SampleSpace.now)
      let text = state.message?.text.plain ?? ""
      #expect(text.hasPrefix("config, line 1: there is no option \"foo\"; "), "\(text)")
      #expect(text.contains(sample == nil ? "1 damaged line" : "sample: changes go to"))
      #expect(state.message?.kind == .warning)
    }
  }

  @Test func `damage that comes into an open space is told once`() {
    var session = Session()
    let follow = { (session: inout Session, kinds: [LogProblem.Kind]) -> String in
      session.press(.left)
      session.send(.snapshotLoaded(.success(data(kinds))))
      return session.message
    }
    #expect(!follow(&session, []).contains("damaged"))
    #expect(
      follow(&session, [.damagedLine]).hasPrefix(
        "skipped 1 new damaged line (kept on disk); verify shows it"))
    #expect(!follow(&session, [.damagedLine]).contains("damaged"))
    #expect(
      follow(&session, [.damagedLine, .nulFill, .nulFill]).hasPrefix("skipped 2 new damaged lines"))
    // Another process may be in the middle of writing it.
    #expect(!follow(&session, [.damagedLine, .nulFill, .nulFill, .tornTail]).contains("damaged"))
  }

  @Test func `what only takes no part is not damage`() {
    #expect(
      message(
        .unknownType, .badTransform, .badMicroseconds, .duplicateId, .foreignSpace, .badVersion
      ).isEmpty)
    #expect(message(.unknownType, .damagedLine).hasPrefix("skipped 1 damaged line ("))
  }

  @Test func `a log that was cut while it was open is not followed in silence`() {
    func followed(_ events: some Sequence<HBAnchorEvent>) -> String {
      var session = Session()
      let data = SpaceData(SampleSpace.snapshot(events: Array(events)))
      session.send(.snapshotLoaded(.success(data)))
      return session.message
    }
    #expect(followed(SampleSpace.events).isEmpty)
    #expect(
      followed(SampleSpace.events.dropLast(2)).hasPrefix(
        "2 events are gone from the log; hyperbasis verify shows what is left"))
    #expect(followed(SampleSpace.events.dropLast()).contains("1 event is gone"))
    var session = Session()
    let cut = SpaceData(SampleSpace.snapshot(events: SampleSpace.events.dropLast(2)))
    session.send(.snapshotLoaded(.success(cut)))
    session.press("2")
    // It stands until the events are back.
    #expect(session.message.isEmpty && session.screen.plainLines[0].contains("2 events LOST"))
    let whole = SpaceData(SampleSpace.snapshot())
    session.send(.snapshotLoaded(.success(whole)))
    #expect(!session.screen.plainLines[0].contains("LOST"))
    // Losing the same ones again is no greater loss.
    session.send(.snapshotLoaded(.success(cut)))
    session.send(.snapshotLoaded(.success(whole)))
    session.send(.snapshotLoaded(.success(cut)))
    #expect(session.screen.plainLines[0].contains("2 events LOST"))
  }
}
