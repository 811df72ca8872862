import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisHistory
import TestSupport
import Testing

@testable import HyperbasisSync

/// Events that a store derives from rows of the cloud because it lacks the events behind them.
struct DerivedEventTests {
  /// Writes twelve anchors on a device, and edits several of them repeatedly.
  private func writeHistory(_ device: Device, _ space: UUID) throws {
    var anchors: [UUID] = []
    for number in 0..<12 {
      anchors.append(try device.add(space, x: Float(number), ["text": .int(number)]))
    }
    for round in 1...3 {
      for (number, anchor) in anchors.enumerated() where number % 2 == 0 {
        try device.write(anchor, .int(100 * round + number))
        if number % 4 == 0 { try device.move(anchor, x: Float(round)) }
      }
    }
    try device.store.perform(.delete([anchors[1]]), spaceId: space)
  }

  /// Adds an anchor whose first event the cloud refuses, and which has been made acceptable since.
  private func addWithRefusedCreation(
    _ device: Device
  ) async throws -> (space: UUID, anchor: UUID) {
    let space = try device.makeSpace()
    let anchor = try device.add(space, x: 3, ["text": .string(FakeCloud.State.poison)])
    await device.sync()
    try device.write(anchor, "fixed")
    return (space, anchor)
  }

  @Test func `a machine that came before the migration does not rewrite the past`() async throws {
    let party = try Party(.plain, skews: [0, 0, 0])
    let (one, two, three) = (party.devices[0], party.devices[1], party.devices[2])
    let space = try one.makeSpace()
    try writeHistory(one, space)
    let seen = try one.past(of: space)
    await one.sync()
    await two.sync()
    #expect(try two.derivedLines(of: space) == 11, "What two has it has derived.")
    party.cloud.migrate()
    party.time.pass(4000)
    // The device that has derived everything comes first.
    await two.sync()
    #expect(party.cloud.now.events.isEmpty)
    await one.sync()
    await two.sync()
    await three.sync()
    for device in party.devices {
      #expect(try device.past(of: space) == seen)
      #expect(device.pending == 0)
    }
    #expect(party.cloud.now.events.count == (try one.sharedEvents(of: space).count))
    #expect(try two.store.loadEvents(spaceId: space).count == party.cloud.now.events.count)
    // The lines stay: the log is only ever appended to.
    #expect(try two.derivedLines(of: space) == 11)
    two.restart()
    #expect(try two.past(of: space) == seen)
  }

  /// Others then get the changes to it, but no event that gives it a position.
  @Test func `an anchor whose first event is refused is where its row says`() async throws {
    let party = try Party(.migrated, skews: [0, 0, 0])
    let (one, two) = (party.devices[0], party.devices[1])
    let (space, anchor) = try await addWithRefusedCreation(one)
    await party.syncAll()
    let made = try one.anchor(anchor)?.createdAt
    for device in party.devices {
      let found = try #require(try device.anchor(anchor))
      #expect(found.position.x == 3 && found.metadata == ["text": "fixed"])
      #expect(found.createdAt == made && device.pending == (device === one ? 1 : 0))
    }
    #expect(try two.sharedEvents(of: space) == party.devices[2].sharedEvents(of: space))
    // It settles, and is an anchor like any other.
    let events = party.cloud.now.events.count
    await party.syncAll()
    #expect(party.cloud.now.events.count == events)
    try two.move(anchor, x: 5)
    try one.write(anchor, "again")
    await party.syncAll()
    for device in party.devices {
      #expect(try device.anchor(anchor)?.position.x == 5)
      #expect(try device.anchor(anchor)?.metadata == ["text": "again"])
    }
  }

  /// A device that joins before the first event has arrived positions the anchor for all devices: what
  /// others wrote meanwhile and have not sent yet must stand beside that.
  @Test(arguments: [[1, 2, 0], [2, 1, 0], [2, 0, 1]])
  func `who joins before the first event has come undoes nothing`(order: [Int]) async throws {
    let party = try Party(.plain, skews: [-3600, 0, 3600])
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    let anchor = try one.add(space, x: 3)
    await one.sync()
    await two.sync()
    party.cloud.migrate()
    party.time.pass(4000)
    try one.write(anchor, 1, key: "one")
    try one.move(anchor, x: 5)
    try two.write(anchor, 2, key: "two")
    await two.sync()
    for number in order { await party.devices[number].sync() }
    await party.syncAll()
    for device in party.devices {
      let found = try #require(try device.anchor(anchor))
      #expect(found.metadata == ["text": "note", "one": 1, "two": 2])
      #expect(found.position.x == 5 && device.pending == 0)
    }
    let row = try #require(party.cloud.now.anchors[anchor])
    #expect(row.metadata == ["text": "note", "one": 1, "two": 2] && row.transform[12] == 5)
  }

  /// What positions an anchor precedes everything written of it, and says no more than the position.
  @Test func `an anchor is put in its place before what was written of it`() async throws {
    let party = try Party(.migrated)
    let (one, two) = (party.devices[0], party.devices[1])
    let (space, anchor) = try await addWithRefusedCreation(one)
    await one.sync()
    try one.store.perform(.delete([anchor]), spaceId: space)
    await one.sync()
    // Another program, which knows only rows, shows it again.
    var row = try #require(party.cloud.now.anchors[anchor])
    party.time.pass(10)
    (row.updatedAt, row.deletedAt) = (party.time.now(), nil)
    try party.cloud.change { [row] in $0.upsertBlindly(row) }
    await party.syncAll()
    for device in party.devices {
      let found = try #require(try device.anchor(anchor))
      #expect(!found.isDeleted && found.position.x == 3 && found.metadata == ["text": "fixed"])
    }
    #expect(try two.store.loadEvents(spaceId: space).first?.type == .created)
    #expect(party.cloud.now.anchors[anchor]?.deletedAt == nil)
  }

  @Test func `what is derived is not counted as waiting`() async throws {
    let party = try Party(.plain)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    try one.add(space)
    await one.sync()
    await two.sync()
    party.cloud.migrate()
    party.time.pass(4000)
    let outcome = await two.sync()
    #expect(outcome.error == nil && outcome.pending.isEmpty && two.pending == 0)
    party.cloud.resetCounts()
    await two.sync()
    #expect(party.cloud.now.calls[.insertEvents] == nil)
  }

  @Test func `an edit on top of a derived event brings no other part back`() async throws {
    let party = try Party(.plain, skews: [0, 0, 0])
    let (one, two, three) = (party.devices[0], party.devices[1], party.devices[2])
    let space = try one.makeSpace()
    let anchor = try one.add(space, ["text": "note", "size": 3])
    await one.sync()
    await two.sync()
    // The first device never comes back, so that no device has the event behind its row.
    party.cloud.migrate()
    party.time.pass(4000)
    try two.move(anchor, x: 5)
    for _ in 0..<3 {
      await two.sync()
      await three.sync()
    }
    for device in [two, three] {
      let found = try #require(try device.anchor(anchor))
      #expect(found.position.x == 5)
      #expect(found.metadata == ["text": "note", "size": 3])
    }
    #expect(party.cloud.now.anchors[anchor]?.metadata == ["text": "note", "size": 3])
  }

  @Test func `what is written on a slow clock follows the row that was seen`() async throws {
    let party = try Party(.plain, skews: [3600, -3600])
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    let anchor = try one.add(space, ["text": "first"])
    try one.write(anchor, "second")
    await one.sync()
    await two.sync()
    try two.write(anchor, "third")
    party.cloud.migrate()
    party.time.pass(4000)
    await party.syncAll()
    for device in party.devices {
      #expect(try device.anchor(anchor)?.metadata["text"] == "third")
    }
  }

  /// Otherwise it would be a row whose event no device ever has.
  @Test func `a row that rests on a derived event has an event of its own`() async throws {
    let party = try Party(.plain, skews: [0, 3600, 0])
    let (one, two, three) = (party.devices[0], party.devices[1], party.devices[2])
    let space = try one.makeSpace()
    let anchor = try one.add(space)
    await party.syncAll(1)
    try two.write(anchor, 2, key: "two")
    try one.write(anchor, 1, key: "one")
    await one.sync()
    party.cloud.migrate()
    party.time.pass(4000)
    // The row of the first device is older than what the second has, and its event has not arrived yet.
    await two.sync()
    try three.write(anchor, 3, key: "three")
    for _ in 0..<3 {
      await three.sync()
      await two.sync()
    }
    await party.syncAll()
    for device in party.devices {
      let found = try #require(try device.anchor(anchor)).metadata
      #expect(found == ["text": "note", "one": 1, "two": 2, "three": 3])
      let index = try device.store.open[space].withLog { $0.index }
      #expect(!(0..<index.count).contains { index.isDerived($0) }, "All have given way.")
    }
  }

  @Test func `what a row says stands at its date, wherever it comes late`() async throws {
    let party = try Party(.migrated)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    let anchor = try one.add(space)
    await party.syncAll()
    // Another program, which knows only rows.
    var row = try #require(party.cloud.now.anchors[anchor])
    row.updatedAt = party.time.now()
    row.metadata["own"] = 8
    try party.cloud.change { [row] in $0.upsertBlindly(row) }
    party.time.pass(10)
    try two.store.perform(.delete([anchor]), spaceId: space)
    try two.write(anchor, 2, key: "two")
    try two.store.perform(.restore([anchor]), spaceId: space)
    await party.syncAll()
    let cloud = try #require(party.cloud.now.anchors[anchor])
    for device in party.devices {
      #expect(try device.anchor(anchor)?.metadata == cloud.metadata)
      #expect(device.pending == 0)
    }
    #expect(try one.past(of: space) == two.past(of: space))
    party.cloud.resetCounts()
    await party.syncAll()
    #expect(party.cloud.now.rowsWritten == 0, "Nobody writes over what the other one says.")
  }

  /// Its deletion has the date of its row, and so has what a store derived from that row: an event at
  /// exactly that instant would be the original of the derived one, and take the anchor away with it.
  @Test func `an anchor whose row is gone keeps the history derived from it`() async throws {
    let party = try Party(.plain)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    for number in 0..<9 { try one.add(space, x: Float(number)) }
    let anchor = try one.add(space)
    try one.write(anchor, "second")
    await one.sync()
    await two.sync()
    let derived = try two.past(of: space)
    try party.cloud.change { $0.delete(anchor: anchor) }
    let outcome = await two.sync()
    #expect(outcome.error == nil)
    let found = try #require(try two.anchor(anchor))
    #expect(found.isDeleted && found.metadata["text"] == "second")
    let past = try two.past(of: space)
    #expect(derived.allSatisfy { past[$0.key] == $0.value }, "What was seen before is seen still.")
    two.restart()
    #expect(try two.past(of: space) == past)
  }

  @Test func `an event that stays is named after what it says`() throws {
    let (anchor, time) = (UUID(), HBInstant(microseconds: 1_706_781_600_000_000))
    func kept(_ metadata: [String: AnyCodableValue]) -> UUID {
      let state = AnchorState(transform: [], metadata: metadata, isHidden: false)
      return DerivedNames.idOfKept(
        anchor: anchor, updatedAt: time, step: .whole(.restored, state), instant: time,
        version: 2)
    }
    #expect(kept(["text": "a"]) == kept(["text": "a"]))
    #expect(kept(["text": "a"]) != kept(["text": "b"]))
    let index = EventIndex(spaceId: UUID())
    for names in [DerivedNames.ofRow, .ofEvent] {
      let givingWay = names.id(
        anchor: anchor, updatedAt: time, type: .restored, instant: time, version: 2, in: index)
      #expect(givingWay != kept(["text": "a"]))
    }
  }

  @Test func `a line names the row that it was derived from`() async throws {
    let party = try Party(.plain)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    let anchor = try one.add(space)
    await party.syncAll()
    try one.write(anchor, "new")
    await party.syncAll()
    let row = try #require(party.cloud.now.anchors[anchor])
    var dates: [Int] = []
    try two.store.events.forEachLine(of: space) { line in
      let members = try? LogLine.decode(line.bytes).extraKeys
      dates += members?.filter { $0.key == "derived" }.compactMap(\.value.intValue) ?? []
    }
    #expect(dates.count == 2 && dates.last == Int(row.updatedAt.microseconds))
  }
}

extension Device {
  /// Returns how many lines of a log say that they were derived from a row, whether they count or not.
  func derivedLines(of space: UUID) throws -> Int {
    var count = 0
    try store.events.forEachLine(of: space) { line in
      if String(decoding: line.bytes, as: UTF8.self).contains(#""derived":"#) { count += 1 }
    }
    return count
  }

  /// Returns the anchors of a space as they were at each instant of its history.
  func past(of space: UUID) throws -> [HBInstant: [String]] {
    let index = try store.open[space].withLog { $0.index }
    var past: [HBInstant: [String]] = [:]
    for ordinal in 0..<index.count {
      let instant = index.instant(ordinal)
      past[instant] = try index.anchors(in: index.state(at: instant)).map(\.stateText)
    }
    return past
  }
}

extension HBAnchor {
  /// Everything that a state contains of it, as one text.
  var stateText: String {
    let members = metadata.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
    return "\(id) \(transform) \(members) \(HBInstant(createdAt)) \(HBInstant(updatedAt))"
  }
}
