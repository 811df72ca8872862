import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisSync

/// Two spaces with the same events, as two imports of one file make them on two devices.
struct SharedEventTests {
  private let party: Party
  private let events: [AnchorEventRow]

  init() throws {
    party = try Party(.migrated, skews: [0, 0, 0])
    events = (0..<3).map { number in
      AnchorEventRow(
        id: UUID.random(), anchorId: UUID.random(), spaceId: UUID(), type: .created,
        instant: HBInstant(microseconds: 1_700_000_000_000_000 + Int64(number)), version: 1,
        transform: HBTransform.make(position: SIMD3(Float(number), 0, 0)),
        metadata: ["text": .string("note \(number)")])
    }
  }

  /// Makes a space with the events.
  private func importEvents(_ name: String, on device: Device) throws -> UUID {
    let space = try device.makeSpace(name)
    let rows = events.map { event in
      var row = event
      row.spaceId = space
      return IncomingEvent(row)
    }
    _ = try CloudMerger(open: device.store.open).merge(rows, into: space)
    return space
  }

  @Test func `the second space is told of, and leaves the first one alone`() async throws {
    let (one, two, three) = (party.devices[0], party.devices[1], party.devices[2])
    let first = try importEvents("SA", on: one)
    let second = try importEvents("SB", on: two)
    #expect(await one.sync().error == nil)
    for _ in 0..<2 {
      let outcome = await two.sync()
      #expect(outcome.error != nil)
      #expect(outcome.sent.events == 0 && outcome.sent.anchors == 0)
      #expect(Set(outcome.quarantine.map(\.id)) == Set(events.map(\.id)))
      #expect(outcome.quarantine.allSatisfy { $0.kind == .event && $0.spaceId == second })
    }
    for device in [one, three, one, three] {
      let outcome = await device.sync()
      #expect(outcome.error == nil && outcome.sent.anchors == 0)
    }
    #expect(party.cloud.now.events.values.allSatisfy { $0.spaceId == first })
    #expect(party.cloud.now.anchors.values.allSatisfy { $0.spaceId == first })
    #expect(party.cloud.now.anchors.count == 3)
    // What is added later to such an anchor waits with its beginning; another anchor does not.
    try two.add(second)
    await two.sync()
    #expect(party.cloud.now.anchors.count == 4)
    #expect(try two.sharedEvents(of: second).count == 4)
  }

  /// That the space is there, and the event is not, tells enough.
  @Test func `an event in a space that is hidden from this user is told of as well`() async throws {
    let party = try Party(.migrated, users: ["ann", "bob"])
    try party.cloud.change { $0.teams = FakeTeams() }
    let (one, two) = (party.devices[0], party.devices[1])
    _ = try importEvents("SA", on: one)
    let second = try importEvents("SB", on: two)
    #expect(await one.sync().error == nil)
    let outcome = await two.sync()
    #expect(outcome.quarantine.count == 3 && outcome.quarantine.allSatisfy { $0.spaceId == second })
    #expect(party.cloud.now.anchors.values.allSatisfy { $0.spaceId != second })
  }

  @Test func `events of one space that came from two devices are no clash`() async throws {
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try importEvents("SA", on: one)
    for device in [one, two] { await device.sync() }
    try two.loseBase()
    try party.cloud.change { $0.tellsChanges = false }
    #expect(await two.sync().error == nil)
    #expect(party.cloud.now.events.values.allSatisfy { $0.spaceId == space })
  }
}
