import Foundation
import Hyperbasis
import StoreSimulation
import SystemPackage
import Testing

@testable import HyperbasisStore

/// Whatever happens to a log between two polls, each event is reported exactly once.
@Suite struct LogFollowerTests {
  private let folder: TemporaryStore
  private let store: HBLocalStore
  private let spaceId = UUID()
  private let first: HBAnchor

  init() throws {
    folder = try TemporaryStore()
    store = folder.open()
    first = .sample(spaceId)
  }

  private func follower() -> LogFollower { LogFollower(store.open[spaceId]) }

  private func save(_ anchors: [HBAnchor]) throws {
    _ = try store.perform(.save(anchors), spaceId: spaceId)
  }

  private func look(_ follower: inout LogFollower) throws -> [UUID] {
    var seen: [UUID] = []
    _ = try follower.look { seen.append($0.anchorId) }
    return seen
  }

  /// Returns the line of an event like the one in the log, for another anchor.
  private func another() throws -> String {
    try #require(String(bytes: folder.log(of: spaceId), encoding: .utf8))
      .replacing(first.id.uuidString, with: UUID().uuidString)
      .replacing(/"id":"[^"]*"/, with: "\"id\":\"\(UUID().uuidString)\"")
  }

  @Test func whatWasThereIsNotTold() throws {
    try save([first])
    var follower = follower()
    #expect(try look(&follower) == [])
    let second = HBAnchor.sample(spaceId)
    try save([second])
    #expect(try look(&follower) == [second.id])
    #expect(try look(&follower) == [])
  }

  @Test func theFirstEventOfAnEmptyLogIsTold() throws {
    var follower = follower()
    #expect(try look(&follower) == [])
    try save([first])
    #expect(try look(&follower) == [first.id])
  }

  /// The repair removes the damaged line that was seen last, and with it the follower's position.
  @Test func aLineThatARepairTakesOutIsNoPlace() throws {
    try save([first])
    var follower = follower()
    try folder.append("damage\n", toLogOf: spaceId)
    #expect(try look(&follower) == [])
    let second = HBAnchor.sample(spaceId)
    _ = try store.verifier.repair()
    try save([second])
    #expect(try look(&follower) == [second.id])
  }

  @Test func aRepairBeforeTheFirstLookLosesNothing() throws {
    try save([first])
    try folder.append("damage\n", toLogOf: spaceId)
    var follower = follower()
    let second = HBAnchor.sample(spaceId)
    _ = try store.verifier.repair()
    try save([second])
    #expect(try look(&follower) == [second.id])
  }

  /// Damage of any length lies between the end and the last event.
  @Test func theLastEventIsFoundHoweverFarBackItIs() throws {
    try save([first])
    try folder.append(String(repeating: "x", count: 300_000) + "\n", toLogOf: spaceId)
    var follower = follower()
    let second = HBAnchor.sample(spaceId)
    _ = try store.verifier.repair()
    try save([second])
    #expect(try look(&follower) == [second.id])
  }

  @Test func aLineIsToldWhenItIsWhole() throws {
    try save([first])
    let line = try another()
    try folder.append(String(line.prefix(40)), toLogOf: spaceId)
    var follower = follower()
    #expect(try look(&follower) == [])
    try folder.append(String(line.dropFirst(40)), toLogOf: spaceId)
    #expect(try look(&follower).count == 1)
  }

  /// A writer that does not know whether its first attempt arrived leaves the log like this.
  @Test func anEventWhoseLineIsThereAgainIsToldOnce() throws {
    try save([first])
    let old = try #require(String(bytes: folder.log(of: spaceId), encoding: .utf8))
    let new = try another()
    var follower = follower()
    try folder.append(old, toLogOf: spaceId)
    #expect(try look(&follower) == [])
    try folder.append(new + new, toLogOf: spaceId)
    #expect(try look(&follower).count == 1)
    try folder.append(new, toLogOf: spaceId)
    #expect(try look(&follower) == [])
  }

  /// The path names another file by the time it is opened than when it was checked.
  @Test func aLogThatIsReplacedWhileItIsOpenedIsReadFromItsPlace() throws {
    try save([first])
    let second = HBAnchor.sample(spaceId)
    let (folder, store, spaceId) = (folder, store, spaceId)
    let isArmed = Locked(false)
    let files = FaultyFileSystem { operation, path in
      guard operation == .open, path.string.hasSuffix("events.jsonl"),
        isArmed.withLock({ armed in
          defer { armed = false }
          return armed
        })
      else { return nil }
      try? folder.append("a damaged line of some length\n", toLogOf: spaceId)
      _ = try? store.verifier.repair()
      _ = try? store.perform(.save([second]), spaceId: spaceId)
      return nil
    }
    var follower = LogFollower(folder.open(files: files).open[spaceId])
    isArmed.withLock { $0 = true }
    #expect(try look(&follower) == [second.id])
  }
}
