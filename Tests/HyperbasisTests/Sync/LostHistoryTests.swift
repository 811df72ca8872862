import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisSync

/// A server that has lost its histories, and kept spaces and anchors.
struct LostHistoryTests {
  private let party: Party
  private let space: UUID
  private let known: Set<UUID>

  init() async throws {
    party = try Party(.migrated, skews: [0, 0, 0])
    let one = party.devices[0]
    space = try one.makeSpace("Kitchen")
    let anchor = try one.add(space)
    await one.sync()
    try one.write(anchor, "second")
    await one.sync()
    await party.devices[1].sync()
    known = Set(try one.sharedEvents(of: space).map(\.id))
    try party.cloud.change { $0.events = [:] }
  }

  private func expectWhole() async throws {
    #expect(Set(party.cloud.now.events.keys) == known)
    let third = party.devices[2]
    #expect(await third.sync().error == nil)
    #expect(Set(try third.sharedEvents(of: space).map(\.id)) == known)
    party.cloud.resetCounts()
    for device in party.devices { #expect(await device.sync().error == nil) }
    #expect(party.cloud.now.rowsWritten == 0)
  }

  @Test func `a sync of the space sends them again`() async throws {
    var options = SyncOptions()
    options.spaces = [space]
    #expect(await party.devices[1].sync(options).sent.events == 2)
    try await expectWhole()
  }

  @Test func `a sync that was asked for notices and sends them again`() async throws {
    var options = SyncOptions()
    options.asksForMore = true
    #expect(await party.devices[0].sync(options).sent.events == 2)
    try await expectWhole()
  }

  @Test func `only what is missing is sent`() async throws {
    let one = party.devices[0]
    let kept = try #require(try one.sharedEvents(of: space).first)
    try party.cloud.change { state in
      state.sequence += 1
      var row = AnchorEventRow(
        id: kept.id, anchorId: kept.anchorId, spaceId: space, type: kept.type,
        instant: HBInstant(kept.timestamp), version: kept.version, transform: kept.transform,
        metadata: kept.metadata)
      row.sequence = state.sequence
      state.events[kept.id] = row
    }
    var options = SyncOptions()
    options.spaces = [space]
    #expect(await one.sync(options).sent.events == 1)
    #expect(Set(party.cloud.now.events.keys) == known)
    party.cloud.resetCounts()
    await one.sync(options)
    #expect(party.cloud.now.rowsWritten == 0)
  }
}
