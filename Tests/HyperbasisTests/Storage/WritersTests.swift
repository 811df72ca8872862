import Foundation
import Hyperbasis
import SystemPackage
import Testing

/// Several writers on one space.
@Suite struct WritersTests {
  private let space = UUID()

  @Test func threadsOfOneStore() async throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    try await write(with: [store, store, store, store], folder)
  }

  @Test func severalStoresOnOneFolder() async throws {
    let folder = try TemporaryStore()
    try await write(with: (0..<4).map { _ in folder.open() }, folder)
  }

  private func write(with stores: [HBLocalStore], _ folder: TemporaryStore) async throws {
    let (space, anchor) = (space, UUID())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (writer, store) in stores.enumerated() {
        group.addTask {
          for step in 0..<25 {
            let x = Float(writer * 100 + step + 1)
            try store.perform(
              .save([.sample(space, id: anchor, x: x), .sample(space, x: x)]), spaceId: space)
          }
        }
      }
      try await group.waitForAll()
    }
    let events = try folder.open().loadEvents(spaceId: space)
    #expect(events.count == 200)
    #expect(events.filter { $0.anchorId == anchor }.map(\.version) == Array(1...100))
    #expect(try folder.open().verifier.verify().problems.isEmpty)
  }

  @Test func othersEventsShowWithoutReloading() throws {
    let folder = try TemporaryStore()
    let (one, other) = (folder.open(), folder.open())
    try one.perform(.save([.sample(space)]), spaceId: space)
    let before = try other.snapshot(of: space)
    #expect(try other.snapshots.refresh(before) == nil)
    try one.perform(.save([.sample(space)]), spaceId: space)
    let after = try #require(try other.snapshots.refresh(before))
    #expect(before.timeline.events.count == 1)
    #expect(after.timeline.events.count == 2)
  }

  @Test func aPlanForAnOlderStateIsRefused() throws {
    let folder = try TemporaryStore()
    let (one, other) = (folder.open(), folder.open())
    let anchor = HBAnchor.sample(space)
    try one.perform(.save([anchor]), spaceId: space)
    let plan = try one.plans.plan(.delete([anchor.id]), spaceId: space)
    try other.perform(.save([.sample(space)]), spaceId: space)
    let log = try folder.log(of: space)
    #expect { try one.plans.execute(plan) } throws: { error in
      if case HBStorageError.conflict = error { true } else { false }
    }
    #expect(try folder.log(of: space) == log)
  }

  @Test func aHeldLockGivesAClearErrorAndGoesWithItsHolder() throws {
    let folder = try TemporaryStore()
    let store = HBLocalStore(
      baseDirectory: folder.url, files: LiveFileSystem(), lockPatience: 0.05)
    try store.perform(.save([.sample(space)]), spaceId: space)
    let files = LiveFileSystem()
    let lock = FilePath(folder.url.path).appending(".hyperbasis/locks/\(space.uuidString).lock")
    var holder: OpenFile? = try files.open(lock, .lock)
    #expect(try files.tryLock(try #require(holder)))
    #expect { try store.perform(.save([.sample(space)]), spaceId: space) } throws: { error in
      if case HBStorageError.locked(space) = error { true } else { false }
    }
    // Reading never waits.
    #expect(try store.snapshot(of: space).timeline.events.count == 1)
    holder = nil
    try store.perform(.save([.sample(space)]), spaceId: space)
    #expect(try store.snapshot(of: space).timeline.events.count == 2)
  }

  @Test func aWriterThatFindsItsLogGoneFails() throws {
    let folder = try TemporaryStore()
    let (one, other) = (folder.open(), folder.open())
    try one.perform(.save([.sample(space)]), spaceId: space)
    try other.deleteSpace(id: space)
    #expect { try one.perform(.save([.sample(space)]), spaceId: space) } throws: { error in
      if case HBStorageError.notFound("space", space) = error { true } else { false }
    }
    #expect(!folder.exists("events/\(space.uuidString)"))
  }
}
