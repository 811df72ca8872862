import Foundation
import Hyperbasis
import TestSupport
import Testing

/// What survives kill -9: 100 kills of a lone writer, and 100 among four at once.
@Suite(.serialized) struct KillTests {
  private static let space = UUID(uuidString: "00000000-0000-4000-8000-0000000000FF") ?? UUID()

  @Test(arguments: 1...4) func aLoneWriter(seed: Int) throws {
    try loop(writers: 1, rounds: 25, seed: UInt64(seed))
  }

  @Test(arguments: 5...9) func fourWriters(seed: Int) throws {
    try loop(writers: 4, rounds: 5, seed: UInt64(seed))
  }

  private func loop(writers: Int, rounds: Int, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryStore()
    var acknowledged: Set<UUID> = []
    for _ in 0..<rounds {
      let running = try (0..<writers).map { number in
        try KilledWriter(folder, space: Self.space, name: "writer \(number)", pause: 400)
      }
      for writer in running {
        acknowledged.formUnion(writer.acknowledged(.random(in: 1...8, using: &random)))
      }
      for writer in running.shuffled(using: &random) {
        acknowledged.formUnion(writer.kill())
      }
    }
    try check(folder, acknowledged)
  }

  private func check(_ folder: TemporaryStore, _ acknowledged: Set<UUID>) throws {
    let store = folder.open(clock: { HBInstant(Date()) })
    let events = try store.loadEvents(spaceId: Self.space)
    #expect(acknowledged.isSubset(of: events.map(\.id)))
    #expect(Set(events.map(\.id)).count == events.count)
    for (anchor, events) in Dictionary(grouping: events, by: \.anchorId) {
      #expect(events.map(\.version) == Array(1...events.count), "anchor \(anchor)")
      #expect(zip(events, events.dropFirst()).allSatisfy { $0.timestamp <= $1.timestamp })
    }
    let problems = try store.verifier.verify().problems.map(\.kind)
    #expect(problems.allSatisfy { [.tornTail, .damagedLine, .incompleteBatch].contains($0) })
    try checkRepair(store, folder, events.count)
  }

  private func checkRepair(_ store: HBLocalStore, _ folder: TemporaryStore, _ count: Int) throws {
    _ = try store.verifier.repair()
    let left = try store.verifier.verify().problems.map(\.kind)
    #expect(left.allSatisfy { $0 == .incompleteBatch })
    #expect(try store.loadEvents(spaceId: Self.space).count == count)
    // The files are what the log says, whatever the killed ones left of them.
    let anchors = try store.loadAnchors(spaceId: Self.space)
    #expect(folder.names(in: "anchors").filter { $0.hasSuffix(".json") }.count == anchors.count)
  }
}
