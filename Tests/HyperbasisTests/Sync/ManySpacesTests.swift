import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisSync

/// The work of a pass grows with what has changed, not with what there is.
@Suite struct ManySpacesTests {
  /// Fills a store with a number of spaces of three anchors each.
  private func fill(_ device: Device, _ count: Int) throws -> [UUID] {
    try (0..<count).map { number in
      let space = try device.makeSpace("Space \(number)")
      let anchors = (0..<3).map { HBAnchor.sample(space, x: Float($0)) }
      try device.store.perform(.save(anchors), spaceId: space)
      return space
    }
  }

  /// Dates all files back: while a file may still change within the tick of its date, it is read again.
  private func letFilesSettle(_ device: Device) async throws {
    try device.store.flush()
    let longAgo = Date(timeIntervalSince1970: 1_706_000_000)
    for name in ["spaces", "anchors", "events"] {
      let folder = device.folder.url.appending(path: name)
      for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
        try FileManager.default.setAttributes(
          [.modificationDate: longAgo], ofItemAtPath: folder.appending(path: path).path)
      }
    }
    await device.sync()
    await device.sync()
  }

  @Test func `rows and events of many spaces share requests`() async throws {
    let party = try Party(.migrated)
    _ = try fill(party.devices[0], 300)
    party.cloud.resetCounts()
    let outcome = await party.devices[0].sync()
    #expect(outcome.error == nil && outcome.pending.isEmpty)
    #expect(outcome.sent.spaces == 300 && outcome.sent.events == 900)
    let calls = party.cloud.now.calls
    #expect(calls[.writeSpaces] == 1)
    #expect(calls[.insertEvents] == 2)
    #expect(calls[.writeAnchors] == 2)
  }

  @Test func `what came from here does not come back`() async throws {
    let party = try Party(.migrated)
    _ = try fill(party.devices[0], 20)
    await party.devices[0].sync()
    party.cloud.resetCounts()
    await party.devices[0].sync()
    #expect(party.cloud.now.rowsRead == 0)
    // Others get it, and their changes arrive.
    await party.devices[1].sync()
    let space = try #require(try party.devices[1].store.catalog.sortedIds().first)
    try party.devices[1].add(space)
    await party.devices[1].sync()
    party.cloud.resetCounts()
    await party.devices[0].sync()
    #expect(party.cloud.now.rowsRead == 2)
    #expect(try party.devices[0].store.loadAnchors(spaceId: space).count == 4)
  }

  @Test func `a pass opens only the spaces that have changed`() async throws {
    let party = try Party(.migrated)
    let device = party.devices[0]
    let spaces = try fill(device, 30)
    await device.sync()
    try await letFilesSettle(device)
    device.restart()
    await device.sync()
    #expect(device.store.open.loadedCount == 0)
    try device.add(spaces[7])
    device.restart()
    let outcome = await device.sync()
    #expect(outcome.sent.events == 1)
    #expect(device.store.open.loadedCount == 1)
  }

  @Test func `what was changed in a settled space is found, whoever changed what`() async throws {
    let party = try Party(.migrated)
    let device = party.devices[0]
    let spaces = try fill(device, 4)
    await device.sync()
    try await letFilesSettle(device)
    // Another process writes events, the original SDK writes a file, and a space is renamed.
    let elsewhere = device.openElsewhere()
    try elsewhere.perform(.save([HBAnchor.sample(spaces[0])]), spaceId: spaces[0])
    let stray = HBAnchor.sample(spaces[1], x: 9)
    try elsewhere.saveAnchor(stray)
    try elsewhere.spaces.rename(spaces[2], to: "Renamed")
    let outcome = await device.sync()
    #expect(outcome.sent.events == 2 && outcome.sent.spaces == 1)
    #expect(outcome.pending.isEmpty)
    #expect(party.cloud.now.anchors[stray.id]?.transform[12] == 9)
    #expect(party.cloud.now.spaces[spaces[2]]?.name == "Renamed")
  }

  @Test func `a pass writes what has changed and no more`() async throws {
    let party = try Party(.migrated)
    let device = party.devices[0]
    let spaces = try fill(device, 60)
    await device.sync()
    try await letFilesSettle(device)
    func size() -> Int {
      device.folder.names(in: ".hyperbasis/sync").reduce(0) { sum, name in
        let path = device.folder.url.appending(path: ".hyperbasis/sync/\(name)/base.journal")
        return sum + ((try? Data(contentsOf: path))?.count ?? 0)
      }
    }
    let before = size()
    await device.sync()
    #expect(size() - before < 1000)
    try device.add(spaces[0])
    await device.sync()
    #expect(size() - before < 10_000)
  }
}
