import Foundation
import Hyperbasis
import HyperbasisHistory
import HyperbasisStore
import StoreSimulation
import Testing

/// Durable saves that arrive at the same time share the slow part.
@Suite struct GroupCommitTests {
  private let space = UUID()
  private let folder: TemporaryStore

  init() throws {
    folder = try TemporaryStore()
    try folder.open().perform(.save([.sample(space)]), spaceId: space)
  }

  private func storage(_ store: HBLocalStore) -> HBStorage {
    HBStorage(config: HBStorageConfig(durability: .disk), localStore: store)
  }

  /// Begins to save one anchor after the other, while the disk is busy with an earlier one.
  private func save(
    _ anchors: [HBAnchor], to store: HBLocalStore, during flush: HeldFlush
  ) async throws -> [Task<Void, any Error>] {
    let storage = storage(store)
    let first = Task { [space] in try await storage.save(HBAnchor.sample(space)) }
    await flush.begins()
    var saves: [Task<Void, any Error>] = []
    for anchor in anchors {
      saves.append(Task { try await storage.save(anchor) })
      try await Self.wait(for: saves.count, in: store.open[space].commits)
    }
    #expect(flush.count.value == 1)
    flush.release()
    try await first.value
    return saves
  }

  /// Waits until this many changes are queued; not for ever, in case one of them has failed.
  private static func wait(for count: Int, in commits: CommitQueue) async throws {
    let end = ContinuousClock.now + .seconds(HeldFlush.patience)
    while commits.count < count {
      try #require(ContinuousClock.now < end, "only \(commits.count) of \(count) stand in line")
      await Task.yield()
    }
  }

  @Test func `saves that come while the disk works share the next flush`() async throws {
    let flush = HeldFlush()
    let store = flush.openLocally(folder)
    let anchors = (0..<40).map { HBAnchor.sample(space, x: Float($0)) }
    for save in try await save(anchors, to: store, during: flush) { try await save.value }
    #expect(flush.count.value == 2)
    let events = try folder.open().loadEvents(spaceId: space)
    #expect(events.count == 42)
    #expect(Set(events.map(\.anchorId)).isSuperset(of: anchors.map(\.id)))
    #expect(try folder.open().verifier.verify().problems.isEmpty)
  }

  @Test func `changes of one anchor have their own flushes, and their order`() async throws {
    let flush = HeldFlush()
    let store = flush.openLocally(folder)
    let id = UUID()
    let anchors = (1...3).map { HBAnchor.sample(space, id: id, x: Float($0)) }
    for save in try await save(anchors, to: store, during: flush) { try await save.value }
    #expect(flush.count.value == 4)
    let events = try folder.open().loadEvents(anchorId: id, spaceId: space)
    #expect(events.map(\.version) == [1, 2, 3])
    #expect(events.map { $0.transform?[12] } == [1, 2, 3])
  }

  @Test func `one that is refused takes no other with it`() async throws {
    let flush = HeldFlush()
    let store = flush.openLocally(folder)
    var bent = HBAnchor.sample(space)
    bent.update(transform: [1, 2])
    let anchors = [HBAnchor.sample(space), bent, .sample(space)]
    let saves = try await save(anchors, to: store, during: flush)
    try await saves[0].value
    await #expect(throws: HBAnchorError.self) { try await saves[1].value }
    try await saves[2].value
    #expect(flush.count.value == 2)
    #expect(try folder.open().loadEvents(spaceId: space).count == 4)
  }

  @Test func `a flush that fails is the failure of all that share it`() async throws {
    let flush = HeldFlush(failing: 1)
    let store = flush.openLocally(folder)
    let anchors = (0..<10).map { _ in HBAnchor.sample(space) }
    for save in try await save(anchors, to: store, during: flush) {
      await #expect(throws: HBStorageError.self) { try await save.value }
    }
    // Nothing of them remains, and each can be saved again.
    #expect(try folder.open().loadEvents(spaceId: space).count == 2)
    for anchor in anchors { try await storage(store).save(anchor) }
    #expect(try folder.open().loadEvents(spaceId: space).count == 12)
  }

  @Test func `an undo sees what was saved before it`() async throws {
    let flush = HeldFlush()
    let store = flush.openLocally(folder)
    let storage = storage(store)
    let anchor = HBAnchor.sample(space)
    let first = Task { [space] in try await storage.save(HBAnchor.sample(space)) }
    await flush.begins()
    let commits = store.open[space].commits
    let save = Task { try await storage.save(anchor) }
    try await Self.wait(for: 1, in: commits)
    let undo = Task { [space] in try await storage.undo(spaceId: space) }
    try await Self.wait(for: 2, in: commits)
    flush.release()
    try await first.value
    try await save.value
    #expect(try await undo.value.changes.map(\.anchorId) == [anchor.id])
    #expect(flush.count.value == 3)
  }

  @Test func `on a quick disk a save is written at once, by whoever waits for it`() {
    let pace = FlushPace(turn: FlushPace.Turn())
    #expect(pace.whileQuick { 1 } == nil, "before the first flush nothing is known")
    pace.measure {}
    #expect(pace.whileQuick { 1 } == 1)
    // Only one at a time.
    #expect(pace.whileQuick { pace.whileQuick { 1 } ?? 2 } == 2)
  }
}
