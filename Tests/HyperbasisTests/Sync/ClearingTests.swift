import Foundation
import SeededRandom
import Synchronization
import TestSupport
import Testing

@testable import Hyperbasis
@testable import HyperbasisSync

/// Clearing a store while it is being synced and written.
@Suite struct ClearingTests {
  private static let runs = 10_000
  private static let parts = 8

  @Test(.timeLimit(.minutes(10)), arguments: 0..<UInt64(parts))
  func aClearBesideASyncLeavesNothing(part: UInt64) async throws {
    let seed = UInt64.random(in: 0..<1 << 32) << 8 | part
    var random = SeededGenerator(seed: seed)
    for run in 0..<Self.runs / Self.parts {
      let cloud = FakeCloud(run.isMultiple(of: 3) ? .plain : .migrated)
      let (other, device) = (try Device("tablet", cloud), try Device("phone", cloud))
      let elsewhere = try other.store.spaces.create(name: "Hall")
      try other.store.perform(.save([.sample(elsewhere)]), spaceId: elsewhere)
      await other.sync()
      let storage = device.storage(run.isMultiple(of: 2) ? .manual : .onSave)
      let space = HBSpace(name: "Kitchen")
      try await storage.save(space)
      try await storage.save((0..<3).map { HBAnchor.sample(space.id, x: Float($0)) })
      let sync = Task { try await storage.sync() }
      for _ in 0..<Int.random(in: 0..<40, using: &random) { await Task.yield() }
      try storage.clearLocalStorage()
      _ = await sync.result
      let left = device.folder.allFiles.filter { !$0.hasSuffix(".lock") }
      guard left.isEmpty else {
        Issue.record("seed \(seed), run \(run): \(left)")
        return
      }
    }
  }

  /// What begins after it finds an empty store, and works.
  @Test func syncsAgainAfterAClear() async throws {
    let cloud = FakeCloud(.migrated)
    let device = try Device("phone", cloud)
    let storage = device.storage()
    let space = HBSpace(name: "Kitchen")
    try await storage.save(space)
    try await storage.save(HBAnchor.sample(space.id))
    try await storage.sync()
    try storage.clearLocalStorage()
    #expect(try await storage.loadAllSpaces().isEmpty)
    try await storage.sync()
    #expect(try await storage.loadAllSpaces().map(\.name) == ["Kitchen"])
    #expect(try await storage.loadAnchors(spaceId: space.id).count == 1)
  }
}

extension TemporaryStore {
  /// The paths of all files in the folder.
  fileprivate var allFiles: [String] {
    let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
    return (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }
      .map(\.path)
  }
}
