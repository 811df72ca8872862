import Foundation
import Hyperbasis
import Synchronization
import TestSupport
import Testing

@testable import HyperbasisSync

/// What is reported about syncing.
@Suite struct SyncStatusTests {
  /// Events whose rows are still to come leave nothing pending; what was changed here does.
  @Test(arguments: [false, true])
  func nothingWaitsAfterAFirstPullThatWasCut(hasChanged: Bool) async throws {
    let party = try Party(.migrated)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    let anchors = try (0..<5).map { try one.add(space, x: Float($0)) }
    if hasChanged {
      await party.syncAll()
      try two.move(anchors[0], x: 9)
    }
    for anchor in anchors.dropFirst() { try one.move(anchor, x: 7) }
    await one.sync()
    try party.cloud.change { $0.mostRows = 1 }
    var options = SyncOptions()
    options.eventsPerMerge = 1
    let calls = Mutex(0)
    two.connection.set { call, moment throws(CloudFailure) in
      guard call == .events, moment == .before else { return }
      let count = calls.withLock { calls in
        calls += 1
        return calls
      }
      if count == 3 { throw .unreachable("cut") }
    }
    #expect(await two.sync(options).pending.count == (hasChanged ? 1 : 0))
    two.connection.cut()
    #expect(await two.sync().pending.count == (hasChanged ? 1 : 0))
  }

  /// What came from the cloud is not pending for it, however the first pull ended.
  @Test(arguments: CloudTier.allCases, [false, true])
  func nothingIsUnsentAfterAFirstPullThatWasCut(tier: CloudTier, isKilled: Bool) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    for number in 0..<5 { try one.add(space, x: Float(number)) }
    await one.sync()
    try party.cloud.change { $0.mostRows = 2 }
    var options = SyncOptions()
    options.eventsPerMerge = 2
    let life = two.life
    let calls = Mutex(0)
    // In the middle of the events, or before the rows of the anchors.
    let (call, number) = tier == .migrated ? (FakeCall.events, 2) : (.anchorsById, 1)
    two.connection.set { made, moment throws(CloudFailure) in
      guard made == call, moment == .before else { return }
      let count = calls.withLock { calls in
        calls += 1
        return calls
      }
      guard count == number else { return }
      if isKilled { life.end(afterChanges: 0) }
      throw .unreachable("cut")
    }
    await two.sync(options)
    two.connection.set(nil)
    if isKilled { two.restart() }
    #expect(try two.store.catalog.ids() == [space])
    #expect(try two.store.loadAnchors(spaceId: space).isEmpty == (tier == .plain))
    #expect(try await two.storage().unsentChanges().isEmpty)
    let rehearsed = try await two.storage().rehearseSync([])
    #expect(rehearsed.allSatisfy { $0.sends == TrafficCount() })
    // What is created here is pending.
    let own = try two.add(space, x: 9)
    #expect(try await two.storage().unsentChanges()[space]?.anchors == 1)
    await party.syncAll()
    #expect(try one.anchor(own) != nil && two.pending == 0)
    #expect(try await two.storage().unsentChanges().isEmpty)
  }

  /// Before anything is known of the cloud, everything in the store is unsent.
  @Test func everythingIsUnsentBeforeTheFirstSync() async throws {
    let one = try Party(.migrated).devices[0]
    let space = try one.makeSpace()
    try one.add(space)
    let gone = try one.add(space)
    try one.store.perform(.delete([gone]), spaceId: space)
    #expect(try await one.storage().unsentChanges()[space] == TrafficCount(spaces: 1, anchors: 1))
  }

  @Test(arguments: CloudTier.allCases) func aPassTellsWhatItMoved(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace("Kitchen", map: [1, 2, 3])
    let anchor = try one.add(space)
    try one.add(space, x: 1)
    try one.move(anchor, x: 2)
    let (sender, receiver) = (one.storage(), two.storage())
    try await sender.sync()
    let sent = await sender.syncStatus()
    let events = tier == .migrated ? 3 : 0
    #expect(sent.sent == HBSyncCounts(spaces: 1, anchors: 2, events: events, worldMaps: 1))
    #expect(sent.received.isZero)
    try await receiver.sync()
    let received = await receiver.syncStatus()
    // A plain server only knows the latest state.
    let seen = tier == .migrated ? 3 : 2
    #expect(received.received == HBSyncCounts(spaces: 1, anchors: 2, events: seen, worldMaps: 1))
    #expect(received.sent.isZero)
    try await receiver.sync()
    #expect(await receiver.syncStatus().received.isZero)
    try await sender.sync()
    #expect(await sender.syncStatus().sent.isZero)
  }

  @Test(arguments: CloudTier.allCases) func deletionsCountToo(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    try one.add(space)
    await party.syncAll()
    try one.deleteSpace(space)
    let (sender, receiver) = (one.storage(), two.storage())
    try await sender.sync()
    #expect(await sender.syncStatus().sent.deletedSpaces == 1)
    try await receiver.syncAcceptingDeletions()
    #expect(await receiver.syncStatus().received.deletedSpaces == 1)
  }

  @Test func theNextProcessKnowsWhatWentWrong() async throws {
    let party = try Party(.plain)
    let one = party.devices[0]
    one.connection.cut()
    await #expect(throws: HBStorageError.self) { try await one.storage().sync() }
    one.restart()
    let status = await one.storage().syncStatus()
    #expect(status.lastError?.localizedDescription.contains("could not be reached") == true)
    #expect(status.lastErrorDate != nil && status.lastSync == nil)
    one.connection.set(nil)
    try await one.storage().sync()
    one.restart()
    let healed = await one.storage().syncStatus()
    #expect(healed.lastError == nil && healed.lastErrorDate == nil && healed.lastSync != nil)
  }

  @Test(.timeLimit(.minutes(5))) func whatIsSavedForLaterShowsAtOnce() async throws {
    let party = try Party(.plain)
    let storage = party.devices[0].storage(.manual)
    let updates = storage.syncStatusUpdates()
    try await storage.save(HBSpace(name: "Kitchen"))
    for await status in updates where status.pending == 1 { break }
    #expect(party.cloud.now.calls.isEmpty)
  }

  @Test func `an error of another project is not shown`() throws {
    let folder = try TemporaryStore()
    let context = HBLocalStore(baseDirectory: folder.url).context
    let identities = ["one", "two"].map { CloudIdentity(url: "https://\($0).example", user: nil) }
    let notes = identities.map { SyncNoteFile(context: context, identity: $0) }
    try notes[0].save(lastSync: nil, error: HBStorageError.unauthorized)
    #expect(notes[0].loadError() != nil)
    #expect(notes[1].loadError() == nil)
    // One for which no project was known concerns all.
    try SyncNoteFile(context: context, identity: nil).save(
      lastSync: nil, error: HBStorageError.unauthorized)
    #expect(notes[1].loadError() != nil)
  }
}
