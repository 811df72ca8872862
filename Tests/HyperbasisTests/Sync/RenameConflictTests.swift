import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisSync

/// A space that two devices have renamed at the same time.
struct RenameConflictTests {
  private func rename(_ tier: CloudTier, laterSyncsFirst: Bool) async throws -> [SyncOutcome] {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace("Hall")
    await party.syncAll()
    party.time.pass(10)
    try one.store.spaces.rename(space, to: "Loft")
    party.time.pass(10)
    try two.store.spaces.rename(space, to: "Attic")
    var outcomes: [SyncOutcome] = []
    for device in laterSyncsFirst ? [two, one] : [one, two] { outcomes.append(await device.sync()) }
    await party.syncAll()
    for device in party.devices { #expect(try device.store.loadSpace(id: space)?.name == "Attic") }
    return outcomes
  }

  @Test(arguments: CloudTier.allCases)
  func `whoever loses their name is told`(tier: CloudTier) async throws {
    let outcomes = try await rename(tier, laterSyncsFirst: true)
    #expect(outcomes[0].conflicts.isEmpty && outcomes[1].conflicts.count == 1)
    let conflict = try #require(outcomes[1].conflicts.first)
    #expect(conflict.part == .name && conflict.anchorId == nil && conflict.replacesWhatWasHere)
    #expect(conflict.kept.value == "Attic" && conflict.replaced.value == "Loft")
    #expect(conflict.replaced.isOwn)
  }

  @Test(arguments: CloudTier.allCases)
  func `whoever replaces another name is told`(tier: CloudTier) async throws {
    let outcomes = try await rename(tier, laterSyncsFirst: false)
    #expect(outcomes[0].conflicts.isEmpty && outcomes[1].conflicts.count == 1)
    let conflict = try #require(outcomes[1].conflicts.first)
    #expect(conflict.part == .name && !conflict.replacesWhatWasHere && conflict.kept.isOwn)
  }

  @Test func `a name that only one device changed is no conflict`() async throws {
    let party = try Party(.migrated)
    let space = try party.devices[0].makeSpace("Hall")
    await party.syncAll()
    party.time.pass(10)
    try party.devices[0].store.spaces.rename(space, to: "Loft")
    for device in party.devices { #expect(await device.sync().conflicts.isEmpty) }
  }
}
