import Canvas
import Foundation
import Hyperbasis
import Testing
import TimeMachine

@testable import HyperbasisCommands

/// The time machine told line by line.
struct LinearTests {
  private let bench: Workbench
  private let session: LinearSession

  init() throws {
    bench = try Kitchen.workbench()
    let now = bench.now
    let store = HBLocalStore(
      baseDirectory: bench.directory, actor: "tester@here", clock: { now },
      makeUUID: { UUID() })
    let state = State(
      size: LinearSession.size, now: now,
      settings: Settings(charset: .ascii, localZone: .gmt, usesMouse: false))
    session = LinearSession(state: state, store: StoreEffects(store: store), clock: { now })
  }

  private func take(_ line: String) -> [String] { session.take(line: line).map(\.plain) }

  private func start() -> [String] {
    session.start(spaceId: UUID(uuidString: Kitchen.id)).map(\.plain)
  }

  @Test func everyChangeIsALine() {
    let opened = start()
    #expect(opened.first == "space Kitchen")
    #expect(opened.contains("2024-06-19 08:00:01 UTC, 2 anchors, now"))
    #expect(take("[") == ["2024-06-19 08:00:00 UTC, 1 anchor, past, 1 differs from now"])
    #expect(take("[[") == ["2024-06-18 09:30:00 UTC, 2 anchors, past, 2 differ from now"])
    #expect(take("end") == ["2024-06-19 08:00:01 UTC, 2 anchors, now"])
    #expect(take("t2024-06-18").last?.hasPrefix("2024-06-18 00:00:00 UTC, 2 anchors") == true)
  }

  @Test func theListIsRead() {
    _ = start()
    let list = take("")
    #expect(list.contains { $0.contains("Lamp") })
    #expect(list.contains { $0.contains("Buy oat milk") })
    #expect(!list.joined().contains { "|+│┌".contains($0) })
    #expect(take("j").contains { $0.hasPrefix("Buy oat milk (sticky_note) at 0.5") })
  }

  @Test func aPlanIsAskedAbout() throws {
    _ = start()
    _ = take("t2024-06-18")
    #expect(take("S").last == "y does it, n cancels")
    #expect(try bench.log(of: Kitchen.id).split(separator: "\n").count == 6)
    _ = take("y")
    #expect(try bench.log(of: Kitchen.id).split(separator: "\n").count == 9)
    #expect(take("u").last == "y does it, n cancels")
    let undone = take("y")
    #expect(undone.contains { $0.hasPrefix("undid") }, "\(undone)")
    #expect(try bench.log(of: Kitchen.id).split(separator: "\n").count == 13)
  }

  @Test func helpAndTheEnd() {
    _ = start()
    #expect(take("?").contains { $0.contains("previous instant with events") })
    _ = take("escape")
    #expect(session.isRunning)
    _ = take("q")
    #expect(!session.isRunning)
  }

  @Test func whatOthersWriteIsTold() {
    _ = start()
    #expect(bench.run("add", "text=New", "--position", "0,0,0").status == 0)
    #expect(session.follow().contains { $0.plain.contains("3 anchors") })
    #expect(session.follow() == [])
  }
}
