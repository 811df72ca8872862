import Foundation
import Hyperbasis
import SystemPackage
import TestSupport
import Testing

@testable import HyperbasisSync

/// World maps in transit.
@Suite struct MapTests {
  private let map: [UInt8] = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

  @Test(arguments: [false, true]) func mapsTravelInEveryForm(isSeparate: Bool) async throws {
    let party = try Party(.plain)
    let (one, two) = (party.devices[0], party.devices[1])
    if isSeparate {
      for device in party.devices {
        try FileManager.default.createDirectory(
          at: device.folder.url.appending(path: "worldmaps"), withIntermediateDirectories: true)
      }
    }
    let id = UUID()
    let space = HBSpace(id: id, name: "Kitchen", worldMapData: Data(map))
    try one.store.saveSpace(HBStorageSpace(space, compression: .balanced))
    await party.syncAll()
    let found = try #require(try two.store.loadSpace(id: id)?.unpacked())
    #expect(found.worldMapData == Data(map) && found.name == "Kitchen")
    #expect(two.folder.exists("worldmaps/\(id.uuidString).bin") == isSeparate)
    #expect(
      try one.store.verifier.verify().problems.isEmpty
        && two.store.verifier.verify().problems.isEmpty)
    // A new name leaves the map where it is.
    try one.store.spaces.rename(id, to: "Bath")
    await party.syncAll()
    #expect(try two.store.loadSpace(id: id)?.unpacked().worldMapData == Data(map))
    #expect(two.folder.names(in: ".hyperbasis/sync/transfers").isEmpty)
  }

  /// The state after restoring a backup without the map: it is fetched from the others, and none loses
  /// it.
  @Test(arguments: CloudTier.allCases, [false, true])
  func `a map whose file is lost comes back`(tier: CloudTier, isRenamed: Bool) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    for device in party.devices {
      try FileManager.default.createDirectory(
        at: device.folder.url.appending(path: "worldmaps"), withIntermediateDirectories: true)
    }
    let space = HBSpace(id: UUID(), name: "Kitchen", worldMapData: Data(map))
    try one.store.saveSpace(HBStorageSpace(space, compression: .balanced))
    await party.syncAll()
    let objects = party.cloud.now.objects
    try FileManager.default.removeItem(
      at: two.folder.url.appending(path: "worldmaps/\(space.id.uuidString).bin"))
    two.restart()
    // Renaming gives the space an empty map beside its name.
    if isRenamed { try two.store.spaces.rename(space.id, to: "Bath") }
    await party.syncAll()
    #expect(party.cloud.now.objects == objects)
    for device in party.devices {
      let found = try #require(try device.store.loadSpace(id: space.id)?.unpacked())
      #expect(found.worldMapData == Data(map) && found.name == (isRenamed ? "Bath" : "Kitchen"))
      #expect(device.pending == 0)
    }
  }

  /// This is deliberate: there is a file, and it says that it contains nothing.
  @Test func `a map that is taken away goes everywhere`() async throws {
    let party = try Party(.migrated)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = HBSpace(id: UUID(), name: "Kitchen", worldMapData: Data(map))
    try one.store.saveSpace(HBStorageSpace(space, compression: .balanced))
    await party.syncAll()
    var empty = space
    empty.worldMapData = Data()
    empty.updatedAt = Date(timeIntervalSince1970: 1_900_000_000)
    try two.store.saveSpace(HBStorageSpace(empty, compression: .balanced))
    await party.syncAll()
    for device in party.devices {
      #expect(try device.store.loadSpace(id: space.id)?.worldMapData.isEmpty == true)
    }
    #expect(party.cloud.now.spaces[space.id]?.map == nil)
  }

  @Test func strangeMembersOfAFileStay() async throws {
    let party = try Party(.plain)
    let (one, two) = (party.devices[0], party.devices[1])
    let id = try one.makeSpace("Kitchen", map: [1, 2])
    await party.syncAll()
    let path = "spaces/\(id.uuidString).json"
    let text = String(decoding: try two.folder.read(path), as: UTF8.self)
    try two.folder.write(
      path, text.replacingOccurrences(of: "{\"id\"", with: "{\"x\": [1, {}],\"id\""))
    try one.store.spaces.rename(id, to: "Bath")
    try one.saveMap([3], of: id)
    await party.syncAll()
    let after = String(decoding: try two.folder.read(path), as: UTF8.self)
    #expect(after.hasPrefix("{\"x\":[1, {}],\"id\"") && after.contains("\"Bath\""))
    #expect(try two.store.loadSpace(id: id)?.worldMapData == Data([3]))
  }

  @Test func aDamagedMapIsNotTaken() async throws {
    let party = try Party(.plain)
    let (one, two) = (party.devices[0], party.devices[1])
    let id = try one.makeSpace("Kitchen", map: [1, 2])
    await party.syncAll()
    try one.saveMap([3, 4, 5], of: id)
    let anchor = try one.add(id)
    await one.sync()
    let good = party.cloud.now.objects
    try party.cloud.change { state in
      state.objects = state.objects.mapValues { _ in Data([9, 9, 9]) }
    }
    let outcome = await two.sync()
    guard case HBStorageError.worldMapDamaged(id)? = outcome.error as? HBStorageError else {
      Issue.record("\(String(describing: outcome.error))")
      return
    }
    #expect(outcome.failure == nil)
    #expect(try two.store.loadSpace(id: id)?.worldMapData == Data([1, 2]))
    // The rest arrived, and the old map does not count as a change.
    #expect(try two.anchor(anchor) != nil && two.pending == 0)
    try party.cloud.change { $0.objects = good }
    #expect(await two.sync().error == nil)
    #expect(try two.store.loadSpace(id: id)?.worldMapData == Data([3, 4, 5]))
  }

  @Test func aCutDownloadIsTriedAgain() async throws {
    let party = try Party(.plain)
    let (one, two) = (party.devices[0], party.devices[1])
    let id = try one.makeSpace("Kitchen", map: [1, 2])
    await one.sync()
    two.connection.set { call, _ throws(CloudFailure) in
      if call == .download { throw .unreachable("cut") }
    }
    await two.sync()
    #expect(try two.store.loadSpace(id: id)?.name == "Kitchen")
    #expect(two.folder.names(in: ".hyperbasis/sync/transfers").isEmpty)
    two.connection.set(nil)
    await two.sync()
    #expect(try two.store.loadSpace(id: id)?.worldMapData == Data([1, 2]))
    #expect(party.cloud.now.spaces[id]?.map != nil)
  }

  @Test func `a row that goes back to the former map before the newer one is fetched brings it`()
    async throws
  {
    let party = try Party(.plain)
    let (one, two) = (party.devices[0], party.devices[1])
    let id = try one.makeSpace("Kitchen", map: [1, 2])
    await party.syncAll()
    // Both devices scan; the first one's map is later, and cannot be fetched.
    try two.saveMap([3], of: id)
    party.time.pass(10)
    try one.saveMap([4, 5], of: id)
    await one.sync()
    two.connection.set { call, _ throws(CloudFailure) in
      if call == .download { throw .unreachable("cut") }
    }
    await two.sync()
    two.connection.set(nil)
    party.time.pass(10)
    try one.saveMap([1, 2], of: id)
    await party.syncAll()
    for device in [one, two] {
      #expect(try device.store.loadSpace(id: id)?.worldMapData == Data([1, 2]))
    }
  }

  @Test func aMapOfAnotherProgramIsTakenAsItIs() async throws {
    let party = try Party(.plain)
    let two = party.devices[1]
    let id = UUID()
    let packed = try HBCompression.compress(Data(map))
    let now = party.time.now()
    try party.cloud.change { state in
      state.objects["https://x/world-maps/a?token=1"] = packed
      state.spaces[id] = SpaceRow(
        id: id, name: "Old", map: WorldMapReference(address: "https://x/world-maps/a?token=1"),
        createdAt: now, updatedAt: now)
    }
    await two.sync()
    #expect(try two.store.loadSpace(id: id)?.unpacked().worldMapData == Data(map))
    await two.sync()
    #expect(party.cloud.now.uploads == 0 && two.pending == 0)
  }

  @Test(arguments: CloudTier.allCases)
  func `a map that another program may write again stays in its place`(
    tier: CloudTier
  ) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let id = try one.makeSpace()
    await party.syncAll()
    for bytes in [Data([1]), Data([2, 3])] {
      // The other program's row names its place again, while our map is not removed yet.
      try party.cloud.change { state in
        state.overwriteMap(of: id, with: bytes, at: party.time.now(), touchesRow: true)
      }
      await one.sync()
      #expect(try one.store.loadSpace(id: id)?.worldMapData == bytes)
      one.connection.set { call, _ throws(CloudFailure) in
        if call == .removeMap { throw .unreachable("cut") }
      }
      try one.saveMap([9], of: id)
      await one.sync()
      one.connection.set(nil)
    }
    try party.cloud.change { state in
      state.overwriteMap(of: id, with: Data([4]), at: party.time.now(), touchesRow: true)
    }
    await party.syncAll()
    for device in [one, two] {
      #expect(try device.store.loadSpace(id: id)?.worldMapData == Data([4]))
    }
  }

  @Test(arguments: CloudTier.allCases)
  func `a map that was overwritten comes although the space is renamed at that moment`(
    tier: CloudTier
  ) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let id = try one.makeSpace()
    await party.syncAll()
    for bytes in [Data([1]), Data([2, 3])] {
      try party.cloud.change { state in
        state.overwriteMap(of: id, with: bytes, at: party.time.now(), touchesRow: false)
      }
      let store = two.store
      two.connection.interrupt(.download) {
        try? store.spaces.rename(id, to: "Bath \(bytes.count)")
      }
      await two.sync()
      two.connection.accompany(nil)
      await party.syncAll()
      for device in [one, two] {
        let space = try device.store.loadSpace(id: id)
        #expect(space?.worldMapData == bytes && space?.name == "Bath \(bytes.count)")
      }
    }
  }

  @Test func `a map that somebody went back to is not removed`() async throws {
    let party = try Party(.migrated)
    let (one, two) = (party.devices[0], party.devices[1])
    let id = try one.makeSpace("Kitchen", map: [1])
    await party.syncAll()
    one.connection.set { call, _ throws(CloudFailure) in
      if call == .removeMap { throw .unreachable("cut") }
    }
    for map in [[2], [1]] as [[UInt8]] {
      try one.saveMap(map, of: id)
      await one.sync()
    }
    one.connection.set(nil)
    await one.sync()
    try two.loseBase()
    try FileManager.default.removeItem(at: two.folder.url.appending(path: "spaces"))
    two.restart()
    #expect(await two.sync().error == nil)
    #expect(try two.store.loadSpace(id: id)?.worldMapData == Data([1]))
  }
}
