import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisSync

/// A space that was deleted here, but that the cloud failed to remove, or removed without this device
/// learning of it.
@Suite struct UnsentDeletionTests {
  private struct Scene {
    let party: Party
    let home: UUID
    let hall: UUID
    let lamp: UUID
    var one: Device { party.devices[0] }
    var two: Device { party.devices[1] }
  }

  /// Returns two devices that share two spaces.
  private func scene(_ tier: CloudTier) async throws -> Scene {
    let party = try Party(tier)
    let home = try party.devices[0].makeSpace("Home")
    let hall = try party.devices[0].makeSpace("Hall")
    let lamp = try party.devices[0].add(hall, ["text": "Lamp"])
    await party.syncAll()
    return Scene(party: party, home: home, hall: hall, lamp: lamp)
  }

  private func restore(_ space: UUID, on device: Device) throws {
    let trashed = try #require(try device.store.trash.list().first { $0.id == space })
    try device.store.trash.restore(trashed)
  }

  private func fail(_ device: Device, _ failure: CloudFailure, at time: FakeCloudClient.Moment) {
    device.connection.set { call, moment throws(CloudFailure) in
      if call == .deleteSpaces, moment == time { throw failure }
    }
  }

  /// The cursors pass what arrives for a space while its deletion is pending.
  @Test(
    arguments: CloudTier.allCases,
    [
      CloudFailure.busy(ServerResponse(status: 503), retryAfter: nil),
      .rejected(ServerResponse(status: 403, code: "42501")), .unreachable("cut"),
    ])
  func whatOthersDidMeanwhileComesBackWithIt(
    tier: CloudTier, failure: CloudFailure
  ) async throws {
    let scene = try await scene(tier)
    let (one, two, hall) = (scene.one, scene.two, scene.hall)
    try two.deleteSpace(hall)
    try one.write(scene.lamp, "red", key: "color")
    let chair = try one.add(hall, x: 1, ["text": "Chair"])
    try one.store.spaces.rename(hall, to: "Great hall")
    await one.sync()
    fail(two, failure, at: .before)
    for _ in 0..<2 { #expect(await two.sync().error != nil) }
    two.connection.set(nil)
    try restore(hall, on: two)
    await scene.party.syncAll()
    for device in [one, two] {
      #expect(try device.anchor(scene.lamp)?.metadata["color"] == "red")
      #expect(try device.anchor(chair) != nil)
      #expect(try device.store.loadSpace(id: hall)?.name == "Great hall")
      #expect(device.pending == 0)
    }
    if tier == .migrated {
      #expect(
        Set(try two.sharedEvents(of: hall).map(\.id))
          == Set(try one.sharedEvents(of: hall).map(\.id)))
    }
  }

  /// While its deletion is pending, it is not read again and again.
  @Test func whatIsToBeDeletedIsNotRead() async throws {
    let scene = try await scene(.migrated)
    let (one, two, hall) = (scene.one, scene.two, scene.hall)
    try two.deleteSpace(hall)
    try one.add(hall, x: 1)
    await one.sync()
    fail(two, .unreachable("cut"), at: .before)
    await two.sync()
    scene.party.cloud.resetCounts()
    await two.sync()
    #expect(scene.party.cloud.now.rowsRead == 0)
    #expect(scene.party.cloud.now.calls[.eventsOfSpace] == nil)
    // Nor after its deletion.
    two.connection.set(nil)
    await two.sync()
    scene.party.cloud.resetCounts()
    await two.sync()
    #expect(scene.party.cloud.now.calls[.spacesById] == nil)
    #expect(try two.store.catalog.ids() == [scene.home])
  }

  /// What others sent of a space that is gone, while this store still had something of it to send.
  @Test func whatCameWhileItsLastEventsWaitedIsThere() async throws {
    let party = try Party(.migrated, skews: [0, 0, 0])
    let (one, two, three) = (party.devices[0], party.devices[1], party.devices[2])
    try one.makeSpace("Home")
    let hall = try one.makeSpace("Hall")
    let lamp = try one.add(hall)
    await party.syncAll()
    try one.deleteSpace(hall)
    await one.sync()
    try two.write(lamp, "two's")
    let waiting = try #require(try two.sharedEvents(of: hall).last)
    two.connection.set { call, _ throws(CloudFailure) in
      if call == .insertEvents { throw .unreachable("cut") }
    }
    await two.sync()
    let chair = try three.add(hall, x: 3)
    await three.sync()
    #expect(!(try three.store.catalog.ids().contains(hall)))
    await two.sync()
    try restore(hall, on: one)
    await one.sync()
    two.connection.set(nil)
    await party.syncAll()
    for device in party.devices {
      #expect(try device.anchor(chair) != nil && device.pending == 0)
      #expect(try device.sharedEvents(of: hall).contains { $0.id == waiting.id })
    }
  }

  /// The device did not learn that the cloud had removed it; then it was brought back here.
  @Test(arguments: CloudTier.allCases, [false, true])
  func whatIsBroughtBackOutlivesTheOwnDeletion(tier: CloudTier, isAlone: Bool) async throws {
    let scene = try await scene(tier)
    let (one, two, hall) = (scene.one, scene.two, scene.hall)
    if isAlone {
      try one.deleteSpace(scene.home)
      await scene.party.syncAll()
    }
    try two.deleteSpace(hall)
    fail(two, .unreachable("cut"), at: .after)
    await two.sync()
    #expect(scene.party.cloud.now.spaces[hall] == nil)
    two.connection.set(nil)
    try restore(hall, on: two)
    #expect(await two.sync().received.deletedSpaces == 0)
    #expect(try two.store.catalog.ids().contains(hall))
    await scene.party.syncAll()
    for device in [one, two] {
      #expect(try device.store.catalog.ids().contains(hall))
      #expect(try device.anchor(scene.lamp)?.isDeleted == false && device.pending == 0)
    }
    #expect(scene.party.cloud.now.spaces[hall] != nil)
    #expect(scene.party.cloud.now.anchors[scene.lamp]?.deletedAt == nil)
  }

  @Test func whatIsBroughtBackAloneOutlivesTheOwnDeletion() async throws {
    let scene = try await scene(.migrated)
    let (two, hall) = (scene.two, scene.hall)
    try two.deleteSpace(hall)
    fail(two, .unreachable("cut"), at: .after)
    await two.sync()
    two.connection.set(nil)
    try restore(hall, on: two)
    var options = SyncOptions()
    options.spaces = [hall]
    await two.sync(options)
    await scene.party.syncAll()
    #expect(try scene.party.devices.allSatisfy { try $0.store.catalog.ids().contains(hall) })
    #expect(scene.party.cloud.now.anchors[scene.lamp]?.deletedAt == nil)
  }

  /// A failed deletion request does not keep a space alive that others delete later.
  @Test(arguments: CloudTier.allCases)
  func aLaterDeletionByOthersCounts(tier: CloudTier) async throws {
    let scene = try await scene(tier)
    let (one, two, hall) = (scene.one, scene.two, scene.hall)
    try two.deleteSpace(hall)
    fail(two, .unreachable("cut"), at: .before)
    await two.sync()
    two.connection.set(nil)
    try restore(hall, on: two)
    await scene.party.syncAll()
    #expect(try two.store.catalog.ids().contains(hall))
    try one.deleteSpace(hall)
    await scene.party.syncAll()
    for device in [one, two] { #expect(try device.store.catalog.ids() == [scene.home]) }
    #expect(scene.party.cloud.now.spaces[hall] == nil)
  }
}
