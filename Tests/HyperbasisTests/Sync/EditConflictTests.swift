import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import TestSupport
import Testing

@testable import HyperbasisSync

/// Edits of one anchor in two places at the same time.
struct EditConflictTests {
  /// Returns devices that share an anchor, all of them up to date.
  private func party(
    _ tier: CloudTier, _ metadata: [String: AnyCodableValue], devices: Int = 2
  ) async throws -> (party: Party, anchor: UUID) {
    let party = try Party(tier, skews: [Double](repeating: 0, count: devices))
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
    // The winner is told that another user's edit gave way, if that can be seen: rows do not show what
    // went into them.
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

  /// The change that gave way may have come from yet another device.
  @Test func `a change that was only received is not called one's own`() async throws {
    let (party, anchor) = try await party(.migrated, [:], devices: 3)
    let (one, two, three) = (party.devices[0], party.devices[1], party.devices[2])
    try one.move(anchor, x: 1)
    try two.move(anchor, x: 2)
    await one.sync()
    await three.sync()
    let atTwo = try #require(await two.sync().conflicts.first)
    #expect(atTwo.kept.isOwn && !atTwo.replaced.isOwn)
    for (device, isOwn) in [(one, true), (three, false)] {
      let told = try #require(await device.sync().conflicts.first)
      #expect(told.replacesWhatWasHere && told.replaced.actor == "device 0")
      #expect(told.replaced.isOwn == isOwn && !told.kept.isOwn)
    }
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

  /// A row says how an anchor was left; a device with a later change still has both in its history, and
  /// sees the past as before.
  @Test func `what gave way to a later change made here is in the history`() async throws {
    let (party, anchor) = try await party(.plain, ["color": "red", "old": 1])
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try space(of: anchor, on: one)
    try one.change(anchor) { $0.metadata = ["color": "green", "old": 2] }
    try one.move(anchor, x: 1)
    try two.write(anchor, "large", key: "size")
    let seen = try two.store.snapshot(of: space).timeline.index
    try two.write(anchor, "pink", key: "color")
    try two.move(anchor, x: 2)
    try two.change(anchor) { $0.metadata["old"] = nil }
    await one.sync()
    let told = await two.sync().conflicts
    #expect(told.map(\.part) == [.place, .key("color"), .key("old")])
    #expect(told.allSatisfy { !$0.replacesWhatWasHere })
    let events = try two.store.loadEvents(spaceId: space)
    #expect(events.contains { $0.metadata?["color"] == "green" })
    #expect(events.contains { $0.metadata?["old"] == 2 })
    #expect(events.contains { $0.transform?[12] == 1 })
    let index = try two.store.snapshot(of: space).timeline.index
    let last = try #require(seen.end)
    #expect(try index.anchors(in: index.state(at: last)) == seen.anchors(in: seen.state(at: last)))
    await party.syncAll()
    for device in party.devices {
      let found = try #require(try device.anchor(anchor))
      #expect(found.metadata == ["color": "pink", "size": "large"] && found.position.x == 2)
      #expect(device.pending == 0)
    }
    // The same row causes nothing further.
    let count = events.count
    #expect(try two.store.loadEvents(spaceId: space).count == count)
    two.restart()
    #expect(try two.store.loadEvents(spaceId: space).count == count)
    // The stand-ins for the other device's events give way to those.
    party.cloud.migrate()
    party.time.pass(4000)
    await party.syncAll()
    #expect(
      try one.store.loadEvents(spaceId: space).map(\.id)
        == two.store.loadEvents(spaceId: space).map(\.id))
    #expect(try two.anchor(anchor)?.metadata == ["color": "pink", "size": "large"])
  }

  /// It hides later changes, too; both sides are told if logs are exchanged.
  @Test(arguments: CloudTier.allCases, [false, true])
  func `a deletion counts over a change made elsewhere, and both are told`(
    tier: CloudTier, isChangeLater: Bool
  ) async throws {
    let (party, anchor) = try await party(tier, ["text": "note"])
    let (one, two) = (party.devices[0], party.devices[1])
    if !isChangeLater { try two.write(anchor, "edited") }
    try one.store.perform(.delete([anchor]), spaceId: space(of: anchor, on: one))
    if isChangeLater { try two.move(anchor, x: 3) }
    await one.sync()
    let atTwo = await two.sync().conflicts
    #expect(atTwo.map(\.part) == [.visibility] && atTwo.map(\.replacesWhatWasHere) == [true])
    #expect(atTwo.first?.kept.value == false && atTwo.first?.replaced.actor == "device 1")
    let atOne = await one.sync().conflicts
    if tier == .migrated {
      #expect(atOne.map(\.part) == [.visibility])
      #expect(atOne.map(\.replacesWhatWasHere) == [false])
    }
    await party.syncAll()
    for device in party.devices {
      #expect(try device.anchor(anchor)?.isDeleted == true)
      #expect(await device.sync().conflicts.isEmpty)
    }
  }

  @Test func `what brings an anchor back counts over an earlier deletion`() async throws {
    let (party, anchor) = try await party(.migrated, ["text": "note"])
    let (one, two) = (party.devices[0], party.devices[1])
    try two.move(anchor, x: 3)
    await party.syncAll()
    try one.store.perform(.delete([anchor]), spaceId: space(of: anchor, on: one))
    try two.store.perform(
      .rollback(anchorId: anchor, toVersion: 1), spaceId: space(of: anchor, on: two))
    await two.sync()
    let told = await one.sync().conflicts
    #expect(told.map(\.part) == [.visibility] && told.first?.kept.value == true)
    #expect(told.first?.replacesWhatWasHere == true)
    #expect(try one.anchor(anchor)?.isDeleted == false)
  }

  @Test(arguments: [false, true])
  func `deletions on both sides are no conflict`(isChangedBefore: Bool) async throws {
    let (party, anchor) = try await party(.migrated, ["text": "note"])
    for device in party.devices {
      if isChangedBefore { try device.write(anchor, .string(device.name)) }
      try device.store.perform(.delete([anchor]), spaceId: space(of: anchor, on: device))
    }
    for device in party.devices {
      #expect(await device.sync().conflicts.filter { $0.part == .visibility }.isEmpty)
    }
  }

  /// A rollback sets everything of an anchor, and replaces what others changed before it.
  @Test(arguments: [false, true])
  func `a rollback meets an edit`(isEditLater: Bool) async throws {
    let (party, anchor) = try await party(.migrated, ["v": 1, "w": 1])
    let (one, two) = (party.devices[0], party.devices[1])
    try one.write(anchor, 5, key: "v")
    await party.syncAll()
    if !isEditLater { try two.write(anchor, 2, key: "w") }
    try one.store.perform(
      .rollback(anchorId: anchor, toVersion: 1), spaceId: space(of: anchor, on: one))
    if isEditLater { try two.write(anchor, 7, key: "v") }
    await one.sync()
    let told = await two.sync().conflicts
    #expect(told.map(\.part) == [.key(isEditLater ? "v" : "w")])
    #expect(told.map(\.replacesWhatWasHere) == [!isEditLater])
    #expect(told.first?.kept.value == (isEditLater ? 7 : 1))
  }

  /// A later edit of something that a rollback did not touch replaces nothing.
  @Test func `a rollback and a later edit of something else are no conflict`() async throws {
    let (party, anchor) = try await party(.migrated, ["v": 1, "w": 1])
    let (one, two) = (party.devices[0], party.devices[1])
    try one.write(anchor, 5, key: "v")
    await party.syncAll()
    try one.store.perform(
      .rollback(anchorId: anchor, toVersion: 1), spaceId: space(of: anchor, on: one))
    try two.write(anchor, 2, key: "w")
    await one.sync()
    #expect(await two.sync().conflicts.isEmpty)
    #expect(try two.anchor(anchor)?.metadata == ["v": 1, "w": 2])
  }

  /// A device that had received a change before making the next one knew of it, even if both arrive at
  /// once.
  @Test(arguments: [false, true])
  func `what somebody changed knowingly is no conflict`(isKnown: Bool) async throws {
    let (party, anchor) = try await party(.migrated, ["k": 0, "j": 0])
    let (one, two) = (party.devices[0], party.devices[1])
    try one.write(anchor, 1, key: "k")
    try two.write(anchor, 5, key: "j")
    await two.sync()
    if isKnown {
      #expect(await one.sync().conflicts.isEmpty)
      #expect(try one.anchor(anchor)?.metadata == ["k": 1, "j": 5])
    }
    try one.write(anchor, 6, key: "j")
    await one.sync()
    let told = await two.sync().conflicts
    #expect(told.map(\.part) == (isKnown ? [] : [.key("j")]))
  }

  /// A device cannot know what had not reached the cloud when it synced.
  @Test func `what was not sent was not known`() async throws {
    let (party, anchor) = try await party(.migrated, ["k": 0, "j": 0])
    let (one, two) = (party.devices[0], party.devices[1])
    try one.write(anchor, 1, key: "k")
    try two.write(anchor, 5, key: "j")
    await one.sync()
    try one.write(anchor, 6, key: "j")
    await one.sync()
    #expect(await two.sync().conflicts.map(\.part) == [.key("j")])
  }

  private func space(of anchor: UUID, on device: Device) throws -> UUID {
    try #require(try device.anchor(anchor)).spaceId
  }
}
