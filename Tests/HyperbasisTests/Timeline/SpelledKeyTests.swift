import Foundation
import Hyperbasis
import TestSupport
import Testing

/// A key with a composed accent and one with a decomposed accent are two keys, as they are for every
/// reader of the log, although a Swift dictionary considers them equal.
@Suite struct SpelledKeyTests {
  private static let composed = "caf\u{E9}"
  private static let decomposed = "cafe\u{301}"

  private let folder: TemporaryStore
  private let storage: HBStorage
  private let space = UUID()

  init() throws {
    folder = try TemporaryStore()
    storage = HBStorage(config: .default, localStore: HBLocalStore(baseDirectory: folder.url))
  }

  /// Returns the keys of the anchor as it is now, by their bytes.
  private func keys(of id: UUID) async throws -> [[UInt8]] {
    let metadata = try await storage.loadAnchor(id: id)?.metadata ?? [:]
    return metadata.keys.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func isThere(_ id: UUID) async throws -> Bool {
    try await storage.loadAnchor(id: id)?.isDeleted == false
  }

  @Test(arguments: [1, 2]) func `another spelling is undone and redone`(value: Int) async throws {
    var anchor = HBAnchor(
      spaceId: space, transform: HBTransform.identity, metadata: [Self.composed: 1])
    try await storage.save(anchor)
    anchor.metadata = [Self.decomposed: .int(value)]
    try await storage.save(anchor)
    let log = try Data(
      contentsOf: folder.url.appending(path: "events/\(space.uuidString)/events.jsonl"))
    let line = try #require(log.split(separator: 0x0a).last)
    let object = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
    let changed = (object["changed"] as? [String])?.map { Array($0.utf8) }
    #expect(changed == [Array(Self.decomposed.utf8), Array(Self.composed.utf8)])

    try await storage.undo(spaceId: space)
    #expect(try await isThere(anchor.id))
    #expect(try await keys(of: anchor.id) == [Array(Self.composed.utf8)])
    #expect(try await storage.loadAnchor(id: anchor.id)?.metadata[Self.composed] == 1)
    try await storage.redo(spaceId: space)
    #expect(try await keys(of: anchor.id) == [Array(Self.decomposed.utf8)])
    #expect(try await storage.loadAnchor(id: anchor.id)?.metadata[Self.composed] == .int(value))
  }

  @Test func `a comparison names what came and what went`() async throws {
    let former = HBAnchor(
      spaceId: space, transform: HBTransform.identity, metadata: [Self.composed: 1, "size": 2])
    var anchor = former
    anchor.metadata = [Self.decomposed: 1, "size": 3]
    let updated = HBDiff.UpdatedAnchor(anchor: anchor, previousMetadata: former.metadata)
    #expect(updated.addedKeys.map { Array($0.utf8) } == [Array(Self.decomposed.utf8)])
    #expect(updated.removedKeys.map { Array($0.utf8) } == [Array(Self.composed.utf8)])
    #expect(updated.changedKeys == ["size"])
  }

  @Test func `what somebody changed under the new spelling stays`() async throws {
    var anchor = HBAnchor(
      spaceId: space, transform: HBTransform.identity, metadata: [Self.composed: 1])
    try await storage.save(anchor)
    anchor.metadata = [Self.decomposed: 1]
    try await storage.save(anchor)
    let operation = try #require(try await storage.operations(spaceId: space).first).id
    anchor.metadata = [Self.decomposed: 7]
    try await storage.save(anchor)
    let plan = try await storage.plan(.undoOperation(operation), spaceId: space)
    #expect(!plan.conflicts.isEmpty)
    #expect((plan.changes.first?.after?.metadata ?? anchor.metadata)[Self.decomposed] == 7)
  }
}
