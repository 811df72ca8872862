import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisHistory
import TestSupport
import Testing

@testable import HyperbasisAnchorLog
@testable import HyperbasisTimeMachine

/// Messages about local changes stay true while others write to the same space.
@Suite struct OthersWriteTests {
  private var session = Session()
  private var store = FakeStore()
  private var eventCount = 0

  /// Changes an anchor as another user, and has the space read again.
  private mutating func others(
    _ type: HBAnchorEvent.EventType, _ anchor: UUID, version: Int,
    at place: SIMD3<Float>? = nil, _ metadata: [String: AnyCodableValue]? = nil
  ) {
    eventCount += 1
    store.append(
      SampleSpace.event(
        type, anchor, 80 + eventCount, SampleSpace.instant(day: 20, eventCount), version: version,
        transform: place.map { HBTransform.make(position: $0) }, metadata: metadata,
        actor: "kit"))
    session.send(.snapshotLoaded(.success(SpaceData(store.snapshot))))
  }

  @Test mutating func `what was undone stays said, without the key that would take back theirs`() {
    session.press("u")
    store.answer(&session)
    let message = session.message
    #expect(message.contains("undid the creation of lamp") && message.contains("U redoes it"))
    others(.moved, SampleSpace.chair, version: 3, at: SIMD3(1, 0, 1))
    #expect(session.message.hasPrefix("undid the creation of lamp"))
    #expect(!session.message.contains("U redoes it"))
  }

  /// Even if another message is appended to it.
  @Test mutating func `a key is not promised behind other words`() {
    session.press(.down, "D", "W")
    store.answer(&session)
    #expect(session.message.hasPrefix("the draft is written; u undoes it"), "\(session.message)")
    session.state.message = session.state.message?.followed(by: "the bar skips 665 d")
    others(.moved, SampleSpace.lamp, version: 2, at: SIMD3(1, 0, 1))
    #expect(session.message == "the draft is written; the bar skips 665 d")
  }

  /// Another user's latest change is not undone unseen.
  @Test mutating func `an undo of what is not on screen yet is asked about`() {
    store.append(
      SampleSpace.event(
        .moved, SampleSpace.chair, 80, SampleSpace.instant(day: 20, 1), version: 3,
        transform: HBTransform.make(position: SIMD3(1, 0, 1)), actor: "kit"))
    session.press("u")
    store.answer(&session)
    #expect(store.executed.isEmpty)
    #expect(session.screen.plainText.contains("the space changed meanwhile"))
    #expect(session.screen.plainText.contains("Undo the move of chair by kit"))
    session.press("y")
    store.answer(&session)
    #expect(session.message.hasPrefix("undid the move of chair by kit"), "\(session.message)")
  }

  @Test mutating func `undos in quick succession are not asked about`() {
    session.press(.down, "D", "W")
    store.answer(&session)
    session.press("u")
    // It is written, but not read back yet.
    for _ in 0..<2 { store.answerOnce(&session) }
    session.press("u")
    store.answer(&session)
    #expect(session.state.layers.isEmpty)
    #expect(store.executed.count == 3)
  }

  @Test mutating func `a linear screen is not told again what it was told`() throws {
    session.press("u")
    store.answer(&session)
    let before = session.state
    others(.moved, SampleSpace.chair, version: 3, at: SIMD3(1, 0, 1))
    let lines = Announcer.lines(from: before, to: session.state).map(\.plain)
    #expect(!lines.contains { $0.contains("undid") }, "\(lines)")
  }

  @Test mutating func `the counts of a filter are those of the list beside them`() {
    session.press("f")
    session.type("type=waypoint")
    session.press(.enter)
    #expect(session.message.hasPrefix("2 of 5 anchors at this date"), "\(session.message)")
    others(.deleted, SampleSpace.anchorId(3), version: 2)
    #expect(session.message.hasPrefix("1 of 4 anchors at this date"), "\(session.message)")
    #expect(session.screen.plainText.contains("1 of 4 anchors"))
    others(
      .created, SampleSpace.anchorId(40), version: 1, at: .zero, ["type": "waypoint"])
    #expect(session.message.hasPrefix("2 of 5 anchors at this date"), "\(session.message)")
  }

  // MARK: Drafts

  @Test mutating func `what others changed is not undone with a draft`() {
    session.press(.down, "M", .left, .left, .enter)
    others(.updated, SampleSpace.chair, version: 3, ["type": "model", "modelName": "stool"])
    session.press("u")
    #expect(session.message.hasPrefix("undone: stool moved 2.0 cm; the draft is empty"))
    session.press("U")
    #expect(session.message.hasPrefix("redone: stool moved 2.0 cm; u"), "\(session.message)")
  }

  @Test mutating func `a drafted deletion is undone without the way that others moved it`() {
    session.press(.down, "D")
    others(.moved, SampleSpace.chair, version: 3, at: SIMD3(7, 7, 7))
    session.press("u")
    #expect(session.message.hasPrefix("undone: chair deleted; the draft"), "\(session.message)")
  }

  /// The second step of a draft is based on what others did before it.
  @Test mutating func `only the last step is undone`() {
    session.press(.down, "M", .left, .left, .enter)
    others(.updated, SampleSpace.chair, version: 3, ["type": "model", "modelName": "stool"])
    session.press("M", .left, .left, .left, .enter)
    session.press("u")
    #expect(session.message.hasPrefix("undone: stool moved 3.0 cm"), "\(session.message)")
  }

  @Test mutating func `an anchor that a draft brings back is listed`() {
    session.press(.down, "M", .left, .left, .enter)
    others(.deleted, SampleSpace.chair, version: 3)
    let screen = session.screen.plainText
    #expect(screen.contains("DRAFT of 1") && screen.contains("chair*"), "\(screen)")
    #expect(session.view.selectedAnchorRow == 4)
    session.press("g")
    session.press(.end)
    #expect(session.view.listedAnchors.count == 5)
  }

  // MARK: Damage

  private func data(lines: Int, isTorn: Bool) -> SpaceData {
    let snapshot = store.snapshot
    let kinds =
      [LogProblem.Kind](repeating: .damagedLine, count: lines) + (isTorn ? [.tornTail] : [])
    return SpaceData(
      LogSnapshot(
        spaceId: snapshot.spaceId, name: snapshot.name, timeline: snapshot.timeline,
        head: snapshot.head,
        problems: kinds.map {
          LogProblem(kind: $0, offset: 0, length: 10, line: 1, detail: "something")
        }))
  }

  /// The next writer ends the line that was cut off, which is no new damage.
  @Test mutating func `an end of a torn line takes no place of what was done`() throws {
    session.state.view = SpaceView(data: data(lines: 1, isTorn: true))
    session.press("u")
    // First the plan, then the event, then the log that contains it.
    for _ in 0..<2 { store.answerOnce(&session) }
    session.send(.snapshotLoaded(.success(data(lines: 2, isTorn: false))))
    #expect(session.message.hasPrefix("undid the creation of lamp"), "\(session.message)")
    #expect(!session.message.contains("damaged"))
    session.send(.snapshotLoaded(.success(data(lines: 3, isTorn: false))))
    #expect(session.message.contains("1 new damaged line"), "\(session.message)")
  }

  /// A line that is being written may be cut off for a moment; it is reported if it stays so.
  @Test mutating func `a line that broke off while it was written is told once it has an end`() {
    session.send(.snapshotLoaded(.success(data(lines: 0, isTorn: true))))
    #expect(!session.message.contains("damaged"))
    session.send(.snapshotLoaded(.success(data(lines: 1, isTorn: false))))
    #expect(session.message.contains("1 new damaged line"), "\(session.message)")
  }
}
