import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import SystemPackage
import TestSupport
import Testing

@testable import HyperbasisStore

/// Data that is merely kept for a store does not bring back a store that has been removed.
struct RemovedStoreTests {
  private static let eager: IndexPolicy = {
    var policy = IndexPolicy()
    (policy.leastEvents, policy.leastFiles, policy.leastSpaces) = (1, 1, 1)
    return policy
  }()

  private let space = UUID()

  /// Returns an open store with anchors, of which some files are still to be written.
  private func makeStore() throws -> (folder: TemporaryStore, store: HBLocalStore) {
    let folder = try TemporaryStore()
    let store = folder.open(indexPolicy: Self.eager)
    try store.perform(.save([.sample(space), .sample(space, x: 1)]), spaceId: space)
    try store.flush()
    try folder.age()
    try store.perform(.save([.sample(space, x: 2)]), spaceId: space)
    return (folder, store)
  }

  @Test func `anchor files that are due do not bring it back`() throws {
    let (folder, store) = try makeStore()
    try FileManager.default.removeItem(at: folder.url)
    try store.flush()
    #expect(!folder.exists(""))
  }

  @Test func `nor does an anchor file that is written late`() throws {
    let (folder, store) = try makeStore()
    try FileManager.default.removeItem(at: folder.url)
    #expect(throws: FileError.self) { try store.context.anchors.write(.sample(space)) }
    #expect(!folder.exists(""))
  }

  @Test func `nor do indexes on their way to the disk`() throws {
    let (folder, store) = try makeStore()
    let context = store.context
    let log = try #require(try context.openLog(of: space))
    let reader = try LogReader.load(spaceId: space, source: log)
    try FileManager.default.removeItem(at: folder.url)
    #expect(context.index(of: space).save(reader, of: log, indexed: 0) == nil)
    SpaceIndexTable(context.layout, context.files).save([space: SpaceMemory.Known()])
    #expect(AnchorIndexFile(context.layout, context.files).save([], key: DigestKey(bits: 1)) == nil)
    #expect(!folder.exists(""))
  }

  @Test func `in a store that is there they create the folders that are missing`() throws {
    let (folder, store) = try makeStore()
    try FileManager.default.removeItem(at: folder.url.appending(path: ".hyperbasis"))
    SpaceIndexTable(store.context.layout, store.context.files).save([space: SpaceMemory.Known()])
    #expect(folder.names(in: ".hyperbasis/index") == ["spaces.index"])
  }
}
