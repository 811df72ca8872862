import Foundation
import Hyperbasis
import HyperbasisStore
import StoreSimulation
import Synchronization
import SystemPackage
import Testing

@Suite struct AnchorFilesTests {
  private let space = UUID()

  private func file(_ id: UUID) -> String { "anchors/\(id.uuidString).json" }

  @Test func theFileIsTheLatestState() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    let anchor = HBAnchor.sample(space, x: 0.1, metadata: ["text": "a/b", "n": 1])
    try store.perform(.save([anchor]), spaceId: space)
    try store.flush()
    let loaded = try #require(try store.loadAnchor(id: anchor.id))
    let time = HBInstant(loaded.updatedAt).wholeSecondText
    #expect(
      String(decoding: try folder.read(file(anchor.id)), as: UTF8.self)
        == #"{"id":"\#(anchor.id.uuidString)","spaceId":"\#(space.uuidString)","#
        + #""transform":[1,0,0,0,0,1,0,0,0,0,1,0,0.1,0,0,1],"metadata":{"n":1,"text":"a/b"},"#
        + #""createdAt":"2024-01-11T19:06:40Z","updatedAt":"\#(time)","deletedAt":null}"#)
    #expect(folder.names(in: "anchors") == ["\(anchor.id.uuidString).json"])
  }

  @Test func closingFlushes() throws {
    let folder = try TemporaryStore()
    let anchor = HBAnchor.sample(space)
    do { try folder.open().perform(.save([anchor]), spaceId: space) }
    #expect(folder.exists(file(anchor.id)))
  }

  @Test func filesThatAreBehindAreMadeAgainWithTheNextChange() throws {
    let folder = try TemporaryStore()
    let (one, two) = (HBAnchor.sample(space), HBAnchor.sample(space))
    do { try folder.open().perform(.save([one, two]), spaceId: space) }
    try FileManager.default.removeItem(at: folder.url.appending(path: file(one.id)))
    do { _ = try folder.open().snapshot(of: space) }
    #expect(!folder.exists(file(one.id)))
    do { try folder.open().perform(.delete([two.id]), spaceId: space) }
    #expect(folder.exists(file(one.id)))
    #expect(try folder.open().verifier.verify().problems.isEmpty)
  }

  @Test func aFileThatIsBehindIsMadeAgainOnce() throws {
    let folder = try TemporaryStore()
    var theirs = HBAnchor.sample(space)
    do { try folder.open().perform(.save([theirs]), spaceId: space) }
    let behind = try folder.read(file(theirs.id))
    theirs.update(transform: HBTransform.make(position: SIMD3(1, 2, 3)))
    do { try folder.open().perform(.save([theirs]), spaceId: space) }
    try folder.write(file(theirs.id), behind)

    let store = folder.open()
    let mine = HBAnchor.sample(space)
    try store.perform(.save([mine]), spaceId: space)
    // Another writer, which has changes of its own still to write, writes outdated contents.
    try folder.write(file(theirs.id), behind)
    try store.flush()
    #expect(try folder.read(file(theirs.id)) != behind)
    let written = folder.identity(file(theirs.id))
    try store.perform(.delete([mine.id]), spaceId: space)
    try store.flush()
    #expect(folder.identity(file(theirs.id)) == written)
  }

  @Test func aDamagedFileIsKept() throws {
    let folder = try TemporaryStore()
    let anchor = HBAnchor.sample(space)
    do { try folder.open().perform(.save([anchor]), spaceId: space) }
    try folder.write(file(anchor.id), "")
    do {
      let store = folder.open()
      #expect(try store.loadAnchors(spaceId: space).count == 1)
      try store.perform(.save([.sample(space)]), spaceId: space)
    }
    #expect(try folder.open().verifier.verify().problems.isEmpty)
    #expect(try !folder.read(file(anchor.id)).isEmpty)
    #expect(
      folder.names(in: ".hyperbasis/quarantine").filter { $0.hasSuffix(".bytes") }.count == 1)
  }

  @Test func anAnchorThatOnlyAFileKnowsIsWhatTheFileSays() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    let anchor = HBAnchor(
      id: UUID(), spaceId: space, transform: HBTransform.identity, metadata: ["text": "old"],
      createdAt: Date(timeIntervalSince1970: 1_700_000_000),
      updatedAt: Date(timeIntervalSince1970: 1_700_000_500))
    try store.saveAnchor(anchor)
    #expect(try store.loadAnchor(id: anchor.id) == anchor)
    #expect(
      try store.loadAnchorsModifiedSince(Date(timeIntervalSince1970: 1_700_000_400)) == [anchor])
    #expect(try store.loadAnchorsModifiedSince(Date(timeIntervalSince1970: 1_700_000_500)).isEmpty)
    #expect(try store.loadEvents(spaceId: space).isEmpty)
    let events = try store.snapshot(of: space).timeline.events
    #expect(events.map(\.type) == [.created])
    #expect(events.map(\.timestamp) == [anchor.createdAt])
  }

  @Test func whatAnotherProgramWritesWhileTheStoreIsOpenIsTakenIn() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    let anchor = HBAnchor.sample(space)
    try store.perform(.save([anchor]), spaceId: space)
    try store.flush()
    var foreign = try #require(try store.loadAnchor(id: anchor.id))
    let later = foreign.updatedAt.addingTimeInterval(100)
    foreign.deletedAt = later
    foreign.updatedAt = later
    try folder.open().saveAnchor(foreign)
    foreign.deletedAt = nil
    foreign.metadata = ["text": "back"]
    try store.perform(.save([foreign]), spaceId: space)
    let events = try folder.open().loadEvents(spaceId: space)
    #expect(events.map(\.type) == [.created, .deleted, .restored, .updated])
    #expect(events.dropFirst().first?.timestamp == later)
    #expect(events.map(\.version) == Array(1...events.count))
  }

  @Test func anInvalidTransformIsRefusedWhole() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    var bad = HBAnchor.sample(space)
    bad.transform[3] = .nan
    #expect(throws: HBAnchorError.invalidTransform(count: 16)) {
      try store.perform(.save([.sample(space), bad]), spaceId: space)
    }
    #expect(throws: HBAnchorError.invalidTransform(count: 16)) { try store.saveAnchor(bad) }
    #expect(!folder.exists("events"))
  }

  @Test func aKnownAnchorStaysInItsSpace() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    let anchor = HBAnchor.sample(space)
    try store.perform(.save([anchor]), spaceId: space)
    let other = UUID()
    let moved = HBAnchor.sample(other, id: anchor.id)
    for spaceId in [other, space] {
      #expect {
        try store.perform(.save([moved]), spaceId: spaceId)
      } throws: { error in
        if case HBStorageError.conflict = error { true } else { false }
      }
    }
    #expect(!folder.exists("events/\(other.uuidString)"))
  }
}

@Suite struct PurgeTests {
  private let space = UUID()

  @Test func purgedAnchorsAreGoneButForTheLog() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    let (old, kept) = (HBAnchor.sample(space), HBAnchor.sample(space))
    try store.perform(.save([old, kept]), spaceId: space)
    try store.perform(.delete([old.id]), spaceId: space)
    try store.flush()
    let deletedAt = try #require(try store.loadAnchor(id: old.id)?.deletedAt)
    #expect(try store.purgeDeletedAnchors(before: deletedAt).isEmpty)
    #expect(try store.purgeDeletedAnchors(before: deletedAt + 1).map(\.id) == [old.id])
    for store in [store, folder.open()] {
      #expect(try store.loadAnchor(id: old.id) == nil)
      #expect(try store.loadAnchors(spaceId: space).map(\.id) == [kept.id])
      #expect(try store.snapshot(of: space).timeline.events(for: old.id).count == 2)
    }
    try store.perform(.rollback(anchorId: old.id, toVersion: 1), spaceId: space)
    #expect(try store.loadAnchor(id: old.id)?.isDeleted == false)
  }

  @Test func `a file that cannot be removed keeps no other`() throws {
    let folder = try TemporaryStore()
    let anchors = (0..<4).map { HBAnchor.sample(space, x: Float($0)) }
    do {
      let store = folder.open()
      try store.perform(.save(anchors), spaceId: space)
      try store.perform(.delete(anchors.map(\.id)), spaceId: space)
      try store.flush()
    }
    let stubborn = "\(anchors[1].id.uuidString).json"
    let files = FaultyFileSystem { operation, path in
      operation == .remove && path.lastComponent?.string == stubborn ? .fail(.ioError) : nil
    }
    let error = #expect(throws: PartlyPurgedError.self) {
      try folder.open(files: files).purgeDeletedAnchors(before: .distantFuture)
    }
    #expect(error?.kept == 1)
    #expect(error?.errorDescription?.hasPrefix("3 of 4 files removed; 1 could not be: ") == true)
    #expect(folder.names(in: "anchors") == [stubborn])
    #expect(try folder.open().loadEvents(spaceId: space).count == 8)
    #expect(try folder.open().purgeDeletedAnchors(before: .distantFuture).count == 1)
  }

  @Test func `callers of the library get errors of the library`() async throws {
    let folder = try TemporaryStore()
    let anchor = HBAnchor.sample(space)
    let isBroken = Mutex(false)
    let files = FaultyFileSystem { operation, path in
      let isAnchor = path.string.contains("/anchors")
      return isAnchor && isBroken.withLock { $0 } && [.remove, .rename, .open].contains(operation)
        ? .fail(.ioError) : nil
    }
    let store = folder.open(files: files)
    let storage = HBStorage(config: .default, localStore: store)
    try await storage.save(anchor)
    isBroken.withLock { $0 = true }
    await #expect(throws: HBStorageError.self) { try await storage.flush() }
    isBroken.withLock { $0 = false }
    try await storage.deleteAnchor(id: anchor.id)
    try await storage.flush()
    isBroken.withLock { $0 = true }
    await #expect(throws: HBStorageError.self) {
      try await storage.purgeDeletedAnchors(before: .distantFuture)
    }
  }

  @Test func whatOnlyAFileSaysIsWrittenToTheLogFirst() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    var anchor = HBAnchor.sample(space)
    anchor.deletedAt = anchor.createdAt + 50
    try store.saveAnchor(anchor)
    try store.purgeDeletedAnchors(before: anchor.createdAt + 100)
    #expect(try store.loadAnchor(id: anchor.id) == nil)
    #expect(try folder.open().loadEvents(spaceId: space).map(\.type) == [.created, .deleted])
    #expect(folder.names(in: "anchors").isEmpty)
  }

  @Test func aDeletionThatIsNotYetInItsFileIsNoPurge() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    let anchor = HBAnchor.sample(space)
    try store.perform(.save([anchor]), spaceId: space)
    try store.perform(.delete([anchor.id]), spaceId: space)
    #expect(try store.loadAnchor(id: anchor.id)?.isDeleted == true)
  }
}
