import Dispatch
import Foundation
import Hyperbasis
import StoreSimulation
import SystemPackage
import Testing

/// Waiting for a lock or a disk blocks nothing that does not need it.
@Suite struct WaitingTests {
  private let space = UUID()

  @Test func savesThatWaitForALockLeaveSwiftsThreadsFree() async throws {
    let folder = try TemporaryStore()
    try folder.open().perform(.save([.sample(space)]), spaceId: space)
    let isMet = AsyncStream<Void>.makeStream()
    let files = FaultyFileSystem { operation, path in
      if operation == .lock, path.extension == "lock" { isMet.continuation.yield() }
      return nil
    }
    let store = HBLocalStore(
      baseDirectory: folder.url, files: files, lockPatience: HeldFlush.patience)
    let storage = HBStorage(config: .default, localStore: store)
    let live = LiveFileSystem()
    let path = FilePath(folder.url.path).appending(".hyperbasis/locks/\(space.uuidString).lock")
    let holder = Locked<OpenFile?>(try live.open(path, .lock))
    #expect(try live.tryLock(try #require(holder.value)))
    let count = ProcessInfo.processInfo.activeProcessorCount * 4
    let saves = (0..<count).map { _ in
      Task { [space] in try await storage.save(HBAnchor.sample(space)) }
    }
    // The saves wait as long as it takes, and get the lock only if this task proceeds meanwhile: the lock
    // is released here, and nowhere else.
    for await _ in isMet.stream { break }
    let progress = await withTaskGroup(of: Int.self) { group in
      for number in 0..<count {
        group.addTask {
          await Task.yield()
          return number
        }
      }
      return await group.reduce(0, +)
    }
    #expect(progress == count * (count - 1) / 2)
    holder.withLock { $0 = nil }
    for save in saves { try await save.value }
    #expect(try await storage.timeline(spaceId: space).events.count == count + 1)
  }

  @Test func aReaderDoesNotWaitForAnothersFlush() async throws {
    let folder = try TemporaryStore()
    try folder.open().perform(.save([.sample(space)]), spaceId: space)
    let flush = HeldFlush()
    let storage = flush.open(folder)
    #expect(try await storage.timeline(spaceId: space).events.count == 1)
    let save = Task { [space] in try await storage.save(HBAnchor.sample(space)) }
    await flush.begins()
    let meanwhile = try await storage.timeline(spaceId: space)
    let anchors = try await storage.loadAnchors(spaceId: space)
    #expect(!flush.hasEnded.value)
    // What may still be taken back is not shown.
    #expect(meanwhile.events.count == 1)
    #expect(anchors.count == 1)
    flush.release()
    try await save.value
    #expect(try await storage.timeline(spaceId: space).events.count == 2)
  }

  @Test func readersOfANewSpaceDoNotWaitForItsFirstFlush() async throws {
    let folder = try TemporaryStore()
    let flush = HeldFlush()
    let storage = flush.open(folder)
    let save = Task { [space] in try await storage.save(HBAnchor.sample(space)) }
    await flush.begins()
    #expect(try await storage.loadAnchors(spaceId: space).isEmpty)
    #expect(!flush.hasEnded.value)
    flush.release()
    try await save.value
    #expect(try await storage.loadAnchors(spaceId: space).count == 1)
  }
}
