import Dispatch
import Foundation
import Hyperbasis
import HyperbasisSync
import Synchronization
import Testing

@testable import HyperbasisStore

/// A deleted anchor without a file counts as purged, so each has a file until it is purged.
@Suite struct DeletedAnchorFilesTests {
  private let space = UUID()

  private func file(_ id: UUID) -> String { "anchors/\(id.uuidString).json" }

  /// The state that a process leaves if it is killed before its files are written.
  @Test func anAnchorDeletedBeforeItsFirstFileIsStillDeleted() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    let anchor = HBAnchor.sample(space)
    try store.perform(.save([anchor]), spaceId: space)
    try store.perform(.delete([anchor.id]), spaceId: space)
    let other = folder.open()
    #expect(try other.loadAnchor(id: anchor.id)?.isDeleted == true)
    #expect(try other.loadAnchors(spaceId: space).count == 1)
    #expect(folder.exists(file(anchor.id)))
    withExtendedLifetime(store) {}
  }

  @Test func aDeletedAnchorGetsItsFileThoughOthersHoldTheSpaceMeanwhile() async throws {
    let folder = try TemporaryStore()
    // After the creation and the deletion.
    let guest = BriefHolder(of: space, in: folder, afterAppends: 2)
    let storage = HBStorage(
      config: .default,
      localStore: folder.open(files: guest.files, lockPatience: HeldFlush.patience))
    let anchor = HBAnchor.sample(space)
    try await storage.save(anchor)
    try await storage.deleteAnchor(id: anchor.id)
    #expect(folder.exists(file(anchor.id)) && guest.hasCome)
    #expect(try folder.open().loadAnchor(id: anchor.id)?.isDeleted == true)
  }

  @Test func aPurgedAnchorStaysPurgedWhateverIsDoneToIt() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    let anchor = HBAnchor.sample(space, metadata: ["text": "one"])
    try store.perform(.save([anchor]), spaceId: space)
    try store.perform(.delete([anchor.id]), spaceId: space)
    _ = try store.purgeDeletedAnchors(before: .distantFuture)
    try store.flush()
    #expect(try store.loadAnchors(spaceId: space).isEmpty)
    #expect(!folder.exists(file(anchor.id)))
  }

  /// The files are first written beside the old ones, without the lock of the space.
  @Test func whatIsPurgedMeanwhileIsNotWritten() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    let (kept, purged) = (HBAnchor.sample(space), HBAnchor.sample(space))
    try store.perform(.save([kept, purged]), spaceId: space)
    try store.flush()
    try store.perform(.delete([purged.id]), spaceId: space)
    try store.perform(.save([HBAnchor.sample(space, id: kept.id, x: 1)]), spaceId: space)
    let open = store.open[space]
    var batch = try AnchorFileBatch([kept.id, purged.id], of: open)
    defer { batch.discard() }
    #expect(try store.purgeDeletedAnchors(before: .distantFuture).count == 1)
    try open.withLock {
      batch.keep { store.open.anchorFiles.isDirty($0, of: space) }
      try batch.put()
    }
    #expect(Set(batch.done) == [kept.id, purged.id])
    #expect(folder.exists(file(kept.id)) && !folder.exists(file(purged.id)))
  }

  @Test func aDeletedAnchorIsThereWhileItsFileIsWritten() throws {
    let folder = try TemporaryStore()
    let store = folder.open()
    let anchors = (0..<40).map { _ in HBAnchor.sample(space) }
    let missed = Mutex(0)
    for anchor in anchors {
      try store.perform(.save([anchor]), spaceId: space)
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        do {
          guard thread > 0 else { return try store.flush() }
          try store.perform(.delete([anchor.id]), spaceId: space)
          for _ in 0..<20 where try store.loadAnchor(id: anchor.id) == nil {
            missed.withLock { $0 += 1 }
          }
        } catch {
          Issue.record(error)
        }
      }
    }
    #expect(missed.withLock { $0 } == 0)
    #expect(try store.loadAnchors(spaceId: space).count == anchors.count)
  }

  /// The state after a first pass that is stopped as soon as everything has arrived.
  @Test(arguments: CloudTier.allCases)
  func whatOthersDeletedIsStillDeletedAfterADeath(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    let (kept, deleted) = (try one.add(space), try one.add(space))
    await one.sync()
    try one.store.perform(.delete([deleted]), spaceId: space)
    await one.sync()
    await two.sync()
    two.restart()
    #expect(Set(try two.store.loadAnchors(spaceId: space).map(\.id)) == [kept, deleted])
    #expect(try two.store.loadAnchor(id: deleted)?.isDeleted == true)
  }

  @Test func whatAnImportDeletesIsListedAsDeleted() async throws {
    let folder = try TemporaryStore()
    let table = folder.url.appending(path: "vans.csv")
    try Data(
      """
      id,t,x,y
      a,1700000000,0,0
      b,1700000000,1,0
      b,1700000001,2,0
      b,1700000009,3,0

      """.utf8
    ).write(to: table)
    let storage = HBStorage(config: .default, localStore: folder.open())
    var options = HBImportOptions()
    options.goneAfter = 2_000_000
    let planned = try await storage.surveyImport(of: [table], options: options, space: "Vans")
    try await storage.perform(planned)
    let space = try #require(planned.spaces.first?.id)
    let anchors = try await storage.loadAnchors(spaceId: space, includeDeleted: true)
    #expect(anchors.map(\.isDeleted).sorted { $0 && !$1 } == [true, false])
  }
}
