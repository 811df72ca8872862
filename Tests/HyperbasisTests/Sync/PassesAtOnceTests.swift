import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisSync

/// Two devices sync at the same moment: each reads before the other writes.
@Suite struct PassesAtOnceTests {
  @Test(arguments: CloudTier.allCases)
  func `a name and a map that are changed at once both stay`(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let id = try one.makeSpace("Kitchen", map: [1])
    await party.syncAll()
    try two.saveMap([2, 3], of: id)
    party.time.pass(10)
    try one.store.spaces.rename(id, to: "Bath")
    let pass = two.pass()
    one.connection.interrupt(.writeSpaces) { _ = await pass.run() }
    await party.syncAll()
    for device in [one, two] {
      let space = try device.store.loadSpace(id: id)
      #expect(space?.name == "Bath" && space?.worldMapData == Data([2, 3]))
      #expect(device.pending == 0)
    }
    #expect(party.cloud.now.objects.map(\.value) == [Data([2, 3])])
  }

  @Test(arguments: CloudTier.allCases)
  func `different keys that are changed at once both stay`(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    let anchor = try one.add(space)
    await party.syncAll()
    try two.write(anchor, 2, key: "b")
    party.time.pass(10)
    try one.write(anchor, 1, key: "a")
    let pass = two.pass()
    one.connection.interrupt(.writeAnchors) { _ = await pass.run() }
    await party.syncAll()
    for device in [one, two] {
      let metadata = try device.anchor(anchor)?.metadata
      #expect(metadata == ["text": "note", "a": 1, "b": 2])
    }
  }

  /// The state after a first push whose answer was lost, or after damage to a file.
  @Test(arguments: CloudTier.allCases)
  func `different keys both stay where nothing is known of the last pass`(tier: CloudTier)
    async throws
  {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    let anchor = try one.add(space)
    await party.syncAll()
    try one.write(anchor, 1, key: "a")
    party.time.pass(10)
    try two.write(anchor, 2, key: "b")
    await two.sync()
    try one.loseBase()
    await party.syncAll()
    for device in [one, two] {
      let metadata = try device.anchor(anchor)?.metadata
      #expect(metadata == ["text": "note", "a": 1, "b": 2])
    }
  }

  /// For a space that both have and the cloud does not, as after a store was copied.
  @Test func `what others created meanwhile is not overwritten`() async throws {
    let party = try Party(.plain)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = UUID()
    let anchor = HBAnchor.sample(space, x: 0)
    for device in [one, two] {
      try device.store.saveSpace(
        HBStorageSpace(HBSpace(id: space, name: "Kitchen"), compression: .balanced))
      try device.store.perform(.save([anchor]), spaceId: space)
    }
    try two.move(anchor.id, x: 5)
    party.time.pass(10)
    try one.write(anchor.id, 1, key: "a")
    let pass = two.pass()
    one.connection.interrupt(.writeSpaces) { _ = await pass.run() }
    await party.syncAll()
    let rows = try party.devices.map { try #require(try $0.anchor(anchor.id)) }
    #expect(rows[0].transform == rows[1].transform && rows[0].metadata == rows[1].metadata)
    #expect(rows[0].metadata["a"] == 1)
  }

  @Test(arguments: CloudTier.allCases)
  func `a map that somebody goes back to while it is removed stays`(tier: CloudTier) async throws {
    let party = try Party(tier, skews: [0, 0, 0])
    let (one, two, three) = (party.devices[0], party.devices[1], party.devices[2])
    let id = try one.makeSpace("Kitchen", map: [1])
    for device in [one, two] { await device.sync() }
    try one.saveMap([2], of: id)
    let (hand, first, second) = (two.hand, two.pass(), two.pass())
    one.connection.interrupt(.removeMap) {
      _ = await first.run()
      try? hand.saveMap([1], of: id)
      _ = await second.run()
    }
    await one.sync()
    #expect(await three.sync().error == nil)
    await party.syncAll()
    for device in party.devices {
      #expect(try device.store.loadSpace(id: id)?.worldMapData == Data([1]))
    }
    #expect(party.cloud.now.objects.map(\.value) == [Data([1])])
  }
}
