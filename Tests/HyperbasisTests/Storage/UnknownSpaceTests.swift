import Foundation
import Hyperbasis
import TestSupport
import Testing

/// Changing a space that does not exist is an error; one without events exists.
@Suite struct UnknownSpaceTests {
  private let folder: TemporaryStore
  private let storage: HBStorage

  init() throws {
    folder = try TemporaryStore()
    storage = HBStorage(config: .default, localStore: HBLocalStore(baseDirectory: folder.url))
  }

  private static let requests: [HBPlanRequest] = [
    .rollbackSpace(HBInstant(microseconds: 0)), .undo, .redo, .restoreSpace,
  ]

  @Test(arguments: requests.indices) func `it is not found`(_ request: Int) async throws {
    let unknown = UUID()
    let error = await #expect(throws: HBStorageError.self) {
      try await storage.plan(Self.requests[request], spaceId: unknown)
    }
    guard case .notFound("space", unknown)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `nor where it is to be written to`() async throws {
    for change in [
      { _ = try await storage.undo(spaceId: $0) }, { _ = try await storage.redo(spaceId: $0) },
      { _ = try await storage.rollback(spaceId: $0, to: Date()) },
    ] as [(UUID) async throws -> Void] {
      let unknown = UUID()
      let error = await #expect(throws: HBStorageError.self) { try await change(unknown) }
      guard case .notFound("space", unknown)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test func `a space without events has nothing to undo`() async throws {
    let space = HBSpace(name: "Hall")
    try await storage.save(space)
    #expect(try await storage.rollback(spaceId: space.id, to: Date()).changes.isEmpty)
    do {
      _ = try await storage.undo(spaceId: space.id)
    } catch HBStorageError.nothingToUndo {}
  }
}
