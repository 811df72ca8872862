import Foundation
import Hyperbasis
import SystemPackage
import Testing

@testable import HyperbasisStore

/// What a change of a space that has just been changed still has to do.
struct RepeatedSaveTests {
  private let folder: TemporaryStore
  private let space = UUID()

  init() throws { folder = try TemporaryStore() }

  private func save(_ count: Int, in store: HBLocalStore) throws {
    for _ in 0..<count { try store.perform(.save([.sample(space)]), spaceId: space) }
  }

  @Test func theLockIsOpenedOnce() throws {
    let files = MeasuringFileSystem(ending: ".lock", in: "locks")
    let store = folder.open(files: files)
    try save(1, in: store)
    let opened = files.files
    try save(3, in: store)
    #expect(files.files == opened)
    store.open[space].rest()
    try save(1, in: store)
    #expect(files.files > opened)
  }

  @Test func whatWasAppendedIsNotReadBack() throws {
    let files = MeasuringFileSystem(ending: "events.jsonl")
    let store = folder.open(files: files)
    try save(2, in: store)
    let read = files.bytes
    try save(3, in: store)
    // Only whether the log ends with a newline.
    #expect(files.bytes - read == 3)
    #expect(try store.snapshot(of: space).timeline.events.count == 5)
    #expect(try folder.open().snapshot(of: space).timeline.events.count == 5)
  }

  /// Somebody who does not know the lock appends between two changes.
  @Test func whatOthersAppendedIsRead() throws {
    let store = folder.open()
    try save(2, in: store)
    let foreign = HBAnchorEvent(
      id: UUID(), anchorId: UUID(), spaceId: space, type: .created, timestamp: Date(), version: 1,
      transform: HBTransform.identity, metadata: [:], actorId: nil)
    try folder.append(String(decoding: foreign.line(), as: UTF8.self), toLogOf: space)
    try save(1, in: store)
    #expect(try store.snapshot(of: space).timeline.events.count == 4)
  }

  /// A backup was put in place of the store.
  @Test func theLockOfAnotherStoreAtTheSamePathCounts() throws {
    let store = folder.open(lockPatience: 0.05)
    try save(1, in: store)
    let locks = folder.url.appending(path: ".hyperbasis/locks")
    try FileManager.default.moveItem(at: locks, to: locks.appendingPathExtension("old"))
    try FileManager.default.createDirectory(at: locks, withIntermediateDirectories: true)
    let files = LiveFileSystem()
    let path = FilePath(locks.path).appending("\(space.uuidString).lock")
    var holder: OpenFile? = try files.open(path, .lock)
    #expect(try files.tryLock(try #require(holder)))
    #expect { try save(1, in: store) } throws: { error in
      if case HBStorageError.locked(space) = error { true } else { false }
    }
    holder = nil
    try save(1, in: store)
    #expect(try store.snapshot(of: space).timeline.events.count == 2)
  }
}
