import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisSync

/// The date of a space's last change, as its devices show it.
struct SpaceDateTests {
  private func dates(of space: UUID, in party: Party) throws -> Set<Date?> {
    Set(try party.devices.map { try $0.store.loadSpace(id: space)?.updatedAt })
  }

  @Test(arguments: CloudTier.allCases)
  func `a space that comes back has one date on all devices`(tier: CloudTier) async throws {
    let party = try Party(tier, skews: [0, 0, 0])
    let (one, two) = (party.devices[0], party.devices[1])
    try one.makeSpace("Home")
    let room = try one.makeSpace("Room", map: [1, 2])
    for device in [one, two, one] { await device.sync() }
    party.time.pass(100)
    let now = party.time.now()
    try party.cloud.change { $0.now = now }
    try two.deleteSpace(room)
    for device in [two, one] { await device.sync() }
    party.time.pass(100)
    try two.store.trash.restore(try #require(try two.store.trash.list().first))
    // The third device never had it before.
    await party.syncAll()
    #expect(try dates(of: room, in: party).count == 1)
    #expect(party.devices.allSatisfy { $0.pending == 0 })
  }

  @Test(arguments: CloudTier.allCases)
  func `a map brings its date`(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let room = try one.makeSpace("Room", map: [1, 2])
    await party.syncAll()
    party.time.pass(100)
    try one.saveMap([3, 4, 5], of: room)
    await party.syncAll()
    #expect(try two.store.loadSpace(id: room)?.worldMapData == Data([3, 4, 5]))
    #expect(try dates(of: room, in: party).count == 1)
    let date = try #require(try two.store.loadSpace(id: room)?.updatedAt)
    #expect(abs(date.timeIntervalSince(party.time.now().date)) < 50)
  }

  /// A change is later than the one that it was based on, whatever the clock says.
  @Test(arguments: CloudTier.allCases)
  func `a change by a clock that is late has one date`(tier: CloudTier) async throws {
    let party = try Party(tier, skews: [0, -3600])
    let (one, two) = (party.devices[0], party.devices[1])
    let room = try one.makeSpace("Room")
    await party.syncAll()
    party.time.pass(100)
    try two.store.spaces.rename(room, to: "Hall")
    await party.syncAll()
    #expect(try one.store.loadSpace(id: room)?.name == "Hall")
    #expect(try dates(of: room, in: party).count == 1)
    let sent = party.cloud.now.rowsWritten
    await party.syncAll()
    #expect(party.cloud.now.rowsWritten == sent)
  }
}
