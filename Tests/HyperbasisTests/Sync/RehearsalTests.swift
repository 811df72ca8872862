import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisSync

/// A rehearsal says what the pass after it does.
struct RehearsalTests {
  private let party: Party
  private let space: UUID
  private let other: UUID
  private let anchor: UUID

  init() async throws {
    party = try Party(.migrated, skews: [0, 0, 0])
    let one = party.devices[0]
    space = try one.makeSpace("Kitchen")
    other = try one.makeSpace("Hall")
    try one.makeSpace("Third")
    for _ in 0..<3 { try one.add(space) }
    anchor = try one.add(other)
    for device in party.devices { await device.sync() }
  }

  private func rehearsed(_ device: Device, _ spaces: [UUID] = []) async throws -> [SpaceTraffic] {
    try await device.storage().rehearseSync(spaces)
  }

  @Test func `of a space that is followed again only what is new is sent`() async throws {
    let (one, two) = (party.devices[0], party.devices[1])
    let file = FollowedSpacesFile(one.store)
    try file.save(.all(except: [other]))
    await one.sync()
    try file.save(.usual)
    #expect(try await rehearsed(one) == [])
    try two.add(other)
    await two.sync()
    try one.move(anchor, x: 4)
    let found = try await rehearsed(one)
    #expect(found.map(\.id) == [other])
    #expect(found.first?.sends == TrafficCount(anchors: 1, events: 1))
    #expect(found.first?.takes == TrafficCount(anchors: 1, events: 1))
    let outcome = await one.sync()
    #expect(outcome.sent.events == 1 && outcome.received.events == 1)
    #expect(try await rehearsed(one) == [])
  }

  @Test func `what came with a named space does not come again`() async throws {
    let (one, two) = (party.devices[0], party.devices[1])
    try two.move(anchor, x: 4)
    await two.sync()
    var options = SyncOptions()
    options.spaces = [other]
    #expect(await one.sync(options).received.events == 1)
    #expect(try await rehearsed(one) == [])
  }

  @Test func `nothing comes of a space that was deleted elsewhere`() async throws {
    let (one, two, three) = (party.devices[0], party.devices[1], party.devices[2])
    try one.deleteSpace(other)
    try two.move(anchor, x: 4)
    for device in [one, two] { await device.sync() }
    #expect(try await rehearsed(one) == [])
    let found = try await rehearsed(three)
    #expect(found.map(\.takes) == [TrafficCount(removals: 1)])
    #expect(found.first?.isDoubted == false)
  }

  @Test func `a space that was forgotten and brought back elsewhere has nothing new`() async throws
  {
    let (one, two) = (party.devices[0], party.devices[1])
    try party.cloud.change { [space] state throws(CloudFailure) in try state.forget(space) }
    for device in [one, two] { await device.sync() }
    try party.cloud.change { state in
      state.tombstones = state.tombstones.filter { $0.value.kind != .forgotten }
    }
    try await two.pass().sendAgain(space)
    #expect(await two.sync().sent.events == 3)
    for device in [one, party.devices[2]] { #expect(try await rehearsed(device) == []) }
  }

  @Test(arguments: CloudTier.allCases)
  func `more removals than are believed are called so`(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace("Kitchen")
    let anchors = try (0..<20).map { _ in try one.add(space) }
    for device in [one, two] { await device.sync() }
    try party.cloud.change { state in
      for anchor in anchors { state.delete(anchor: anchor) }
    }
    let found = try await two.storage().rehearseSync([])
    #expect(found.map(\.isDoubted) == [true] && found.first?.takes?.removals == 20)
    #expect(await two.sync().error != nil)
  }

  /// The only space is gone, which is not believed; others know what the third device is told of.
  @Test func `what only came in does not wait`() async throws {
    let party = try Party(.migrated, skews: [0, 0, 0])
    let (one, two, three) = (party.devices[0], party.devices[1], party.devices[2])
    let space = try one.makeSpace("Kitchen")
    let anchor = try one.add(space)
    for device in party.devices { await device.sync() }
    try one.deleteSpace(space)
    try two.move(anchor, x: 4)
    await one.sync()
    #expect(await two.sync().pending.isEmpty)
    for _ in 0..<2 {
      party.cloud.resetCounts()
      let outcome = await three.sync()
      #expect(outcome.error != nil && outcome.pending.isEmpty)
      #expect(party.cloud.now.rowsWritten == 0)
      #expect(party.cloud.now.calls[.changes] == 1)
    }
    #expect(try await three.storage().rehearseSync([]).map(\.sends) == [TrafficCount()])
    // What is changed here waits, and is sent all the same: history outlives rows.
    try three.move(anchor, x: 5)
    #expect(await three.sync().sent.events == 1)
    #expect(three.pending == 0)
  }
}
