import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisSync

/// Spaces that were deleted, here or elsewhere, and spaces that come back.
@Suite struct RemovedSpaceTests {
  @Test func aSpaceThatWasDeletedBeforehandStaysAway() async throws {
    for tier in CloudTier.allCases {
      let party = try Party(tier)
      let (one, two) = (party.devices[0], party.devices[1])
      let space = try one.makeSpace()
      try one.add(space)
      let other = try one.makeSpace("Hall")
      await one.sync()
      // The same space, copied over by hand, and deleted.
      try two.store.perform(.save([.sample(space)]), spaceId: space)
      try two.store.deleteSpace(id: space)
      await two.sync()
      #expect(try two.store.catalog.ids() == [other])
      #expect(party.cloud.now.spaces.count == 2)
    }
  }

  /// If the cloud was not known to have a space, only the list of operations knows that it was deleted.
  @Test(arguments: CloudTier.allCases)
  func aSpaceThatIsDeletedDuringAPassGoes(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let home = try one.makeSpace("Home")
    let room = try one.makeSpace("Room")
    await party.syncAll()
    try one.loseBase()
    let hand = one.hand
    one.connection.accompany { call, moment in
      guard moment == .before, [.changes, .spaces, .spaceManifest].contains(call) else { return }
      if (try? hand.store.catalog.ids().contains(room)) ?? false { try? hand.deleteSpace(room) }
    }
    await one.sync()
    #expect(one.pending == 1)
    one.connection.accompany(nil)
    await party.syncAll()
    #expect(try one.store.catalog.ids() == [home])
    #expect(try two.store.catalog.ids() == [home])
    #expect(party.cloud.now.spaces.count == 1 && one.pending == 0)
  }

  /// The server's tombstone arrives with the pass after the one that requested the deletion.
  @Test(arguments: CloudTier.allCases)
  func aSpaceThatIsMadeAgainAfterItsDeletionStays(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let home = try one.makeSpace("Home")
    let room = try one.makeSpace("Room", map: [1, 2])
    await party.syncAll(1)
    let stored = try #require(try one.store.loadSpace(id: room))
    try one.deleteSpace(room)
    await one.sync()
    try one.store.saveSpace(stored)
    let anchor = try one.add(room)
    await party.syncAll(1)
    for device in [one, two] {
      #expect(Set(try device.store.catalog.ids()) == [home, room])
      #expect(try device.anchor(anchor) != nil && device.pending == 0)
      #expect(try device.store.loadSpace(id: room)?.worldMapData == Data([1, 2]))
    }
    #expect(party.cloud.now.spaces.count == 2)
    // Deleted once more, it is gone.
    try two.deleteSpace(room)
    await party.syncAll(2)
    #expect(try party.devices.allSatisfy { try $0.store.catalog.ids() == [home] })
  }

  /// What a pass removed because others had deleted it does not count as deleted here.
  @Test(arguments: CloudTier.allCases)
  func aSpaceComesBackToWhomeverHasLostTheBase(tier: CloudTier) async throws {
    let party = try Party(tier, skews: [0, 0, 0])
    let (one, two, three) = (party.devices[0], party.devices[1], party.devices[2])
    let home = try one.makeSpace("Home")
    let room = try one.makeSpace("Room")
    await party.syncAll()
    let stored = try #require(try three.store.loadSpace(id: room))
    try one.deleteSpace(room)
    await party.syncAll()
    #expect(try party.devices.allSatisfy { try $0.store.catalog.ids() == [home] })
    // The device that deleted it, and one that followed suit.
    for device in [one, two] { try device.loseBase() }
    try three.store.saveSpace(stored)
    let anchor = try three.add(room)
    await party.syncAll()
    for device in party.devices {
      #expect(Set(try device.store.catalog.ids()) == [home, room])
      #expect(try device.anchor(anchor) != nil && device.pending == 0)
    }
  }

  /// A pass that dies while it removes a space does not make that look like a deletion by this user.
  @Test(arguments: CloudTier.allCases, [0, 1, 2, 3, 4, 6, 8])
  func aSpaceComesBackAfterADeathWhileItWent(tier: CloudTier, changes: Int) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let home = try one.makeSpace("Home")
    let room = try one.makeSpace("Room", map: [1, 2])
    try one.add(room)
    await party.syncAll(1)
    let stored = try #require(try one.store.loadSpace(id: room))
    try one.deleteSpace(room)
    await one.sync()
    two.life.end(afterChanges: changes)
    await two.sync()
    two.restart()
    await two.sync()
    #expect(try party.devices.allSatisfy { try $0.store.catalog.ids() == [home] })
    try two.loseBase()
    try one.store.saveSpace(stored)
    await party.syncAll(2)
    #expect(try party.devices.allSatisfy { Set(try $0.store.catalog.ids()) == [home, room] })
    #expect(party.devices.allSatisfy { $0.pending == 0 })
  }

  /// Local changes went to the cloud with the history, and are no longer pending.
  @Test(arguments: CloudTier.allCases, [false, true])
  func whoLosesWorkToADeletionIsTold(tier: CloudTier, hasWork: Bool) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    try one.makeSpace("Home")
    let lab = try one.makeSpace("Lab")
    await party.syncAll()
    try one.deleteSpace(lab)
    await one.sync()
    if hasWork {
      let chair = try two.add(lab)
      try PendingChanges(two.store).add([.saveAnchor(chair)])
    }
    let outcome = await two.sync()
    #expect(outcome.error == nil && outcome.pending.isEmpty && two.pending == 0)
    #expect(outcome.removed == [RemovedSpace(id: lab, name: "Lab", heldOwnWork: hasWork)])
    #expect(await two.sync().removed.isEmpty)
    #expect(await one.sync().removed.isEmpty)
  }

  /// The record of own work survives a pass that ends after the last events and before the trash.
  @Test func whatWasSentBeforeItWentIsStillOwnWork() async throws {
    let party = try Party(.migrated)
    let (one, two) = (party.devices[0], party.devices[1])
    try one.makeSpace("Home")
    let lab = try one.makeSpace("Lab")
    await party.syncAll()
    try one.deleteSpace(lab)
    await one.sync()
    try two.add(lab)
    two.connection.set { call, moment throws(CloudFailure) in
      if call == .insertEvents, moment == .after { throw .unreachable("cut") }
    }
    await two.sync()
    two.connection.set(nil)
    #expect(await two.sync().removed.map(\.heldOwnWork) == [true])
  }

  /// Deleting it here and bringing it back does not make the cloud accept it again.
  @Test func aForgottenSpaceStaysForgotten() async throws {
    let party = try Party(.migrated)
    let (one, two) = (party.devices[0], party.devices[1])
    try one.makeSpace("Home")
    let room = try one.makeSpace("Room")
    let lamp = try one.add(room)
    await party.syncAll()
    try party.cloud.change { state throws(CloudFailure) in try state.forget(room) }
    #expect(await two.sync().forgotten == [room])
    try two.deleteSpace(room)
    let deleted = await two.sync()
    #expect(deleted.error == nil && deleted.pending.isEmpty && deleted.sent == HBSyncCounts())
    let trashed = try #require(try two.store.trash.list().first)
    try two.store.trash.restore(trashed)
    try two.write(lamp, 1, key: "x")
    let outcome = await two.sync()
    #expect(outcome.sent == HBSyncCounts() && outcome.pending.isEmpty && outcome.error == nil)
    #expect(outcome.forgotten == [room] && two.pending == 0)
  }

  /// Telling one cloud of a deletion does not tell another.
  @Test func eachCloudIsToldOfADeletion() async throws {
    let party = try Party(.plain)
    let (one, two) = (party.devices[0], party.devices[1])
    try one.makeSpace("Home")
    let room = try one.makeSpace("Room")
    await party.syncAll()
    let elsewhere = FakeCloud(.plain)
    let other = FakeCloudClient(elsewhere, user: "somebody else")
    func syncElsewhere() async -> SyncOutcome {
      await SyncPass(
        store: one.store, cloud: other, identity: other.identity(), options: SyncOptions(),
        tell: { _ in }
      ).run()
    }
    #expect(await syncElsewhere().error == nil)
    #expect(elsewhere.now.spaces.count == 2)
    try two.deleteSpace(room)
    await two.sync()
    await one.sync()
    #expect(await syncElsewhere().error == nil)
    #expect(elsewhere.now.spaces.count == 1)
  }

  /// It is sent while the space is not yet believed to be gone, but is still this device's own work.
  @Test(arguments: CloudTier.allCases)
  func workInASpaceThatIsDoubtedToBeGoneIsTold(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    try one.add(space)
    await party.syncAll()
    try one.deleteSpace(space)
    await one.sync()
    try two.add(space, ["text": "mine"])
    guard case HBStorageError.vanishedFromCloud? = await two.sync().error else {
      Issue.record("it is believed")
      return
    }
    var options = SyncOptions()
    options.acceptsVanished = true
    let outcome = await two.sync(options)
    #expect(outcome.removed.map(\.id) == [space])
    #expect(outcome.removed.map(\.heldOwnWork) == [true])
  }
}
