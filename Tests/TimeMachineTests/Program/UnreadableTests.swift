import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import TestSupport
import Testing

/// A log that another program cuts while its space is open.
@Suite struct UnreadableTests {
  private let directory = FileManager.default.temporaryDirectory
    .appending(path: "unreadable-\(UUID().uuidString)")
  private let space = UUID()

  private var log: URL {
    directory.appending(path: "events/\(space.uuidString)/events.jsonl")
  }

  /// Opens a session with anchors that each have a text, and are moved and renamed later.
  private func open() throws -> Session {
    let store = HBLocalStore(baseDirectory: directory, actor: "tester")
    let anchors = (0..<50).map { number in
      HBAnchor(
        id: UUID(), spaceId: space,
        transform: HBTransform.make(position: SIMD3(Float(number), 0, 0), yaw: 30),
        metadata: ["text": .string("note \(number)")])
    }
    try store.perform(.save(anchors), spaceId: space)
    let changed = anchors.enumerated().map { number, anchor in
      var changed = anchor
      changed.metadata["text"] = .string("changed \(number)")
      changed.transform[12] += 1
      return changed
    }
    try store.perform(.save(changed), spaceId: space)
    try store.flush()
    var session = Session()
    session.state.view = SpaceView(data: SpaceData(try store.snapshot(of: space)))
    return session
  }

  private func cut() throws {
    let handle = try FileHandle(forWritingTo: log)
    try handle.truncate(atOffset: 0)
    try handle.close()
  }

  /// Draws as the program's loop does.
  private func draw(_ session: inout Session) -> String {
    _ = session.screen
    if session.view.data.hasReadFailure { session.send(.unreadable) }
    return session.screen.plainText
  }

  @Test func `what cannot be read is said, and what was shown stays`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    var session = try open()
    let before = draw(&session)
    #expect(before.contains("changed"))
    try cut()
    session.press(.home)
    let after = draw(&session)
    #expect(session.message.contains("cannot be read"), "\(session.message)")
    #expect(session.view.time.cursor == .end, "the cursor went back")
    // The message covers the last rows until the next key.
    let (shown, kept) = (before.split(separator: "\n"), after.split(separator: "\n"))
    #expect(shown.prefix(20) == kept.prefix(20), "all but the message is as it was")
  }

  @Test func `an anchor that cannot be read is neither unmoved nor without metadata`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    var session = try open()
    try cut()
    session.press(.down)
    _ = draw(&session)
    let screen = session.screen.plainText
    #expect(!screen.contains("yaw      0°"))
    #expect(screen.contains("cannot be read"))
  }

  @Test(arguments: ["f", "/"])
  func `what cannot be read is not said to pass no filter`(_ key: String) throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    var session = try open()
    _ = draw(&session)
    try cut()
    session.press(key == "f" ? "f" : "/")
    session.type("text=changed")
    session.press(.enter)
    _ = draw(&session)
    #expect(session.message.contains("cannot be read"), "\(session.message)")
    #expect(session.view.lists.filter == nil)
  }

  @Test func `that the log became shorter takes the place of what was said while it was cut`()
    throws
  {
    defer { try? FileManager.default.removeItem(at: directory) }
    var session = try open()
    _ = draw(&session)
    try cut()
    session.press(.home)
    _ = draw(&session)
    #expect(session.message.contains("cannot be read"))
    let store = HBLocalStore(baseDirectory: directory, actor: "tester")
    session.send(.snapshotLoaded(.success(SpaceData(try store.snapshot(of: space)))))
    #expect(
      session.message
        == "150 events are gone from the log; hyperbasis verify shows what is left")
  }

  /// As when a backup is put back and the app goes on with it.
  @Test func `a log that lost events and grew is noticed`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    var session = try open()
    let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map(String.init)
    let added = lines.suffix(30).map { line in
      line.replacing(#/"id":"[^"]*"/#, with: "\"id\":\"\(UUID())\"", maxReplacements: 1)
    }
    let text = (lines.dropLast(10) + added).joined(separator: "\n") + "\n"
    try Data(text.utf8).write(to: log)
    let store = HBLocalStore(baseDirectory: directory, actor: "tester")
    session.send(.snapshotLoaded(.success(SpaceData(try store.snapshot(of: space)))))
    #expect(
      session.message
        == "10 events are gone from the log; hyperbasis verify shows what is left",
      "\(session.message)")
  }

  /// The anchors' files still say where everything was, which no event does any more.
  @Test func `what files imply in place of lost events does not count as kept`() throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    var session = try open()
    let lines = try Data(contentsOf: log).split(separator: 10)
    try Data(lines.prefix(60).joined(separator: [10]) + [10]).write(to: log)
    let store = HBLocalStore(baseDirectory: directory, actor: "tester")
    let data = SpaceData(try store.snapshot(of: space))
    #expect(data.index.count > 60, "files imply events")
    session.send(.snapshotLoaded(.success(data)))
    #expect(
      session.message.hasPrefix("90 events are gone from the log"), "\(session.message)")
  }
}
