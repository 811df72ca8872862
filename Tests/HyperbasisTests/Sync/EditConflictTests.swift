import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisSync

/// Edits of one anchor in two places at the same time.
struct EditConflictTests {
  /// Two devices that share an anchor, the second of them not heard since.
  private func party(
    _ tier: CloudTier, _ metadata: [String: AnyCodableValue]
  ) async throws -> (party: Party, anchor: UUID) {
    let party = try Party(tier)
    let space = try party.devices[0].makeSpace()
    let anchor = try party.devices[0].add(space, metadata)
    await party.syncAll()
    return (party, anchor)
  }

  @Test(arguments: CloudTier.allCases)
  func `edits of different keys both stay`(tier: CloudTier) async throws {
    let (party, anchor) = try await party(tier, ["text": "note", "old": 1])
    let (one, two) = (party.devices[0], party.devices[1])
    try one.write(anchor, 1, key: "ka")
    try two.write(anchor, 2, key: "kb")
    try two.change(anchor) { $0.metadata["old"] = nil }
    await party.syncAll()
    for device in party.devices {
      #expect(try device.anchor(anchor)?.metadata == ["text": "note", "ka": 1, "kb": 2])
    }
    #expect(party.cloud.now.anchors[anchor]?.metadata == ["text": "note", "ka": 1, "kb": 2])
  }

  @Test(arguments: CloudTier.allCases)
  func `of edits of one key the later counts and the loser is told`(
    tier: CloudTier
  ) async throws {
    let (party, anchor) = try await party(tier, ["text": "note"])
    let (one, two) = (party.devices[0], party.devices[1])
    try one.write(anchor, "mine")
    try two.write(anchor, "the tablet's")
    await two.sync()
    let atOne = await one.sync()
    let atTwo = await two.sync()
    for device in party.devices {
      #expect(try device.anchor(anchor)?.stringMetadata(forKey: "text") == "the tablet's")
    }
    let told = try #require(atOne.conflicts.first)
    #expect(atOne.conflicts.count == 1)
    #expect(told.anchorId == anchor && told.part == .key("text"))
    #expect(told.replacesWhatWasHere)
    #expect(told.kept.value == "the tablet's" && told.replaced.value == "mine")
    #expect(told.replaced.actor == "device 0")
    // Rows do not say who wrote them.
    #expect(told.kept.actor == (tier == .migrated ? "device 1" : nil))
    // Whoever wins is told that somebody else's edit gave way, where that is seen: rows do not show
    // what went into them.
    #expect(atTwo.conflicts.map(\.replacesWhatWasHere) == (tier == .migrated ? [false] : []))
    for device in party.devices { #expect(await device.sync().conflicts.isEmpty) }
  }

  @Test func `whoever was first to sync is told, too, where logs are exchanged`() async throws {
    let (party, anchor) = try await party(.migrated, ["text": "note"])
    let (one, two) = (party.devices[0], party.devices[1])
    try one.write(anchor, "mine")
    try two.write(anchor, "the tablet's")
    await one.sync()
    #expect(await two.sync().conflicts.map(\.replacesWhatWasHere) == [false])
    #expect(await one.sync().conflicts.map(\.replacesWhatWasHere) == [true])
  }

  @Test(arguments: CloudTier.allCases)
  func `each key is dated by its own last change`(tier: CloudTier) async throws {
    let (party, anchor) = try await party(tier, ["a": 0, "b": 0])
    let (one, two) = (party.devices[0], party.devices[1])
    try one.write(anchor, 1, key: "a")
    try two.write(anchor, 2, key: "a")
    try one.write(anchor, 1, key: "b")
    await two.sync()
    await party.syncAll()
    for device in party.devices {
      #expect(try device.anchor(anchor)?.metadata == ["a": 2, "b": 1])
    }
  }

  @Test(arguments: CloudTier.allCases)
  func `edits one after the other are no conflict`(tier: CloudTier) async throws {
    let (party, anchor) = try await party(tier, ["text": "note"])
    let (one, two) = (party.devices[0], party.devices[1])
    try one.write(anchor, "first")
    await party.syncAll()
    try two.write(anchor, "second")
    for _ in 0..<2 {
      for device in party.devices { #expect(await device.sync().conflicts.isEmpty) }
    }
    #expect(try one.anchor(anchor)?.stringMetadata(forKey: "text") == "second")
  }

  @Test(arguments: CloudTier.allCases)
  func `moves at the same time are told, too`(tier: CloudTier) async throws {
    let (party, anchor) = try await party(tier, [:])
    let (one, two) = (party.devices[0], party.devices[1])
    try one.move(anchor, x: 1)
    try two.move(anchor, x: 2)
    await two.sync()
    let told = await one.sync().conflicts
    #expect(told.map(\.part) == [.place])
    #expect(told.first?.kept.value == [2, 0, 0] && told.first?.replaced.value == [1, 0, 0])
  }
}
