import Hyperbasis
import HyperbasisCanvas
import HyperbasisHistory
import Testing

@testable import HyperbasisAnchorLog
@testable import HyperbasisTimeMachine

/// What is said of a log when its space is opened.
@Suite struct OpeningMessageTests {
  private func message(_ kinds: LogProblem.Kind...) -> String {
    let problems = kinds.map {
      LogProblem(kind: $0, offset: 0, length: 10, line: 1, detail: "something")
    }
    let whole = SampleSpace.snapshot()
    let snapshot = LogSnapshot(
      spaceId: whole.spaceId, name: whole.name, timeline: whole.timeline, head: whole.head,
      problems: problems)
    var session = Session()
    session.send(.snapshotLoaded(.success(SpaceData(snapshot))))
    return session.state.openingMessage(SpaceData(snapshot))?.text.plain ?? ""
  }

  @Test func `damaged lines are counted`() {
    #expect(message(.damagedLine).hasPrefix("1 damaged line was skipped and kept"))
    #expect(message(.damagedLine, .nulFill, .tornTail).hasPrefix("3 damaged lines were"))
  }

  @Test func `what only takes no part is not damage`() {
    #expect(
      message(
        .unknownType, .badTransform, .badMicroseconds, .duplicateId, .foreignSpace, .badVersion
      ).isEmpty)
    #expect(message(.unknownType, .damagedLine).hasPrefix("1 damaged line was"))
  }
}
