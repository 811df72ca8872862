import Foundation
import Hyperbasis
import HyperbasisStore
import SystemPackage
import TestSupport
import Testing

@testable import HyperbasisSync

/// What is not known to have been agreed on is never taken for a change by the other side.
struct UnknownBaseTests {
  /// A row is refused, as one with too large a map, while the events behind it are not.
  @Test func `a device that knows a space by its events takes nobody's name`() async throws {
    let party = try Party(.migrated)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace("Kitchen")
    let anchor = try one.add(space)
    one.connection.set { call, _ throws(CloudFailure) in
      if call == .writeSpaces { throw .rejected(ServerResponse(status: 400)) }
    }
    await one.sync()
    one.connection.set(nil)
    await two.sync()
    #expect(try two.texts(space) == ["note"])
    #expect(party.cloud.now.spaces[space] == nil)
    #expect(two.store.loadPendingOperations().isEmpty)

    // Once it has something of its own to send, it sends a row, which says nothing about the name.
    party.time.pass(100)
    try two.write(anchor, "changed")
    await two.sync()
    await party.syncAll()
    for device in party.devices {
      #expect(try device.store.loadSpace(id: space)?.name == "Kitchen")
      #expect(try device.texts(space) == ["changed"])
    }
    #expect(party.cloud.now.spaces[space]?.name == "Kitchen")
  }

  @Test(arguments: CloudTier.allCases)
  func `two names of which neither is known to be older are told`(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace("Loft")
    let first = try #require(try one.store.loadSpace(id: space))
    try two.store.saveSpace(
      HBStorageSpace(
        id: space, name: "Attic", worldMapData: Data(), createdAt: first.createdAt,
        updatedAt: first.updatedAt.addingTimeInterval(10), isCompressed: false))
    var conflicts: [EditConflict] = []
    for device in [one, two, one] { conflicts += await device.sync().conflicts }
    #expect(conflicts.map(\.part) == [.name])
    #expect(conflicts.first?.kept.value == "Attic" && conflicts.first?.replaced.value == "Loft")
    for device in party.devices { #expect(try device.store.loadSpace(id: space)?.name == "Attic") }
  }

  @Test func `a server that was restored from a backup gets back what it has lost`() async throws {
    let party = try Party(.migrated, skews: [0, 0, 0])
    let (one, two, third) = (party.devices[0], party.devices[1], party.devices[2])
    let space = try one.makeSpace("Kitchen")
    let anchor = try one.add(space)
    await party.syncAll()
    let backup = party.cloud.now
    party.time.pass(10)
    for text in ["first", "second", "third"] {
      try one.write(anchor, .string(text))
      party.time.pass(10)
    }
    try one.store.spaces.rename(space, to: "Loft")
    for device in [one, two, one] { await device.sync() }
    let lost = try one.sharedEvents(of: space)
    #expect(lost.count == 4)

    try party.cloud.change { state in state = backup }
    party.time.pass(10)
    try two.write(anchor, "fresh", key: "more")
    await two.sync()
    #expect(party.cloud.now.events.count == 5)
    #expect(party.cloud.now.spaces[space]?.name == "Loft")
    for device in [two, third] {
      await device.sync()
      let known = try device.sharedEvents(of: space)
      #expect(known.count == 5 && Set(lost.map(\.id)).isSubset(of: known.map(\.id)))
      #expect(try device.store.loadSpace(id: space)?.name == "Loft")
      #expect(try device.anchor(anchor)?.metadata["more"] == "fresh")
    }
    // Nothing is left to do.
    party.cloud.resetCounts()
    await two.sync()
    #expect(party.cloud.now.rowsWritten == 0)
  }

  @Test func `one damaged space does not keep a rehearsal from the others`() async throws {
    let party = try Party(.migrated)
    let one = party.devices[0]
    let (damaged, whole) = (try one.makeSpace("Hall"), try one.makeSpace("Kitchen"))
    await party.syncAll()
    try one.add(whole)
    let context = one.store.context
    let file = try context.layout.spaces.find(damaged, context.files).path
    try Data("{\"id\":\"gar".utf8).write(to: URL(filePath: file.string))
    let found = try await one.storage().rehearseSync([])
    #expect(found.first { $0.id == damaged }?.isUnreadable == true)
    #expect(found.first { $0.id == whole }?.sends.events == 1)
  }

  @Test func `a named space that was read before is counted like any other`() async throws {
    let party = try Party(.migrated)
    let space = try party.devices[0].makeSpace("Hall")
    await party.syncAll()
    #expect(try await party.devices[1].storage().rehearseSync([space]) == [])
  }
}
