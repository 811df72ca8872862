import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisSync

/// Defects of a naive sync that this one does not have. The naive sync is run as well, to show that the
/// test would detect them.
@Suite struct DefectTests {
  @Test(arguments: CloudTier.allCases) func whatOthersWroteIsDownloaded(tier: CloudTier)
    async throws
  {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    let anchor = try one.add(space)
    await party.syncAll()
    #expect(try two.anchor(anchor) != nil)

    var (left, right) = (party.naive(0), party.naive(1))
    let lost = left.add(space)
    left.sync()
    right.sync()
    #expect(right.anchors[lost] == nil)
  }

  @Test(arguments: CloudTier.allCases) func aSlowClockUploads(tier: CloudTier) async throws {
    let party = try Party(tier, skews: [-3600, 3600])
    let (slow, fast) = (party.devices[0], party.devices[1])
    let space = try fast.makeSpace()
    let anchor = try fast.add(space, ["text": "fast"])
    await party.syncAll()
    try slow.write(anchor, "slow")
    await party.syncAll()
    #expect(try fast.anchor(anchor)?.stringMetadata(forKey: "text") == "slow")

    var (left, right) = (party.naive(0), party.naive(1))
    let shared = right.add(space)
    right.upload(try #require(right.anchors[shared]))
    left.syncByNewestRow()
    left.change(shared) { $0.metadata = ["text": "slow"] }
    left.syncByNewestRow()
    #expect(party.cloud.now.anchors[shared]?.metadata["text"] == "note")
  }

  @Test(arguments: CloudTier.allCases) func aLateUploadIsSeen(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    await party.syncAll()
    let early = try one.add(space)
    party.time.pass(1200)
    try two.add(space)
    await two.sync()
    await one.sync()
    await two.sync()
    #expect(try two.anchor(early) != nil)

    var (left, right) = (party.naive(0), party.naive(1))
    let lost = left.add(space)
    party.time.pass(1200)
    right.add(space)
    right.syncByNewestRow()
    left.syncByNewestRow()
    right.syncByNewestRow()
    #expect(right.anchors[lost] == nil)
  }

  /// A row that was numbered first and committed last.
  @Test func rowsThatAreCommittedOutOfOrderAreSeen() async throws {
    let party = try Party(.plain)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    await party.syncAll()
    let start = party.time.now()
    func row(_ seconds: Int64) -> AnchorRow {
      let time = start.advanced(byMicroseconds: seconds * 1_000_000)
      return AnchorRow(
        id: UUID(), spaceId: space, transform: HBTransform.identity, metadata: [:],
        createdAt: time, updatedAt: time)
    }
    let (first, second) = (row(1), row(2))
    var naive = party.naive(1)
    try party.cloud.change { $0.upsertBlindly(second) }
    await two.sync()
    naive.syncByNewestRow()
    try party.cloud.change { $0.upsertBlindly(first) }
    await two.sync()
    naive.syncByNewestRow()
    #expect(try two.anchor(first.id) != nil)
    #expect(naive.anchors[first.id] == nil)
  }

  @Test(arguments: CloudTier.allCases)
  func anOldEditDoesNotReplaceANewerOne(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    let anchor = try one.add(space)
    await party.syncAll()
    try one.write(anchor, "older")
    party.time.pass(60)
    try two.write(anchor, "newer")
    await two.sync()
    await one.sync()
    #expect(party.cloud.now.anchors[anchor]?.metadata["text"] == "newer")
    #expect(try one.anchor(anchor)?.stringMetadata(forKey: "text") == "newer")

    var (left, right) = (party.naive(0), party.naive(1))
    let shared = left.add(space)
    right.anchors = left.anchors
    left.change(shared) { $0.metadata = ["text": "older"] }
    party.time.pass(60)
    right.change(shared) { $0.metadata = ["text": "newer"] }
    right.sync()
    left.sync()
    #expect(party.cloud.now.anchors[shared]?.metadata["text"] == "older")
  }

  @Test(arguments: CloudTier.allCases)
  func editsInOneSecondConverge(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    let anchor = try one.add(space)
    await party.syncAll()
    try one.write(anchor, "one")
    try two.write(anchor, "two")
    try one.store.spaces.rename(space, to: "Bath")
    try two.store.spaces.rename(space, to: "Hall")
    await party.syncAll()
    #expect(try one.texts(space) == two.texts(space))
    #expect(try one.heads.load(space)?.name == two.heads.load(space)?.name)

    var (left, right) = (party.naive(0), party.naive(1))
    let shared = left.add(space)
    right.anchors = left.anchors
    left.change(shared) { $0.metadata = ["text": "one"] }
    right.change(shared) { $0.metadata = ["text": "two"] }
    // The original only puts whole seconds on the wire.
    let second = HBInstant(microseconds: 1_706_781_660_000_000)
    left.anchors[shared]?.updatedAt = second
    right.anchors[shared]?.updatedAt = second
    let (l, r) = (try #require(left.anchors[shared]), try #require(right.anchors[shared]))
    left.take(r)
    right.take(l)
    #expect(left.anchors[shared]?.metadata != right.anchors[shared]?.metadata)
  }

  @Test(arguments: CloudTier.allCases)
  func changesToDifferentPartsBothStay(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    let anchor = try one.add(space)
    await party.syncAll()
    try one.move(anchor, x: 7)
    try two.write(anchor, "two")
    await party.syncAll()
    for device in party.devices {
      let found = try #require(try device.anchor(anchor))
      #expect(found.position.x == 7 && found.stringMetadata(forKey: "text") == "two")
    }

    var (left, right) = (party.naive(0), party.naive(1))
    let shared = left.add(space)
    right.anchors = left.anchors
    left.change(shared) { $0.transform[12] = 7 }
    right.change(shared) { $0.metadata = ["text": "two"] }
    left.take(try #require(right.anchors[shared]))
    #expect(left.anchors[shared]?.transform[12] == 0)
  }

  @Test(arguments: CloudTier.allCases)
  func aRenamedSpaceDoesNotSendItsMapAgain(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace("Kitchen", map: [1, 2, 3])
    await party.syncAll()
    party.cloud.resetCounts()
    try one.store.spaces.rename(space, to: "Bath")
    await party.syncAll()
    #expect(party.cloud.now.uploads == 0)
    try one.saveMap([4, 5], of: space)
    await party.syncAll()
    #expect(party.cloud.now.uploads == 1)
    let stored = try #require(try two.store.loadSpace(id: space))
    #expect(stored.name == "Bath" && stored.worldMapData == Data([4, 5]))
    // What was replaced is not left behind.
    #expect(party.cloud.now.objects.count == 1)

    let naive = party.naive(0)
    var row = SpaceRow(
      id: UUID(), name: "Kitchen", createdAt: party.time.now(), updatedAt: party.time.now())
    try naive.upload(row, map: Data([1]))
    row.name = "Bath"
    try? naive.upload(row, map: Data([1]))
    #expect(party.cloud.now.spaces[row.id]?.name == "Kitchen")
  }

  @Test(arguments: CloudTier.allCases)
  func longTablesAreReadToTheirEnd(tier: CloudTier) async throws {
    let party = try Party(tier)
    try party.cloud.change { $0.mostRows = 3 }
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    for number in 0..<10 { try one.add(space, x: Float(number)) }
    await party.syncAll()
    #expect(try two.store.loadAnchors(spaceId: space).count == 10)

    var naive = party.naive(1)
    naive.downloadOnePage()
    #expect(naive.anchors.count == 3)
  }

  @Test(arguments: CloudTier.allCases)
  func whatIsTakenBackIsTakenBackEverywhere(tier: CloudTier) async throws {
    let party = try Party(tier)
    let (one, two) = (party.devices[0], party.devices[1])
    let space = try one.makeSpace()
    let anchor = try one.add(space)
    try one.store.perform(.delete([anchor]), spaceId: space)
    try one.add(space)
    await party.syncAll()
    try one.store.perform(.restore([anchor]), spaceId: space)
    try one.store.spaces.rename(space, to: nil)
    await party.syncAll()
    #expect(party.cloud.now.anchors[anchor]?.deletedAt == nil)
    #expect(party.cloud.now.spaces[space]?.name == nil)
    #expect(try two.anchor(anchor)?.isDeleted == false)
    #expect(try two.heads.load(space)?.name == nil)

    var naive = party.naive(0)
    let shared = naive.add(space)
    naive.change(shared) { $0.deletedAt = $0.updatedAt }
    naive.uploadWithoutNulls(try #require(naive.anchors[shared]))
    naive.change(shared) { $0.deletedAt = nil }
    naive.uploadWithoutNulls(try #require(naive.anchors[shared]))
    #expect(party.cloud.now.anchors[shared]?.deletedAt != nil)
  }
}
