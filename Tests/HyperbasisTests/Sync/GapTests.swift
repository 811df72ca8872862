import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisSync

/// A store that cannot take in a part of a space: what is missing does not count as a local change.
@Suite struct GapTests {
  private func history(_ device: Device, _ space: UUID) throws -> [UUID] {
    try device.store.loadEvents(spaceId: space).map(\.id)
  }

  /// Of three parts of the events the second cannot be written; it creates an anchor that the third
  /// moves.
  @Test func whatWasNotTakenInIsNotMadeUp() async throws {
    let party = try Party(.migrated)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    try one.add(space)
    let later = try one.add(space)
    party.time.pass(60)
    try one.move(later, x: 5)
    await one.sync()
    let told = party.cloud.now.events.count

    two.life.refuseWrite(to: "events.jsonl", after: 1)
    try party.cloud.change { $0.mostRows = 1 }
    var options = SyncOptions()
    options.eventsPerMerge = 1
    let outcome = await two.sync(options)
    #expect(!outcome.problems.isEmpty)
    #expect(outcome.received.events == 1)
    #expect(outcome.sent == HBSyncCounts())
    #expect(outcome.pending.isEmpty)
    #expect(party.cloud.now.events.count == told)

    await party.syncAll()
    #expect(party.cloud.now.events.count == told)
    #expect(try history(one, space) == history(two, space))
  }

  /// What was changed there in the meantime waits, and is sent once the space is whole again.
  @Test(arguments: CloudTier.allCases) func whatWasChangedHereWaits(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    let (first, second) = (try one.add(space), try one.add(space, x: 1))
    await party.syncAll()
    party.time.pass(60)
    try two.write(second, "mine")
    party.time.pass(60)
    try one.write(first, "theirs")
    await one.sync()

    two.life.refuseWrite(to: "events.jsonl")
    let outcome = await two.sync()
    #expect(!outcome.problems.isEmpty)
    #expect(outcome.sent == HBSyncCounts())
    await party.syncAll()
    await party.syncAll()
    for device in [one, two] {
      #expect(try device.anchor(first)?.stringMetadata(forKey: "text") == "theirs")
      #expect(try device.anchor(second)?.stringMetadata(forKey: "text") == "mine")
    }
  }
}
