import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import TestSupport
import Testing

@testable import HyperbasisSync

/// Events that a store derives from rows of the cloud, for want of the events behind them.
struct DerivedEventTests {
  /// A device with twelve anchors, each edited several times, and what it saw at each instant.
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
    // The one that has derived everything comes first.
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
    // The lines stay: the log is added to alone.
    #expect(try two.derivedLines(of: space) == 11)
    two.restart()
    #expect(try two.past(of: space) == seen)
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
    // The first never comes back, so that nobody has the event behind its row.
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
  /// How many lines of a log say that they were derived from a row, whether they count or not.
  func derivedLines(of space: UUID) throws -> Int {
    var count = 0
    try store.events.forEachLine(of: space) { line in
      if String(decoding: line.bytes, as: UTF8.self).contains(#""derived":"#) { count += 1 }
    }
    return count
  }

  /// The anchors of a space as they were at each instant of its history.
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
  /// Everything that a state says of it, as one text.
  var stateText: String {
    let members = metadata.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
    return "\(id) \(transform) \(members) \(HBInstant(createdAt)) \(HBInstant(updatedAt))"
  }
}
