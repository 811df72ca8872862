import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisSync

/// The cost of a pass, and how it handles damage and answers that it must not believe.
@Suite struct SyncTests {
  @Test func `an idle sync asks once, or once a table where the server tells no more`() async throws
  {
    for (tier, tellsChanges, calls) in [
      (CloudTier.plain, false, 2), (.migrated, false, 4), (.migrated, true, 1),
    ] {
      let party = try Party(tier)
      try party.cloud.change { $0.tellsChanges = tellsChanges }
      let one = party.devices[0]
      let space = try one.makeSpace("Kitchen", map: [1])
      try one.add(space)
      await party.syncAll()
      party.cloud.resetCounts()
      await one.sync()
      #expect(party.cloud.now.calls.values.reduce(0, +) == calls)
      #expect(party.cloud.now.rowsWritten == 0)
    }
  }

  /// If row security forbids all writing, it is not asked about each of a hundred thousand events.
  @Test func whoMayWriteNothingIsToldSoon() async throws {
    let party = try Party(.migrated)
    let one = party.devices[0]
    let space = try one.makeSpace()
    await one.sync()
    for number in 0..<100 { try one.add(space, x: Float(number)) }
    try party.cloud.change { $0.isInvisible = true }
    let outcome = await one.sync()
    #expect(outcome.error is HBStorageError && outcome.failure == nil)
    #expect(outcome.quarantine.count { $0.kind == .event } == 100)
    #expect(party.cloud.now.calls[.insertEvents] == 3)
    // Nothing is lost by it.
    try party.cloud.change { $0.isInvisible = false }
    var options = SyncOptions()
    options.retriesQuarantined = true
    _ = await one.sync(options)
    #expect(party.cloud.now.events.count == 100 && party.cloud.now.anchors.count == 100)
    #expect(one.pending == 0)
  }

  /// It may be the space of another user, to whom the events must not be attributed.
  @Test func whoMayNotCreateASpaceSendsNoneOfItsEvents() async throws {
    let party = try Party(.migrated)
    let one = party.devices[0]
    let space = try one.makeSpace()
    try one.add(space)
    try party.cloud.change { $0.isInvisible = true }
    for _ in 0..<2 {
      let outcome = await one.sync()
      #expect(outcome.quarantine.map(\.kind) == [.space] && outcome.error != nil)
      #expect(outcome.sent == HBSyncCounts() && !outcome.pending.isEmpty)
      #expect(party.cloud.now.calls[.insertEvents] == nil)
    }
    try party.cloud.change { $0.isInvisible = false }
    #expect(await one.sync().error == nil)
    #expect(party.cloud.now.events.count == 1 && one.pending == 0)
  }

  /// A rule may also refuse only some events of a space.
  @Test func onlyTheEventsThatAreNotPermittedAreRefused() async throws {
    let party = try Party(.migrated)
    let one = party.devices[0]
    let space = try one.makeSpace()
    for number in 0..<20 { try one.add(space, x: Float(number)) }
    let denied = Set(try one.store.loadEvents(spaceId: space)[5...9].map(\.id))
    try party.cloud.change { $0.deniedEvents = denied }
    let outcome = await one.sync()
    #expect(Set(outcome.quarantine.filter { $0.kind == .event }.map(\.id)) == denied)
    #expect(party.cloud.now.events.count == 15)
  }

  /// Events that were refused but are in the cloud all the same, as after a lost answer: they are not
  /// tried, and keep nothing else from being tried.
  @Test func whatTheCloudHasByNowHoldsUpNothingThatWasRefused() async throws {
    let party = try Party(.migrated)
    let one = party.devices[0]
    let space = try one.makeSpace()
    await one.sync()
    for number in 0..<20 { try one.add(space, x: Float(number)) }
    try party.cloud.change { $0.deniedSpaces = [space] }
    let refused = await one.sync().quarantine.filter { $0.kind == .event }
    #expect(refused.count == 20)
    let events = try one.sharedEvents(of: space).filter { event in
      refused.prefix(15).contains { $0.id == event.id }
    }
    let rows = events.map { event in
      AnchorEventRow(
        id: event.id, anchorId: event.anchorId, spaceId: space, type: event.type,
        instant: HBInstant(event.timestamp), version: event.version,
        transform: event.transform, metadata: event.metadata, actorId: event.actorId)
    }
    try party.cloud.change { state throws(CloudFailure) in
      state.deniedSpaces = []
      _ = try state.insert(rows)
    }
    let outcome = await one.sync()
    #expect(outcome.quarantine.isEmpty && outcome.pending.isEmpty)
    #expect(party.cloud.now.events.count == 20 && party.cloud.now.anchors.count == 20)
  }

  /// The creation of the anchor is refused; its move, made when writing is allowed again, is not sent
  /// before the creation.
  @Test func nothingOfAnAnchorIsSentBeforeItsRefusedCreation() async throws {
    let party = try Party(.migrated)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    await party.syncAll()
    try party.cloud.change { $0.deniedSpaces = [space] }
    let anchors = try (0..<3).map { try one.add(space, x: Float($0)) }
    #expect(await one.sync().quarantine.count { $0.kind == .event } == 3)
    try party.cloud.change { $0.deniedSpaces = [] }
    for anchor in anchors { try one.move(anchor, x: 7) }
    // The pass ends with the first answer to what it sends.
    one.connection.set { call, moment throws(CloudFailure) in
      if call == .insertEvents, moment == .after { throw .unreachable("cut") }
    }
    await one.sync()
    one.connection.set(nil)
    let sent = party.cloud.now.events.values
    #expect(!sent.isEmpty)
    for event in sent where event.type != .created {
      #expect(sent.contains { $0.anchorId == event.anchorId && $0.type == .created })
    }
    await party.syncAll()
    #expect(party.cloud.now.events.count == 6)
    #expect(try two.store.loadAnchors(spaceId: space).map { $0.transform[12] } == [7, 7, 7])
  }

  @Test func whatWasPulledIsNotSentBack() async throws {
    let party = try Party(.migrated)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    for number in 0..<30 { try one.add(space, x: Float(number)) }
    await one.sync()
    party.cloud.resetCounts()
    await two.sync()
    #expect(party.cloud.now.rowsWritten == 0)
    #expect(try two.store.loadEvents(spaceId: space).count == 30)
  }

  @Test func equalPullsGiveEqualEvents() async throws {
    let party = try Party(.plain, skews: [0, 1800, -1800])
    let space = try party.devices[0].makeSpace()
    let anchor = try party.devices[0].add(space)
    await party.syncAll()
    try party.devices[0].move(anchor, x: 4)
    try party.devices[0].write(anchor, "new")
    await party.syncAll()
    let histories = try party.devices.map { try $0.store.loadEvents(spaceId: space) }
    #expect(histories[1] == histories[2])
    #expect(histories[1].map(\.type) == [.created, .moved, .updated])
    let row = try #require(party.cloud.now.anchors[anchor])
    let name = "\(row.updatedAt.rfc3339Text) moved"
    #expect(histories[1][1].id == UUIDv5.make(namespace: anchor, name: name))
    #expect(histories[1][1].timestamp == row.updatedAt.date)
  }

  @Test func keysOfMetadataMergeOnAPlainServer() async throws {
    let party = try Party(.plain)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    let anchor = try one.add(space)
    await party.syncAll()
    try one.write(anchor, 1, key: "one")
    try two.write(anchor, 2, key: "two")
    await party.syncAll()
    for device in party.devices {
      #expect(try device.anchor(anchor)?.metadata == ["text": "note", "one": 1, "two": 2])
    }
  }

  @Test func tablesThatCannotBeSeenEraseNothing() async throws {
    for tier in CloudTier.allCases {
      let party = try Party(tier)
      let one = party.devices[0]
      let space = try one.makeSpace()
      for _ in 0..<20 { try one.add(space) }
      await one.sync()
      try party.cloud.change { $0.isInvisible = true }
      let outcome = await one.sync()
      #expect(try one.store.loadAnchors(spaceId: space).filter { !$0.isDeleted }.count == 20)
      if tier == .plain {
        guard case HBStorageError.vanishedFromCloud(1, _)? = outcome.error as? HBStorageError else {
          Issue.record("\(String(describing: outcome.error))")
          return
        }
      }
      #expect(party.cloud.now.anchors.count == 20)
    }
  }

  @Test func aFifthOfTheAnchorsMayGoAtOnceAndNoMore() async throws {
    for (gone, isBelieved) in [(10, true), (11, false)] {
      let party = try Party(.plain)
      let one = party.devices[0]
      let space = try one.makeSpace()
      var anchors: [UUID] = []
      for _ in 0..<50 { anchors.append(try one.add(space)) }
      await one.sync()
      for anchor in anchors.prefix(gone) { try party.cloud.change { $0.delete(anchor: anchor) } }
      let outcome = await one.sync()
      let left = try one.store.loadAnchors(spaceId: space).filter { !$0.isDeleted }.count
      #expect(left == (isBelieved ? 40 : 50))
      #expect((outcome.error == nil) == isBelieved)
      guard !isBelieved else { continue }
      var options = SyncOptions()
      options.acceptsVanished = true
      #expect(await one.sync(options).error == nil)
      #expect(try one.store.loadAnchors(spaceId: space).filter { !$0.isDeleted }.count == 39)
      #expect(party.cloud.now.anchors.count == 39)
    }
  }

  @Test(.timeLimit(.minutes(5))) func aMergeArrivesWhereSomebodyListens() async throws {
    let party = try Party(.migrated)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    try one.add(space)
    await party.syncAll()
    let stream = two.storage().events(spaceId: space)
    let anchor = try one.add(space)
    await one.sync()
    await two.sync()
    for await event in stream {
      #expect(event.anchorId == anchor && event.actorId == "device 0")
      break
    }
  }

  @Test func aPurgedAnchorStaysPurged() async throws {
    let party = try Party(.migrated)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    let anchor = try one.add(space)
    try one.store.perform(.delete([anchor]), spaceId: space)
    await party.syncAll()
    try two.store.flush()
    try two.store.purgeDeletedAnchors(before: .distantFuture)
    try one.write(anchor, "hidden")
    await party.syncAll()
    try two.store.flush()
    #expect(try two.anchor(anchor) == nil)
    #expect(try two.store.loadEvents(spaceId: space).count == 3)
    try one.store.perform(.restore([anchor]), spaceId: space)
    await party.syncAll()
    #expect(try two.anchor(anchor)?.stringMetadata(forKey: "text") == "hidden")
  }

  @Test func aLateEventDoesNotMakeTheFileBesideTheLogATruth() async throws {
    // The file shows an earlier state of the log; the process dies before the file is written again.
    let party = try Party(.migrated, skews: [-3600, 3600])
    let (slow, fast) = (party.devices[0], party.devices[1])
    let space = try fast.makeSpace()
    let anchor = try fast.add(space)
    await party.syncAll()
    try slow.move(anchor, x: 5)
    try fast.write(anchor, "fast")
    try fast.store.flush()
    await slow.sync()
    await fast.sync()
    fast.restart()
    let found = try #require(try fast.anchor(anchor))
    #expect(found.position.x == 5 && found.stringMetadata(forKey: "text") == "fast")
    await party.syncAll()
    #expect(try fast.store.loadEvents(spaceId: space).count == 3)
  }

  @Test func oldProgramsAreHeard() async throws {
    let party = try Party(.migrated)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    let anchor = try one.add(space)
    await party.syncAll()
    var row = try #require(party.cloud.now.anchors[anchor])
    row.transform[12] = 9
    row.updatedAt = party.time.now()
    let moved = row
    try party.cloud.change { $0.upsertBlindly(moved) }
    try two.write(anchor, "two")
    await party.syncAll(4)
    for device in party.devices {
      let found = try #require(try device.anchor(anchor))
      #expect(found.position.x == 9 && found.stringMetadata(forKey: "text") == "two")
    }
    // The row's change has no event that could be shared: each device has its own for it.
    let histories = try party.devices.map { try $0.sharedEvents(of: space) }
    #expect(histories[0] == histories[1])
    #expect(party.cloud.now.events.count == histories[0].count)
    #expect(party.cloud.now.events.values.allSatisfy { $0.extra["derived"] == nil })
  }

  @Test func theMigrationIsNoticed() async throws {
    let party = try Party(.plain)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    try one.add(space)
    await one.sync()
    party.cloud.migrate()
    party.time.pass(4000)
    await party.syncAll()
    #expect(party.cloud.now.events.count == 1)
    #expect(try two.store.loadEvents(spaceId: space).count == 1)
    #expect(party.devices.allSatisfy { $0.pending == 0 })
  }

  @Test func whoeverMigratesAServerAndSyncsIsNotToldThatAllIsInSync() async throws {
    let party = try Party(.plain)
    let one = party.devices[0]
    let space = try one.makeSpace()
    try one.add(space)
    let storage = one.storage()
    try await storage.sync()
    party.cloud.migrate()
    // An automatic sync probes only once an hour.
    await one.sync()
    #expect(party.cloud.now.events.isEmpty)
    #expect(try await storage.rehearseSync([]).first?.sends.events == 1)
    #expect(party.cloud.now.events.isEmpty)
    try await storage.sync()
    #expect(party.cloud.now.events.count == 1)
    // From then on there is nothing more to learn.
    party.cloud.resetCounts()
    try await storage.sync()
    #expect(party.cloud.now.calls[.probe] == nil)
  }

  @Test func functionsThatAServerLackedAreAskedForAgain() async throws {
    let party = try Party(.migrated)
    let one = party.devices[0]
    try one.makeSpace()
    try party.cloud.change { $0.tellsChanges = false }
    let storage = one.storage()
    try await storage.sync()
    try party.cloud.change { $0.tellsChanges = true }
    party.cloud.resetCounts()
    await one.sync()
    #expect(party.cloud.now.calls[.changes] == nil)
    try await storage.sync()
    #expect(party.cloud.now.calls[.changes] != nil)
  }

  @Test func bothWordsOfATwoFacedServerCount() async throws {
    // What was learnt for one user says nothing about another.
    let party = try Party(.plain)
    let one = party.devices[0]
    let space = try one.makeSpace()
    for _ in 0..<3 { try one.add(space) }
    await one.sync()
    let other = FakeCloudClient(FakeCloud(.plain), user: "somebody else")
    let pass = SyncPass(
      store: one.store, cloud: other, identity: other.identity(), options: SyncOptions(),
      tell: { _ in })
    #expect(await pass.run().error == nil)
    #expect(try one.store.loadAnchors(spaceId: space).count == 3)
  }
}
