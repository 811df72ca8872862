import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine

@testable import HyperbasisCommands

/// The time machine in lines, on a store that holds only the kitchen.
struct LinearKitchen {
  let bench: Workbench
  let session: LinearSession

  /// - Parameter takesKeys: whether keys come one by one, as from a terminal.
  init(takesKeys: Bool = false, bench: Workbench? = nil) throws {
    self.bench = try bench ?? Kitchen.workbench()
    let now = self.bench.now
    let store = HBLocalStore(
      baseDirectory: self.bench.directory, actor: "tester@here", clock: { now },
      makeUUID: { UUID() })
    let state = State(
      size: LinearSession.size, now: now,
      settings: Settings(charset: .ascii, localZone: .gmt, usesMouse: false))
    session = LinearSession(
      state: state, store: StoreEffects(store: store), takesKeys: takesKeys, clock: { now })
  }

  func start() -> [String] {
    session.start(spaceId: UUID(uuidString: Kitchen.id)).map(\.text)
  }

  /// Sends a line of a script.
  func take(_ line: String) -> [String] {
    session.handle(line: Array(line.utf8)).map(\.text)
  }

  func press(_ keys: Key...) -> [Announcement] {
    keys.flatMap { session.handle(event: .key($0)) }
  }

  func type(_ text: String) -> [Announcement] {
    text.unicodeScalars.flatMap { session.handle(event: .key(.character($0))) }
  }

  func eventCount() throws -> Int {
    try bench.log(of: Kitchen.id).split(separator: "\n").count
  }

  /// Adds anchors that are called n1, n2 and so on.
  func add(_ count: Int) -> Bool {
    let statuses = (1...count).map { number in
      bench.run("add", "text=n\(number)", "--position", "\(number),0,0").status
    }
    _ = session.follow()
    return statuses.allSatisfy { $0 == 0 }
  }
}

extension Announcement {
  var text: String {
    switch self {
    case .line(let text), .opening(let text), .more(let text): text.plain
    }
  }
}
