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
    #expect(opened.count == 2)
    #expect(opened.first?.hasPrefix("Kitchen 2024-06-19 08:00:01 UTC") == true)
    let stepped = take("[")
    #expect(stepped.count == 1)
    #expect(stepped.first?.contains("PAST 2024-06-19 08:00:00 UTC") == true)
    #expect(take("[[").first?.contains("PAST 2024-06-18 09:30:00 UTC") == true)
    #expect(take("end").first?.contains("PAST") == false)
    #expect(take("t2024-06-18").first?.contains("PAST 2024-06-18 00:00:00 UTC") == true)
  }

  @Test func theListIsRead() {
    _ = start()
    let list = take("")
    #expect(list.contains { $0.contains("Lamp") })
    #expect(list.contains { $0.contains("Buy oat milk") })
    #expect(!list.joined().contains { "|+│┌".contains($0) })
    #expect(take("j").contains { $0.hasPrefix("selected Buy oat milk, at 0.50, 1.20, -2.00") })
  }

  @Test func aPlanIsAskedAbout() throws {
    _ = start()
    _ = take("t2024-06-18")
    let question = take("S")
    #expect(question.contains("y does it, n cancels"))
    #expect(question.contains("deleted Lamp"))
    #expect(try bench.log(of: Kitchen.id).split(separator: "\n").count == 6)
    _ = take("y")
    #expect(try bench.log(of: Kitchen.id).split(separator: "\n").count == 9)
    _ = take("u")
    _ = take("y")
    #expect(try bench.log(of: Kitchen.id).split(separator: "\n").count == 12)
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
    #expect(session.follow().first?.plain.contains("3 anchors") == true)
    #expect(session.follow() == [])
  }
}
