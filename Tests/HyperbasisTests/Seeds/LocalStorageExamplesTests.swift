import Foundation
import Hyperbasis
import Testing

/// The examples and the listed operations of the documentation on local storage and on the cloud.
@Suite struct LocalStorageExamplesTests {
  private let folder: TemporaryStore
  private let local: HBLocalStore
  private let storage: HBStorage

  init() throws {
    folder = try TemporaryStore()
    local = HBLocalStore(baseDirectory: folder.url)
    storage = HBStorage(config: .default, localStore: local)
  }

  @Test func spaceOperations() throws {
    let space = HBStorageSpace(
      id: UUID(), name: "Room", worldMapData: Data([1, 2]), createdAt: Date(), updatedAt: Date(),
      isCompressed: false)
    try local.saveSpace(space)
    #expect(try local.loadSpace(id: space.id)?.name == "Room")
    #expect(try local.loadAllSpaces().count == 1)
    #expect(try local.loadSpacesModifiedSince(Date.distantPast).count == 1)
    try local.deleteSpace(id: space.id)
    #expect(try local.loadSpace(id: space.id) == nil)
  }

  @Test func anchorOperations() throws {
    let space = UUID()
    let anchor = HBAnchor(spaceId: space, transform: matrix_identity_float4x4)
    try local.saveAnchor(anchor)
    #expect(try local.loadAnchor(id: anchor.id)?.id == anchor.id)
    #expect(try local.loadAnchors(spaceId: space).count == 1)
    #expect(try local.loadAnchorsModifiedSince(Date.distantPast).count == 1)
    try local.purgeDeletedAnchors(before: Date())
    #expect(try local.loadAnchors(spaceId: space).count == 1)
  }

  @Test func eventOperations() throws {
    let (space, anchor) = (UUID(), UUID())
    // A `created` without a transform is in the history, but in no state.
    let event = HBAnchorEvent(anchorId: anchor, spaceId: space, type: .created, version: 1)
    try local.appendEvent(event)
    #expect(try local.loadEvents(spaceId: space).map(\.id) == [event.id])
    #expect(try local.loadEvents(anchorId: anchor, spaceId: space).map(\.id) == [event.id])
    #expect(try local.currentVersion(anchorId: anchor, spaceId: space) == 1)
    #expect(try local.loadAnchors(spaceId: space).isEmpty)
    try local.deleteEvents(spaceId: space)
    #expect(try local.loadEvents(spaceId: space).isEmpty)
    #expect(try local.currentVersion(anchorId: anchor, spaceId: space) == 0)
  }

  @Test func utilitiesAndMonitoring() async throws {
    try await storage.save(HBSpace(name: "Room"))
    let sizeInBytes = try storage.localStorageSize()
    let sizeInMB = Double(sizeInBytes) / 1_000_000
    print("Storage: \(String(format: "%.1f", sizeInMB)) MB")
    #expect(try sizeInBytes == local.totalSize())
    try local.clearAll()
    #expect(try local.totalSize() == 0)
  }

  @Test func deleteSpacesOlderThan90Days() async throws {
    let old = HBSpace(name: "Old", createdAt: Date(timeIntervalSince1970: 1_600_000_000))
    try await storage.save(old)
    try await storage.save(HBSpace(name: "New"))

    // Delete spaces older than 90 days
    let cutoff = try #require(Calendar.current.date(byAdding: .day, value: -90, to: Date()))
    let spaces = try await storage.loadAllSpaces()
    for space in spaces where space.updatedAt < cutoff {
      try await storage.deleteSpace(id: space.id)
    }

    #expect(try await storage.loadAllSpaces().map(\.name) == ["New"])
  }

  @Test func cloudConfiguration() async throws {
    let storage = HBStorage(
      config: HBStorageConfig(
        backend: .supabase(
          url: "https://your-project.supabase.co",
          anonKey: "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9..."
        ),
        syncStrategy: .onSave,
        compression: .balanced
      ))
    #expect(storage.isCloudEnabled)
    let config = HBStorageConfig(
      backend: .supabase(url: "https://x.supabase.co", anonKey: "key"),
      syncStrategy: .manual,
      compression: .balanced
    )
    #expect(
      config == .supabase(url: "https://x.supabase.co", anonKey: "key", syncStrategy: .manual))
  }

  @Test func errorHandling() async throws {
    var message = ""
    do {
      try await storage.sync()
    } catch HBStorageError.cloudNotConfigured {
      message = "Cloud sync not configured"
    } catch HBStorageError.networkError(let error) {
      message = "Network error: \(error)"
    } catch HBStorageError.unauthorized {
      message = "Authentication required"
    } catch HBStorageError.serverError(let code, let reason) {
      message = "Server error \(code): \(reason ?? "Unknown")"
    }
    #expect(message == "Cloud sync not configured")

    let pending = storage.pendingOperationCount
    if pending > 0 {
      print("\(pending) operations waiting to sync")
    }
    #expect(pending == 0)
  }
}
