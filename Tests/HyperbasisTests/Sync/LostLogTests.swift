import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import TestSupport
import Testing

@testable import HyperbasisSync

/// A log that was lost, or is shorter than it was, comes back from the cloud; the files of anchors, which
/// then say more than it, add nothing to it.
struct LostLogTests {
  private let party: Party
  private let space: UUID
  private let moved: UUID

  private var one: Device { party.devices[0] }
  private var two: Device { party.devices[1] }

  init() async throws {
    party = try Party(.migrated)
    let device = party.devices[0]
    space = try device.makeSpace("Hall")
    moved = try device.add(space, x: 1)
    try device.add(space, x: 2)
    try device.move(moved, x: 3)
    try device.store.flush()
    await party.syncAll()
  }

  private func loseLog(keepingLines count: Int) throws {
    let log = one.folder.url.appending(path: "events/\(space.uuidString)/events.jsonl")
    let lines = try Data(contentsOf: log).split(separator: UInt8(ascii: "\n")).prefix(count)
    if count == 0 { return try FileManager.default.removeItem(at: log) }
    try Data(lines.flatMap { $0 + [UInt8(ascii: "\n")] }).write(to: log)
  }

  @Test(arguments: [0, 1, 2]) func `comes back as it was`(lines: Int) async throws {
    let before = try two.sharedEvents(of: space)
    try loseLog(keepingLines: lines)
    one.restart()
    let outcome = await one.sync()
    #expect(outcome.error == nil && outcome.sent.isZero, "\(outcome)")
    #expect(outcome.received.events == 3 - lines && outcome.conflicts.isEmpty)
    await party.syncAll()
    for device in party.devices { #expect(try device.sharedEvents(of: space) == before) }
    #expect(party.cloud.now.events.count == 3)
    #expect(one.pending == 0)
  }

  @Test func `comes back after a pass that was cut off`() async throws {
    try loseLog(keepingLines: 0)
    one.restart()
    one.connection.set { call, _ throws(CloudFailure) in
      if call == .changes || call == .spaces { throw .unreachable("cut") }
    }
    #expect(await one.sync().error != nil)
    one.restart()
    one.connection.set(nil)
    #expect(await one.sync().sent.isZero)
    #expect(party.cloud.now.events.count == 3)
  }

  /// What only the file of an anchor says is a change that nobody else has.
  @Test func `what was changed without an event is still sent`() async throws {
    try loseLog(keepingLines: 0)
    let file = one.folder.url.appending(path: "anchors/\(moved.uuidString).json")
    let text = try String(contentsOf: file, encoding: .utf8)
    try #require(text.contains(#""note""#))
    try text.replacing(#""note""#, with: #""changed""#).write(
      to: file, atomically: true, encoding: .utf8)
    one.restart()
    let outcome = await one.sync()
    #expect(outcome.error == nil && outcome.sent.events == 1, "\(outcome)")
    await party.syncAll()
    #expect(try two.texts(space) == ["changed", "note"])
  }
}
