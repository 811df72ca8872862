import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisSync

/// What a naive sync loses or brings back, and this one does not. The naive sync is run as well, to show
/// that the test would detect it.
@Suite struct LossDefectTests {
  @Test(arguments: CloudTier.allCases)
  func aDeletedSpaceIsGoneEverywhereAndStaysSo(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let keep = try one.makeSpace("Hall")
    let space = try one.makeSpace()
    let anchor = try one.add(space)
    await party.syncAll()
    try one.deleteSpace(space)
    try two.move(anchor, x: 3)
    await party.syncAll()
    #expect(party.cloud.now.spaces.keys.sorted { $0.uuidString < $1.uuidString } == [keep])
    for device in party.devices {
      #expect(try device.store.catalog.ids() == [keep])
      #expect(device.pending == 0)
      #expect(try device.store.trash.holds(space))
    }
    if tier == .migrated { #expect(party.cloud.now.events.count == 2) }

    // Without any record of what is gone, the next edit brings it back.
    var naive = party.naive(1)
    let lost = naive.add(space)
    naive.sync()
    try party.cloud.change { $0.delete(anchor: lost) }
    naive.change(lost) { $0.transform[12] = 3 }
    naive.sync()
    #expect(party.cloud.now.anchors[lost] != nil)
  }

  @Test(arguments: CloudTier.allCases)
  func aPurgedAnchorIsNotUploadedAgain(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    let anchor = try one.add(space)
    try one.add(space, ["text": "stays"])
    await party.syncAll()
    try one.store.perform(.delete([anchor]), spaceId: space)
    await one.sync()
    try party.cloud.change { $0.delete(anchor: anchor) }
    await party.syncAll()
    #expect(party.cloud.now.anchors[anchor] == nil)
    #expect(try two.texts(space) == ["stays"])
    #expect(party.devices.allSatisfy { $0.pending == 0 })

    var (left, right) = (party.naive(0), party.naive(1))
    let gone = left.add(space)
    right.anchors = left.anchors
    left.sync()
    try party.cloud.change { $0.delete(anchor: gone) }
    right.sync()
    #expect(party.cloud.now.anchors[gone] != nil)
  }

  @Test func eventsWhoseUploadFailedArrive() async throws {
    let party = try Party(.migrated)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    let anchor = try one.add(space)
    await party.syncAll()
    one.connection.set { call, _ throws(CloudFailure) in
      if call == .insertEvents { throw .unreachable("cut") }
    }
    try one.move(anchor, x: 1)
    try one.move(anchor, x: 2)
    await one.sync()
    try two.move(anchor, x: 3)
    await two.sync()
    one.connection.set(nil)
    await party.syncAll()
    let histories = try party.devices.map { try $0.store.loadEvents(spaceId: space) }
    #expect(histories[0] == histories[1] && histories[0].count == 4)

    let naive = party.naive(0)
    let lost = AnchorEventRow(
      id: UUID(), anchorId: anchor, spaceId: space, type: .deleted, instant: party.time.now(),
      version: 5)
    naive.append(lost, isOnline: false)
    #expect(party.cloud.now.events[lost.id] == nil)
  }

  @Test(arguments: CloudTier.allCases)
  func deletionsAndRollbacksReachOthers(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    let (gone, back) = (try one.add(space), try one.add(space, ["text": "first"]))
    try one.write(back, "second")
    await party.syncAll()
    let storage = one.storage()
    try await storage.deleteAnchor(id: gone)
    try await storage.rollback(anchorId: back, toVersion: 1)
    await party.syncAll()
    #expect(try two.anchor(gone)?.isDeleted == true)
    #expect(try two.texts(space) == ["first"])
    if tier == .migrated {
      #expect(
        try two.store.loadEvents(anchorId: gone, spaceId: space).map(\.type)
          == [.created, .deleted])
    }

    var (left, right) = (party.naive(0), party.naive(1))
    let shared = left.add(space, text: "first")
    let first = try #require(left.anchors[shared])
    left.change(shared) { $0.metadata = ["text": "second"] }
    left.syncByNewestRow()
    left.rollBack(shared, to: first)
    left.syncByNewestRow()
    right.syncByNewestRow()
    #expect(right.anchors[shared]?.metadata["text"] == "second")
    left.change(shared) { $0.deletedAt = $0.updatedAt }
    left.syncByNewestRow()
    #expect(party.cloud.now.events.values.allSatisfy { $0.anchorId != shared })
  }

  @Test func anOperationOutlivesAnyNumberOfFailures() async throws {
    let party = try Party(.plain)
    let one = party.devices[0]
    let space = try one.makeSpace()
    let anchor = try one.add(space)
    one.connection.cut()
    for _ in 0..<7 { await one.sync() }
    #expect(one.pending == 2)
    #expect(one.store.loadPendingOperations().map(\.retryCount) == [7, 7])
    one.restart()
    #expect(one.pending == 2)
    one.connection.set(nil)
    await one.sync()
    #expect(party.cloud.now.anchors[anchor] != nil && one.pending == 0)

    var naive = party.naive(0)
    let lost = naive.add(space)
    naive.queue[lost] = 0
    for _ in 0..<7 { naive.processQueue(isOnline: false) }
    naive.processQueue(isOnline: true)
    #expect(party.cloud.now.anchors[lost] == nil)
  }

  @Test(arguments: CloudTier.allCases)
  func onePoisonedRowHoldsUpNoOther(tier: CloudTier) async throws {
    let party = try Party(tier)
    let one = party.devices[0]
    let space = try one.makeSpace()
    var anchors: [UUID] = []
    for _ in 0..<5 { anchors.append(try one.add(space)) }
    let bad = try one.add(space, ["text": .string(FakeCloud.State.poison)])
    for _ in 0..<5 { anchors.append(try one.add(space)) }
    let outcome = await one.sync()
    #expect(outcome.failure == nil && outcome.error is HBStorageError)
    #expect(Set(party.cloud.now.anchors.keys) == Set(anchors))
    #expect(outcome.quarantine.contains { $0.id == bad || $0.kind == .event })
    #expect(one.pending == 1)
    // Only one row of each kind is tried again; it is still pending, and reported as such.
    party.cloud.resetCounts()
    let again = await one.sync()
    #expect(again.failure == nil && again.error is HBStorageError && one.pending == 1)
    #expect(party.cloud.now.rowsWritten <= 2)
    try one.write(bad, "good")
    await one.sync()
    #expect(party.cloud.now.anchors[bad]?.metadata["text"] == "good")
    if tier == .plain { #expect(one.pending == 0) }

    var naive = party.naive(0)
    let (first, second) = (naive.add(space), naive.add(space))
    naive.change(first) { $0.metadata = ["text": .string(FakeCloud.State.poison)] }
    naive.uploadInOrder([first, second].compactMap { naive.anchors[$0] })
    #expect(party.cloud.now.anchors[second] == nil)
  }

  @Test func savesDoNotFailForTheCloudsSake() async throws {
    let party = try Party(.plain)
    let one = party.devices[0]
    one.connection.cut()
    let storage = one.storage(.manual)
    let space = HBSpace(name: "Kitchen")
    try await storage.save(space)
    try await storage.save(HBAnchor.sample(space.id))
    #expect(storage.pendingOperationCount == 2)
    await #expect(throws: HBStorageError.self) { try await storage.sync() }
    #expect(storage.pendingOperationCount == 2)
    one.connection.set(nil)
    try await storage.sync()
    #expect(storage.pendingOperationCount == 0)
    #expect(party.cloud.now.anchors.count == 1)

    var naive = party.naive(0)
    let saved = naive.add(space.id)
    let row = try #require(naive.anchors[saved])
    #expect(throws: CloudFailure.self) { try naive.save(row, isOnline: false) }
  }

  @Test(arguments: CloudTier.allCases)
  func anEmptiedStoreIsFilledAgain(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace("Kitchen", map: [1, 2, 3])
    let anchor = try one.add(space)
    await party.syncAll()
    try one.store.clearAll()
    #expect(one.pending == 0)
    await one.sync()
    #expect(try one.anchor(anchor) != nil)
    #expect(try one.store.loadSpace(id: space)?.worldMapData == Data([1, 2, 3]))
    #expect(try two.anchor(anchor) != nil)
    await two.sync()
    #expect(try two.anchor(anchor) != nil && party.cloud.now.anchors.count == 1)

    var naive = party.naive(0)
    naive.syncByNewestRow()
    #expect(naive.anchors[anchor] != nil)
    // Its date is stored beside the store, and survives it.
    naive.anchors = [:]
    naive.syncByNewestRow()
    #expect(naive.anchors.isEmpty)
  }

  @Test func aTornListOfOperationsLosesNothing() async throws {
    let party = try Party(.plain)
    let one = party.devices[0]
    let space = try one.makeSpace()
    let anchor = try one.add(space)
    one.connection.cut()
    await one.sync()
    let text = String(decoding: try one.folder.read("pending_operations.json"), as: UTF8.self)
    #expect(text.contains(#""type":"uploadAnchor""#) && text.contains(#""type":"uploadSpace""#))
    try one.folder.write("pending_operations.json", String(text.dropLast(20)))
    #expect(one.pending == 0)
    one.restart()
    await one.sync()
    #expect(one.pending == 2)
    #expect(!one.folder.names(in: ".hyperbasis/quarantine").isEmpty)
    one.connection.set(nil)
    await one.sync()
    #expect(party.cloud.now.anchors[anchor] != nil)

    var naive = party.naive(0)
    let lost = naive.add(space)
    naive.queue[lost] = 0
    naive.queueFile = naive.queueFile.dropLast(20)
    naive.processQueue(isOnline: true)
    #expect(party.cloud.now.anchors[lost] == nil)
  }
}
