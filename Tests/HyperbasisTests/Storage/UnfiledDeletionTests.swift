import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisModels
import StoreSimulation
import SystemPackage
import TestSupport
import Testing

@testable import HyperbasisStore
@testable import HyperbasisSync

/// A deleted anchor without a file counts as purged. So a process that ends between the deletion and the
/// anchor's first file must not leave one that nobody has purged in that state.
@Suite struct UnfiledDeletionTests {
  private static let base: FilePath = "/store"
  private static let space = UUID()

  /// A way in which a deletion reaches the log before the anchor's first file does.
  enum Way: CaseIterable {
    case change, changeOfMany, event, pulledEvents, pulledRows, imported
  }

  private static func open(
    _ files: any HyperbasisStore.FileSystem, durability: HBDurability = .os
  ) -> HBLocalStore {
    HBLocalStore(
      baseDirectory: URL(fileURLWithPath: base.string), durability: durability, actor: "tester",
      files: files, clock: TestClock().now)
  }

  private static func events(of anchor: UUID) -> [HBAnchorEvent] {
    [.created, .deleted].enumerated().map { offset, type in
      HBAnchorEvent(
        id: UUID(), anchorId: anchor, spaceId: space, type: type,
        timestamp: Date(timeIntervalSince1970: 1_600_000_000 + Double(offset)),
        version: offset + 1, transform: HBTransform.identity)
    }
  }

  private static func delete(_ way: Way, in store: HBLocalStore) throws {
    let anchors = (0..<(way == .changeOfMany ? 20 : 2)).map { _ in HBAnchor.sample(space) }
    let events = anchors.flatMap { self.events(of: $0.id) }
    switch way {
    case .change, .changeOfMany:
      try store.perform(.save(anchors), spaceId: space)
      try store.perform(.delete(anchors.map(\.id)), spaceId: space)
    case .event:
      for event in events { try store.appendEvent(event) }
    case .pulledEvents:
      _ = try CloudMerger(open: store.open).merge(
        events.map { IncomingEvent(AnchorEventRow(try LogLine.decode($0.line()))) }, into: space)
    case .pulledRows:
      let merges = anchors.map { anchor in
        var row = AnchorRow(anchor)
        row.deletedAt = HBInstant(Date(timeIntervalSince1970: 1_800_000_000))
        return AnchorMerge(row: row, base: nil)
      }
      _ = try CloudMerger(open: store.open).apply(merges, to: space, isLogShared: false)
    case .imported:
      let head = try store.imports.log(of: space).head
      try store.imports.append(to: space, madeFor: head, late: []) { append in
        try append(events.flatMap { try $0.line() })
        return Set(anchors.map(\.id))
      }
    }
  }

  private static func hidden(in store: HBLocalStore) throws -> [UUID] {
    try store.open[space].withLog { log in
      (0..<log.index.slotCount).map { log.index.anchorId(ofSlot: $0) }
        .filter { log.index.isHidden(anchor: $0) }
    }
  }

  private static func hasFile(_ anchor: UUID, _ files: SimulatedFileSystem) throws -> Bool {
    try files.status(at: base.appending("anchors/\(anchor.uuidString).json")) != nil
  }

  @Test(arguments: Way.allCases, HBDurability.allCases)
  func `what is deleted before its first file stays so whenever the process ends`(
    way: Way, durability: HBDurability
  ) throws {
    let recorded = SimulatedFileSystem(SimulatedDisk(), isRecording: true)
    let store = Self.open(recorded, durability: durability)
    let purged = HBAnchor.sample(Self.space)
    try store.perform(.save([purged]), spaceId: Self.space)
    try store.perform(.delete([purged.id]), spaceId: Self.space)
    _ = try store.purgeDeletedAnchors(before: .distantFuture)
    try store.flush()
    let start = recorded.momentCount
    try Self.delete(way, in: store)
    try store.flush()
    recorded.switchOff()
    var deletions = 0
    for moment in recorded.moments[start...] {
      for (disk, _) in ProcessDeath.states(of: moment) {
        deletions += try check(disk, purged: purged.id, durability)
      }
    }
    #expect(deletions > 0)
    let note = Self.base.appending(".hyperbasis/unfiled/\(Self.space.uuidString).json")
    #expect(recorded.moments.contains { $0.disk.bytes(at: note) != nil })
    #expect(recorded.moments.last?.disk.bytes(at: note) == nil)
  }

  /// - Returns: how many deleted anchors there were that had no file.
  private func check(
    _ disk: SimulatedDisk, purged: UUID, _ durability: HBDurability
  ) throws -> Int {
    let files = SimulatedFileSystem(disk)
    let reader = Self.open(files, durability: durability)
    let hidden = try Self.hidden(in: reader).filter { $0 != purged }
    let unfiled = try hidden.filter { try !Self.hasFile($0, files) }
    for id in hidden { #expect(try reader.loadAnchor(id: id)?.isDeleted == true) }
    #expect(try reader.loadAnchor(id: purged) == nil)
    let listed = try reader.loadAnchors(spaceId: Self.space).filter(\.isDeleted).map(\.id)
    #expect(Set(listed) == Set(hidden))
    // The next change brings the files.
    let writer = Self.open(files, durability: durability)
    try writer.perform(.save([.sample(Self.space)]), spaceId: Self.space)
    try writer.flush()
    for id in hidden { #expect(try Self.hasFile(id, files)) }
    #expect(try !Self.hasFile(purged, files))
    // And whoever purges them then is obeyed.
    _ = try writer.purgeDeletedAnchors(before: .distantFuture)
    let last = Self.open(files, durability: durability)
    #expect(try last.loadAnchors(spaceId: Self.space).allSatisfy { !$0.isDeleted })
    return unfiled.count
  }

  @Test func `what has no file yet can be purged`() throws {
    let recorded = SimulatedFileSystem(SimulatedDisk(), isRecording: true)
    try Self.delete(.change, in: Self.open(recorded))
    recorded.switchOff()
    let disk = try #require(
      recorded.moments.last { moment in
        let paths = moment.disk.contents().map(\.path.string)
        return !paths.contains { $0.contains("/anchors/") }
      }
    ).disk
    let files = SimulatedFileSystem(disk.surviving())
    let store = Self.open(files)
    #expect(try Self.hidden(in: store).count == 2)
    #expect(try store.purgeDeletedAnchors(before: .distantFuture).count == 2)
    for store in [store, Self.open(files)] {
      #expect(try store.loadAnchors(spaceId: Self.space).isEmpty)
    }
    try store.perform(.save([.sample(Self.space)]), spaceId: Self.space)
    try store.flush()
    #expect(try Self.open(files).loadAnchors(spaceId: Self.space).count == 1)
  }
}
