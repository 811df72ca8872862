import Foundation
import Hyperbasis
import Testing

/// The examples of the documentation on anchors, exactly as they appear there.
@Suite struct AnchorExamplesTests {
  private let folder: TemporaryStore
  private let storage: HBStorage
  private let space = HBSpace()

  init() throws {
    folder = try TemporaryStore()
    storage = HBStorage(config: .default, localStore: HBLocalStore(baseDirectory: folder.url))
  }

  private func note() async throws -> HBAnchor {
    let anchor = HBAnchor(
      spaceId: space.id,
      transform: matrix_identity_float4x4,
      metadata: [
        "type": .string("sticky_note"),
        "text": .string("Remember to buy milk"),
        "color": .string("yellow"),
      ]
    )
    try await storage.save(anchor)
    return anchor
  }

  @Test func initialization() throws {
    let anchor = HBAnchor(
      id: UUID(),  // optional
      spaceId: space.id,  // required
      transform: matrix_identity_float4x4,  // 4x4 transformation matrix
      metadata: [  // optional
        "text": .string("Buy milk"),
        "color": .string("yellow"),
        "priority": .int(1),
      ]
    )
    #expect(anchor.intMetadata(forKey: "priority") == 1)
    #expect(
      try HBAnchor.unflatten(HBAnchor.flatten(matrix_identity_float4x4)) == matrix_identity_float4x4
    )
    #expect(anchor.validate())
  }

  @Test func readingPositionFromTransform() async throws {
    let anchor = try await note()
    let transform: [Float] = anchor.transform
    let x = transform[12]  // X position
    let y = transform[13]  // Y position
    let z = transform[14]  // Z position

    // Or use the convenience property:
    let position: SIMD3<Float> = anchor.position
    #expect(position == SIMD3(x, y, z))
  }

  @Test func viewingHistory() async throws {
    let anchor = try await note()
    let events = try await storage.history(anchorId: anchor.id)

    for event in events {
      switch event.type {
      case .created:
        print("Created at \(event.timestamp)")
      case .moved:
        print("Moved to \(event.transform ?? [])")
      case .updated:
        print("Updated metadata: \(event.metadata ?? [:])")
      case .deleted:
        print("Deleted")
      case .restored:
        print("Restored")
      }
    }

    #expect(events.count == 1)
  }

  @Test func rollback() async throws {
    var anchor = try await note()
    for text in ["two", "three"] {
      anchor.updateMetadata(key: "text", value: .string(text))
      try await storage.save(anchor)
    }

    // Get current version
    let events = try await storage.history(anchorId: anchor.id)
    let currentVersion = events.last?.version ?? 0

    // Roll back to version 2
    if currentVersion > 2 {
      try await storage.rollback(anchorId: anchor.id, toVersion: 2)
    }

    #expect(try await storage.loadAnchor(id: anchor.id)?.stringMetadata(forKey: "text") == "two")
  }

  @Test func loadAndRecreateAnchors() async throws {
    let saved = try await note()
    let anchors = try await storage.loadAnchors(spaceId: space.id)
    var texts: [String] = []
    for anchor in anchors {
      let transform = try anchor.simdTransform()
      let position = anchor.position

      if let text = anchor.stringMetadata(forKey: "text") {
        texts.append("\(text) at \(position) \(transform[3])")
      }
    }
    #expect(anchors.map(\.id) == [saved.id])
    #expect(texts.count == 1)
  }

  @Test func updateAndDeleteAnAnchor() async throws {
    let noteId = try await note().id

    var anchor = try #require(try await storage.loadAnchor(id: noteId))
    anchor.updateMetadata(key: "text", value: .string("Updated text"))
    anchor.updateMetadata(key: "completed", value: .bool(true))
    try await storage.save(anchor)

    // Soft delete
    try await storage.deleteAnchor(id: noteId)

    // Permanently remove old deleted anchors
    let thirtyDaysAgo = try #require(Calendar.current.date(byAdding: .day, value: -30, to: Date()))
    try await storage.purgeDeletedAnchors(before: thirtyDaysAgo)

    let loaded = try #require(try await storage.loadAnchor(id: noteId))
    #expect(loaded.isDeleted)
    #expect(loaded.boolMetadata(forKey: "completed") == true)
  }
}
