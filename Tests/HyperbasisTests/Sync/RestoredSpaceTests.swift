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
    // Deleted once more, it goes.
    try two.deleteSpace(room)
    await party.syncAll(2)
    #expect(try party.devices.allSatisfy { try $0.store.catalog.ids() == [home] })
  }

  /// Who received the deletion can take it back as well.
  @Test(arguments: CloudTier.allCases)
  func anotherDeviceBringsItBack(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    // A cloud in which all is gone at once would be suspected of having lost it.
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

  /// A deletion that was never sent leaves nothing to bring back there.
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
}
