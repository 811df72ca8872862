import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisSync

/// Stores that are kept in sync with some of a cloud's spaces.
@Suite struct FollowingTests {
  private func follow(_ device: Device, _ change: (inout FollowedSpaces) -> Void) throws {
    let file = FollowedSpacesFile(device.store)
    var followed = try file.load()
    change(&followed)
    try file.save(followed)
  }

  @Test(arguments: CloudTier.allCases)
  func `what is not followed neither comes nor goes`(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let (kitchen, cellar) = (try one.makeSpace("Kitchen"), try one.makeSpace("Cellar"))
    for space in [kitchen, cellar] { try one.add(space) }
    try follow(two) { $0.unfollow([cellar]) }
    await party.syncAll()
    #expect(try two.store.catalog.ids() == [kitchen])
    // Nor what is written here in a space that is no longer followed.
    try follow(two) { $0.unfollow([kitchen]) }
    try two.add(kitchen, x: 5)
    try one.add(kitchen, x: 6)
    await party.syncAll()
    #expect(two.pending == 0)
    #expect(try two.store.loadAnchors(spaceId: kitchen).count == 2)
    #expect(try one.store.loadAnchors(spaceId: kitchen).count == 2)
  }

  @Test(arguments: CloudTier.allCases)
  func `what was passed over comes when it is followed`(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let (kitchen, cellar) = (try one.makeSpace("Kitchen"), try one.makeSpace("Cellar"))
    let lamp = try one.add(cellar)
    try follow(two) { $0 = .some([kitchen]) }
    await party.syncAll()
    try one.move(lamp, x: 7)
    await party.syncAll()
    #expect(try two.store.catalog.ids() == [kitchen])
    try follow(two) { $0.follow([cellar]) }
    let outcome = await two.sync()
    #expect(outcome.error == nil && outcome.pending.isEmpty)
    #expect(try two.anchor(lamp)?.transform[12] == 7)
    if tier == .migrated {
      #expect(try two.sharedEvents(of: cellar) == one.sharedEvents(of: cellar))
    }
    try two.move(lamp, x: 8)
    await party.syncAll()
    #expect(try one.anchor(lamp)?.transform[12] == 8)
  }

  @Test(arguments: CloudTier.allCases)
  func `throwing away the copy of a space that is not followed deletes it nowhere else`(
    tier: CloudTier
  ) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace("Cellar")
    try one.makeSpace("Kitchen")
    let lamp = try one.add(space)
    await party.syncAll()
    try follow(two) { $0.unfollow([space]) }
    await two.sync()
    try two.deleteSpace(space)
    await party.syncAll()
    #expect(party.cloud.now.spaces[space] != nil && two.pending == 0)
    try follow(two) { $0.follow([space]) }
    await party.syncAll()
    #expect(party.cloud.now.spaces[space] != nil)
    #expect(try two.anchor(lamp) != nil)
    #expect(try one.anchor(lamp) != nil)
  }

  @Test(arguments: CloudTier.allCases)
  func `one space is synced alone, and the rest waits`(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let (kitchen, cellar) = (try one.makeSpace("Kitchen"), try one.makeSpace("Cellar"))
    let lamp = try one.add(cellar)
    await one.sync()
    var options = SyncOptions()
    options.spaces = [cellar]
    await two.sync(options)
    #expect(try two.store.catalog.ids() == [cellar])
    try two.move(lamp, x: 3)
    let other = try two.makeSpace("Attic")
    let outcome = await two.sync(options)
    #expect(outcome.pending == [.saveSpace(other)])
    #expect(party.cloud.now.anchors[lamp]?.transform[12] == 3)
    #expect(party.cloud.now.spaces[other] == nil)
    await party.syncAll()
    #expect(try two.store.catalog.ids() == [kitchen, cellar, other])
  }

  /// The copy is deleted before or after the pass that learns that it is no longer followed, or without
  /// any such pass, and is followed again when nothing is known of the last pass.
  @Test(arguments: CloudTier.allCases, [0, 1, 2])
  func `the copy of a space that was not followed comes back`(
    tier: CloudTier, order: Int
  ) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace("Cellar")
    try one.makeSpace("Kitchen")
    let lamp = try one.add(space)
    await party.syncAll()
    if order == 2 { try two.deleteSpace(space) }
    try follow(two) { $0.unfollow([space]) }
    if order > 0 { await two.sync() }
    if order < 2 { try two.deleteSpace(space) }
    try two.loseBase()
    try follow(two) { $0.follow([space]) }
    await party.syncAll()
    #expect(try two.anchor(lamp) != nil && one.anchor(lamp) != nil)
    #expect(party.cloud.now.spaces[space] != nil && two.pending == 0)
  }

  /// A plain server can only list all its ids; nothing else is read of spaces that are not followed.
  @Test(arguments: [false, true])
  func `the rows of what is not followed are not read`(isNamed: Bool) async throws {
    let party = try Party(.plain)
    let (one, two) = (party.devices[0], party.devices[1])
    let (kitchen, cellar) = (try one.makeSpace("Kitchen"), try one.makeSpace("Cellar"))
    for space in [kitchen, cellar] { try one.add(space) }
    await one.sync()
    try follow(two) { if isNamed { $0 = .some([kitchen]) } else { $0.unfollow([cellar]) } }
    await two.sync()
    party.cloud.resetCounts()
    await two.sync()
    #expect(party.cloud.now.calls[.anchorsById] == nil)
    #expect(try two.store.catalog.ids() == [kitchen])
    #expect(try two.store.loadAnchors(spaceId: kitchen).count == 1)
  }

  @Test(arguments: CloudTier.allCases)
  func `a deletion waits while another space is synced alone`(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let (kitchen, cellar) = (try one.makeSpace("Kitchen"), try one.makeSpace("Cellar"))
    await party.syncAll()
    try two.deleteSpace(cellar)
    var options = SyncOptions()
    options.spaces = [kitchen]
    #expect(await two.sync(options).pending == [.deleteSpace(cellar)])
    // Only the list of operations knows of it then.
    try two.loseBase()
    await party.syncAll()
    #expect(party.cloud.now.spaces[cellar] == nil)
    for device in [one, two] { #expect(try device.store.catalog.ids() == [kitchen]) }
  }

  @Test func `what was refused is not said any more once its space is gone`() async throws {
    let party = try Party(.migrated)
    let one = party.devices[0]
    let (home, shed) = (try one.makeSpace("Home"), try one.makeSpace("Shed"))
    await one.sync()
    try one.add(shed)
    try party.cloud.change { $0.deniedSpaces = [shed] }
    #expect(await one.sync().quarantine.contains { $0.kind == .event })
    try FollowedSpacesFile(one.store).save(.some([home]))
    try one.deleteSpace(shed)
    let outcome = await one.sync()
    #expect(outcome.error == nil && outcome.quarantine.isEmpty)
  }

  @Test func `a space that went while nobody followed it goes when it is followed`() async throws {
    let party = try Party(.migrated)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace("Cellar")
    try one.makeSpace("Kitchen")
    await party.syncAll()
    try follow(two) { $0.unfollow([space]) }
    await two.sync()
    try one.deleteSpace(space)
    await party.syncAll()
    #expect(try two.store.catalog.holds(space))
    try follow(two) { $0.follow([space]) }
    await party.syncAll()
    #expect(try !two.store.catalog.holds(space))
    #expect(party.cloud.now.spaces[space] == nil && two.pending == 0)
  }

  @Test func `what is followed reads what was written, and nothing else`() throws {
    let folder = try TemporaryStore()
    let store = HBLocalStore(baseDirectory: folder.url)
    let file = FollowedSpacesFile(store)
    #expect(try file.load() == .usual)
    for followed in [
      FollowedSpaces.all(except: [UUID()]), .some([]), .some([UUID(), UUID()]), .usual,
    ] {
      try file.save(followed)
      #expect(try file.load() == followed)
    }
    for text in ["", "{", "[]", "{}", #"{"all":true,"except":["x"]}"#] {
      try folder.write(".hyperbasis/followed.json", text)
      #expect(throws: HBStorageError.self) { try file.load() }
    }
  }
}
