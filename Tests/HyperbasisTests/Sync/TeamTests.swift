import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisSync

/// Devices of several users who share some of a cloud's spaces.
@Suite struct TeamTests {
  private let users = [UUID().uuidString, UUID().uuidString]

  /// Returns two users, the first of whom has two spaces.
  private func party() throws -> (party: Party, shared: UUID, own: UUID) {
    let party = try Party(.migrated, users: users)
    try party.cloud.change { $0.teams = FakeTeams() }
    let (shared, own) = (
      try party.devices[0].makeSpace("Shared"), try party.devices[0].makeSpace("Own")
    )
    return (party, shared, own)
  }

  private func invite(_ party: Party, to space: UUID, as role: FakeTeams.Role) throws {
    try party.cloud.change { $0.invite(users[1], to: space, as: role, by: users[0]) }
  }

  @Test func `who is let into a space gets it by itself`() async throws {
    let (party, shared, own) = try party()
    let (one, two) = (party.devices[0], party.devices[1])
    let lamp = try one.add(shared)
    for number in 0..<20 { try one.add(own, x: Float(number)) }
    let mine = try two.makeSpace("Of the second")
    for number in 0..<20 { try two.add(mine, x: Float(number)) }
    await party.syncAll()
    #expect(try two.store.catalog.ids() == [mine])
    try invite(party, to: shared, as: .viewer)
    party.cloud.resetCounts()
    let outcome = await two.sync()
    #expect(outcome.error == nil && outcome.pending.isEmpty)
    #expect(try two.anchor(lamp) != nil)
    #expect(try two.store.catalog.ids() == [mine, shared])
    #expect(try two.sharedEvents(of: shared) == one.sharedEvents(of: shared))
    // An anchor and its event; not what the device has already.
    #expect(party.cloud.now.rowsRead == 2)
    // From then on it is a space like any other.
    try one.move(lamp, x: 4)
    await party.syncAll()
    #expect(try two.anchor(lamp)?.transform[12] == 4)
  }

  @Test func `a space that is not followed comes when it is followed`() async throws {
    let (party, shared, _) = try party()
    let two = party.devices[1]
    let lamp = try party.devices[0].add(shared)
    let file = FollowedSpacesFile(two.store)
    try file.save(.some([]))
    try two.makeSpace("Of the second")
    await party.syncAll()
    try invite(party, to: shared, as: .editor)
    await party.syncAll()
    #expect(try two.anchor(lamp) == nil)
    try file.save(.usual)
    await two.sync()
    #expect(try two.anchor(lamp) != nil)
  }

  @Test func `what a viewer changes stays theirs, is said, and goes once they may`() async throws {
    let (party, shared, _) = try party()
    let (one, two) = (party.devices[0], party.devices[1])
    let lamp = try one.add(shared)
    await party.syncAll()
    try invite(party, to: shared, as: .viewer)
    await party.syncAll()
    try two.move(lamp, x: 9)
    try two.store.spaces.rename(shared, to: "Renamed")
    let outcome = await two.sync()
    // The row of the anchor is not refused itself: it waits for its event.
    #expect(Set(outcome.quarantine.map(\.kind)) == [.space, .event])
    #expect(outcome.error != nil)
    await party.syncAll()
    #expect(try one.anchor(lamp)?.transform[12] == 0)
    try invite(party, to: shared, as: .editor)
    await party.syncAll()
    #expect(try one.anchor(lamp)?.transform[12] == 9)
    #expect(try one.store.loadSpace(id: shared)?.name == "Renamed")
    #expect(two.pending == 0)
  }

  @Test func `no row comes before its events, once a viewer may write`() async throws {
    let (party, shared, _) = try party()
    let (one, two) = (party.devices[0], party.devices[1])
    let lamp = try one.add(shared)
    await party.syncAll()
    try invite(party, to: shared, as: .viewer)
    await party.syncAll()
    try two.write(lamp, 1, key: "first")
    try two.write(lamp, 2, key: "second")
    await two.sync()
    try invite(party, to: shared, as: .editor)
    // The pass ends with the first rows that it sends.
    two.connection.set { call, moment throws(CloudFailure) in
      if call == .writeAnchors, moment == .after { throw .unreachable("cut") }
    }
    await two.sync()
    await one.sync()
    #expect(try one.derivedLines(of: shared) == 0)
    two.connection.set(nil)
    await party.syncAll()
    #expect(try one.anchor(lamp)?.metadata == ["text": "note", "first": 1, "second": 2])
    #expect(two.pending == 0)
  }

  @Test func `who is no longer a member keeps what they have and gets nothing more`() async throws {
    let (party, shared, _) = try party()
    let (one, two) = (party.devices[0], party.devices[1])
    let lamp = try one.add(shared)
    await party.syncAll()
    try invite(party, to: shared, as: .editor)
    await party.syncAll()
    try party.cloud.change { $0.remove(users[1], from: shared) }
    try one.move(lamp, x: 5)
    await party.syncAll()
    #expect(try two.anchor(lamp)?.transform[12] == 0)
    try invite(party, to: shared, as: .editor)
    await party.syncAll()
    #expect(try two.anchor(lamp)?.transform[12] == 5)
  }

  /// Hidden rows look like nothing new, which must not pass for being in sync.
  @Test(arguments: [2, 150])
  func `whose membership ended is told by the sync that they ask for`(count: Int) async throws {
    let (party, shared, _) = try party()
    let two = party.devices[1]
    for _ in 1..<count { try two.makeSpace("Of the second") }
    await party.syncAll()
    try invite(party, to: shared, as: .editor)
    await party.syncAll()
    var asked = SyncOptions()
    asked.asksForMore = true
    #expect(await two.sync(asked).error == nil)
    try party.cloud.change { $0.remove(users[1], from: shared) }
    #expect(await two.sync().error == nil)
    for _ in 0..<2 {
      let outcome = await two.sync(asked)
      guard case HBStorageError.hiddenInCloud(names: ["Shared"])? = outcome.error else {
        Issue.record("\(String(describing: outcome.error))")
        return
      }
    }
    try invite(party, to: shared, as: .viewer)
    #expect(await two.sync(asked).error == nil)
    // A deleted space does not count as hidden.
    try party.devices[0].deleteSpace(shared)
    await party.devices[0].sync()
    #expect(await two.sync(asked).error == nil)
    #expect(try !two.store.catalog.ids().contains(shared))
  }

  @Test func `only an owner deletes a space for all`() async throws {
    let (party, shared, own) = try party()
    let (one, two) = (party.devices[0], party.devices[1])
    try one.add(shared)
    await party.syncAll()
    try invite(party, to: shared, as: .editor)
    await party.syncAll()
    try two.deleteSpace(shared)
    let outcome = await two.sync()
    #expect(outcome.error != nil)
    await party.syncAll()
    #expect(try one.store.catalog.ids() == [shared, own])
    try one.deleteSpace(shared)
    await party.syncAll()
    #expect(party.cloud.now.spaces[shared] == nil && two.pending == 0)
  }

  @Test func `a refused deletion names the space, and nothing is said to be sent`() async throws {
    let (party, shared, _) = try party()
    let (one, two) = (party.devices[0], party.devices[1])
    try one.add(shared)
    await party.syncAll()
    try invite(party, to: shared, as: .viewer)
    await party.syncAll()
    try two.deleteSpace(shared)
    let refused = await two.sync()
    let message = refused.error.map { HBStorageError.describe($0) } ?? ""
    #expect(message.contains("deleting the space Shared: "), "\(message)")
    #expect(refused.sent.deletedSpaces == 0)
    // A user who no longer sees a space is not refused any more, and has deleted nothing.
    try party.cloud.change { $0.remove(users[1], from: shared) }
    let outcome = await two.sync()
    #expect(outcome.error == nil && outcome.pending.isEmpty)
    #expect(outcome.sent.deletedSpaces == 0)
    #expect(party.cloud.now.spaces[shared] != nil)
    try one.deleteSpace(shared)
    #expect(await one.sync().sent.deletedSpaces == 1)
  }

  /// Returns two users who share a space, which the second has deleted without being allowed to.
  private func partyWithRefusedDeletion() async throws -> (party: Party, shared: UUID) {
    let (party, shared, _) = try party()
    await party.syncAll()
    try invite(party, to: shared, as: .editor)
    try party.devices[1].makeSpace("Of the second")
    await party.syncAll()
    try party.devices[1].deleteSpace(shared)
    return (party, shared)
  }

  @Test func `a deletion that is not permitted is told until the space is brought back`()
    async throws
  {
    let (party, shared) = try await partyWithRefusedDeletion()
    let two = party.devices[1]
    for _ in 0..<2 {
      let outcome = await two.sync()
      #expect(outcome.error?.localizedDescription.contains("deleting the space Shared") ?? false)
      #expect(outcome.quarantine.map(\.kind) == [.deletion])
      #expect(outcome.quarantine.map(\.spaceId) == [shared] && outcome.pending.count == 1)
    }
    #expect(await two.storage().syncStatus().refusals.map(\.kind) == [.deletion])
    let trashed = try #require(try two.store.trash.list().first)
    try two.store.trash.restore(trashed)
    let outcome = await two.sync()
    #expect(outcome.error == nil && outcome.quarantine.isEmpty && two.pending == 0)
    #expect(party.cloud.now.spaces[shared] != nil)
  }

  @Test func `a deletion that is permitted later is carried out`() async throws {
    let (party, shared) = try await partyWithRefusedDeletion()
    await party.devices[1].sync()
    try invite(party, to: shared, as: .owner)
    let outcome = await party.devices[1].sync()
    #expect(outcome.error == nil && outcome.quarantine.isEmpty)
    #expect(outcome.sent.deletedSpaces == 1 && party.cloud.now.spaces[shared] == nil)
  }
}
