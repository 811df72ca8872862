import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisSync

/// Spaces that come back from the trash of a store that syncs.
struct RestoredSpaceTests {
  @Test(arguments: CloudTier.allCases)
  func aSpaceOfWhichTheCloudKnewComesBackEverywhere(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let home = try one.makeSpace("Home")
    let room = try one.makeSpace("Room", map: [1, 2])
    let anchor = try one.add(room)
    let gone = try one.add(room)
    try one.store.perform(.delete([gone]), spaceId: room)
    await party.syncAll(2)
    try one.deleteSpace(room)
    await party.syncAll(2)
    #expect(try party.devices.allSatisfy { try $0.store.catalog.ids() == [home] })

    let trashed = try #require(try one.store.trash.list().first)
    let plans = try one.store.trash.restore(trashed)
    #expect(plans.flatMap(\.events).map(\.type) == [.restored])
    #expect(try one.store.trash.list().isEmpty)
    await party.syncAll(3)
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

  /// A device that received the deletion can take it back as well.
  @Test(arguments: CloudTier.allCases)
  func anotherDeviceBringsItBack(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    // If everything disappeared at once, the cloud would be suspected of having lost it.
    let home = try one.makeSpace("Home")
    let room = try one.makeSpace("Room")
    let anchor = try one.add(room)
    await party.syncAll(2)
    try one.deleteSpace(room)
    await party.syncAll(2)
    let trashed = try #require(try two.store.trash.list().first)
    #expect(try two.store.trash.restore(trashed).count == 1)
    await party.syncAll(3)
    for device in [one, two] {
      #expect(Set(try device.store.catalog.ids()) == [home, room])
      #expect(try device.anchor(anchor) != nil && device.pending == 0)
    }
  }

  /// What others had done, and whoever brings the space back had not seen yet, is not lost.
  @Test(arguments: [0, 1, 2])
  func whatOthersDidBeforeTheDeletionComesBackToo(restoring: Int) async throws {
    let party = try Party(.migrated, skews: [0, 0, 0])
    let (one, two, three) = (party.devices[0], party.devices[1], party.devices[2])
    try one.makeSpace("Home")
    let room = try one.makeSpace("Room")
    let lamp = try one.add(room, ["label": "lamp"])
    let gone = try one.add(room, ["label": "gone"])
    await party.syncAll(2)
    let chair = try two.add(room, ["label": "chair"])
    try two.write(lamp, "yes", key: "on")
    try two.store.perform(.delete([gone]), spaceId: room)
    await two.sync()
    // Neither of the others has seen that.
    party.time.pass(100)
    try one.deleteSpace(room)
    let deletion = await one.sync()
    #expect(deletion.error == nil)
    // The chair, what happened to the lamp, and the deletion.
    #expect(deletion.removed == [RemovedSpace(id: room, name: "Room", unseenEvents: 3)])
    party.time.pass(100)
    if restoring > 0 { await party.devices[restoring].sync() }
    let restorer = party.devices[restoring]
    try restorer.store.trash.restore(try #require(try restorer.store.trash.list().first))
    // Nobody is told of a conflict, since nobody changed what somebody else had changed.
    #expect(await restorer.sync().conflicts.filter { $0.part != .visibility } == [])
    await party.syncAll(3)
    for device in [one, two, three] {
      #expect(try device.anchor(chair)?.isDeleted == false, "\(device.name)")
      // Who has not seen a deletion brings back what was deleted.
      #expect(try device.anchor(gone)?.isDeleted == (restoring == 1), "\(device.name)")
      #expect(try device.anchor(lamp)?.metadata["on"] == "yes", "\(device.name)")
      #expect(try device.sharedEvents(of: room) == one.sharedEvents(of: room))
      // Nothing had to be made up for events that come later.
      #expect(try device.store.loadEvents(spaceId: room).allSatisfy { $0.actorId != nil })
      #expect(device.pending == 0)
    }
    let alive = party.cloud.now.anchors.values.filter { $0.deletedAt == nil && $0.spaceId == room }
    #expect(Set(alive.map(\.id)) == (restoring == 1 ? [lamp, chair] : [lamp, chair, gone]))
  }

  /// A deletion that was never sent leaves nothing to bring back in the cloud.
  @Test(arguments: CloudTier.allCases)
  func aDeletionThatWasNotSentIsDropped(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let room = try one.makeSpace("Room")
    let anchor = try one.add(room)
    await party.syncAll(2)
    try one.deleteSpace(room)
    let trashed = try #require(try one.store.trash.list().first)
    #expect(try one.store.trash.restore(trashed).isEmpty)
    await party.syncAll(2)
    for device in [one, two] {
      #expect(try device.store.catalog.ids() == [room])
      #expect(try device.anchor(anchor) != nil && device.pending == 0)
    }
  }

  /// If only rows are exchanged, no other device has what one wrote before the space went away.
  @Test(arguments: CloudTier.allCases)
  func aSpaceThatOthersBringBackGoesOnWithItsHistory(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    try one.makeSpace("Home")
    let room = try one.makeSpace("Room", map: [1, 2])
    let anchor = try one.add(room, ["color": "red"])
    try one.write(anchor, "blue", key: "color")
    let own = try one.sharedEvents(of: room)
    let made = try one.anchor(anchor)?.createdAt
    await party.syncAll()
    try two.deleteSpace(room)
    await party.syncAll(2)
    try two.store.trash.restore(try #require(try two.store.trash.list().first))
    await party.syncAll()
    #expect(try one.sharedEvents(of: room).starts(with: own))
    #expect(try one.store.trash.list().isEmpty && one.store.trash.folders(of: room).isEmpty)
    // What was only here reaches the others once logs are exchanged.
    party.cloud.migrate()
    party.time.pass(4000)
    await party.syncAll()
    for device in party.devices {
      #expect(try device.anchor(anchor)?.createdAt == made)
      #expect(try device.anchor(anchor)?.isDeleted == false && device.pending == 0)
      #expect(try device.store.loadSpace(id: room)?.worldMapData == Data([1, 2]))
    }
    #expect(try one.sharedEvents(of: room) == two.sharedEvents(of: room))
  }

  /// The same if the project was migrated while the space was gone.
  @Test func aHistoryComesBackAfterAMigration() async throws {
    let party = try Party(.plain)
    let (one, two) = (party.devices[0], party.devices[1])
    try one.makeSpace("Home")
    let room = try one.makeSpace("Room")
    let anchor = try one.add(room)
    let made = try one.anchor(anchor)?.createdAt
    await party.syncAll()
    try two.deleteSpace(room)
    await party.syncAll(2)
    party.cloud.migrate()
    party.time.pass(4000)
    try two.store.trash.restore(try #require(try two.store.trash.list().first))
    await party.syncAll()
    for device in party.devices {
      #expect(try device.anchor(anchor)?.createdAt == made && device.pending == 0)
    }
    #expect(try one.sharedEvents(of: room) == two.sharedEvents(of: room))
  }

  /// An app that saves a space again brings back none of the anchors that were deleted with it, on any
  /// device; anchors that no other device had seen come with the space.
  @Test func onlyTheAnchorsComeBackThatSomebodyBroughtBack() async throws {
    let party = try Party(.plain)
    let (one, two) = (party.devices[0], party.devices[1])
    try one.makeSpace("Home")
    let room = try one.makeSpace("Room")
    let old = try one.add(room)
    await party.syncAll()
    let stored = try #require(try one.store.loadSpace(id: room))
    try one.deleteSpace(room)
    await one.sync()
    let unseen = try two.add(room, ["text": "unseen"])
    await two.sync()
    try one.store.saveSpace(stored)
    let new = try one.add(room, ["text": "new"])
    await party.syncAll()
    for device in party.devices {
      let visible = try device.store.loadAnchors(spaceId: room).filter { !$0.isDeleted }.map(\.id)
      #expect(Set(visible) == [unseen, new] && device.pending == 0)
    }
    #expect(party.cloud.now.anchors[old] == nil)
    #expect(try two.store.loadEvents(spaceId: room).contains { $0.anchorId == old })
  }

  /// Changes to a copy that was not followed are not meant for the cloud.
  @Test(arguments: CloudTier.allCases)
  func aCopyThatWasThrownAwayStaysInTheTrash(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    try one.makeSpace("Home")
    let room = try one.makeSpace("Room")
    let anchor = try one.add(room)
    await party.syncAll()
    let file = FollowedSpacesFile(two.store)
    try file.save(.all(except: [room]))
    await two.sync()
    try two.store.perform(.delete([anchor]), spaceId: room)
    try two.deleteSpace(room)
    await two.sync()
    try file.save(.usual)
    await party.syncAll()
    for device in party.devices {
      #expect(try device.anchor(anchor)?.isDeleted == false && device.pending == 0)
    }
    #expect(try two.store.trash.list().count == 1)
  }

  /// A process may die anywhere while a space comes back.
  @Test(arguments: CloudTier.allCases, 0...12)
  func aSpaceComesBackAfterADeathOnItsWay(tier: CloudTier, changes: Int) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    try one.makeSpace("Home")
    let room = try one.makeSpace("Room", map: [1, 2])
    let anchor = try one.add(room)
    let own = try one.sharedEvents(of: room)
    await party.syncAll()
    try two.deleteSpace(room)
    await party.syncAll(2)
    try two.store.trash.restore(try #require(try two.store.trash.list().first))
    await two.sync()
    one.life.end(afterChanges: changes)
    await one.sync()
    one.restart()
    await party.syncAll()
    for device in party.devices {
      #expect(try device.anchor(anchor)?.isDeleted == false && device.pending == 0)
      #expect(try device.store.loadSpace(id: room)?.worldMapData == Data([1, 2]))
    }
    #expect(try one.sharedEvents(of: room).starts(with: own))
    let problems = try one.store.verifier.verify().problems.filter { $0.kind != .future }
    #expect(problems.isEmpty)
  }
}
