import Foundation
import Hyperbasis
import HyperbasisAnchorLog

/// Opening a space: by reading its log, and from its index on disk.
struct Opening {
  let store: URL
  let space: UUID
  let rounds: Int

  /// Creates a store whose only space has the given log.
  init(log: String, space: UUID, folder: URL, rounds: Int) throws {
    self.space = space
    self.rounds = rounds
    store = folder.appendingPathComponent("store")
    let logs = store.appendingPathComponent("events/\(space.uuidString)")
    try FileManager.default.createDirectory(at: logs, withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: log, toPath: logs.appendingPathComponent("events.jsonl").path)
  }

  func run() throws {
    var (cold, first, warm) = (Samples(), Samples(), Samples())
    for _ in 0..<rounds {
      _ = try cold.measure { try open(.unread) }
    }
    _ = try first.measure { try open(.standard) }
    let before = privateMegabytes()
    var index: EventIndex? = try open(.standard)
    let after = privateMegabytes()
    let events = index?.count ?? 0
    index = nil
    for _ in 0..<rounds {
      _ = try warm.measure { try open(.standard) }
    }
    Questions.report("opening a space, log read", cold)
    Questions.report("  the same, index written", first)
    Questions.report("  from the index", warm, "15 ms a million events")
    guard let before, let after, events > 0 else { return }
    let bytes = max(0, after - before) * 1_048_576 / Double(events)
    print(String(format: "  private memory from the index    %.1f bytes an event", bytes))
  }

  private func open(_ policy: IndexPolicy) throws -> EventIndex {
    let store = HBLocalStore(baseDirectory: store, indexPolicy: policy)
    return try store.snapshot(of: space).timeline.index
  }
}
